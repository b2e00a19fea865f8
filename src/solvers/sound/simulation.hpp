// SPDX-License-Identifier: Apache-2.0
// The wave solver as the run loop drives it: a case of its own, history, fields, checkpoints, and
// the traces of the sensors.
#pragma once

#include "simulation/interface/simulation.hpp"
#include "solvers/sound/traces.hpp"

namespace thalweg::sound {

class SoundSimulation final : public simulation::Simulation {
 public:
  /// Collective.
  SoundSimulation(Parameters parameters, const transport::Communicator& comm);

  void initialise() override { solver_->initialise(); }
  /// Steps have one size: the last one ends at or behind the time limit. The first leads to time
  /// 0, when an initial pressure stands and sources begin.
  void step(double time_limit) override;
  double time() const override { return time_; }
  std::int64_t steps() const override { return solver_->steps(); }
  double dt() const override { return solver_->steps() == 0 ? 0 : p_.problem.dt; }
  double courant_number() override;

  std::vector<simulation::Scalar> scalars() override;
  void history_written() override {}
  std::vector<simulation::Table> tables(const std::vector<std::string>&) override { return {}; }
  void write_fields(simulation::FieldWriter& writer) override;
  void start_output(const io::OutputFolder& folder, bool resumed) override;
  void end_output(const io::OutputFolder& folder) override;

  void save(io::CheckpointWriter& file) override;
  void load(io::CheckpointReader& file) override;

  std::vector<simulation::Fault> faults() override;
  Phases& phases() override { return solver_->phases(); }
  std::vector<simulation::TransportReport> transport() const override {
    return solver_->transport();
  }
  double triad_bytes_per_second() const override { return solver_->triad_bytes_per_second(); }

 private:
  void set_time();
  io::ImageField field(const std::string& name);
  io::ImageGrid image_grid() const;
  io::ImageField scalar_field(const std::string& name, const std::string& unit,
                              std::vector<double> values) const;
  io::ImageField vector_field(const std::string& name,
                              const std::vector<std::vector<double>>& parts) const;
  std::vector<double> pressure() const;
  bool has_recorded() const { return solver_->steps() > p_.sensors.first_step; }
  std::vector<double> values_of(const Record& record) const;
  /// Whether an output field has values yet.
  bool is_known(const std::string& name) const;
  void write_medium(const io::OutputFolder& folder);
  void write_sensor_statistics();
  /// Planes as files have them: of z, in two dimensions of y, in one of x.
  io::Block block() const;

  Parameters p_;
  transport::Communicator comm_;
  Traces traces_;
  std::unique_ptr<WaveSolver> solver_;
  double time_ = 0;
};

}  // namespace thalweg::sound
