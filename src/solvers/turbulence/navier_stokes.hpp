// SPDX-License-Identifier: Apache-2.0
// Incompressible Navier-Stokes in a periodic box, pseudospectral, in rotational form:
// docs/theory/turbulence.md. One object per rank; the state is resident where it is computed on.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "exec/stream_clock.hpp"
#include "fft/pipeline.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "solvers/turbulence/scheme.hpp"
#include "solvers/turbulence/step_model.hpp"
#include "solvers/turbulence/sums.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
class NavierStokes final : public simulation::Simulation {
 public:
  NavierStokes(const Parameters& parameters, const transport::Communicator& comm);

  void initialise() override;
  void step(double time_limit) override;
  double time() const override { return time_; }
  std::int64_t steps() const override { return steps_; }
  double dt() const override { return dt_; }
  double courant_number() override { return courant_rate() * dt_; }

  std::vector<simulation::Scalar> scalars() override;
  void history_written() override;
  std::vector<simulation::Table> tables(const std::vector<std::string>& names) override;
  void write_fields(simulation::FieldWriter& writer) override;

  void save(io::CheckpointWriter& file) override;
  void load(io::CheckpointReader& file) override;
  std::vector<simulation::Fault> faults() override;

  Phases& phases() override { return phases_; }
  std::vector<simulation::TransportReport> transport() const override;
  double triad_bytes_per_second() const override { return bandwidth_; }

 private:
  void choose_step(double time_limit);
  double courant_rate();
  double fastest_rate();
  SweepBytes bytes_of_sweeps() const;
  void set_floors();
  template <StagePlace place>
  void advance(std::size_t stage);
  const Sums& sums();
  /// Three fields that a kernel loads from modes, to an array (plane, y, x, component).
  template <class Load>
  void to_points(Load load, exec::View<Real, 4> field);
  io::ImageField points_of(const std::string& name);
  io::ImageGrid image_grid() const;
  simulation::Table statistics();
  /// Hand the modes to host code, in the layout's padded order; `changes`: they come back changed.
  void with_host_velocity(bool changes, const std::function<void(Complex<Real>*)>& action);
  io::Block checkpoint_block() const;

  Parameters p_;
  transport::Communicator comm_;
  exec::Exec exec_;
  fft::Layout layout_;
  WaveNumbers numbers_;
  DirectionTables<Real> k_;
  std::vector<Stage> stages_;
  double bandwidth_;                                 // measured before the fields take their memory
  exec::Array<Complex<Real>, 4> velocity_, change_;  // (component, row, depth, column)
  Phases phases_{exec::make_phase_clock(exec_)};
  fft::TileExchangeOptions exchange_;
  fft::Pipeline<Real> pipeline_;
  Phases output_phases_;     // output is no part of a step
  DecayTables<Real> decay_;  // for the step size below
  double decay_dt_ = -1;
  ModeSums<Real> mode_sums_;

  double time_ = 0, dt_ = 0;
  std::int64_t steps_ = 0;
  exec::Array<Real, 1> largest_rate_{exec::Index<1>{1}};  // as courant_rate(), of this rank
  std::optional<double> courant_rate_ = 0.0;              // where it is known
  Sums sums_;  // of the present state, where they are known
  bool sums_known_ = false;
  double initial_energy_ = 0;
  /// Energy, dissipation and time of the last history row.
  struct Row {
    double time = 0, energy = 0, dissipation = 0;
  };
  std::optional<Row> last_row_;
};

template <class Real>
template <class Load>
void NavierStokes<Real>::to_points(Load load, exec::View<Real, 4> field) {
  pipeline_.measure_in(output_phases_);
  pipeline_.template modes<0, 3>("modes", load);
  pipeline_.template planes<3, 0>("planes", fft::SpreadAsIs<Real>{}, StorePoints<Real>{field});
  pipeline_.measure_in(phases_);
}

}  // namespace thalweg::turbulence::inline TW_HALF
