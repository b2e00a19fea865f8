// SPDX-License-Identifier: Apache-2.0
// One run, or one leg of a run in legs, from the input file to the output file.
#pragma once

#include <memory>
#include <optional>

#include "solvers/sound/kwave/log.hpp"
#include "solvers/sound/kwave/output.hpp"
#include "solvers/sound/kwave/watch.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::sound::kwave {

class Run {
 public:
  /// The options and the communicator must outlive it.
  Run(const Options& options, bool on_device, const transport::Communicator& comm)
      : options_(options), device_(on_device ? "cuda" : "cpu"), comm_(comm),
        log_(comm.is_root(), options.verbose) {}

  /// Collective. Throws.
  void go();

 private:
  void load();
  void choose_device();
  void require_places() const;
  void set_up();
  void require_memory(const Sensors& sensors, const SolverOptions& options) const;
  void simulate();
  void stop_if_diverged();
  void finish();
  void write_statistics();
  void keep_or_drop_checkpoint();

  bool is_over() const { return solver_->steps() >= input_.problem.steps; }
  /// Whether a leg of a run in legs ends here; the same on all ranks.
  bool leg_is_over(std::int64_t steps_of_leg) const;

  const Options& options_;
  std::string device_;
  const transport::Communicator& comm_;
  Log log_;
  Watch watch_;
  Times times_;
  Input input_;
  std::vector<Record> records_;
  bool goes_on_ = false;          // from a checkpoint
  std::optional<Output> output_;  // rank 0
  std::unique_ptr<WaveSolver> solver_;
};

}  // namespace thalweg::sound::kwave
