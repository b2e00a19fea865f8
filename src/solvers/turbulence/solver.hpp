// SPDX-License-Identifier: Apache-2.0
// Flows in a periodic box, pseudospectral: docs/theory/turbulence.md. One class steps all equation
// sets (equations/). One object per rank; the state is resident where it is computed on.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "exec/placed_array.hpp"
#include "exec/stream_clock.hpp"
#include "fft/pipeline.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/damping.hpp"
#include "solvers/turbulence/diagnostics/history.hpp"
#include "solvers/turbulence/diagnostics/sums.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/forcing/forcing.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "solvers/turbulence/particles/carried.hpp"
#include "solvers/turbulence/quantum/history.hpp"
#include "solvers/turbulence/scalars.hpp"
#include "solvers/turbulence/scheme.hpp"
#include "solvers/turbulence/statistics/averages.hpp"
#include "solvers/turbulence/statistics/snapshot.hpp"
#include "solvers/turbulence/step_model.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
class Solver final : public simulation::Simulation {
 public:
  Solver(const Parameters& parameters, const transport::Communicator& comm);
  /// With a set that is none of the list (docs/howto/add-an-equation.md).
  Solver(const Parameters& parameters, const transport::Communicator& comm,
         const SetDescription& set, std::unique_ptr<EquationSet<Real>> equations);

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

  void start_output(const io::OutputFolder& folder, bool resumed) override;
  void end_output(const io::OutputFolder& folder) override;
  void save(io::CheckpointWriter& file) override;
  void load(io::CheckpointReader& file) override;
  std::vector<simulation::Fault> faults() override;
  std::vector<std::string> notes() override;

  Phases& phases() override { return phases_; }
  std::vector<simulation::TransportReport> transport() const override;
  double triad_bytes_per_second() const override { return bandwidth_; }
  double flops_per_second() const override { return flops_per_second_; }

 private:
  void choose_step(double time_limit);
  double courant_rate();
  double fastest_rate();
  // floors.cpp
  void set_floors();
  /// Of the phases that set_floors() knows.
  void set_flops(const fft::BareTimes& bare);
  void raise_floors_to_bus();
  StageArguments<Real> arguments_of(std::size_t stage);
  void advance_scalars(const StageArguments<Real>& stage);
  void damp(const StageArguments<Real>& stage);
  /// How fast a force on single modes makes its field grow in a stage; 0 without one. Collective.
  double force_growth(std::size_t stage);
  void evaluate_force(const StageArguments<Real>& stage);
  void apply_force(const StageArguments<Real>& stage);
  /// A linear force makes the mean of its field grow: it must be 0, and rounding of it is taken
  /// away. Collective.
  void require_no_mean(Complex<Real>* state);
  const Sums& sums();
  template <class Measure>
  std::array<double, measured_values> sum_of(const Measure& measure);
  std::array<double, measured_values> sum_of_field(std::size_t field);
  /// The present state, for what is taken of it.
  Snapshot<Real> snapshot();
  /// A field on this rank's planes; fill: sets (plane, y, x, component) where kernels run.
  template <class Fill>
  io::ImageField image_of(const ImageHead& head, Fill fill);
  /// One of image_fields(), to (plane, y, x, component) where kernels run.
  void evaluate(const std::string& name, exec::View<Real, 4> out);
  /// Of any name but those of particles; none where there is no such field.
  std::optional<io::ImageField> image_named(const std::string& name);
  void take_average();
  simulation::Fault fault_of(bool runaway, double size);
  // Of a wave function: quantum.cpp, quantum_start.cpp.
  /// So many fields that a kernel makes of psi and its gradient at points, as modes.
  template <int fields, class Point>
  exec::PlacedArray<Complex<Real>, 4> modes_of_points(const Point& point);
  QuantumSums quantum_sums();
  double mass();
  std::vector<simulation::Scalar> quantum_scalars();
  std::vector<simulation::Table> quantum_tables();
  void quantum_to_points(const OutputField& field, exec::View<Real, 4> out);
  void begin_wave_function();
  void relax();
  io::ImageGrid image_grid() const;
  simulation::Table statistics();
  /// Into dU, which no step keeps for the next: the rates of the state by the nonlinear terms.
  void nonlinear_rates();
  void add_transfers(const std::vector<std::string>& names, std::vector<simulation::Table>& tables);
  /// Hand the modes to host code, in the layout's padded order; `changes`: they come back changed.
  void with_host_state(bool changes, const std::function<void(Complex<Real>*)>& action);
  io::Block checkpoint_block() const;
  void save_last_row(io::CheckpointWriter& file);
  void load_last_row(io::CheckpointReader& file);
  typename CarriedParticles<Real>::Flow flow();

  Parameters p_;
  SetDescription set_;
  std::unique_ptr<EquationSet<Real>> equations_;
  PassiveScalars<Real> scalars_;
  Damping damping_;
  transport::Communicator comm_;
  exec::Exec exec_;
  fft::Layout layout_;
  transport::Communicator group_;  // ranks that share planes
  WaveNumbers numbers_;
  DirectionTables<Real> k_;
  std::vector<Stage> stages_;
  Forcing<Real> forcing_;
  fft::Streaming streaming_;     // of fields that lie on the host of a device
  double bandwidth_;             // measured before the fields take their memory
  double bus_bandwidth_;         // the same; 0: fields lie on the device
  double flops_per_second_ = 0;  // of the bare transforms
  exec::PlacedArray<Complex<Real>, 4> state_, change_;  // (component, row, depth, column)
  Phases phases_{exec::make_phase_clock(exec_)};
  fft::TileExchangeOptions exchange_;
  fft::Pipeline<Real> pipeline_;
  Phases output_phases_;                  // output is no part of a step
  std::vector<DecayTables<Real>> decay_;  // by field of the state, for the step size below
  std::optional<DecayTables<Complex<Real>>> turn_;  // in its place, of a wave function
  double decay_dt_ = -1;
  ModeSums<Real> mode_sums_;
  std::unique_ptr<CarriedParticles<Real>> particles_;  // none where the case has none
  std::optional<Averages<Real>> averages_;             // the same

  double time_ = 0, dt_ = 0, end_of_step_ = 0;
  std::int64_t steps_ = 0;
  exec::Array<Real, 1> largest_rate_{exec::Index<1>{1}};  // as courant_rate(), of this rank
  std::optional<double> courant_rate_ = 0.0;              // where it is known
  Sums sums_;  // of the present state, where they are known
  bool sums_known_ = false;
  double initial_energy_ = 0;       // of a wave function its mass
  std::vector<std::string> notes_;  // for the user, not told yet
  bool told_of_resolution_ = false;
  double force_growth_ = 0;  // of the stage last begun (force_growth)
  /// Of the last history row; work: of the force so far, power: of a linear one, magnetic: energy.
  struct Row {
    double time = 0, energy = 0, dissipation = 0, work = 0, power = 0, magnetic = 0;
  };
  Row row_now();
  std::optional<Row> last_row_;
};

template <class Real>
template <class Measure>
std::array<double, measured_values> Solver<Real>::sum_of(const Measure& measure) {
  return mode_sums_.of(pipeline_, exec_, comm_, std::as_const(state_).view(), k_.wave_vectors(),
                       measure);
}

}  // namespace thalweg::turbulence::inline TW_HALF
