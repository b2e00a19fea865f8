// SPDX-License-Identifier: Apache-2.0
// What the step asks of an equation set, whatever its equations (docs/howto/add-an-equation.md). A
// set is a file of this folder: a struct of its pointwise work (navier_stokes.hpp is the shortest),
// from which fused.hpp makes the sweeps.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "fft/pipeline.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// What a field of the state is measured and begun as.
enum class FieldKind { velocity, scalar, magnetic, wave_function };

/// A field of the state: one component, the three of a vector, or real and imaginary part.
struct StateField {
  std::string name;  // of output, and with _x, _y, _z of checkpoints: "velocity"
  std::string unit;
  FieldKind kind;
  int first;           // component of the state
  double diffusivity;  // nu, kappa, eta; of a wave function its dispersion [length^2/time]

  int components() const {
    return kind == FieldKind::scalar ? 1 : kind == FieldKind::wave_function ? 2 : 3;
  }
};

/// What memory, messages, floors, names and limits follow from.
struct SetDescription {
  std::string name;                 // turbulence.equations
  int components = 0;               // of the set; those of passive scalars follow
  int to_points = 0, to_modes = 0;  // fields that a stage transforms there and back
  std::vector<StateField> fields;   // the velocity or wave function first, passive scalars last
  int carried = 0;  // passive scalars in the set's own sweeps; the others have some of their own

  int all_components() const {
    int sum = 0;
    for (const StateField& field : fields) sum += field.components();
    return sum;
  }
  int scalars() const { return all_components() - components; }
  /// Whether the state is a wave function, and there is no velocity.
  bool is_quantum() const { return fields.front().kind == FieldKind::wave_function; }
  /// Those that the set's own sweeps advance.
  std::size_t fields_in_sweeps() const { return own_fields() + static_cast<std::size_t>(carried); }
  /// Fields that are not passive.
  std::size_t own_fields() const { return fields.size() - static_cast<std::size_t>(scalars()); }
};

/// What is made of a wave function at points. (12.8)
enum class QuantumField { density, phase, real, imaginary, momentum, regularised_velocity };

/// A field that can be written.
struct OutputField {
  std::string name, unit;
  int first, components;  // of the state; of a wave function: what is made of it, and its size
  bool is_curl;           // of it
};
/// Each field of the state, and behind the vectors their curls; the velocity first. Of a wave
/// function quantum_fields().
std::vector<OutputField> output_fields(const SetDescription& set);
std::vector<OutputField> quantum_fields();
/// What a checkpoint says of it: "navier-stokes", "mhd with 2 scalars".
std::string name_with_scalars(const SetDescription& set);
/// By component of the state: "velocity_x".
std::vector<std::string> component_names(const SetDescription& set);

/// Passive scalars that the own sweeps of a set carry at most, if it carries any. Each number is
/// compiled, and more would not fit the registers of a device.
inline constexpr int most_carried = 2;

/// Fields that a set may have, with those.
inline constexpr std::size_t most_fields = 4;

/// The set of the case. Numbers that the case lacks are zero.
SetDescription describe(const Parameters& parameters);

inline namespace TW_HALF {

/// Numbers and places of one Runge-Kutta stage (docs/theory/turbulence.md, section 5).
template <class Real>
struct StageArguments {
  std::size_t index;                 // of the stage
  SpectralView<Real> state, change;  // U, dU
  WaveVectors<Real> k;
  std::array<Decay<Real>, most_fields> decay;  // by field of the state
  Decay<Complex<Real>> turn;                   // of a wave function
  std::array<Real, most_fields> friction;      // by field: its diffusivity where explicit, else 0
  Real a, b, dt;
  Real scale;  // of the transform: 1 / number of points
  StagePlace place;
};

/// The three sweeps of a stage.
template <class Real>
class EquationSet {
 public:
  virtual ~EquationSet() = default;
  /// Modes -> half-transformed rows.
  virtual void inverse_lines(fft::Pipeline<Real>& pipeline, ConstSpectralView<Real> state,
                             WaveVectors<Real> k) const = 0;
  /// Points and back. largest, if given: the largest Courant rate [1/time] of this rank.
  virtual void planes(fft::Pipeline<Real>& pipeline, exec::View<Real, 1> largest) const = 0;
  /// Half-transformed rows -> modes, and the stage.
  virtual void forward_lines(fft::Pipeline<Real>& pipeline,
                             const StageArguments<Real>& stage) const = 0;
  /// The same, but the rates of the state, without what diffuses, go to dU, and U stays.
  virtual void rates(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage) const = 0;
};

/// A kernel on the modes of its state, over (local row, depth, column of the row).
template <class Real, exec::Kernel Kernel>
void on_each_mode(fft::Pipeline<Real>& pipeline, const Kernel& kernel) {
  pipeline.on_modes(kernel, [](const exec::Exec& exec, const Kernel& of_rows, int) {
    exec::parallel_for(exec, modes_of<Real>(of_rows.state), of_rows);
  });
}

/// The set of the case.
template <class Real>
std::unique_ptr<EquationSet<Real>> make_equation_set(const Parameters& parameters);
/// The same of one set: each has a source of its own that instantiates this from fused.hpp, and
/// says in its header that it does, as one compiler may read several of these sources.
template <class Real, template <class> class Set>
std::unique_ptr<EquationSet<Real>> make_set(const Parameters& parameters);

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
