// SPDX-License-Identifier: Apache-2.0
// The solver as its drivers see it (the run loop's simulation.cpp, k-Wave's command line): one
// object per rank, whichever precision and device it computes with.
#pragma once

#include <functional>
#include <memory>
#include <optional>
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
/// Takes a state array.
using StateVisitor = std::function<void(const StateArray&)>;
/// Gives this rank's values of the state array of a name, or nothing where there is no such array.
using StateReader = std::function<std::optional<std::vector<double>>(const std::string& name)>;

/// The pressure over the whole grid.
struct PressureSummary {
  double highest = 0, lowest = 0, mean_square = 0;
};

/// What is wrong with the pressure, and at which point of the grid; none: everywhere.
struct Divergence {
  std::string what;
  std::optional<std::int64_t> point;
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

  virtual PressureSummary pressure_summary() const = 0;

  /// Show all that a restart needs besides steps(), the state and the statistics so far at grid
  /// points, one array after the other: no more than one is held twice.
  virtual void save_state(const StateVisitor& visit) const = 0;
  /// Ask `read` for the arrays that save_state() shows, by the same names and in the same order;
  /// sizes are end() - begin(). What becomes of a name that is missing is for `read` to say. Throws
  /// InputError.
  virtual void load_state(std::int64_t steps, const StateReader& read) = 0;
  /// save_state() and load_state() with all arrays at once.
  std::vector<StateArray> state() const;
  void set_state(std::int64_t steps, const std::vector<StateArray>& arrays);
  /// What the sensors had gathered at the last flush() (rms sums, maxima, minima), on rank 0.
  virtual std::vector<StateArray> sensor_state() const = 0;
  virtual void set_sensor_state(const std::vector<StateArray>& arrays) = 0;

  /// Whether the state is that of waves no more: a value that is not finite (looked for at each
  /// call) or more energy than the sources can have put in (every 32 steps). Cheap.
  virtual std::optional<Divergence> divergence() = 0;
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
