// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/program.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "exec/stream.hpp"
#include "io/together.hpp"
#include "simulation/machine.hpp"
#include "simulation/memory.hpp"
#include "solvers/sound/kwave/checkpoint.hpp"
#include "solvers/sound/kwave/log.hpp"
#include "solvers/sound/kwave/output.hpp"

namespace thalweg::sound::kwave {

namespace {

namespace fs = std::filesystem;

class Watch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  /// Seconds since the last call, or since the start.
  double lap() {
    const double now = seconds(), lap = now - last_;
    last_ = now;
    return lap;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double last_ = 0;
};

std::string seconds_text(double seconds) { return fmt::format("{:.2f}s", seconds); }

std::vector<Record> all_records(const Options& options, int dimensions) {
  std::vector<Record> records = options.pressure;
  for (int c = 0; c < dimensions; ++c) {
    for (const Statistic statistic : options.velocity)
      records.push_back({static_cast<Field>(static_cast<int>(Field::velocity_x) + c), statistic});
    if (options.colocated_velocity)
      records.push_back(
          {static_cast<Field>(static_cast<int>(Field::colocated_velocity_x) + c), Statistic::raw});
  }
  return records;
}

class Run {
 public:
  Run(const Options& options, bool on_device, const transport::Communicator& comm)
      : options_(options), device_(on_device ? "cuda" : "cpu"), comm_(comm),
        log_(comm.is_root(), options.verbose) {}

  void go() {
    log_.title("kspaceFirstOrder by Thalweg");
    load();
    set_up();
    simulate();
    finish();
  }

 private:
  void load() {
    choose_device();
    if (options_.threads > 0)
      exec::set_threads(options_.threads);
    else
      exec::set_threads(simulation::default_threads(comm_.node_size()));
    io::together(comm_, [&] { input_ = read_input(options_.input); });
    if (options_.first_step > input_.problem.steps)
      throw InputError(fmt::format("-s {} is after the last of {} time steps", options_.first_step,
                                   input_.problem.steps));
    records_ = all_records(options_, input_.problem.dimensions);
    goes_on_ =
        comm_.agree(!options_.checkpoint_file.empty() && fs::exists(options_.checkpoint_file));
    describe();
    loading_ = watch_.lap();
  }

  void choose_device() {
    if (device_ == "cpu") return;
    const auto devices = exec::devices();
    const int number = options_.device >= 0 ? options_.device : comm_.node_rank();
    if (!exec::has_device_half() || devices.empty())
      throw InputError("No CUDA device can be used here, or the program was built without CUDA: "
                       "call kspaceFirstOrder-OMP, or leave -g out");
    if (options_.device >= static_cast<int>(devices.size()))
      throw InputError(fmt::format("-g {}: there are {} devices, from 0", number, devices.size()));
    exec::select_device(number);
  }

  void describe() {
    const Problem& p = input_.problem;
    log_.row("Reading simulation configuration:", "Done");
    log_.row("Number of CPU threads:", std::to_string(exec::threads()));
    if (comm_.size() > 1) log_.row("Number of ranks:", std::to_string(comm_.size()));
    log_.row("Processor name:", simulation::cpu_name());
    log_.section("Simulation details");
    log_.row("Domain dimensions:",
             fmt::format("{} x {} x {}", p.points[0], p.points[1], p.points[2]));
    log_.row("Medium type:", p.dimensions == 3 ? "3D" : p.axisymmetric ? "axisymmetric" : "2D");
    log_.row("Simulation time steps:", std::to_string(p.steps));
    log_.row("Input file:", options_.input, 1);
    log_.row("Output file:", options_.output, 1);
    log_.row("Recording from step:", std::to_string(options_.first_step), 1);
    for (const Record& record : records_) log_.row("Output:", dataset_name(record), 2);
  }

  void set_up() {
    log_.section("Initialization");
    io::on_root(comm_, [&] { output_.emplace(input_, options_, records_, goes_on_); });
    const Sensors sensors{input_.sensor_points, records_, options_.first_step - 1};
    SolverOptions options;
    options.device = device_;
    solver_ =
        make_wave_solver(input_.problem, sensors, output_ ? &*output_ : nullptr, options, comm_);
    solver_->initialise();
    if (goes_on_) read_checkpoint(options_.checkpoint_file, input_, *solver_, comm_);
    preparing_ = watch_.lap();
    log_.row("Memory allocation and FFT plans:", "Done");
    log_.row("Elapsed time:", seconds_text(loading_ + preparing_));
    log_.section("Computational resources");
    log_.row("Current host memory in use:", simulation::bytes_text(simulation::resident_bytes()));
    if (goes_on_) log_.row("Recovered from checkpoint at step:", std::to_string(solver_->steps()));
  }

  std::int64_t last_step() const {
    const std::int64_t steps = input_.problem.steps;
    return options_.benchmark > 0 ? std::min(options_.benchmark, steps) : steps;
  }
  /// Whether a leg of a run in legs ends here; the same on all ranks.
  bool leg_is_over(std::int64_t steps_of_leg) const {
    if (options_.checkpoint_file.empty()) return false;
    if (options_.checkpoint_steps > 0 && steps_of_leg >= options_.checkpoint_steps) return true;
    return options_.checkpoint_seconds > 0 &&
           comm_.max(watch_.seconds()) >= options_.checkpoint_seconds;
  }

  void simulate() {
    log_.progress_head();
    const Watch watch;
    const std::int64_t first = solver_->steps(), last = last_step();
    std::int64_t next_percent = 0;
    while (solver_->steps() < last && !leg_is_over(solver_->steps() - first)) {
      solver_->step();
      const std::int64_t done = solver_->steps(), percent = 100 * done / last;
      if (percent < next_percent && done != first + 1) continue;
      log_.progress(done, last, watch.seconds());
      next_percent = (percent / options_.progress_percent + 1) * options_.progress_percent;
      stop_if_diverged();
    }
    stop_if_diverged();
    simulating_ = watch_.lap();
  }

  void stop_if_diverged() {
    if (const auto faults = solver_->faults(); !faults.empty())
      throw SimulationError(fmt::format(
          "At step {} the {} is not finite: the simulation is unstable. Use a smaller dt, or check "
          "the medium and the sources",
          solver_->steps(), faults.front().field));
  }

  void finish() {
    solver_->flush();
    io::on_root(comm_, [&] { output_->finish(); });
    write_statistics();
    if (solver_->steps() < last_step())
      write_checkpoint(options_.checkpoint_file, input_, *solver_, comm_);
    else if (!options_.checkpoint_file.empty())
      io::on_root(comm_, [&] { fs::remove(options_.checkpoint_file); });
    log_.section("Summary");
    log_.row("Peak host memory in use:",
             simulation::bytes_text(comm_.max(simulation::peak_resident_bytes())));
    log_.row("Total execution time:", seconds_text(watch_.seconds()));
    log_.end();
    io::on_root(comm_, [&] {
      write_times();
      output_->close();
    });
  }

  /// Grid-wide fields come rank after rank, so that no process holds all of one.
  void write_statistics() {
    const bool over = solver_->steps() >= last_step();
    for (const Record& record : records_) {
      if (record.statistic == Statistic::raw) continue;
      if (record.statistic == Statistic::final && !over) continue;
      const auto mine = solver_->statistic(record);
      const std::string bytes(reinterpret_cast<const char*>(mine.data()),
                              mine.size() * sizeof(float));
      const auto parts = comm_.gather(bytes);
      io::on_root(comm_, [&] {
        std::int64_t begin = 0;
        for (const std::string& part : parts) {
          const auto* values = reinterpret_cast<const float*>(part.data());
          const std::vector<float> slab(values, values + part.size() / sizeof(float));
          if (slab.empty()) continue;
          output_->write_statistic(record, slab, begin);
          begin += static_cast<std::int64_t>(slab.size());
        }
      });
    }
    io::on_root(comm_, [&] { output_->set_steps(solver_->steps()); });
  }

  void write_times() {
    const auto text = [](double seconds) { return fmt::format("{:8.2f}s", seconds); };
    const auto megabytes =
        fmt::format("{} MB", static_cast<std::int64_t>(simulation::peak_resident_bytes()) >> 20);
    output_->set_text("host_names", "(" + simulation::cpu_name() + ")");
    output_->set_text("number_of_cpu_cores", std::to_string(exec::threads()));
    output_->set_text("total_memory_in_use", megabytes);
    output_->set_text("peak_core_memory_in_use", megabytes);
    output_->set_text("total_execution_time", text(watch_.seconds()));
    output_->set_text("data_loading_phase_execution_time", text(loading_));
    output_->set_text("pre-processing_phase_execution_time", text(preparing_));
    output_->set_text("simulation_phase_execution_time", text(simulating_));
    output_->set_text("post-processing_phase_execution_time", text(watch_.lap()));
  }

  const Options& options_;
  std::string device_;
  const transport::Communicator& comm_;
  Log log_;
  Watch watch_;
  Input input_;
  std::vector<Record> records_;
  bool goes_on_ = false;
  std::optional<Output> output_;  // rank 0
  std::unique_ptr<WaveSolver> solver_;
  double loading_ = 0, preparing_ = 0, simulating_ = 0;
};

int fail(const std::string& text, const transport::Communicator& comm) {
  constexpr double patience_s = 5;
  const bool all = transport::Session::all_arrive(patience_s);
  if (!all || comm.is_root()) std::fputs(error_box(text).c_str(), stderr);
  if (!all) transport::Session::abort(1);
  return 1;
}

}  // namespace

bool is_kwave_name(const std::string& program) {
  return fs::path(program).filename().string().starts_with("kspaceFirstOrder-");
}

int kwave_main(int argc, char** argv, const transport::Communicator& comm) {
  const Parsed parsed = parse(argc, argv);
  if (!parsed.options) {
    if (comm.is_root()) std::fputs(parsed.text.c_str(), stdout);
    if (comm.is_root() && parsed.status != 0) std::fputs(error_box(parsed.message).c_str(), stderr);
    return parsed.status;
  }
  const bool on_device =
      parsed.options->device >= 0 || fs::path(argv[0]).filename() == "kspaceFirstOrder-CUDA";
  try {
    Run(*parsed.options, on_device, comm).go();
    return 0;
  } catch (const std::exception& error) {
    return fail(error.what(), comm);
  }
}

}  // namespace thalweg::sound::kwave
