// SPDX-License-Identifier: Apache-2.0
// The solver as its drivers see it (the run loop's simulation.cpp, k-Wave's command line): one
// object per rank, whichever precision and device it computes with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/phases.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/setup/transport_options.hpp"
#include "solvers/sound/problem/problem.hpp"
#include "solvers/sound/problem/sensors.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::sound {

struct SolverOptions {
  bool single_precision = true;
  std::string device = "cpu";  // or "cuda"
  simulation::TransportOptions transport{};
  bool measures_floor = false;  // bare transforms and bandwidth, for reports: takes a second
};

/// A state array as checkpoints hold it: "p", "rhox", "ux_sgx", ...
struct StateArray {
  std::string name;
  std::vector<double> values;  // this rank's points [begin, end) of the linear index
};

class WaveSolver {
 public:
  virtual ~WaveSolver() = default;

  /// Set the state before the first step: silence (an initial pressure enters within step 0, as in
  /// k-Wave). Collective, as everything below.
  virtual void initialise() = 0;
  /// One step of size Problem::dt, and what the sensors record of it.
  virtual void step() = 0;
  virtual std::int64_t steps() const = 0;  // taken so far; not collective
  /// Hand rows that are still buffered to the sink.
  virtual void flush() = 0;

  /// The points of the linear index that this rank holds: [begin, end).
  virtual std::int64_t begin() const = 0;
  virtual std::int64_t end() const = 0;
  /// A statistic at the sensor points as of the last flush(), in their order, on rank 0 (empty
  /// elsewhere); of the grid-wide ones this rank's points [begin(), end()).
  virtual std::vector<float> statistic(const Record& record) const = 0;
  /// The present state of a field, this rank's points.
  virtual std::vector<double> field(Field field) const = 0;

  /// All that a restart needs besides steps(): the state and the statistics so far at grid points.
  virtual std::vector<StateArray> state() const = 0;
  /// Names as state() gives them; sizes end() - begin(). Throws InputError naming what is missing.
  virtual void set_state(std::int64_t steps, const std::vector<StateArray>& arrays) = 0;
  /// The same for what the sensors had gathered at the last flush() (rms sums, maxima, minima), on
  /// rank 0.
  virtual std::vector<StateArray> sensor_state() const = 0;
  virtual void set_sensor_state(const std::vector<StateArray>& arrays) = 0;

  /// The first point that is not finite, as a fault, or nothing.
  virtual std::vector<simulation::Fault> faults() = 0;
  virtual Phases& phases() = 0;
  virtual std::vector<simulation::TransportReport> transport() const = 0;
  virtual double triad_bytes_per_second() const = 0;
};

/// Collective. The sink may be null where no series is recorded; the problem's readers are called
/// while this runs, not later. Throws InputError for a grid that the ranks cannot split.
std::unique_ptr<WaveSolver> make_wave_solver(const Problem& problem, const Sensors& sensors,
                                             SeriesSink* sink, const SolverOptions& options,
                                             const transport::Communicator& comm);

/// The largest number of ranks that can share a grid.
int largest_rank_count(const Problem& problem);

}  // namespace thalweg::sound
