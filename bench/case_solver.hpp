// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of whole steps run: a solver made from the text of a case, as runs make it,
// on processors or on devices.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::bench {

/// The option --device of a benchmark, "cpu" or "cuda".
void add_device_option(CLI::App& program, std::string& device);

/// Give each rank its device, if `device` is one. Collective over all ranks, before a solver is
/// made.
void choose_device(const std::string& device, const transport::Communicator& all);

/// A solver of this kind at its initial state. settings: KEY=VALUE, as `thalweg run --set` takes
/// them. Throws InputError where this program has no half for the device. Collective.
std::unique_ptr<simulation::Simulation> solver_of(const std::string& kind, const std::string& text,
                                                  const std::vector<std::string>& settings,
                                                  const std::string& device,
                                                  const transport::Communicator& comm);

/// The setting of a case that computes with these numbers.
template <class Real>
std::string precision_setting() {
  return sizeof(Real) == 4 ? "simulation.precision=\"single\"" : "simulation.precision=\"double\"";
}

/// Seconds of a step of the slowest rank, sorted: so many times `group` steps, divided by that. A
/// device is waited for at the end of each group.
std::vector<double> seconds_of_steps(simulation::Simulation& solver, int times, int group,
                                     const transport::Communicator& comm);

/// Seconds of a step, sorted, and how many steps they and the phases of the solver are of.
struct StepTimes {
  std::vector<double> seconds;
  int steps;
};
/// After a first step, which touches everything once: so many steps one by one, or on a device,
/// whose steps wait for none of the host, three times as many together.
StepTimes time_steps(simulation::Simulation& solver, int steps, const std::string& device,
                     const transport::Communicator& comm);

/// Run a benchmark; its Error ends the program with the message and the status of this error.
int run_or_say(const char* name, const std::function<int()>& run);

}  // namespace thalweg::bench
