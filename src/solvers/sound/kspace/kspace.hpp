// SPDX-License-Identifier: Apache-2.0
// The k-space pseudospectral method (docs/theory/sound.md): a first-order system for velocity,
// density and pressure on staggered grids. D: dimensions. One object per rank; the state is
// resident where it is computed on.
#pragma once

#include "exec/stream_clock.hpp"
#include "solvers/sound/kspace/energy_budget.hpp"
#include "solvers/sound/kspace/energy_kernels.hpp"
#include "solvers/sound/kspace/point_kernels.hpp"
#include "solvers/sound/kspace/sweeps.hpp"
#include "solvers/sound/medium/medium.hpp"
#include "solvers/sound/sensors/recorder.hpp"
#include "solvers/sound/sources/field_sources.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real, int D>
class KSpace final : public WaveSolver {
 public:
  KSpace(const Problem& problem, const Sensors& sensors, SeriesSink* sink,
         const SolverOptions& options, const transport::Communicator& comm);

  void initialise() override {}
  void step() override;
  std::int64_t steps() const override { return steps_; }
  void flush() override { recorder_.flush(); }

  std::int64_t begin() const override { return domain_.begin(); }
  std::int64_t end() const override { return domain_.end(); }
  std::vector<float> statistic(const Record& record) const override;
  std::vector<double> field(Field field) const override;

  PressureSummary pressure_summary() const override;

  void save_state(const StateVisitor& visit) const override;
  void load_state(std::int64_t steps, const StateReader& read) override;
  std::vector<StateArray> sensor_state() const override { return recorder_.sensor_state(); }
  void set_sensor_state(const std::vector<StateArray>& arrays) override {
    recorder_.set_sensor_state(arrays);
  }

  std::optional<Divergence> divergence() override;
  Phases& phases() override { return phases_; }
  std::vector<simulation::TransportReport> transport() const override;
  double triad_bytes_per_second() const override { return bandwidth_; }

 private:
  using Fields = exec::Array<Real, 4>;

  void set_layers(const Problem& problem);
  void set_absorption(const Problem& problem);
  void set_sources(const Problem& problem);
  double measure_bandwidth() const;
  void set_floors();
  Source<Real> make_source(const SourceSpec& spec);

  void update_velocity();
  void filter_divergence();
  void update_density();
  void update_pressure();
  void start_from_initial_pressure();
  void send_pressure();
  template <template <class, int, class> class Filter, int In, int Out>
  void filter_modes(const char* phase, const DerivativeViews<Real>& derivative);
  UpdateDensity<Real, D> density_update();
  ModeOrder mode_order() const { return {domain_.layout, pipeline_.runs_along_lines()}; }
  StateEquation<Real> state_equation();
  PointFields<const Real> points(const Fields& fields) const;
  PointFields<Real> points(Fields& fields) const;
  std::vector<double> values(const Real* from) const;
  void set_values(Real* to, const StateReader& read, const std::string& name);
  exec::Box3 all_points() const;
  EnergyDensity<Real, D> energy_density() const;
  double energy() const;
  void set_budget(const Problem& problem);
  Divergence growth(double energy, double most) const;

  transport::Communicator comm_;
  exec::Exec exec_;
  Domain domain_;
  StepForm form_;
  double dt_;
  Real convective_;
  double bandwidth_;  // measured before the fields take their memory
  Operators<Real> operators_;
  MediumCoefficients<Real> medium_;
  Fields velocity_, parts_, pressure_;
  struct Layers {
    exec::Array<Real, 1> x, y, z;
    LayerFactors<Real> view() const { return {x.view().data, y.view().data, z.view().data}; }
  };
  Layers layer_, staggered_layer_;
  exec::Array<Real, 1> per_radius_;         // 1 / r at staggered points, axisymmetric
  exec::Array<Real, 1> power_;              // |k|^(y-2)
  Real per_half_rate_ = 0;                  // 2 / (c_ref dt)
  Real uniform_tau_ = 0, uniform_eta_ = 0;  // where combined
  Phases phases_{exec::make_phase_clock(exec_)};
  fft::TileExchangeOptions exchange_;
  fft::Pipeline<Real> pipeline_;
  std::unique_ptr<SourceCorrection<Real>> correction_;
  bool corrects_in_steps_ = false;
  std::vector<FieldSources<Real>> velocity_sources_;  // by component
  FieldSources<Real> mass_sources_;
  Coefficient<Real> initial_pressure_;
  bool starts_with_pressure_ = false;
  bool pressure_sent_ = false;  // the pressure's half-transformed planes are in the exchange
  Recorder<Real> recorder_;
  EnergyBudget budget_;
  std::int64_t next_watch_ = 0;
  std::int64_t steps_ = 0, first_step_ = 0;  // of this process
};

/// The members of each form are instantiated where they are defined, in several files.
#define TW_EACH_FORM(INSTANTIATE)                                                                  \
  INSTANTIATE(float, 1)                                                                            \
  INSTANTIATE(float, 2)                                                                            \
  INSTANTIATE(float, 3)                                                                            \
  INSTANTIATE(double, 1)                                                                           \
  INSTANTIATE(double, 2)                                                                           \
  INSTANTIATE(double, 3)

}  // namespace thalweg::sound::inline TW_HALF
