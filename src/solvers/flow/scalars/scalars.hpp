// SPDX-License-Identifier: Apache-2.0
// All scalars that a flow carries, on all levels of its multigrid: docs/theory/flow.md, section 8.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "solvers/flow/level/convergence.hpp"
#include "solvers/flow/level/time_source.hpp"
#include "solvers/flow/scalars/scalar_level.hpp"

namespace thalweg::flow::inline TW_HALF {

/// The largest magnitude of a scalar: first and now.
struct ScalarGrowth {
  int scalar;
  double first, now;
};

template <class Real>
class Scalars {
 public:
  /// levels: of the flow, from the grid on. Collective. All refer to what must outlive it.
  Scalars(const std::vector<std::unique_ptr<Level<Real>>>& levels,
          const std::vector<LevelOwners>& owners, const Parameters& parameters,
          const transport::Communicator& comm, const exec::Exec& exec, Phases& phases);

  int count() const { return static_cast<int>(p_.scalars.size()); }
  /// As the case says, at time 0.
  void initialise();
  /// Values one scalar after the other, each a field of the arena.
  Real* values() { return fine().value(0); }
  /// Values one step ago; of an unsteady flow.
  exec::Array<Real, 1>& before() { return before_; }

  /// Bodies are where the flow has placed them.
  void place_bodies();
  /// Take what boundaries say of the end of the step, and what was before it.
  void begin_step(double time, const TimeDifference& difference);
  /// Whether they act on the flow: then both are smoothed together on each level.
  bool act_on_flow() const;
  /// The flow has a new source, without buoyancy.
  void renew_buoyancy();
  /// Of one level and the next: as those of the flow, after them.
  void smooth(std::size_t level);
  void restrict_from(std::size_t level);
  void correct(std::size_t level);
  /// One cycle of the multigrid while the flow stands still.
  void cycle();
  /// Cycles, so many at most, until the residual of each is below a part of what it was when the
  /// step began.
  std::vector<Convergence> converge(double tolerance, int most);

  bool are_finite();
  /// Of a steady flow: the first that has grown as only what diverges does since it was first seen
  /// here to be above 0. Collective.
  std::optional<ScalarGrowth> growth();
  /// Ghosts, for values between cells.
  void fill_ghosts();
  /// Of each scalar what leaves through each boundary face of this rank, in the present state; none
  /// through those of ghosts. Collective.
  std::vector<std::vector<double>> boundary_fluxes();
  /// Columns of scalar_columns().
  std::vector<simulation::Scalar> measured();
  /// What carried the last exchanges of values and changes, of all levels.
  std::vector<const transport::MessagePlan*> last_exchanges() const;

 private:
  ScalarLevel<Real>& fine() const { return *levels_.front(); }
  void take_flow();
  void cycle(std::size_t level, CycleKind kind, int scalar);
  Convergence converge(int scalar, double tolerance, int most);
  double residual_norm(int scalar);
  double magnitude(int scalar) const;
  /// The largest value, or by a sign of -1 the least.
  double extreme(int scalar, double magnitude, double sign) const;

  const Parameters& p_;
  const transport::Communicator& comm_;
  const exec::Exec& exec_;
  Phases& phases_;
  std::vector<std::unique_ptr<ScalarLevel<Real>>> levels_;
  exec::Array<Real, 1> before_;
  double rate_ = 0;
  std::vector<double> begin_{};  // residuals at the beginning of the step
  std::vector<double> first_magnitudes_;
};

}  // namespace thalweg::flow::inline TW_HALF
