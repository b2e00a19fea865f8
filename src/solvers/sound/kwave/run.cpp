// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/run.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "exec/stream.hpp"
#include "io/files/together.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/process/device.hpp"
#include "simulation/process/machine.hpp"
#include "simulation/setup/device_memory.hpp"
#include "solvers/sound/kspace/memory.hpp"
#include "solvers/sound/kwave/checkpoint.hpp"
#include "solvers/sound/kwave/parts.hpp"
#include "solvers/sound/kwave/summary.hpp"

namespace thalweg::sound::kwave {

namespace fs = std::filesystem;

namespace {

/// Steps between two looks at whether the simulation is stable.
constexpr std::int64_t look_interval = 32;

std::string seconds_text(double seconds) { return fmt::format("{:.2f}s", seconds); }

/// Also where they are not there yet.
bool is_same_place(const std::string& a, const std::string& b) {
  return fs::weakly_canonical(fs::absolute(a)) == fs::weakly_canonical(fs::absolute(b));
}

}  // namespace

void Run::go() {
  log_.title("kspaceFirstOrder by Thalweg");
  load();
  set_up();
  simulate();
  finish();
}

void Run::load() {
  choose_device();
  exec::set_threads(options_.threads > 0 ? options_.threads
                                         : simulation::default_threads(comm_.node_size()));
  io::on_root(comm_, [&] { require_places(); });
  io::together(comm_, [&] { input_ = read_input(options_.input); });
  if (options_.benchmark > 0) set_steps(input_, options_.benchmark);
  if (options_.first_step > input_.problem.steps)
    throw InputError(fmt::format("-s {} is after the last of {} time steps. Nothing was run.",
                                 options_.first_step, input_.problem.steps));
  records_ = all_records(options_, input_.problem.dimensions);
  goes_on_ = comm_.agree(!options_.checkpoint_file.empty() && fs::exists(options_.checkpoint_file));
  describe(log_, input_, options_, records_, comm_.size());
  times_.loading = watch_.lap();
}

void Run::choose_device() {
  if (device_ == "cpu") return;
  simulation::assign_devices(comm_);
  const auto devices = exec::devices();
  const int number = options_.device >= 0 ? options_.device : simulation::own_device(comm_);
  if (!exec::has_device_half() || devices.empty())
    throw InputError("No CUDA device can be used here, or the program was built without CUDA: "
                     "call kspaceFirstOrder-OMP. From Python: set KWAVE_FORCE_CPU=1 in the "
                     "environment, or is_gpu_simulation=False.");
  if (options_.device >= static_cast<int>(devices.size()))
    throw InputError(fmt::format("-g {}: there are {} devices, from 0", number, devices.size()));
  simulation::use_device(number);
}

/// What would be lost or fail after a long set-up is said before it.
void Run::require_places() const {
  for (const std::string& file : {options_.output, options_.checkpoint_file}) {
    if (file.empty()) continue;
    if (const fs::path folder = fs::absolute(file).parent_path(); !fs::is_directory(folder))
      throw InputError(
          fmt::format("{}: there is no folder {}. Nothing was run.", file, folder.string()));
    std::error_code ignored;
    if (fs::equivalent(file, options_.input, ignored))
      throw InputError(fmt::format(
          "{}: this is the input file, which would be overwritten. Nothing was run.", file));
  }
  if (!options_.checkpoint_file.empty() && is_same_place(options_.checkpoint_file, options_.output))
    throw InputError(
        fmt::format("{}: the output and the checkpoint cannot be the same file. Nothing was run.",
                    options_.output));
}

void Run::set_up() {
  log_.section("Initialization");
  if (comm_.is_root()) output_.emplace(input_, options_, records_);
  const Sensors sensors{input_.sensor_points, records_, options_.first_step - 1};
  SolverOptions options;
  options.device = device_;
  require_memory(sensors, options);
  solver_ =
      make_wave_solver(input_.problem, sensors, output_ ? &*output_ : nullptr, options, comm_);
  solver_->initialise();
  if (goes_on_) read_checkpoint(options_, input_, *solver_, comm_);
  io::on_root(comm_, [&] { goes_on_ ? output_->go_on(solver_->steps()) : output_->create(); });
  times_.preparing = watch_.lap();
  log_.row("Memory allocation and FFT plans:", "Done");
  log_.row("Elapsed time:", seconds_text(times_.loading + times_.preparing));
  log_.section("Computational resources");
  log_.row("Current host memory in use:", simulation::bytes_text(simulation::resident_bytes()));
  log_.row("Expected output file size:",
           simulation::bytes_text(output_bytes(records_, input_, row_count(input_, options_))));
  if (goes_on_) log_.row("Recovered from checkpoint at step:", std::to_string(solver_->steps()));
}

void Run::require_memory(const Sensors& sensors, const SolverOptions& options) const {
  if (comm_.size() > largest_rank_count(input_.problem)) return;  // the solver says so
  const auto estimate = estimate_memory(input_.problem, sensors, options, comm_, exec::threads());
  if (device_ != "cpu") {
    const bool chosen = options_.device >= 0;
    simulation::require_device_memory(
        estimate.device_bytes, chosen ? options_.device : simulation::own_device(comm_),
        chosen ? comm_.node_size() : simulation::ranks_on_device(comm_), comm_);
  }
  const double needed = comm_.max(simulation::new_bytes(estimate)) * comm_.node_size();
  const double most = comm_.max(needed), free = comm_.min(simulation::available_bytes());
  if (most <= free) return;
  const auto& n = input_.problem.points;
  throw InputError(fmt::format(
      "{}: the grid of {} x {} x {} points does not fit into memory: it needs about {} on a node, "
      "and {} are free. Use more nodes (mpirun). Nothing was run.",
      options_.input, n[0], n[1], n[2], simulation::bytes_text(most),
      simulation::bytes_text(free)));
}

/// Every leg takes a step: however long the set-up, a run in legs comes to its end.
bool Run::leg_is_over(std::int64_t steps_of_leg) const {
  if (options_.checkpoint_file.empty() || steps_of_leg == 0) return false;
  if (options_.checkpoint_steps > 0 && steps_of_leg >= options_.checkpoint_steps) return true;
  return options_.checkpoint_seconds > 0 &&
         comm_.max(watch_.seconds()) >= options_.checkpoint_seconds;
}

void Run::simulate() {
  log_.progress_head();
  const Watch watch;
  const std::int64_t first = solver_->steps(), last = input_.problem.steps;
  std::int64_t next_percent = 0;
  while (!is_over() && !leg_is_over(solver_->steps() - first)) {
    solver_->step();
    const std::int64_t done = solver_->steps(), percent = 100 * done / last;
    if (done % look_interval == 0) stop_if_diverged();
    if (percent < next_percent && done != first + 1) continue;
    log_.progress(done, last, watch.seconds(), first);
    next_percent = (percent / options_.progress_percent + 1) * options_.progress_percent;
  }
  stop_if_diverged();
  times_.simulating = watch_.lap();
}

void Run::stop_if_diverged() {
  const auto divergence = solver_->divergence();
  if (!divergence) return;
  const std::string where =
      divergence->point ? fmt::format(" (largest at index {} of the grid)", *divergence->point + 1)
                        : "";
  throw SimulationError(fmt::format(
      "At step {} the pressure {}{}: the simulation is unstable. Use a smaller dt, or check the "
      "medium and the sources",
      solver_->steps(), divergence->what, where));
}

/// The output is on disk before the checkpoint that belongs to it changes.
void Run::finish() {
  solver_->flush();
  io::on_root(comm_, [&] { output_->finish(); });
  write_statistics();
  const PeakMemory memory = peak_memory(comm_);
  times_.finishing = watch_.lap();
  io::on_root(comm_, [&] {
    output_->set_steps(solver_->steps());
    write_summary(*output_, times_, memory, comm_.size());
    output_->close();
  });
  keep_or_drop_checkpoint();
  log_.section("Summary");
  log_.row("Peak host memory in use:", simulation::bytes_text(memory.total));
  log_.row("Total execution time:", seconds_text(watch_.seconds()));
  log_.end();
}

void Run::write_statistics() {
  for (const Record& record : records_) {
    if (record.statistic == Statistic::raw) continue;
    // Of a leg that ends before there is something to write, the file has zeros, as for its rows.
    const bool is_final = record.statistic == Statistic::final;
    if (is_final ? !is_over() : solver_->steps() < options_.first_step) continue;
    const auto values = solver_->statistic(record);
    if (is_grid_wide(record.statistic))
      for_each_part<float>(values, comm_, [&](std::int64_t begin, const std::vector<float>& part) {
        output_->write_statistic(record, part, begin);
      });
    else
      io::on_root(comm_, [&] { output_->write_statistic(record, values); });
  }
}

void Run::keep_or_drop_checkpoint() {
  if (!is_over())
    write_checkpoint(options_, input_, *solver_, comm_);
  else if (!options_.checkpoint_file.empty())
    io::on_root(comm_, [&] { fs::remove(options_.checkpoint_file); });
}

}  // namespace thalweg::sound::kwave
