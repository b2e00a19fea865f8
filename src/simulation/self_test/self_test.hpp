// SPDX-License-Identifier: Apache-2.0
// The self-test of a device: whether its loops, reductions, copies, transforms and the steps of
// every solver give what the CPU gives. Takes well under half a minute.
#pragma once

#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// One comparison.
struct Comparison {
  std::string name;
  double difference;  // relative, the worst rank's; infinite where there is no number
  double bound;
  std::string fault{};  // what was thrown instead
  bool holds() const { return fault.empty() && difference <= bound; }
};

/// All comparisons on the device that each rank works on; with several ranks also of the routes
/// that messages between devices can take. Keeps on every rank whether all hold, for choose_device.
/// Collective. Throws InputError without a device.
struct SelfTest {
  std::vector<Comparison> comparisons;
  double seconds = 0;
  bool remembered = false;
  bool passed() const;
};
SelfTest test_device(const transport::Communicator& comm);

/// The part that needs no choice of a device: host results against those of the device half.
std::vector<Comparison> compare_samples(const transport::Communicator& comm);
/// A few steps of every solver that has a case for it, in both precisions.
std::vector<Comparison> compare_solvers(const transport::Communicator& comm);

/// "cpu" or "cuda", and why it is the CPU where there is a device.
struct DeviceChoice {
  std::string device;
  std::string note{};
};
/// For --device auto, cpu or cuda: auto takes a device once its self-test has passed on every
/// rank's. What --device cuda lacks is for the caller to say. Collective.
DeviceChoice choose_device(const std::string& asked, const std::string& kind,
                           const transport::Communicator& comm);

}  // namespace thalweg::simulation
