// SPDX-License-Identifier: Apache-2.0
// What a force is, as the forcing sees it: a kind fills the forces on this rank's forced modes. A
// new kind is one more source here, a line in make_force() and its keys in read_forcing.cpp; the
// step does not change.
#pragma once

#include <memory>
#include <vector>

#include "exec/exec.hpp"
#include "solvers/turbulence/forcing/forced_modes.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence::inline TW_HALF {

using ForceView = exec::View<Complex<double>, 2>;  // (forced mode of this rank, x y z)
using ForcedModesView = exec::View<const ForcedMode, 1>;

/// The vector field that is forced, and this rank's forced modes of it.
template <class Real>
struct ForcedField {
  SpectralView<Real> state;
  ForcedModesView modes;
  int first;  // component
};

template <class Real>
class ForceKind {
 public:
  virtual ~ForceKind() = default;
  /// The rate at which the force alone makes the field of a stage grow [1/time]; 0 of a force that
  /// does not follow the field. Called first in each stage. Collective.
  virtual double growth_rate(const exec::Exec&, const ForcedField<Real>&) { return 0; }
  /// A step of length dt begins; its number seeds what is drawn.
  virtual void begin_step(const exec::Exec&, std::int64_t /*step*/, double /*dt*/) {}
  /// The forces at the share c of the step.
  virtual void evaluate(const exec::Exec& exec, const ForcedField<Real>& field, double c,
                        ForceView out) = 0;
  /// Whether the forces never change: they are then evaluated once.
  virtual bool is_steady() const { return false; }
  /// What a restart needs: so many numbers per forced mode, those of this rank's modes one after
  /// the other.
  virtual int numbers() const { return 0; }
  virtual std::vector<double> saved(const exec::Exec&) const { return {}; }
  virtual void restore(const exec::Exec&, const std::vector<double>& /*saved*/) {}
};

/// The kind that the case names; all: forced_modes(), local: those of this rank.
template <class Real>
std::unique_ptr<ForceKind<Real>>
make_force(const Parameters& parameters, const std::vector<ForcedMode>& all,
           const std::vector<ForcedMode>& local, const transport::Communicator& comm);

/// The three kinds of force on single modes.
template <class Real>
std::unique_ptr<ForceKind<Real>> make_constant_force();
template <class Real>
std::unique_ptr<ForceKind<Real>> make_random_force(const Parameters& parameters,
                                                   const std::vector<ForcedMode>& all,
                                                   const std::vector<ForcedMode>& local);
template <class Real>
std::unique_ptr<ForceKind<Real>>
make_energy_input(const Parameters& parameters, const std::vector<ForcedMode>& all,
                  const std::vector<ForcedMode>& local, const transport::Communicator& comm);

}  // namespace thalweg::turbulence::inline TW_HALF
