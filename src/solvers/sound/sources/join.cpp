// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sources/join.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace thalweg::sound {

namespace {

/// In which sources act: what is set is not added to.
constexpr SourceMode order[] = {SourceMode::additive, SourceMode::additive_plain,
                                SourceMode::dirichlet};

/// What one point of a source adds to one field.
struct Contribution {
  const Signal* signal;
  double delay, factor;
  double end;  // of the source: when the last of its points falls silent [s]
  bool sounds_like(const Contribution& other) const {
    return signal == other.signal && delay == other.delay;
  }
};

/// By point of the grid.
using Contributions = std::map<std::int64_t, std::vector<Contribution>>;

double speed_at(const Problem& problem, std::int64_t point) {
  const Quantity& speed = problem.medium.sound_speed;
  double c = speed.value;
  if (!speed.uniform()) speed.read(point, point + 1, &c);
  return c;
}

double end_of(const CaseSource& source) {
  double end = 0;
  for (const Emission& e : source.emissions)
    end = std::max(end, source.signals[e.signal].duration() + e.delay);
  return end;
}

/// Steps until the sources of all contributions to a point have fallen silent, or the run ends.
int steps_of(const std::vector<Contribution>& list, const Problem& problem) {
  double steps = 0;
  for (const Contribution& one : list) steps = std::max(steps, 2 + one.end / problem.dt);
  return static_cast<int>(std::min(steps, static_cast<double>(problem.steps)));
}

int steps_of(const Contributions& contributions, const Problem& problem) {
  int steps = 0;
  for (const auto& [point, list] : contributions) steps = std::max(steps, steps_of(list, problem));
  return steps;
}

/// From which step on each point is left alone; empty where that is the same for all.
std::vector<int> ends_of(const Contributions& contributions, const Problem& problem) {
  std::vector<int> ends;
  for (const auto& [point, list] : contributions) ends.push_back(steps_of(list, problem));
  const bool same = std::all_of(ends.begin(), ends.end(), [&](int n) { return n == ends[0]; });
  return same ? std::vector<int>{} : ends;
}

float sample(const std::vector<Contribution>& list, double time) {
  double sum = 0;
  for (const Contribution& one : list) sum += one.factor * one.signal->at(time - one.delay);
  return static_cast<float>(sum);
}

void add(Contributions& contributions, std::int64_t point, const Contribution& one) {
  auto& list = contributions[point];
  for (Contribution& other : list)
    if (other.sounds_like(one)) {
      other.factor += one.factor;
      return;
    }
  list.push_back(one);
}

/// Whether all points play the same, but for a factor.
bool share_a_signal(const Contributions& contributions) {
  const Contribution& first = contributions.begin()->second.front();
  return std::all_of(contributions.begin(), contributions.end(), [&](const auto& item) {
    return item.second.size() == 1 && item.second.front().sounds_like(first);
  });
}

Signals shared_signal(const Contributions& contributions, const Problem& problem) {
  Signals signals;
  signals.steps = steps_of(contributions, problem);
  Contribution one = contributions.begin()->second.front();
  for (const auto& [point, list] : contributions)
    if (std::abs(list.front().factor) > std::abs(one.factor)) one = list.front();
  for (int t = 0; t < signals.steps; ++t) signals.samples.push_back(sample({one}, t * problem.dt));
  bool differ = false;
  for (const auto& [point, list] : contributions) {
    signals.weights.push_back(
        one.factor == 0 ? 0 : static_cast<float>(list.front().factor / one.factor));
    differ |= list.front().factor != one.factor;
  }
  if (!differ) signals.weights.clear();
  return signals;
}

Signals signals_of(const Contributions& contributions, SourceMode mode, const Problem& problem) {
  if (share_a_signal(contributions)) return shared_signal(contributions, problem);
  Signals signals;
  signals.steps = steps_of(contributions, problem);
  signals.signals = static_cast<int>(contributions.size());
  for (int t = 0; t < signals.steps; ++t)
    for (const auto& [point, list] : contributions)
      signals.samples.push_back(sample(list, t * problem.dt));
  if (mode == SourceMode::dirichlet) signals.ends = ends_of(contributions, problem);
  return signals;
}

std::vector<std::int64_t> points_of(const Contributions& contributions) {
  std::vector<std::int64_t> points;
  for (const auto& [point, list] : contributions) points.push_back(point);
  return points;
}

bool moves_along(const CaseSource& source, std::size_t axis) {
  return std::any_of(source.emissions.begin(), source.emissions.end(),
                     [axis](const Emission& e) { return e.weight * e.direction[axis] != 0; });
}

}  // namespace

double pressure_scale(SourceMode mode, const Problem& problem, double c) {
  if (mode == SourceMode::dirichlet) return 1 / (problem.dimensions * c * c);
  return 2 * problem.dt / (problem.dimensions * c);
}

double velocity_scale(SourceMode mode, const Problem& problem, double c) {
  return mode == SourceMode::dirichlet ? 1 : 2 * c * problem.dt;
}

std::vector<PressureSource> joined_pressure(const std::vector<CaseSource>& sources,
                                            const Problem& problem) {
  std::vector<PressureSource> joined;
  for (const SourceMode mode : order) {
    Contributions contributions;
    for (const CaseSource& source : sources) {
      if (source.mode != mode) continue;
      const double end = end_of(source);
      for (const Emission& e : source.emissions) {
        const double scale = pressure_scale(mode, problem, speed_at(problem, e.point));
        add(contributions, e.point, {&source.signals[e.signal], e.delay, e.weight * scale, end});
      }
    }
    if (!contributions.empty())
      joined.push_back({mode, points_of(contributions), signals_of(contributions, mode, problem)});
  }
  return joined;
}

std::vector<VelocitySource> joined_velocity(const std::vector<CaseSource>& sources,
                                            const Problem& problem) {
  std::vector<VelocitySource> joined;
  for (const SourceMode mode : order)
    for (std::size_t d = 0; d < static_cast<std::size_t>(problem.dimensions); ++d) {
      Contributions contributions;
      for (const CaseSource& source : sources) {
        if (source.mode != mode || !moves_along(source, d)) continue;
        const double end = end_of(source);
        for (const Emission& e : source.emissions) {
          if (mode != SourceMode::dirichlet && e.direction[d] == 0) continue;  // adds nothing
          const double scale = velocity_scale(mode, problem, speed_at(problem, e.point));
          add(contributions, e.point,
              {&source.signals[e.signal], e.delay, e.weight * e.direction[d] * scale, end});
        }
      }
      if (contributions.empty()) continue;
      joined.push_back({mode, points_of(contributions), {}});
      joined.back().components[d] = signals_of(contributions, mode, problem);
    }
  return joined;
}

}  // namespace thalweg::sound
