// SPDX-License-Identifier: Apache-2.0
#include "kwave_input.hpp"

#include <algorithm>
#include <string>

#include "io/hdf5/dataset_file.hpp"

namespace thalweg::bench {

using namespace sound;

namespace {

constexpr const char* axis_names = "xyz";

class Writer {
 public:
  Writer(const Problem& problem, const std::filesystem::path& file)
      : problem_(problem), file_(io::DatasetFile::create(file)) {
    for (const auto& [name, text] : {std::pair{"created_by", "Thalweg"},
                                     {"creation_date", "01/01/25, 00:00:00"},
                                     {"file_description", "benchmark"},
                                     {"file_type", "input"},
                                     {"major_version", "1"},
                                     {"minor_version", "2"}})
      file_.set_text("/", name, text);
  }

  void integers(const std::string& name, const std::vector<std::int64_t>& values) {
    file_.create_integers(name, {1, 1, static_cast<std::int64_t>(values.size())}, {});
    put(name, values, "long");
  }
  void floats(const std::string& name, const std::vector<float>& values) {
    file_.create_floats(name, {1, static_cast<std::int64_t>(values.size()), 1}, {});
    put(name, values, "float");
  }
  void number(const std::string& name, double value) { floats(name, {static_cast<float>(value)}); }
  /// One value, or one per point.
  void field(const std::string& name, const Quantity& quantity) {
    if (quantity.uniform()) return number(name, quantity.value);
    const auto [nx, ny, nz] = problem_.points;
    file_.create_floats(name, {nz, ny, nx}, {});
    tag(name, "float");
    constexpr std::int64_t piece = 1 << 20;
    std::vector<double> values(static_cast<std::size_t>(std::min(piece, problem_.size())));
    for (std::int64_t begin = 0; begin < problem_.size(); begin += piece) {
      const std::int64_t end = std::min(begin + piece, problem_.size());
      quantity.read(begin, end, values.data());
      file_.write(name, begin, end, values.data());
    }
  }
  void close() { file_.close(); }

 private:
  template <class T>
  void put(const std::string& name, const std::vector<T>& values, const char* type) {
    file_.write(name, 0, static_cast<std::int64_t>(values.size()), values.data());
    tag(name, type);
  }
  void tag(const std::string& name, const char* type) {
    file_.set_text(name, "data_type", type);
    file_.set_text(name, "domain_type", "real");
  }

  const Problem& problem_;
  io::DatasetFile file_;
};

std::string named(const char* before, int axis, const char* after) {
  return std::string(before) + axis_names[axis] + after;
}

void write_grid(const Problem& p, Writer& out) {
  out.integers("Nt", {p.steps});
  out.number("dt", p.dt);
  out.number("c_ref", p.sound_speed_ref);
  for (int d = 0; d < 3; ++d) {
    const auto i = static_cast<std::size_t>(d);
    out.integers(named("N", d, ""), {p.points[i]});
    out.integers(named("pml_", d, "_size"), {p.layer[i].points[1]});
    out.integers(named("u", d, "_source_flag"), {0});
    if (d == p.dimensions) break;
    out.number(named("d", d, ""), p.spacing[i]);
    out.number(named("pml_", d, "_alpha"), p.layer[i].alpha);
  }
  out.integers("axisymmetric_flag", {p.axisymmetric ? 1 : 0});
  for (const char* flag : {"nonuniform_grid_flag", "transducer_source_flag"})
    out.integers(flag, {0});
}

void write_medium(const Problem& p, Writer& out) {
  const Medium& m = p.medium;
  out.field("c0", m.sound_speed);
  out.field("rho0", m.density);
  for (int d = 0; d < p.dimensions; ++d) out.field(named("rho0_sg", d, ""), m.density);
  out.integers("nonlinear_flag", {m.nonlinearity ? 1 : 0});
  if (m.nonlinearity) out.field("BonA", *m.nonlinearity);
  out.integers("absorbing_flag", {m.absorption == Absorption::none        ? 0
                                  : m.absorption == Absorption::power_law ? 1
                                                                          : 2});
  if (m.absorption == Absorption::none) return;
  out.field("alpha_coeff", m.absorption_coefficient);
  out.number("alpha_power", m.absorption_power);
}

std::vector<std::int64_t> from_one(std::vector<std::int64_t> indices) {
  for (std::int64_t& i : indices) ++i;
  return indices;
}

void write_sources(const Problem& p, Writer& out) {
  out.integers("p0_source_flag", {p.initial_pressure ? 1 : 0});
  if (p.initial_pressure) out.field("p0_source_input", *p.initial_pressure);
  if (p.pressure_sources.empty()) return out.integers("p_source_flag", {0});
  const PressureSource& source = p.pressure_sources.front();
  out.integers("p_source_flag", {source.signals.steps});
  out.integers("p_source_mode", {static_cast<int>(source.mode)});
  out.integers("p_source_many", {source.signals.signals > 1 ? 1 : 0});
  out.integers("p_source_index", from_one(source.points));
  out.floats("p_source_input", source.signals.samples);
}

}  // namespace

void write_kwave_input(const Problem& problem, const std::vector<std::int64_t>& sensors,
                       const std::filesystem::path& file) {
  Writer out(problem, file);
  write_grid(problem, out);
  write_medium(problem, out);
  write_sources(problem, out);
  out.integers("sensor_mask_type", {0});
  out.integers("sensor_mask_index", from_one(sensors));
  out.close();
}

}  // namespace thalweg::bench
