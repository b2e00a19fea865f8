// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <limits>

#include "base/error.hpp"
#include "exec/exec.hpp"
#include "io/atomic_file.hpp"
#include "io/tables.hpp"
#include "simulation/memory.hpp"
#include "simulation/output_folder.hpp"
#include "simulation/progress.hpp"
#include "simulation/report.hpp"
#include "simulation/setup.hpp"
#include "simulation/signals.hpp"

namespace thalweg::simulation {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Names of files hold the step with six digits; a step beyond them only makes names longer.
std::string intact_checkpoint_text(const OutputFolder& out, const transport::Communicator& comm) {
  for (const auto& file : io::list_checkpoints(out.checkpoints()))
    if (!io::checkpoint_fault(file, comm))
      return fmt::format("The newest intact checkpoint is {}.", file.string());
  return fmt::format("There is no intact checkpoint in {}.", out.checkpoints().string());
}

/// One run, from the checked case to the report.
class Run {
 public:
  Run(Setup setup, const RunOptions& options, const transport::Communicator& comm)
      : setup_(std::move(setup)),
        options_(options),
        comm_(comm),
        out_{options.out.empty() ? std::filesystem::path("out") / setup_.input.name() : options.out},
        progress_(comm.is_root() && !options.quiet) {}

  int execute() {
    require_memory(setup_.summary.memory, comm_);
    const auto restart = find_restart();
    estimated_bytes_ = estimated_peak_bytes(setup_.summary.memory, comm_);
    simulation_ = setup_.build(comm_);
    if (restart) load(*restart);
    prepare_folder(restart.has_value());
    open_log(restart.has_value());
    if (restart) {
      spdlog::info("going on from {} at step {}, time {:.6g}", restart->string(),
                   simulation_->steps(), simulation_->time());
    } else {
      simulation_->initialise();
      record(true, 0);
    }
    open_history(restart.has_value());
    if (!restart) append_history();
    simulation_->phases().reset();
    const int signal = loop();
    finish(signal);
    return signal == 0 ? 0 : 128 + signal;
  }

 private:
  // --- starting -------------------------------------------------------------------------------

  std::optional<std::filesystem::path> find_restart() {
    const bool used = comm_.max(out_.has_results() ? 1.0 : 0.0) > 0;
    if (!options_.restart) {
      if (used && !options_.force)
        throw InputError(fmt::format(
            "{}: this folder holds results. Give another one with --out, overwrite them with "
            "--force, or go on with --restart. Nothing was run.",
            out_.path.string()));
      return {};
    }
    if (!options_.restart_file.empty()) {
      if (const auto fault = io::checkpoint_fault(options_.restart_file, comm_))
        throw InputError(fmt::format("{}\n{} Nothing was run.", *fault,
                                     intact_checkpoint_text(out_, comm_)));
      return options_.restart_file;
    }
    std::string faults;
    for (const auto& file : io::list_checkpoints(out_.checkpoints())) {
      const auto fault = io::checkpoint_fault(file, comm_);
      if (!fault) {
        if (!faults.empty() && comm_.is_root())
          spdlog::warn("passed over damaged checkpoints:\n{}", faults);
        return file;
      }
      faults += *fault + "\n";
    }
    throw InputError(fmt::format("{}: there is no checkpoint to go on from.\n{}Nothing was run.",
                                 out_.checkpoints().string(), faults));
  }

  void load(const std::filesystem::path& file) {
    io::CheckpointReader reader(file, comm_);
    if (reader.kind() != setup_.kind)
      throw InputError(fmt::format("{}: a checkpoint of kind \"{}\", but the case is of kind \"{}\". "
                                   "Nothing was run.",
                                   file.string(), reader.kind(), setup_.kind));
    simulation_->load(reader);
  }

  void prepare_folder(bool restarted) {
    io::together(comm_, [&] {
      if (!comm_.is_root()) return;
      if (!restarted && options_.force) out_.clear();
      out_.create();
      if (restarted) out_.forget_after(simulation_->steps());
      io::write_text(out_.case_file(), effective_case());
    });
  }

  std::string effective_case() const {
    return fmt::format("# The effective case: every default filled in. Read from {}\n{}",
                       setup_.input.file().string(), setup_.input.effective_toml());
  }

  /// What is logged goes to the terminal and to run.log; other ranks log nothing.
  void open_log(bool restarted) {
    if (!comm_.is_root()) return;
    auto file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(out_.log().string(), !restarted);
    file->set_pattern("%Y-%m-%d %H:%M:%S  %v");
    spdlog::default_logger()->sinks().push_back(file);
    spdlog::default_logger()->flush_on(spdlog::level::info);
    for (const std::string& line : setup_.summary.lines) spdlog::info("{}", line);
    spdlog::info("{} ranks x {} threads, {}{}; estimated memory {} per rank", comm_.size(),
                 exec::threads(), setup_.device,
                 setup_.device_name.empty() ? "" : " (" + setup_.device_name + ")",
                 bytes_text(estimated_bytes_));
  }

  // --- output ---------------------------------------------------------------------------------

  void open_history(bool restarted) {
    std::vector<io::Column> columns{{"step", "1"}, {"time", "time"}, {"dt", "time"}};
    for (const Scalar& scalar : simulation_->scalars()) columns.push_back({scalar.name, scalar.unit});
    io::together(comm_, [&] {
      if (!comm_.is_root()) return;
      history_.emplace(restarted ? io::HistoryFile::resume(out_.history(), columns, simulation_->steps())
                                 : io::HistoryFile::create(out_.history(), columns));
    });
  }

  void append_history() {
    std::vector<double> row{static_cast<double>(simulation_->steps()), simulation_->time(),
                            simulation_->dt()};
    for (const Scalar& scalar : simulation_->scalars()) row.push_back(scalar.value);
    simulation_->history_written();
    io::together(comm_, [&] {
      if (history_) history_->append(row);
    });
  }

  /// Tables and fields that are due.
  void record(bool first, double before) {
    const std::int64_t step = simulation_->steps();
    const double time = simulation_->time();
    const auto due = [&](const Schedule& schedule) {
      return schedule.is_set() && (first || schedule.is_due(step, before, time, 0));
    };
    if (due(setup_.tables)) write_tables(step);
    if (due(setup_.fields)) {
      for (const std::string& name : setup_.field_names)
        io::write_image(out_.field(name, step), comm_, simulation_->image_grid(),
                        {simulation_->field(name)}, time, step);
    }
  }

  void write_tables(std::int64_t step) {
    for (const Table& table : simulation_->tables()) {
      std::vector<io::Column> columns;
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        columns.push_back({table.columns[c], table.units[c]});
      io::together(comm_, [&] {
        if (comm_.is_root()) io::write_table(out_.table(table.name, step), columns, table.values);
      });
    }
  }

  void write_checkpoint() {
    io::CheckpointWriter file(out_.checkpoint(simulation_->steps()), comm_, setup_.kind);
    simulation_->save(file);
    file.commit();
    last_checkpoint_ = out_.checkpoint(simulation_->steps());
    checkpoint_clock_ = Clock::now();
    if (comm_.is_root()) out_.prune_checkpoints(setup_.keep_checkpoints);
  }

  // --- stepping -------------------------------------------------------------------------------

  bool is_over() const {
    if (setup_.end_time && simulation_->time() >= *setup_.end_time) return true;
    if (setup_.end_step && simulation_->steps() >= *setup_.end_step) return true;
    return options_.steps && static_cast<std::int64_t>(step_seconds_.size()) >= *options_.steps;
  }

  double fraction() const {
    double done = 0;
    if (setup_.end_time && *setup_.end_time > 0) done = simulation_->time() / *setup_.end_time;
    if (setup_.end_step && *setup_.end_step > 0)
      done = static_cast<double>(simulation_->steps()) / static_cast<double>(*setup_.end_step);
    if (options_.steps && *options_.steps > 0)
      done = std::max(done, static_cast<double>(step_seconds_.size()) / static_cast<double>(*options_.steps));
    return std::min(done, 1.0);
  }

  /// Step until the end or a signal, which is returned; 0 at the end.
  int loop() {
    const SignalWatch signals;
    while (!is_over()) {
      const auto start = Clock::now();
      const double before = simulation_->time();
      simulation_->step(setup_.end_time.value_or(std::numeric_limits<double>::infinity()));
      stop_if_diverged();
      step_seconds_.push_back(seconds_since(start));
      outputs_of_step(before);
      progress_.update(fraction(), simulation_->steps(), simulation_->time(), step_seconds_.back());
      if (const int signal = signals.received(comm_)) {
        progress_.clear();
        write_checkpoint();
        return signal;
      }
    }
    return 0;
  }

  void outputs_of_step(double before) {
    const std::int64_t step = simulation_->steps();
    const double time = simulation_->time();
    if (setup_.history.is_set() && setup_.history.is_due(step, before, time, 0)) append_history();
    record(false, before);
    double minutes = 0;
    if (setup_.checkpoint.needs_clock()) minutes = comm_.max(seconds_since(checkpoint_clock_) / 60);
    if (setup_.checkpoint.is_set() && setup_.checkpoint.is_due(step, before, time, minutes))
      write_checkpoint();
  }

  void stop_if_diverged() {
    const auto faults = simulation_->faults();
    if (faults.empty()) return;
    progress_.clear();
    std::string text = fmt::format("the simulation diverged in step {} at time {:.6g} (Courant number "
                                   "{:.3g}, dt = {:.3g}):",
                                   simulation_->steps(), simulation_->time(),
                                   simulation_->courant_number(), simulation_->dt());
    for (const Fault& fault : faults)
      text += fmt::format("\n  {} {} at {}", fault.field, fault.what, fault.place);
    text += "\nUse a smaller time.step or time.cfl, or more grid points. ";
    text += io::list_checkpoints(out_.checkpoints()).empty() ? "There is no checkpoint to go back to."
                                                             : intact_checkpoint_text(out_, comm_);
    throw SimulationError(text);
  }

  // --- ending ---------------------------------------------------------------------------------

  void finish(int signal) {
    progress_.clear();
    if (signal == 0 && setup_.checkpoint.is_set() && last_checkpoint_ != out_.checkpoint(simulation_->steps()))
      write_checkpoint();
    RunFacts facts{.case_file = setup_.input.file().string(),
                   .kind = setup_.kind,
                   .title = setup_.title,
                   .precision = setup_.precision,
                   .device = setup_.device,
                   .device_name = setup_.device_name,
                   .status = signal == 0 ? "done" : fmt::format("stopped by signal {}", signal),
                   .ranks = comm_.size(),
                   .threads = exec::threads(),
                   .step_seconds = step_seconds_,
                   .seconds_total = seconds_since(start_),
                   .estimated_bytes = estimated_bytes_,
                   .peak_bytes = comm_.max(peak_resident_bytes())};
    const std::string report = report_json(*simulation_, facts);
    io::together(comm_, [&] {
      if (comm_.is_root()) io::write_text(out_.report(), report);
    });
    if (comm_.is_root()) say_goodbye(signal);
  }

  void say_goodbye(int signal) {
    const std::string out = out_.path.string();
    if (signal != 0)
      spdlog::warn("stopped by signal {} at step {}, time {:.6g}, after writing {}.\n"
                   "Go on with:  thalweg run {} --out {} --restart",
                   signal, simulation_->steps(), simulation_->time(), last_checkpoint_.string(),
                   setup_.input.file().string(), out);
    else
      spdlog::info("done: step {}, time {:.6g}, {} in all", simulation_->steps(), simulation_->time(),
                   duration_text(seconds_since(start_)));
    std::string text = fmt::format("wrote {}/\n  history.csv   scalars against time (any spreadsheet, "
                                   "pandas)\n  report.json   where the time went",
                                   out);
    if (setup_.tables.is_set()) text += "\n  spectra/      spectra and statistics as CSV";
    if (setup_.fields.is_set()) text += "\n  fields/       open in ParaView or pyvista";
    text += fmt::format("\nPictures and a report:  thalweg report {}", out);
    spdlog::info("{}", text);
  }

  Setup setup_;
  const RunOptions& options_;
  const transport::Communicator& comm_;
  OutputFolder out_;
  Progress progress_;
  std::unique_ptr<Simulation> simulation_;
  std::optional<io::HistoryFile> history_;
  std::vector<double> step_seconds_;
  std::filesystem::path last_checkpoint_;
  double estimated_bytes_ = 0;
  Clock::time_point start_ = Clock::now(), checkpoint_clock_ = Clock::now();
};

}  // namespace

int run(const RunOptions& options, const transport::Communicator& comm) {
  return Run(Setup::read(options, comm), options, comm).execute();
}

std::string check(const RunOptions& options, const transport::Communicator& comm) {
  const Setup setup = Setup::read(options, comm);
  const MemoryEstimate& memory = setup.summary.memory;
  std::string text = setup.input.effective_toml() + "\n";
  for (const std::string& line : setup.summary.lines) text += line + "\n";
  const double loaded = comm.max(resident_bytes());
  text += fmt::format(
      "memory per rank: {} (fields {}, work space {}, output {}, program {}); {} free on this node\n",
      bytes_text(estimated_peak_bytes(memory, comm)), bytes_text(memory.arrays_bytes),
      bytes_text(memory.workspace_bytes), bytes_text(memory.output_bytes), bytes_text(loaded),
      bytes_text(comm.min(available_bytes())));
  text += fmt::format("would run on {} rank(s) x {} thread(s), {}", comm.size(), exec::threads(),
                      setup.device);
  require_memory(memory, comm);
  return text;
}

}  // namespace thalweg::simulation
