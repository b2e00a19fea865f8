// SPDX-License-Identifier: Apache-2.0
// What every solver is to the rest of the program. The run loop (run.hpp) owns stepping, progress,
// output, checkpoints, the divergence watch and the report; a solver only computes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/phases.hpp"
#include "io/case.hpp"
#include "io/checkpoint.hpp"
#include "io/image.hpp"
#include "transport/communicator.hpp"

namespace thalweg::simulation {

/// One number of a history row.
struct Scalar {
  std::string name;
  std::string unit;
  double value;
};

/// A table written at output times: columns of equal length (spectra, profiles).
struct Table {
  std::string name;  // file name without folder, step and ending
  std::vector<std::string> columns;
  std::vector<std::string> units;
  std::vector<std::vector<double>> values;  // one vector per column
};

/// Bytes per rank that a case will need.
struct MemoryEstimate {
  double arrays_bytes = 0;     // fields, Runge-Kutta registers, exchange buffers
  double workspace_bytes = 0;  // plans and per-thread buffers
  double output_bytes = 0;     // held while fields or checkpoints are written
};

/// What is wrong with a state, for the message that stops a run.
struct Fault {
  std::string field;  // "velocity"
  std::string place;  // "x = 3.1, y = 0.2, z = 1.5 (point 31, 2, 15)"
  std::string what;   // "is not finite", "energy grew 40-fold in one step"
};

/// One movement of data as the report shows it.
struct TransportReport {
  std::string name, route, why;
  double bytes = 0, messages = 0;  // per step, all ranks
  double predicted_seconds = 0, measured_seconds = 0, hidden_fraction = 0;
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  /// Set the initial state of the case at time 0. Collective.
  virtual void initialise() = 0;
  /// Advance by one step, no further than time_limit. Collective.
  virtual void step(double time_limit) = 0;
  virtual double time() const = 0;
  virtual std::int64_t steps() const = 0;
  /// The size of the step last taken (0 before the first).
  virtual double dt() const = 0;
  /// Steps still to go by the present step size, for the progress bar.
  virtual double courant_number() const = 0;

  /// The row of history.csv for the present state. Collective.
  virtual std::vector<Scalar> scalars() = 0;
  /// Tables for the present state (spectra). Collective.
  virtual std::vector<Table> tables() = 0;
  /// Names that field() takes, e.g. "velocity".
  virtual std::vector<std::string> field_names() const = 0;
  /// This rank's part of a field, on the host. Collective.
  virtual io::ImageField field(const std::string& name) = 0;
  virtual io::ImageGrid image_grid() const = 0;

  /// Write and read all that a restart needs, time and step included. Collective.
  virtual void save(io::CheckpointWriter& file) = 0;
  virtual void load(io::CheckpointReader& file) = 0;

  /// Nothing, or what is wrong with the state (checked after a step). Collective, cheap.
  virtual std::vector<Fault> faults() = 0;

  virtual Phases& phases() = 0;
  virtual std::vector<TransportReport> transport() const = 0;
  virtual MemoryEstimate memory_estimate() const = 0;
  /// Bytes per second of the copy bandwidth measured at start, for the report.
  virtual double triad_bytes_per_second() const = 0;
};

/// One kind of solver ("turbulence"): how a case is checked, and how it is built per device.
struct SolverKind {
  std::string name;
  /// Read and check the solver's sections; mistakes go to the case's diagnostics.
  /// Says what `thalweg check` prints: decomposition, modes, memory.
  struct Summary {
    std::vector<std::string> lines;
    MemoryEstimate memory;
  };
  std::function<Summary(io::Case&, const transport::Communicator&)> check;
};

using Factory =
    std::function<std::unique_ptr<Simulation>(io::Case&, const transport::Communicator&)>;

/// The solvers in this binary. Solvers add themselves at program start (solvers/*/register.cpp).
class Registry {
 public:
  static Registry& instance();
  void add(SolverKind kind);
  /// device: "cpu" or "cuda".
  void add_factory(const std::string& kind, const std::string& device, Factory factory);
  /// nullptr if there is none.
  const SolverKind* find(const std::string& kind) const;
  const Factory* find_factory(const std::string& kind, const std::string& device) const;
  std::vector<std::string> kinds() const;

 private:
  std::vector<SolverKind> kinds_;
  struct Entry {
    std::string kind, device;
    Factory factory;
  };
  std::vector<Entry> factories_;
};

}  // namespace thalweg::simulation
