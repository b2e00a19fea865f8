// SPDX-License-Identifier: Apache-2.0
// What is to be simulated, as the solver takes it, from wherever it was read: a case file
// (parameters.hpp) or a k-Wave file (kwave/input.hpp). Plain data in SI units, on the host.
//
// Grid indices are 0-based and linear over the whole grid, x fastest: x + nx (y + ny z). In two
// dimensions nz = 1, in one ny = nz = 1; an axisymmetric grid has x along the axis and y outward.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace thalweg::sound {

/// A quantity of the medium: one value everywhere, or values at all points.
struct Quantity {
  double value = 0;
  /// Writes the values at the points [begin, end) of the linear index. Empty: `value` everywhere.
  /// May be called more than once, with any range, by any rank. Throws IoError.
  std::function<void(std::int64_t begin, std::int64_t end, double* values)> read{};

  bool uniform() const { return !read; }
};

enum class Absorption { none, power_law, stokes };

struct Medium {
  Quantity sound_speed;  // [m/s]
  Quantity density;      // [kg/m^3]
  /// The density half a cell further along x, y, z; absent: the mean of the two neighbours.
  std::array<std::optional<Quantity>, 3> density_staggered;
  std::optional<Quantity> nonlinearity;  // B/A; absent: linear
  Absorption absorption = Absorption::none;
  Quantity absorption_coefficient;  // [dB / (MHz^y cm)]
  double absorption_power = 2;      // y of the power law; never exactly 1
  bool absorbs = true;              // power law only: false leaves the absorbing term out,
  bool disperses = true;            // and false here the dispersive one
};

/// How a source acts on the field at its points (facts: k-Wave's source modes).
enum class SourceMode {
  dirichlet,       // the field is set to the signal
  additive_plain,  // the signal is added
  additive,        // added through the k-space correction cos(c_ref dt |k| / 2)
};

/// Signals over time: sample t of signal i is samples[t * signals + i].
struct Signals {
  int steps = 0;    // samples in time; the source is silent afterwards
  int signals = 1;  // 1: all points share it; else one per point
  std::vector<float> samples;
  /// Where all points share one signal: by what each multiplies it; empty: 1.
  std::vector<float> weights{};
  /// Of a source that sets the field and has a signal per point: from which step on each point is
  /// left alone; empty: from `steps` on.
  std::vector<int> ends{};
};

/// What is added to (or put in place of) the pressure: signals in units of density, as each of the
/// split densities gets them.
struct PressureSource {
  SourceMode mode = SourceMode::additive;
  std::vector<std::int64_t> points;
  Signals signals;
};

/// What is added to (or put in place of) the velocity components x, y, z [m/s]; all share the
/// points.
struct VelocitySource {
  SourceMode mode = SourceMode::additive;
  std::vector<std::int64_t> points;
  std::array<std::optional<Signals>, 3> components;
};

/// A transducer: at step t, point i adds signal[delay_i + t] to the velocity along x, while
/// t < steps.
struct Transducer {
  std::vector<std::int64_t> points;
  std::vector<std::int64_t> delay;  // in steps, from 0
  std::vector<float> signal;
  int steps = 0;
};

/// An absorbing layer on the two sides of one axis: thickness in points (0: periodic there) and
/// attenuation in nepers per point.
struct AbsorbingLayer {
  int points[2] = {0, 0};
  double alpha = 2;
};

struct Problem {
  std::array<int, 3> points{1, 1, 1};      // x, y, z
  std::array<double, 3> spacing{1, 1, 1};  // [m]
  int dimensions = 3;
  bool axisymmetric = false;

  double dt = 0;  // [s]
  std::int64_t steps = 0;
  double sound_speed_ref = 0;  // of the k-space operators and the absorbing layers [m/s]
  std::array<AbsorbingLayer, 3> layer;

  Medium medium;
  std::optional<Quantity> initial_pressure;  // [Pa]
  /// One source of each kind per mode at most. They act in this order: what one sets, the next adds
  /// to.
  std::vector<PressureSource> pressure_sources;
  std::vector<VelocitySource> velocity_sources;  // per component one of each mode
  std::optional<Transducer> transducer;          // after the velocity sources

  std::int64_t size() const { return static_cast<std::int64_t>(points[0]) * points[1] * points[2]; }
};

}  // namespace thalweg::sound
