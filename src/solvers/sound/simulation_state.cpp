// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the wave solver.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "solvers/sound/simulation.hpp"

namespace thalweg::sound {

namespace {

const std::string sensor_prefix = "sensors_";
constexpr const char* axes[] = {"x", "y", "z"};

/// An array that rank 0 holds.
io::Block root_block(std::int64_t size, const transport::Communicator& comm) {
  return {{size, 1, 1, 1}, 0, comm.is_root() ? size : 0};
}

void require_equal(const io::CheckpointReader& file, const std::string& what, double stored,
                   double wanted) {
  if (stored == wanted) return;
  throw InputError(fmt::format("{}: the checkpoint has {} = {}, the case has {}.\nRestart with the "
                               "case it was written for. Nothing was run.",
                               file.file().string(), what, stored, wanted));
}

[[noreturn]] void refuse_array(const io::CheckpointReader& file, const std::string& name) {
  throw InputError(fmt::format("{}: its array \"{}\" has another extent than the case needs.\n"
                               "Restart with the case it was written for. Nothing was run.",
                               file.file().string(), name));
}

/// A largest value or a mean since the start cannot begin in the middle of a run.
void require_recorded(const io::CheckpointReader& file, const std::string& name) {
  const std::vector<std::string> stored = file.arrays();
  if (std::find(stored.begin(), stored.end(), name) == stored.end())
    throw InputError(fmt::format("{}: \"{}\" was not recorded by the run so far. Leave it out of "
                                 "output.fields.names, or run the case from its start into "
                                 "another folder. Nothing was run.",
                                 file.file().string(), name));
}

}  // namespace

io::Block SoundSimulation::block() const {
  const std::int64_t plane = p_.grid.dimensions == 3 ? p_.grid.plane() : p_.grid.points[0];
  const std::int64_t planes = p_.grid.size() / plane;
  return {
      {planes, 1, 1, plane}, solver_->begin() / plane, (solver_->end() - solver_->begin()) / plane};
}

void SoundSimulation::save(io::CheckpointWriter& file) {
  solver_->flush();
  traces_.flush();  // so that the traces go as far as the checkpoint
  solver_->save_state(
      [&](const StateArray& array) { file.array(array.name, block(), array.values.data()); });
  const std::int64_t points = p_.sensors.size();
  for (const StateArray& array : solver_->sensor_state())
    file.array(sensor_prefix + array.name, root_block(points, comm_), array.values.data());
  for (std::size_t d = 0; d < 3; ++d)
    file.attribute(std::string("points_") + axes[d], std::int64_t{p_.grid.points[d]});
  file.attribute("step_size", p_.problem.dt);
  file.attribute("step", steps());
  file.attribute("time", time_);
}

void SoundSimulation::load(io::CheckpointReader& file) {
  for (std::size_t d = 0; d < 3; ++d)
    require_equal(file, std::string("grid points along ") + axes[d],
                  static_cast<double>(file.integer(std::string("points_") + axes[d])),
                  p_.grid.points[d]);
  require_equal(file, "step size", file.number("step_size"), p_.problem.dt);
  const auto stored = [&](const std::string& name, const io::Block& place) {
    require_recorded(file, name);
    if (file.extents(name) != place.global) refuse_array(file, name);
    std::vector<double> values(static_cast<std::size_t>(place.count * place.global[3]));
    file.array(name, place, values.data());
    return values;
  };
  solver_->load_state(file.integer("step"), [&](const std::string& name) {
    return std::optional(stored(name, block()));
  });
  std::vector<StateArray> sensors = solver_->sensor_state();
  const std::int64_t points = p_.sensors.size();
  for (StateArray& array : sensors)
    array.values = stored(sensor_prefix + array.name, root_block(points, comm_));
  solver_->set_sensor_state(sensors);
  time_ = file.number("time");
}

}  // namespace thalweg::sound
