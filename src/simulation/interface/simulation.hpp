// SPDX-License-Identifier: Apache-2.0
// What every solver is to the rest of the program. The run loop (loop/loop.hpp) owns stepping,
// progress, output, checkpoints, the divergence watch and the report; a solver only computes.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/phases.hpp"
#include "io/case/case.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/output/output_folder.hpp"
#include "simulation/checks/recordings.hpp"
#include "simulation/interface/field_writer.hpp"
#include "simulation/interface/split_choice.hpp"
#include "simulation/interface/step_work.hpp"
#include "transport/choice/choose.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// One number of a history row.
struct Scalar {
  std::string name;
  std::string unit;
  double value;
};

/// A table written at output times: columns of equal length (spectra, profiles).
struct Table {
  std::string name;  // one of checks::Recordings::tables
  std::vector<std::string> columns;
  std::vector<std::string> units;
  std::vector<std::vector<double>> values;  // one vector per column
};

/// Bytes that the rank with most will need, beyond what the process holds before (libraries, MPI).
struct MemoryEstimate {
  double arrays_bytes = 0;     // fields, Runge-Kutta registers, exchange buffers, on the host
  double workspace_bytes = 0;  // plans and per-thread buffers, on the host
  double output_bytes = 0;     // host memory held while fields or checkpoints are written
  double device_bytes = 0;     // memory of the device (0 on cpu)
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
  double bytes = 0, messages = 0;                  // per step, all ranks
  double network_bytes = 0, network_messages = 0;  // those of them that leave their node
  double measured_seconds = 0;                     // per step, not hidden behind work
  double hidden_fraction = 0;  // of the time between first send and last arrival
  // Per step, of the exchanges alone, with nothing to hide behind; 0: unknown.
  double predicted_seconds = 0;                  // by the model of the profile
  double tried_seconds = 0;                      // by the trial at the start
  std::vector<transport::Candidate> candidates;  // seconds of one exchange
};

/// How evenly own work lies on ranks, waiting left out, and how often it was dealt anew.
struct BalanceReport {
  double bound = 0;      // of the imbalance; 0: nothing is dealt anew
  double imbalance = 1;  // largest over mean of ranks, since work was last dealt anew
  std::vector<std::pair<std::string, double>> costs{};  // of what is dealt: "site_seconds"
  /// One time that work was dealt anew, in this process.
  struct Rebalancing {
    std::int64_t step;
    double before, expected;  // imbalance, and what it was to be by the costs
    double after;             // until the next time, or now
  };
  std::vector<Rebalancing> rebalancings{};
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  /// Set the initial state of the case at time 0. Collective.
  virtual void initialise() = 0;
  /// Advance by one step, no further than time_limit: the last one ends with time() == time_limit
  /// exactly (planned_step.hpp, for solvers whose steps may have any size). Collective.
  virtual void step(double time_limit) = 0;
  virtual double time() const = 0;
  virtual std::int64_t steps() const = 0;
  /// The size of the step last taken (0 before the first).
  virtual double dt() const = 0;
  /// The Courant number of the step last taken, for messages. Collective.
  virtual double courant_number() = 0;

  /// The row of history.csv for the present state. Collective; changes nothing.
  virtual std::vector<Scalar> scalars() = 0;
  /// How much the velocity has changed since this was last asked: the root of the sum of squared
  /// differences over that of the squares now; or a scalar, by more. None the first time, and from
  /// solvers that do not keep it (SolverKind::keeps_velocity). Collective.
  virtual std::optional<double> change_of_velocity() { return std::nullopt; }
  /// Told after a row was written: rates between rows are counted from here on.
  virtual void history_written() = 0;
  /// Tables for the present state, of the names asked for. Collective.
  virtual std::vector<Table> tables(const std::vector<std::string>& names) = 0;
  /// Write the fields of the present state that the writer asks for, one after the other, so that
  /// only one of them is in memory at a time. Collective.
  virtual void write_fields(FieldWriter& writer) = 0;

  /// Told once the folder is ready, for files of the solver's own; resumed: it holds those of an
  /// earlier part of the run. Collective.
  virtual void start_output(const io::OutputFolder& /*folder*/, bool /*resumed*/) {}
  /// Told after the last step of this process (not after a failure). Collective.
  virtual void end_output(const io::OutputFolder& /*folder*/) {}

  /// Write and read all that a restart needs, time and step included. Collective.
  virtual void save(io::CheckpointWriter& file) = 0;
  virtual void load(io::CheckpointReader& file) = 0;

  /// Told at output times, once these are written: a solver that finds its work uneven may deal it
  /// to ranks anew. Results do not depend on that but for rounding. Collective.
  virtual void rebalance() {}
  /// None from solvers that deal work once. Collective.
  virtual std::optional<BalanceReport> balance() const { return std::nullopt; }

  /// Nothing, or what is wrong with the state (checked after a step). Collective, cheap.
  virtual std::vector<Fault> faults() = 0;

  /// Lines for the user about what happened since this was last asked, and does not stop the run;
  /// those of the first rank are shown.
  virtual std::vector<std::string> notes() { return {}; }

  /// Where the time of a step goes: the run loop resets it before the first step, and adds what it
  /// does between two steps. They are the same, in the same order, on every rank.
  virtual Phases& phases() = 0;
  /// Collective.
  virtual std::vector<TransportReport> transport() const = 0;
  /// The memory bandwidth measured at start [bytes/s].
  virtual double triad_bytes_per_second() const = 0;
  /// The rate at which a rank computes what its phases' flops count, from data in cache, as floors
  /// have it [1/s]; 0: not measured.
  virtual double flops_per_second() const { return 0; }
};

/// One kind of solver ("turbulence"): how a case is checked, and how it is built per device.
struct SolverKind {
  std::string name;
  /// What Simulation::write_fields knows in all cases (others: Recordings::fields of check());
  /// `output.fields.names` is checked against it, and is all of it by default.
  std::vector<std::string> field_names;
  /// The columns of scalars(), and all of tables(): what [[check]] and output.GROUP.names may name.
  checks::Recordings recordings;
  /// What `thalweg check` prints (decomposition, modes, memory), and the sensors of the case.
  struct Summary {
    std::vector<std::string> lines;
    MemoryEstimate memory;
    std::vector<checks::SensorRecords> sensors{};
    /// Columns and tables that this case has beyond those of its kind (its sensors stand above).
    checks::Recordings recordings{};
    /// Of blocks whose case has slices: the least and the largest x, y, z of the grid [length].
    std::optional<std::array<std::array<double, 3>, 2>> bounds{};
    /// The same: its blocks, in the order of BlockLayout::blocks.
    std::vector<io::WholeBlock> blocks{};
    /// How the case is split over the ranks, from solvers that know several ways.
    std::optional<SplitChoice> split{};
  };
  /// Read and check the solver's sections for a run on device ("cpu" or "cuda"). Mistakes go to
  /// the case's diagnostics (Case::error), also that the ranks cannot split the grid: the caller
  /// reports all of them at once, and the summary does not matter then. Allocates nothing large.
  /// Collective.
  std::function<Summary(io::Case&, const transport::Communicator&, const std::string& device)>
      check;
  /// Keys and sections that no restart may find changed, though the case allows it: the state, or
  /// what was recorded before, would not fit.
  std::vector<std::string> fixed_keys{};
  /// What usually helps a case that diverged, in whole sentences; and settings, as a shell has
  /// them, with which its last checkpoint may go on: none where it must begin anew.
  struct Remedy {
    std::string text, settings{};
  };
  Remedy after_divergence{};
  /// Whether its fields are on blocks, so that a case may choose their files.
  bool writes_blocks = false;
  /// Whether it knows Simulation::change_of_velocity.
  bool keeps_velocity = false;
  /// What predictions need of a case that check() found right. Empty where the solver cannot tell.
  std::function<StepModel(io::Case&)> step_model{};
  /// What `thalweg grid` says of the grid that a case describes, and how it is written as CGNS.
  struct GridSummary {
    std::vector<std::string> lines;
    std::function<void(const std::filesystem::path&)> write;
  };
  /// Reads the grid alone. Empty where the solver has no grids of blocks.
  std::function<GridSummary(io::Case&)> grid{};
  /// A small whole case: some steps of it are the solver's part of the self-test of a device.
  std::string self_test_case{};
  /// What the device's fields may differ by from the CPU's after it, in double precision.
  double self_test_bound = 1e-12;
};

/// Builds a solver from a case that check() found right. Reads the same keys again. Collective.
using Factory =
    std::function<std::unique_ptr<Simulation>(io::Case&, const transport::Communicator&)>;

/// Another program that this one stands in for, as main() has it.
struct StandIn {
  bool (*is_called)(int argc, char** argv);
  int (*main)(int argc, char** argv);
};

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
  void add_stand_in(StandIn program);
  const std::vector<StandIn>& stand_ins() const { return stand_ins_; }

 private:
  std::vector<SolverKind> kinds_;
  struct Entry {
    std::string kind, device;
    Factory factory;
  };
  std::vector<Entry> factories_;
  std::vector<StandIn> stand_ins_;
};

}  // namespace thalweg::simulation
