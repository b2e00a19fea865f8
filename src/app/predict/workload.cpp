// SPDX-License-Identifier: Apache-2.0
#include "app/predict/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "transport/model/cost_model.hpp"

namespace thalweg::app {

namespace {

using transport::Locality;
using transport::Memory;
using transport::Path;
using transport::Profile;

using Index = std::array<int, 3>;

int product(const Index& extents) { return extents[0] * extents[1] * extents[2]; }

int number_of(const Index& index, const Index& extents) {
  return (index[0] * extents[1] + index[1]) * extents[2] + index[2];
}

Index index_of(int number, const Index& extents) {
  return {number / (extents[1] * extents[2]), number / extents[2] % extents[1],
          number % extents[2]};
}

/// Areas [points^2] that a task shares with neighbours, by where these are; number of neighbours.
struct Faces {
  double socket = 0, node = 0, network = 0;
  int socket_count = 0, node_count = 0, network_count = 0;
  double all() const { return socket + node + network; }
};

/// The tasks of all nodes and who is beside whom; no periodic wrap.
class Arrangement {
 public:
  Arrangement(const Index& nodes, const Index& tasks, int side, int sockets)
      : nodes_(nodes), tasks_(tasks), side_(side), sockets_(sockets) {}

  /// Faces of one task: its node and its place in the node.
  Faces faces(const Index& node, const Index& task) const {
    Faces faces;
    for (int axis = 0; axis < 3; ++axis)
      for (const int direction : {-1, 1}) add(faces, node, task, axis, direction);
    return faces;
  }

 private:
  double area(int axis) const {
    const auto length = [&](int a) {
      return static_cast<double>(side_) / tasks_[static_cast<std::size_t>(a)];
    };
    return length((axis + 1) % 3) * length((axis + 2) % 3);
  }

  int socket_of(const Index& task) const {
    return number_of(task, tasks_) * sockets_ / product(tasks_);
  }

  void add(Faces& faces, const Index& node, const Index& task, int axis, int direction) const {
    const auto a = static_cast<std::size_t>(axis);
    Index other = task;
    other[a] += direction;
    if (other[a] >= 0 && other[a] < tasks_[a]) {
      const bool near = socket_of(task) == socket_of(other);
      (near ? faces.socket : faces.node) += area(axis);
      ++(near ? faces.socket_count : faces.node_count);
    } else if (node[a] + direction >= 0 && node[a] + direction < nodes_[a]) {
      faces.network += area(axis);
      ++faces.network_count;
    }
  }

  Index nodes_, tasks_;
  int side_, sockets_;
};

const Path& path_of(const Profile& profile, Locality locality, Memory from, Memory to,
                    int processes) {
  const Path* path = find_path(profile, locality, from, to, processes);
  if (path) return *path;
  throw InputError(fmt::format("the profile has no path from {} to {} memory over \"{}\"",
                               name_of(from), name_of(to), name_of(locality)));
}

/// All copies through one device one way: `processes` at once, each its part. A path measured with
/// another number of processes gives the device's rate.
double copy_seconds(const Profile& profile, Memory from, Memory to, int processes, double bytes) {
  const Path& path = path_of(profile, Locality::socket, from, to, processes);
  return bytes > 0 ? seconds_of(path, bytes / path.processes).seconds : 0;
}

/// Messages within a node: one after the other, all of a task's.
double message_seconds(const Profile& profile, Locality locality, double bytes, int count) {
  if (count == 0) return 0;
  return count *
         seconds_of(path_of(profile, locality, Memory::host, Memory::host, 1), bytes / count)
             .seconds;
}

/// The predictions for one system.
class Predictor {
 public:
  Predictor(const Workload& workload, const WorkloadSystem& system, const Profile& profile)
      : workload_(workload), system_(system), profile_(profile) {}

  StepCost step(int nodes) const {
    const Index tasks = nodes == 1 ? system_.tasks_on_one_node : system_.tasks;
    const Index grid = nearest_cube(nodes);
    const Arrangement arrangement(grid, tasks, system_.side, profile_.node.sockets);
    StepCost cost;
    cost.nodes = nodes;
    cost.compute = compute_seconds(product(tasks));
    for (int n = 0; n < nodes; ++n) add_slowest(cost, arrangement, index_of(n, grid), tasks);
    return cost;
  }

 private:
  double points() const { return std::pow(static_cast<double>(system_.side), 3); }
  int devices() const { return std::max(1, profile_.node.devices); }

  /// How long the device with the most tasks computes.
  double compute_seconds(int tasks) const {
    const int most = (tasks + devices() - 1) / devices();
    const double bytes = points() * workload_["device_bytes_per_point"] * most / tasks;
    const double rate = profile_.node.device_bytes_per_second * workload_["device_efficiency"];
    return bytes / rate * (1 + workload_["other_kernels"]);
  }

  /// What one point of a shared face moves one way: populations, and the cells of the wider halo.
  double bytes_per_area() const {
    const double vertices = system_.cells / points() * workload_["vertices_per_cell"];
    return workload_["fluid_halo_points"] * workload_["bytes_per_halo_point"] +
           workload_["cell_halo_points"] * vertices * workload_["bytes_per_vertex"];
  }

  void add_slowest(StepCost& cost, const Arrangement& arrangement, const Index& node,
                   const Index& tasks) const {
    const int count = product(tasks);
    std::vector<double> device_bytes(static_cast<std::size_t>(devices()));
    double network_bytes = 0, within = 0;
    int messages = 0;
    for (int t = 0; t < count; ++t) {
      const Faces faces = arrangement.faces(node, index_of(t, tasks));
      const double bytes = bytes_per_area();
      device_bytes[static_cast<std::size_t>(t % devices())] += faces.all() * bytes;
      network_bytes += faces.network * bytes;
      messages = std::max(messages, faces.network_count);
      within = std::max(
          within,
          message_seconds(profile_, Locality::socket, faces.socket * bytes, faces.socket_count) +
              message_seconds(profile_, Locality::node, faces.node * bytes, faces.node_count));
    }
    const double most = *std::max_element(device_bytes.begin(), device_bytes.end());
    const int sharing = (count + devices() - 1) / devices();
    const double copies = copy_seconds(profile_, Memory::device, Memory::pinned, sharing, most) +
                          copy_seconds(profile_, Memory::pinned, Memory::device, sharing, most);
    cost.copies = std::max(cost.copies, workload_["copy_slowdown"] * copies);
    cost.within_node = std::max(cost.within_node, workload_["node_message_slowdown"] * within);
    cost.network = std::max(cost.network, network_seconds(cost.nodes, network_bytes, messages));
  }

  double network_seconds(int nodes, double bytes, int messages) const {
    if (messages == 0) return 0;
    for (const transport::Injection& injection : profile_.injection)
      if (injection.locality == Locality::network && injection.memory == Memory::host)
        return messages * injection.alpha +
               bytes / injection.node_rate *
                   std::pow(nodes / 2.0, workload_["contention_exponent"]);
    throw InputError("the profile has no injection rate of host memory into the network");
  }

  const Workload& workload_;
  const WorkloadSystem& system_;
  const Profile& profile_;
};

}  // namespace

double Workload::operator[](const std::string& name) const {
  const auto found = values.find(name);
  if (found == values.end())
    throw InputError(fmt::format("the workload \"{}\" has no value \"{}\"", title, name));
  return found->second.value;
}

double value_of(const std::string& what, const StepCost& one_node, const StepCost& step) {
  if (what == "moving data") return step.moving_share();
  if (what == "device copies") return step.copies_share();
  if (what == "efficiency") return one_node.total() / step.total();
  throw InputError("a published figure is called \"" + what +
                   "\", which is none of moving data, device copies, efficiency");
}

std::array<int, 3> nearest_cube(int count) {
  TW_CHECK(count >= 1, "a count is at least 1");
  Index best{1, 1, count};
  for (int a = 1; a * a * a <= count; ++a)
    for (int b = a; count % a == 0 && b * b <= count / a; ++b)
      if (count / a % b == 0 && count / a / b - a < best[2] - best[0]) best = {a, b, count / a / b};
  return best;
}

std::vector<StepCost> predict_steps(const Workload& workload, const std::string& system,
                                    const Profile& profile, const std::vector<int>& nodes) {
  const auto found = workload.systems.find(system);
  if (found == workload.systems.end()) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : workload.systems) names.push_back(name);
    throw InputError(
        fmt::format("the workload \"{}\" does not say how it lies on \"{}\"; it knows: "
                    "{}.{}",
                    workload.title, system, fmt::join(names, ", "), did_you_mean(system, names)));
  }
  const Predictor predictor(workload, found->second, profile);
  std::vector<StepCost> steps;
  for (const int n : nodes) steps.push_back(predictor.step(n));
  return steps;
}

}  // namespace thalweg::app
