// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/simulation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "io/files/together.hpp"
#include "solvers/sound/case/advice.hpp"
#include "solvers/sound/case/record_names.hpp"

namespace thalweg::sound {

SoundSimulation::SoundSimulation(Parameters parameters, const transport::Communicator& comm)
    : p_(std::move(parameters)), comm_(comm), traces_(p_),
      solver_(make_wave_solver(p_.problem, p_.sensors, &traces_, p_.options, comm)) {}

void SoundSimulation::step(double time_limit) {
  solver_->step();
  time_ = p_.problem.dt * static_cast<double>(solver_->steps() - 1);
  if (std::abs(time_ - time_limit) < 1e-6 * p_.problem.dt) time_ = time_limit;
}

double SoundSimulation::courant_number() { return sound::courant_number(p_); }

std::vector<simulation::Scalar> SoundSimulation::scalars() {
  const PressureSummary pressure = solver_->pressure_summary();
  return {{"pressure_max", "Pa", pressure.highest},
          {"pressure_min", "Pa", pressure.lowest},
          {"pressure_rms", "Pa", std::sqrt(pressure.mean_square)}};
}

std::vector<simulation::Fault> SoundSimulation::faults() {
  const auto divergence = solver_->divergence();
  if (!divergence) return {};
  if (!divergence->point) return {{"pressure", "the whole grid", divergence->what}};
  const auto at = p_.grid.position(*divergence->point);
  return {{"pressure",
           fmt::format("{} (point {}, {}, {})",
                       text(p_.grid.place(*divergence->point), p_.grid.dimensions), at[0], at[1],
                       at[2]),
           divergence->what}};
}

io::ImageGrid SoundSimulation::image_grid() const {
  io::ImageGrid grid;
  for (std::size_t d = 0; d < 3; ++d) {
    grid.points[d] = p_.grid.points[2 - d];
    grid.spacing[d] = p_.grid.spacing[2 - d];
    grid.origin[d] = p_.grid.origin[2 - d];
  }
  return grid;
}

/// Files are split by planes of z. Grids without z are small: rank 0 writes all of them.
io::ImageField SoundSimulation::vector_field(const std::string& name,
                                             const std::vector<std::vector<double>>& parts) const {
  const bool whole = p_.grid.dimensions < 3;
  const std::int64_t size = whole ? p_.grid.size() : solver_->end() - solver_->begin();
  const std::size_t components = parts.size(),
                    first = whole ? static_cast<std::size_t>(solver_->begin()) : 0;
  std::vector<double> values(static_cast<std::size_t>(size) * components);
  for (std::size_t c = 0; c < components; ++c)
    for (std::size_t i = 0; i < parts[c].size(); ++i)
      values[(first + i) * components + c] = parts[c][i];
  io::ImageField field;
  field.name = name;
  field.components = static_cast<int>(components);
  field.plane_begin = solver_->begin() / p_.grid.plane();
  field.plane_end = solver_->end() / p_.grid.plane();
  if (whole) {
    comm_.sum(values);
    field.plane_begin = comm_.is_root() ? 0 : 1;
    field.plane_end = 1;
    if (!comm_.is_root()) values.clear();
  }
  if (p_.options.single_precision)
    field.values = std::vector<float>(values.begin(), values.end());
  else
    field.values = std::move(values);
  return field;
}

io::ImageField SoundSimulation::scalar_field(const std::string& name, const std::string& unit,
                                             std::vector<double> values) const {
  io::ImageField field = vector_field(name, {std::move(values)});
  field.unit = unit;
  return field;
}

std::vector<double> SoundSimulation::values_of(const Record& record) const {
  if (steps() == 0 && record.field == Field::pressure) return pressure();
  const std::vector<float> values = solver_->statistic(record);
  return std::vector<double>(values.begin(), values.end());
}

/// Before the first step, which leads to time 0, what will stand there then.
std::vector<double> SoundSimulation::pressure() const {
  const auto& initial = p_.problem.initial_pressure;
  if (steps() > 0 || !initial) return solver_->field(Field::pressure);
  std::vector<double> values(static_cast<std::size_t>(solver_->end() - solver_->begin()),
                             initial->value);
  if (!initial->uniform())
    io::together(comm_, [&] { initial->read(solver_->begin(), solver_->end(), values.data()); });
  return values;
}

io::ImageField SoundSimulation::field(const std::string& name) {
  if (name == "pressure") return scalar_field(name, "Pa", pressure());
  if (name != "velocity")
    return scalar_field(name, "Pa", values_of(records_of(name, true, p_.grid.dimensions).at(0)));
  std::vector<std::vector<double>> parts(3);
  for (int c = 0; c < p_.grid.dimensions; ++c)
    parts[static_cast<std::size_t>(c)] = solver_->field(component(Field::velocity_x, c));
  io::ImageField velocity = vector_field(name, parts);
  velocity.unit = "m/s";
  return velocity;
}

/// Before the first record there is no largest value. That of time 0 is known before the step that
/// leads there.
bool SoundSimulation::is_known(const std::string& name) const {
  return records_of(name, true, p_.grid.dimensions).empty() || has_recorded() ||
         (steps() == 0 && p_.sensors.first_step == 0);
}

void SoundSimulation::write_fields(simulation::FieldWriter& writer) {
  for (const std::string& name : writer.names())
    if (is_known(name)) writer.image(image_grid(), field(name));
}

void SoundSimulation::write_medium(const io::OutputFolder& folder) {
  const auto write = [&](const std::string& name, const std::string& unit,
                         const Quantity& quantity) {
    if (quantity.uniform()) return;
    std::vector<double> values(static_cast<std::size_t>(solver_->end() - solver_->begin()));
    io::together(comm_, [&] { quantity.read(solver_->begin(), solver_->end(), values.data()); });
    io::write_image(folder.field(name, 0), comm_, image_grid(),
                    {scalar_field(name, unit, std::move(values))}, 0, 0);
  };
  write("sound-speed", "m/s", p_.problem.medium.sound_speed);
  write("density", "kg/m^3", p_.problem.medium.density);
}

void SoundSimulation::start_output(const io::OutputFolder& folder, bool resumed) {
  if (!resumed && p_.writes_medium) write_medium(folder);
  io::on_root(comm_, [&] {
    traces_.open(folder.path() / "traces.h5", resumed);
    if (resumed) traces_.forget_after(steps());
  });
}

void SoundSimulation::write_sensor_statistics() {
  for (const Record& record : p_.sensors.records) {
    if (record.statistic == Statistic::raw || is_grid_wide(record.statistic)) continue;
    const std::vector<float> values = solver_->statistic(record);
    io::on_root(comm_, [&] { traces_.write(record, values); });
  }
}

void SoundSimulation::end_output(const io::OutputFolder& folder) {
  solver_->flush();
  if (has_recorded()) write_sensor_statistics();
  io::on_root(comm_, [&] { traces_.flush(); });
  for (const Record& record : p_.grid_records) {
    if (record.statistic != Statistic::final && !has_recorded()) continue;
    const std::string name = record_name(record);
    io::write_image(folder.field(name, steps()), comm_, image_grid(),
                    {scalar_field(name, unit_of(record.field), values_of(record))}, time_, steps());
  }
}

}  // namespace thalweg::sound
