// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kspace/energy_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thalweg::sound {

namespace {

/// The share of a point in the energy.
double weight_of(const Problem& p, std::int64_t point, bool staggered) {
  return p.axisymmetric ? radial_weight(static_cast<int>(point / p.points[0]), staggered) : 1;
}

/// Adds the norm of a source at each step, times a factor.
void add_norms(const Signals& signals, const std::vector<double>& weights, double factor,
               std::vector<double>& norms) {
  const auto steps = static_cast<std::size_t>(signals.steps);
  norms.resize(std::max(norms.size(), steps));
  double all = 0;  // of points that share a signal
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = signals.weights.empty() ? 1.0 : static_cast<double>(signals.weights[i]);
    all += weights[i] * share * share;
  }
  for (std::size_t t = 0; t < steps; ++t) {
    double square = 0;
    if (signals.signals == 1) {
      const auto sample = static_cast<double>(signals.samples[t]);
      square = all * sample * sample;
    } else {
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto sample = static_cast<double>(signals.samples[t * weights.size() + i]);
        square += weights[i] * sample * sample;
      }
    }
    norms[t] += factor * std::sqrt(square);
  }
}

std::vector<double> weights_of(const Problem& p, const std::vector<std::int64_t>& points,
                               bool staggered) {
  std::vector<double> weights;
  for (const std::int64_t point : points) weights.push_back(weight_of(p, point, staggered));
  return weights;
}

void add_transducer(const Problem& p, double factor, std::vector<double>& norms) {
  const Transducer& transducer = *p.transducer;
  const auto steps = static_cast<std::size_t>(transducer.steps);
  norms.resize(std::max(norms.size(), steps));
  const auto weights = weights_of(p, transducer.points, false);
  for (std::size_t t = 0; t < steps; ++t) {
    double square = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto sample =
          static_cast<double>(transducer.signal[t + static_cast<std::size_t>(transducer.delay[i])]);
      square += weights[i] * sample * sample;
    }
    norms[t] += factor * std::sqrt(square);
  }
}

}  // namespace

EnergyBudget::EnergyBudget(const Problem& p, const MediumBounds& medium) {
  std::vector<double> norms;  // by step
  // A pressure source adds to each part of the density, c0^2 times as much to the pressure.
  const double of_pressure = p.dimensions * std::sqrt(medium.speed_squared_per_density),
               of_velocity = std::sqrt(medium.density);
  for (const PressureSource& source : p.pressure_sources)
    add_norms(source.signals, weights_of(p, source.points, false), of_pressure, norms);
  for (const VelocitySource& source : p.velocity_sources)
    for (std::size_t c = 0; c < 3; ++c)
      if (source.components[c])
        add_norms(*source.components[c], weights_of(p, source.points, c > 0), of_velocity, norms);
  if (p.transducer) add_transducer(p, of_velocity, norms);
  for (const double norm : norms) added_.push_back(added_.back() + norm);
}

double EnergyBudget::added(std::int64_t steps) const {
  return added_[std::min(static_cast<std::size_t>(steps), added_.size() - 1)];
}

void EnergyBudget::start(std::int64_t steps, double energy) {
  root_at_start_ = std::sqrt(energy);
  added_at_start_ = added(steps);
}

double EnergyBudget::most(std::int64_t steps) const {
  const double root = root_at_start_ + added(steps) - added_at_start_;
  return root * root;
}

std::string growth_text(double peak, double times) {
  return fmt::format("has grown to {:.3g} Pa, and the field to {:.2g} times the energy that its "
                     "sources and the state at the start can have given it",
                     peak, times);
}

}  // namespace thalweg::sound
