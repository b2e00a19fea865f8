// SPDX-License-Identifier: Apache-2.0
// Incompressible Navier-Stokes on multi-block curvilinear grids by artificial compressibility:
// docs/theory/flow.md. One object per rank; the state is resident where it is computed on.
#pragma once

#include <memory>

#include "exec/repeated_work.hpp"
#include "exec/stream_clock.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/flow/level/coarse_levels.hpp"
#include "solvers/flow/level/convergence.hpp"
#include "solvers/flow/level/level.hpp"
#include "solvers/flow/measures/averages.hpp"
#include "solvers/flow/measures/forces.hpp"
#include "solvers/flow/measures/lines.hpp"
#include "solvers/flow/measures/mean_profiles.hpp"
#include "solvers/flow/scalars/scalars.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
class Flow final : public simulation::Simulation {
 public:
  Flow(const Parameters& parameters, const transport::Communicator& comm);

  void initialise() override;
  void step(double time_limit) override;
  double time() const override { return time_; }
  std::int64_t steps() const override { return steps_; }
  double dt() const override { return dt_; }
  double courant_number() override;

  std::vector<simulation::Scalar> scalars() override;
  std::optional<double> change_of_velocity() override;
  void history_written() override {}
  std::vector<simulation::Table> tables(const std::vector<std::string>& names) override;
  void write_fields(simulation::FieldWriter& writer) override;

  void save(io::CheckpointWriter& file) override;
  void load(io::CheckpointReader& file) override;
  std::vector<simulation::Fault> faults() override;
  std::vector<std::string> notes() override;

  Phases& phases() override { return phases_; }
  std::vector<simulation::TransportReport> transport() const override;
  double triad_bytes_per_second() const override { return bandwidth_; }

 private:
  Level<Real>& fine() { return *levels_.front(); }
  const Level<Real>& fine() const { return *levels_.front(); }
  bool is_steady() const { return !p_.step; }
  void choose_step(double time_limit);
  double wanted_step();
  double courant_rate();
  void begin_step();
  void set_source();
  void set_conditions(double time, double step);
  void hold_mean_velocity();
  Convergence converge();
  void converge_all();
  bool is_driven_by_scalars() const;
  void cycle();
  void smooth(std::size_t level);
  void cycle(std::size_t level, CycleKind kind);
  void visit(std::size_t level, CycleKind kind);
  /// The first coarse level from which on nothing waits for the host or for other ranks, or changes
  /// but by CoarseArguments; 0: none.
  std::size_t first_repeating(const std::vector<LevelOwners>& owners) const;
  void visit_repeating(CycleKind kind);
  void set_floors();
  /// Roots of means over the volume: of what flows out of a unit of volume, of the rest of
  /// momentum.
  struct Norms {
    double continuity, momentum;
    double whole;  // all four rows as they are
  };
  Norms norms();
  double largest_speed();
  std::vector<simulation::Fault> scalars_that_grew();
  double change_since(Real* last, const Real* fields, int count);
  std::vector<Real> host_state();
  std::vector<Real> host_scalars();
  std::optional<int> scalar_named(const std::string& name) const;
  void set_state(const std::vector<Real>& values);
  io::BlockLayout layout() const;
  std::vector<Real> field_of(const std::vector<Real>& values, int component) const;
  std::vector<Real> vectors_of(const std::vector<Real>& values, int first) const;
  io::BlockField average_named(const std::string& name, const std::vector<Real>& values) const;
  io::BlockField eddy_viscosity();
  io::BlockVertices vertices() const;
  simulation::Table line_table(std::size_t line);
  simulation::Table wall_table_of(int boundary);
  simulation::Table profile_table_of(const MeanProfile& profile);
  MeanWalls mean_walls_of(const MeanProfile& profile, const std::vector<Real>& means);
  void place_bodies(double time);
  std::vector<ImmersedForce> immersed_forces() const;
  std::vector<Real> distances() const;
  void append_probes(std::vector<simulation::Scalar>& to);
  std::vector<double> samples_at(const SamplePoints& points);
  void load_averages(io::CheckpointReader& file);
  void save_scalars(io::CheckpointWriter& file);
  void load_scalars(io::CheckpointReader& file);

  Parameters p_;
  transport::Communicator comm_;
  exec::Exec exec_;
  double bandwidth_;  // measured before the fields take their memory
  Phases phases_{exec::make_phase_clock(exec_)};
  Phases untimed_{std::make_unique<NoClock>()};  // of coarse levels that repeat
  std::size_t first_repeating_ = 0;
  std::array<exec::RepeatedWork<CoarseArguments>, 3> coarse_visits_;  // by kind
  const Mesh& mesh_;                                                  // of p_
  std::vector<std::unique_ptr<Level<Real>>> levels_;
  exec::Array<Real, 1> before_;       // velocities one step ago, if unsteady
  exec::Array<Real, 1> last_fields_;  // velocities and scalars, once their change is asked for
  std::vector<SamplePoints> lines_;
  SamplePoints probes_;
  std::optional<Averages<Real>> averages_;
  std::optional<Scalars<Real>> scalars_;   // where there are any
  std::optional<ArenaCells> arena_cells_;  // where there are immersed bodies

  std::array<double, 3> driving_force_{};  // that holds the mean velocity
  double rate_ = 0;                        // of momentum by the step in time
  TimeDifference difference_{};            // of the step
  double time_ = 0, dt_ = 0, dt_before_ = 0, end_of_step_ = 0;
  std::int64_t steps_ = 0, steps_before_ = 0;   // before: of the runs that this one goes on from
  int cycles_ = 0;                              // in the last step
  std::vector<ConvergenceRecord> convergence_;  // of the flow, then of each scalar; if unsteady
  bool outflow_is_told_ = false;                // that it does not look far enough upstream
  std::optional<std::string> averages_note_;    // to be told once
};

}  // namespace thalweg::flow::inline TW_HALF
