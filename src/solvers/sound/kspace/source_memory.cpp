// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kspace/source_memory.hpp"

#include <algorithm>

namespace thalweg::sound {

namespace {

/// A source as one field sees it.
struct FieldSource {
  std::size_t field = 0;  // u_x, u_y, u_z, rho
  SourceMode mode = SourceMode::additive_plain;
  const std::vector<std::int64_t>* points = nullptr;
  const Signals* signals = nullptr;  // null: the transducer
};

std::vector<FieldSource> field_sources(const Problem& problem) {
  std::vector<FieldSource> list;
  for (const PressureSource& source : problem.pressure_sources)
    list.push_back({3, source.mode, &source.points, &source.signals});
  for (const VelocitySource& source : problem.velocity_sources)
    for (std::size_t c = 0; c < 3; ++c)
      if (const auto& signals = source.components[c])
        list.push_back({c, source.mode, &source.points, &*signals});
  if (problem.transducer)
    list.push_back({0, SourceMode::additive_plain, &problem.transducer->points, nullptr});
  return list;
}

/// Of a source's points those on this rank, and on how many planes they lie.
struct LocalPoints {
  double points = 0, planes = 0;

  LocalPoints(const std::vector<std::int64_t>& all, const Domain& domain) {
    std::vector<bool> held(static_cast<std::size_t>(domain.layout.local_planes()));
    for (const std::int64_t point : all) {
      if (point < domain.begin() || point >= domain.end()) continue;
      ++points;
      held[static_cast<std::size_t>((point - domain.begin()) / domain.plane_points())] = true;
    }
    planes = static_cast<double>(std::count(held.begin(), held.end(), true));
  }
};

/// What acts on one field together.
struct Joined {
  int sources = 0;
  double planes = 0;
  bool sets = false;
};

}  // namespace

SourceMemory source_memory(const Problem& problem, const Domain& domain, std::size_t real_bytes) {
  const auto real = static_cast<double>(real_bytes);
  const double plane = real * static_cast<double>(domain.plane_points());
  const double planes = domain.layout.local_planes();
  // Slots of planes, and rows of zeros and ones; each field has these without a source, too.
  const double tables = 3 * planes * sizeof(int) + 2 * real * domain.layout.nx;
  SourceMemory memory{.signals = 0, .arrays = 4 * tables};
  Joined joined[4];
  for (const FieldSource& source : field_sources(problem)) {
    const LocalPoints local(*source.points, domain);
    const bool corrected = source.mode == SourceMode::additive,
               sets = source.mode == SourceMode::dirichlet;
    double samples = 0;
    if (!source.signals)
      samples = static_cast<double>(problem.transducer->signal.size());
    else if (source.signals->signals > 1)
      samples = source.signals->steps * local.points;
    if (source.signals)
      memory.signals += sizeof(float) * static_cast<double>(source.signals->samples.size());
    // Of each point its place, a delay or weight; the planes that hold points, and all of them.
    memory.arrays += tables + local.points * 2 * sizeof(std::int64_t) + real * samples +
                     plane * (local.planes * (sets ? 2 : 1) + (corrected ? planes : 0));
    Joined& field = joined[source.field];
    ++field.sources;
    field.planes = std::min(planes, field.planes + (corrected ? planes : local.planes));
    field.sets |= sets;
  }
  for (const Joined& field : joined)
    if (field.sources > 1)
      memory.arrays += plane * field.planes * (field.sets ? 2 : 1) + 2 * planes * sizeof(int);
  return memory;
}

bool corrects_sources(const Problem& problem) {
  const auto all = field_sources(problem);
  return std::any_of(all.begin(), all.end(),
                     [](const FieldSource& s) { return s.mode == SourceMode::additive; });
}

bool corrects_in_steps(const Problem& problem) {
  const auto all = field_sources(problem);
  return std::any_of(all.begin(), all.end(), [](const FieldSource& s) {
    return s.mode == SourceMode::additive && s.signals->signals > 1;
  });
}

}  // namespace thalweg::sound
