// SPDX-License-Identifier: Apache-2.0
// Weak scaling of a staged halo exchange, for programs that are known from a publication only: a
// cube per node, cut among tasks that share the node's devices, with deformable cells in the fluid.
// docs/theory/data-movement.md, section 7.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "transport/profile/profile.hpp"

namespace thalweg::app {

/// A number of a workload and where it comes from: a publication, or "assumed".
struct StatedValue {
  double value = 0;
  std::string source;
};

/// How a workload lies on one machine. Extents are in the order z, y, x.
struct WorkloadSystem {
  int side = 0;                                     // of a node's cube [points]
  double cells = 0;                                 // per node
  std::array<int, 3> tasks{}, tasks_on_one_node{};  // of a node
};

/// A figure that the publication states.
struct PublishedFigure {
  std::string system, what;  // what: "moving data", "device copies", "efficiency"
  int nodes = 1;
  double value = 0;
};

struct Workload {
  std::string title, source;
  std::map<std::string, StatedValue> values;
  std::map<std::string, WorkloadSystem> systems;
  std::vector<PublishedFigure> published;

  /// A value by its name. Throws InputError where there is none.
  double operator[](const std::string& name) const;
};

/// Read a workload (JSON, version 1): a file, or one shipped with the program by its name. Throws
/// InputError with the file and the place.
Workload read_workload(const std::string& word);

/// The parts of one step [s] (eq. 8), of the slowest node; they do not overlap.
struct StepCost {
  int nodes = 1;
  double compute = 0, copies = 0, within_node = 0, network = 0;

  double total() const { return compute + copies + within_node + network; }
  double moving_share() const { return 1 - compute / total(); }
  double copies_share() const { return copies / total(); }
};

/// The value that a published figure is compared with: "moving data" and "device copies" as shares
/// of the step, "efficiency" against the step on one node. Throws InputError for another word.
double value_of(const std::string& what, const StepCost& one_node, const StepCost& step);

/// One step on each number of nodes; nodes are arranged as nearly as a cube as their number allows.
/// Throws InputError where the workload does not know the system or the profile lacks a path.
std::vector<StepCost> predict_steps(const Workload& workload, const std::string& system,
                                    const transport::Profile& profile,
                                    const std::vector<int>& nodes);

/// Three factors of a count, as nearly equal as possible, ascending.
std::array<int, 3> nearest_cube(int count);

}  // namespace thalweg::app
