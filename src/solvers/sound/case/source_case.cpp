// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/source_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "solvers/sound/case/sections.hpp"
#include "solvers/sound/case/signal_case.hpp"

namespace thalweg::sound {

namespace {

SourceMode mode_named(const std::string& name) {
  return name == "dirichlet"        ? SourceMode::dirichlet
         : name == "additive-plain" ? SourceMode::additive_plain
                                    : SourceMode::additive;
}

void read_emitting_source(io::Case& input, const std::string& at, const std::string& shape,
                          const Parameters& p, CaseSource& source) {
  // A field can be set at points of the grid only, not around them.
  const Spread spread = source.mode == SourceMode::dirichlet ? Spread::nearest
                        : source.is_pressure                 ? Spread::band_limited
                                                             : Spread::staggered;
  source.emissions = read_emitter(
      input, at, shape, {.grid = p.grid, .speed = p.sound_speed.range.highest, .spread = spread});
  source.signals = {
      read_signal(input, at + "signal.", source.is_pressure ? "Pa" : "m/s", p.problem.dt)};
}

/// What points of the grid add is that of a layer.
void weigh(CaseSource& source, int number, Parameters& p) {
  if (source.mode == SourceMode::dirichlet || source.emissions.empty()) return;
  if (!weigh_as_layer(source.emissions, p.grid))
    p.note(fmt::format("the points of source {} do not lie in one plane of the grid, whose "
                       "spacings differ: they are as strong as in a plane across x",
                       number));
}

CaseSource read_source(io::Case& input, int number, Parameters& p) {
  const std::string at = fmt::format("source.{}.", number - 1);
  CaseSource source;
  source.is_pressure =
      input.choice(at + "kind", {"pressure", "velocity"}, "pressure") == "pressure";
  source.mode = mode_named(
      input.choice(at + "mode", {"additive", "additive-plain", "dirichlet"}, "additive"));
  std::vector<std::string> shapes = emitter_shapes();
  shapes.push_back("traces");
  const std::string shape = input.choice(at + "shape", shapes, {});
  if (shape == "traces")
    read_traces_source(input, at, p.grid, source);
  else
    read_emitting_source(input, at, shape, p, source);
  if (!is_surface(shape)) weigh(source, number, p);
  return source;
}

/// Takes them out: traces may be large.
std::vector<CaseSource> of_kind(std::vector<CaseSource>& sources, bool pressure) {
  std::vector<CaseSource> chosen;
  for (CaseSource& source : sources)
    if (source.is_pressure == pressure) chosen.push_back(std::move(source));
  return chosen;
}

bool in_layer(const Parameters& p, std::int64_t point) {
  const auto at = p.grid.position(point);
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.grid.dimensions); ++d) {
    const auto& layer = p.problem.layer[d].points;
    if (at[d] < layer[0] || at[d] >= p.grid.points[d] - layer[1]) return true;
  }
  return false;
}

void note_layer(const CaseSource& source, std::size_t number, Parameters& p) {
  std::set<std::int64_t> points;  // each once, however much of the source it has
  for (const Emission& e : source.emissions) points.insert(e.point);
  const auto inside = std::count_if(points.begin(), points.end(),
                                    [&](std::int64_t point) { return in_layer(p, point); });
  if (inside > 0)
    p.note(fmt::format("{} of the {} points of source {} lie in the absorbing layer, which damps "
                       "what they emit",
                       inside, points.size(), number));
}

}  // namespace

void read_sources(io::Case& input, Parameters& p) {
  const int count = input.count("source");
  std::vector<CaseSource> sources;
  for (int i = 1; i <= count; ++i) sources.push_back(read_source(input, i, p));
  if (input.has_errors()) return;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (const Signal& signal : sources[i].signals)
      p.highest_frequency = std::max(p.highest_frequency, signal.highest_frequency());
    note_layer(sources[i], i + 1, p);
  }
  const auto pressure = of_kind(sources, true), velocity = of_kind(sources, false);
  p.problem.pressure_sources = joined_pressure(pressure, p.problem);
  p.problem.velocity_sources = joined_velocity(velocity, p.problem);
}

}  // namespace thalweg::sound
