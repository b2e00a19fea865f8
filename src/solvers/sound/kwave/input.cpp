// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/input.hpp"

#include <fmt/format.h>

#include "simulation/interface/memory.hpp"
#include "solvers/sound/kwave/dataset_reader.hpp"

namespace thalweg::sound::kwave {

namespace {

constexpr const char* axis_names = "xyz";

std::string named(const char* before, int axis, const char* after) {
  return std::string(before) + axis_names[axis] + after;
}

void read_grid(const DatasetReader& in, Problem& p) {
  const char* sizes[] = {"Nx", "Ny", "Nz"};
  for (int d = 0; d < 3; ++d)
    p.points[static_cast<std::size_t>(d)] = static_cast<int>(in.integer(sizes[d], 1, 1 << 20));
  p.dimensions = p.points[2] > 1 ? 3 : 2;
  p.steps = in.integer("Nt", 1, std::int64_t{1} << 40);
  p.dt = in.positive("dt");
  p.sound_speed_ref = in.positive("c_ref");
  p.axisymmetric = in.has("axisymmetric_flag") && in.integer("axisymmetric_flag", 0, 1) == 1;
  if (p.axisymmetric && p.dimensions == 3)
    in.fail("axisymmetric_flag", "is 1, but Nz is not: an axisymmetric grid has Nz = 1");
  for (int d = 0; d < p.dimensions; ++d) {
    const auto i = static_cast<std::size_t>(d);
    p.spacing[i] = in.positive(named("d", d, ""));
    AbsorbingLayer& layer = p.layer[i];
    const std::string size = named("pml_", d, "_size");
    const int points = static_cast<int>(in.integer(size, 0, p.points[i]));
    if (2 * points > p.points[i])
      in.fail(size,
              fmt::format("is {}: two layers do not fit into {} points", points, p.points[i]));
    layer = {{p.axisymmetric && d == 1 ? 0 : points, points},
             in.not_negative(named("pml_", d, "_alpha"))};
  }
  if (in.has("nonuniform_grid_flag") && in.integer("nonuniform_grid_flag", 0, 1) != 0)
    in.fail("nonuniform_grid_flag", "is 1: grids of varying spacing are not supported");
}

/// Files of elastic media say so in these. Read as a fluid they would give other waves, or none.
void require_fluid(const DatasetReader& in) {
  for (const char* name : {"elastic_flag", "sxx_source_flag", "syy_source_flag", "szz_source_flag",
                           "sxy_source_flag", "sxz_source_flag", "syz_source_flag"})
    if (in.flag(name) != 0)
      in.fail(name, "is not 0: elastic media and sources of stress are not supported");
}

void read_absorption(const DatasetReader& in, const Problem& p, Medium& m) {
  const auto flag = in.integer("absorbing_flag", 0, 2);
  if (flag == 0) return;
  m.absorption = flag == 1 ? Absorption::power_law : Absorption::stokes;
  m.absorption_coefficient = in.medium("alpha_coeff", p.size(), Sign::not_negative);
  m.absorption_power = in.number("alpha_power");
  if (flag == 1 && p.axisymmetric)
    in.fail("absorbing_flag", "is 1 (power law): an axisymmetric simulation takes 2 (Stokes) or 0");
  if (flag == 1 && m.absorption_power == 1)
    in.fail("alpha_power",
            "is exactly 1, where the power law's dispersion is infinite; use 1.05 or "
            "0.95, say");
  if (flag == 1 && (m.absorption_power <= 0 || m.absorption_power >= 3))
    in.fail("alpha_power",
            fmt::format("is {}; expected more than 0 and less than 3", m.absorption_power));
}

void read_medium(const DatasetReader& in, Problem& p) {
  Medium& m = p.medium;
  m.sound_speed = in.medium("c0", p.size(), Sign::positive);
  m.density = in.medium("rho0", p.size(), Sign::positive);
  for (int d = 0; d < p.dimensions; ++d)
    m.density_staggered[static_cast<std::size_t>(d)] =
        in.medium(named("rho0_sg", d, ""), p.size(), Sign::positive);
  if (in.integer("nonlinear_flag", 0, 1) == 1)
    m.nonlinearity = in.medium("BonA", p.size(), Sign::any);
  read_absorption(in, p, m);
}

SourceMode read_mode(const DatasetReader& in, const std::string& name) {
  constexpr SourceMode modes[] = {SourceMode::dirichlet, SourceMode::additive_plain,
                                  SourceMode::additive};
  return modes[in.integer(name, 0, 2)];
}

/// Time series of `points` signals, or of one for all.
Signals read_signals(const DatasetReader& in, const std::string& name, std::int64_t steps,
                     bool many, std::size_t points) {
  Signals signals;
  signals.steps = static_cast<int>(steps);
  signals.signals = many ? static_cast<int>(points) : 1;
  signals.samples = in.floats(name, steps * signals.signals);
  return signals;
}

void read_pressure_sources(const DatasetReader& in, Problem& p) {
  if (in.integer("p0_source_flag", 0, 1) == 1)
    p.initial_pressure = in.medium("p0_source_input", p.size(), Sign::any);
  const auto steps = in.flag("p_source_flag");
  if (steps == 0) return;
  PressureSource source;
  source.mode = read_mode(in, "p_source_mode");
  source.points = in.indices("p_source_index", p.size());
  source.signals = read_signals(in, "p_source_input", steps, in.integer("p_source_many", 0, 1) == 1,
                                source.points.size());
  p.pressure_sources.push_back(std::move(source));
}

void read_velocity_sources(const DatasetReader& in, Problem& p) {
  std::int64_t steps[3] = {}, any = 0;
  for (int d = 0; d < p.dimensions; ++d) any += steps[d] = in.flag(named("u", d, "_source_flag"));
  if (any == 0) return;
  VelocitySource source;
  source.mode = read_mode(in, "u_source_mode");
  source.points = in.indices("u_source_index", p.size());
  const bool many = in.integer("u_source_many", 0, 1) == 1;
  for (int d = 0; d < p.dimensions; ++d)
    if (steps[d] > 0)
      source.components[static_cast<std::size_t>(d)] =
          read_signals(in, named("u", d, "_source_input"), steps[d], many, source.points.size());
  p.velocity_sources.push_back(std::move(source));
}

void read_transducer(const DatasetReader& in, Problem& p) {
  const auto steps = in.flag("transducer_source_flag");
  if (steps == 0) return;
  Transducer transducer;
  transducer.steps = static_cast<int>(steps);
  transducer.points = in.indices("u_source_index", p.size());
  transducer.signal = in.floats("transducer_source_input", -1);
  const auto samples = static_cast<std::int64_t>(transducer.signal.size());
  transducer.delay = in.indices("delay_mask", samples);
  if (transducer.delay.size() != transducer.points.size())
    in.fail("delay_mask", fmt::format("has {} elements, but u_source_index {}: expected as many",
                                      transducer.delay.size(), transducer.points.size()));
  for (const std::int64_t delay : transducer.delay)
    if (delay + steps > samples)
      in.fail("delay_mask", fmt::format("holds a delay of {} steps, and the source lasts {}: "
                                        "transducer_source_input has only {} samples",
                                        delay, steps, samples));
  p.transducer = std::move(transducer);
}

void add_cuboid(const DatasetReader& in, const std::int64_t* corners, Input& input) {
  const auto& n = input.problem.points;
  Cuboid box{};
  for (std::size_t d = 0; d < 3; ++d) {
    const std::int64_t first = corners[d], last = corners[d + 3];
    if (first < 1 || last < first || last > n[d])
      in.fail("sensor_mask_corners",
              fmt::format("box {} goes from {} to {} along {}; expected 1 <= first <= last <= {}",
                          input.cuboids.size() + 1, first, last, axis_names[d], n[d]));
    box.first[d] = static_cast<int>(first - 1);
    box.last[d] = static_cast<int>(last - 1);
  }
  input.cuboids.push_back(box);
}

void list_cuboid_points(const DatasetReader& in, Input& input) {
  double count = 0;
  for (const Cuboid& box : input.cuboids) count += static_cast<double>(box.size());
  if (const double bytes = count * sizeof(std::int64_t), free = simulation::available_bytes();
      bytes > free)
    in.fail("sensor_mask_corners",
            fmt::format("holds {:.0f} points, whose list takes {}; {} are free", count,
                        simulation::bytes_text(bytes), simulation::bytes_text(free)));
  input.sensor_points.reserve(static_cast<std::size_t>(count));
  const auto& n = input.problem.points;
  for (const Cuboid& box : input.cuboids)
    for (std::int64_t z = box.first[2]; z <= box.last[2]; ++z)
      for (std::int64_t y = box.first[1]; y <= box.last[1]; ++y)
        for (std::int64_t x = box.first[0]; x <= box.last[0]; ++x)
          input.sensor_points.push_back(x + n[0] * (y + n[1] * z));
}

void read_cuboids(const DatasetReader& in, Input& input) {
  const auto corners = in.integers("sensor_mask_corners");
  if (corners.empty() || corners.size() % 6 != 0)
    in.fail("sensor_mask_corners",
            fmt::format("has {} elements; expected 6 for each box", corners.size()));
  for (std::size_t at = 0; at < corners.size(); at += 6) add_cuboid(in, &corners[at], input);
  list_cuboid_points(in, input);
}

void read_sensors(const DatasetReader& in, Input& input) {
  const bool corners = in.has("sensor_mask_type") && in.integer("sensor_mask_type", 0, 1) == 1;
  if (corners)
    read_cuboids(in, input);
  else
    input.sensor_points = in.indices("sensor_mask_index", input.problem.size());
}

/// What the output file repeats, in its order.
void copy_scalars(const DatasetReader& in, Input& input) {
  const bool flat = input.problem.dimensions == 2;
  // Readers of output files ask for flags that inputs of version 1.0 and 1.1 do not have.
  const auto has_default = [](const std::string& name) {
    return name == "axisymmetric_flag" || name == "nonuniform_grid_flag";
  };
  const auto add = [&](const std::string& name, bool is_integer) {
    if (in.has(name) || has_default(name))
      input.scalars.push_back({name, is_integer, in.has(name) ? in.number(name) : 0});
  };
  for (const char* name :
       {"Nx", "Ny", "Nz", "Nt", "p_source_flag", "p0_source_flag", "transducer_source_flag",
        "ux_source_flag", "uy_source_flag", "nonuniform_grid_flag", "nonlinear_flag",
        "absorbing_flag", "axisymmetric_flag", "pml_x_size", "pml_y_size"})
    add(name, true);
  for (const char* name : {"dx", "dy", "dt", "c_ref", "pml_x_alpha", "pml_y_alpha"})
    add(name, false);
  if (!flat) {
    for (const char* name : {"uz_source_flag", "pml_z_size"}) add(name, true);
    for (const char* name : {"dz", "pml_z_alpha"}) add(name, false);
  }
  if (!input.problem.pressure_sources.empty())
    for (const char* name : {"p_source_mode", "p_source_many"}) add(name, true);
  if (!input.problem.velocity_sources.empty())
    for (const char* name : {"u_source_mode", "u_source_many"}) add(name, true);
}

}  // namespace

Input read_input(const std::filesystem::path& file) {
  const DatasetReader in(file);
  Input input;
  input.description = in.description();
  require_fluid(in);
  read_grid(in, input.problem);
  read_medium(in, input.problem);
  read_pressure_sources(in, input.problem);
  read_velocity_sources(in, input.problem);
  read_transducer(in, input.problem);
  read_sensors(in, input);
  copy_scalars(in, input);
  return input;
}

void set_steps(Input& input, std::int64_t steps) {
  input.problem.steps = steps;
  for (Scalar& scalar : input.scalars)
    if (scalar.name == "Nt") scalar.value = static_cast<double>(steps);
}

}  // namespace thalweg::sound::kwave
