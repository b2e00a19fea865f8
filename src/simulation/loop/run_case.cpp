// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/run_case.hpp"

#include <fmt/format.h>

#include <csignal>

#include "base/clock.hpp"
#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "exec/stream.hpp"
#include "io/files/together.hpp"
#include "io/output/history.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/loop/closing.hpp"
#include "simulation/loop/loop.hpp"
#include "simulation/process/run_lock.hpp"
#include "simulation/report/report.hpp"
#include "simulation/report/reported_end.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/choice/spare_memory.hpp"

namespace thalweg::simulation {

namespace {

void announce(const Setup& setup, const transport::Communicator& comm, Log& log) {
  log.line("{}", setup.title);
  log.line("{} ({} precision) on {}: {} rank{} x {} thread{}, {}", setup.kind, setup.precision,
           setup.device, comm.size(), comm.size() == 1 ? "" : "s", exec::threads(),
           exec::threads() == 1 ? "" : "s", setup.device_name);
  for (const std::string& text : setup.summary.lines) log.line("{}", text);
}

/// What an ensemble gives the run of a member.
using AfterStep = std::function<void(double)>;

/// One run: what was chosen, and the parts that live as long as it does.
class Run {
 public:
  Run(const RunOptions& options, const transport::Communicator& comm, AfterStep after_step = {})
      : options_(options), comm_(comm), after_step_(std::move(after_step)),
        log_(comm.is_root(), options.quiet), setup_(Setup::read(options, comm)),
        folder_(output_path(options, setup_.input)) {}

  LoopEnd go() {
    notes_.record = CaseRecord::of(setup_.input, comm_);
    lock_what_is_there();
    choose_start();
    // What other members hold now is not free, and was counted before.
    if (!after_step_) transport::set_spare_memory(require_memory(setup_.summary.memory, comm_));
    estimated_bytes_ = comm_.max(baseline_bytes() + new_bytes(setup_.summary.memory));
    build();
    if (!lock_) lock_.emplace(folder_.path(), comm_);
    open_folder();
    return step_to_the_end();
  }

 private:
  /// Nobody may write checkpoints between the choice of one and the first step.
  void lock_what_is_there() {
    bool there = false;
    io::on_root(comm_, [&] { there = std::filesystem::is_directory(folder_.path()); });
    if (options_.restart && comm_.max(there ? 1 : 0) > 0) lock_.emplace(folder_.path(), comm_);
  }

  /// Where the run starts and what it may do with its folder. Throws InputError.
  void choose_start() {
    if (options_.restart) {
      restart_ = find_restart(options_, folder_, setup_, notes_.record, comm_, log_);
      notes_.changes = restart_->changes;
    }
    use_ = options_.force ? io::FolderUse::force : io::FolderUse::fresh;
    if (restart_ && restart_->in_output_folder) use_ = io::FolderUse::restart;
    // Said before a large case spends minutes on its initial state.
    bool taken = false;
    io::on_root(comm_, [&] {
      taken = !folder_.results().empty();
      if (use_ == io::FolderUse::force) folder_.require_kept_by_force(setup_.input.files());
    });
    if (use_ == io::FolderUse::fresh && comm_.max(taken ? 1 : 0) > 0) folder_.prepare(comm_, use_);
  }

  void build() {
    solver_ = setup_.build(comm_);
    announce(setup_, comm_, log_);
    if (!restart_) return solver_->initialise();
    io::CheckpointReader file(restart_->file, comm_);
    solver_->load(file);
    const auto end = setup_.end_time ? *setup_.end_time : static_cast<double>(*setup_.end_step);
    const auto at = setup_.end_time ? solver_->time() : static_cast<double>(solver_->steps());
    const bool completes = at == end && (after_step_ || !is_reported());
    if (at >= end && !completes)
      throw InputError(
          fmt::format("{} is at step {}, time {:.9g}: the run is over. To go on, set a later end, "
                      "e.g. --set {}{}. Nothing was run.",
                      restart_->file.string(), solver_->steps(), solver_->time(), later_end(),
                      after_step_ ? ", or run all members from their start with --force" : ""));
    log_.line("going on from {} (step {}, time {:.6g})", restart_->file.string(), solver_->steps(),
              solver_->time());
    for (const MadeChange& made : notes_.changes)
      log_.line("changed at the restart from step {}: {} was {}, is {}", made.step, made.change.key,
                made.change.before, made.change.now);
  }

  /// Whether the report of the run says that it was over at this step: what it writes at its end
  /// may have failed.
  bool is_reported() const {
    if (use_ != io::FolderUse::restart) return true;
    bool is_done = false;
    io::on_root(comm_, [&] {
      const auto reported = reported_end(folder_.report());
      is_done = reported && reported->status == "done" && reported->steps == solver_->steps();
    });
    return comm_.max(is_done ? 1 : 0) > 0;
  }

  std::string later_end() const {
    return setup_.end_time ? fmt::format("time.end={:g}", 2 * solver_->time())
                           : fmt::format("time.steps={}", 2 * solver_->steps());
  }

  void open_folder() {
    folder_.prepare(comm_, use_);
    log_.open(folder_.log(), use_ == io::FolderUse::restart);
    if (use_ == io::FolderUse::restart) {
      set_later_results_aside();
      cut_later_rows();
      remove_report();
    }
    write_effective_case(folder_, setup_.input, comm_, notes_.changes);
  }

  void set_later_results_aside() {
    const bool changed = !notes_.changes.empty() && notes_.changes.back().step == restart_->step;
    const auto aside = folder_.set_aside_after(restart_->step, changed, comm_);
    if (aside) log_.line("results of later steps were moved to {}", aside->string());
  }

  void cut_later_rows() {
    io::on_root(comm_, [&] {
      for (const std::string& file : folder_.results())
        if (file == folder_.history().filename() || file.starts_with("probes/"))
          io::cut_rows_after(folder_.path() / file, restart_->step);
    });
  }

  /// It is of the part before this one: if this one is killed, nobody may take the run for done.
  void remove_report() {
    io::on_root(comm_, [&] { std::filesystem::remove(folder_.report()); });
  }

  LoopEnd step_to_the_end() {
    const SignalWatch signals;
    Checkpoints checkpoints(folder_, comm_, setup_.keep_checkpoints, notes_);
    if (restart_) checkpoints.set_last(restart_->file);
    std::optional<io::Resumption> resumed;
    if (use_ == io::FolderUse::restart)
      resumed = {.step = solver_->steps(), .case_has_changed = !notes_.changes.empty()};
    Recorder recorder(setup_, folder_, comm_, *solver_, resumed);
    solver_->start_output(folder_, resumed.has_value());
    Loop loop({.setup = setup_,
               .comm = comm_,
               .solver = *solver_,
               .recorder = recorder,
               .checkpoints = checkpoints,
               .log = log_,
               .signals = signals,
               .cap = options_.steps,
               .after_step = after_step_});
    try {
      if (!resumed) recorder.record(solver_->time());
      const LoopEnd end = loop.run();
      if (loop.finished()) recorder.record_end();
      // A run that is not over is to be gone on with.
      if ((setup_.final_checkpoint || end.capped) && checkpoints.last_step() != solver_->steps())
        checkpoints.write(*solver_, setup_.kind);
      solver_->end_output(folder_);
      close(end, checkpoints);
      return end;
    } catch (const SimulationError& error) {
      throw SimulationError(
          std::string(error.what()) + "\n" +
          advice_after_divergence(Registry::instance().find(setup_.kind)->after_divergence,
                                  command_, checkpoints.last()));
    } catch (const IoError& error) {
      throw IoError(std::string(error.what()) + "\n" +
                    advice_after_failure(command_, checkpoints.last()));
    }
  }

  void close(const LoopEnd& end, const Checkpoints& checkpoints) {
    const std::vector<Phase> own_phases = solver_->phases().list(),
                             phases = average_phases(own_phases, comm_);
    RunFacts facts{.case_file = setup_.input.file().string(),
                   .kind = setup_.kind,
                   .title = setup_.title,
                   .precision = setup_.precision,
                   .device = setup_.device,
                   .device_name = setup_.device_name,
                   .status = status_text(end),
                   .ranks = comm_.size(),
                   .threads = exec::threads(),
                   .step_seconds = average_steps(solver_->phases().step_seconds(), comm_),
                   .phase_slowest = slowest_seconds(own_phases, comm_),
                   .profile = comm_.size() > 1 ? transport::profile_in_use_name() : std::string(),
                   .seconds_total = seconds_now() - start_,
                   .estimated_bytes = estimated_bytes_,
                   .peak_bytes = comm_.max(peak_resident_bytes()),
                   .checks = {},
                   .changes = notes_.changes,
                   .steady = end.steady,
                   .split = setup_.summary.split};
    const bool is_over = end.signal == 0 && !end.capped;
    io::on_root(comm_, [&] {
      facts.checks =
          is_over ? checks::evaluate(setup_.checks, folder_)
                  : checks::undecided(setup_.checks, fmt::format("the run was stopped at step {}",
                                                                 solver_->steps()));
    });
    // Every rank makes the text: a solver may gather what its movements took.
    const std::string report = report_json(*solver_, phases, facts);
    io::write_text(folder_.report(), comm_, report);
    const double floor = floor_per_step(phases, facts.step_seconds.size());
    for (const std::string& text : closing_lines({.end = end,
                                   .facts = facts,
                                   .steps = solver_->steps(),
                                   .time = solver_->time(),
                                   .floor_seconds = floor,
                                   .results = folder_.results(),
                                   .folder = folder_.path(),
                                   .last_checkpoint = checkpoints.last(),
                                   .command = command_}))
      log_.line("{}", text);
  }

  const RunOptions& options_;
  const transport::Communicator& comm_;
  AfterStep after_step_;
  double start_ = seconds_now();
  Log log_;
  Setup setup_;
  io::OutputFolder folder_;
  std::string command_ = restart_command(options_);
  std::optional<RestartPoint> restart_;
  std::optional<RunLock> lock_;
  CaseNotes notes_;
  io::FolderUse use_ = io::FolderUse::fresh;
  double estimated_bytes_ = 0;
  std::unique_ptr<Simulation> solver_;
};

}  // namespace

std::filesystem::path output_path(const RunOptions& options, const io::Case& input) {
  const io::OutputFolder folder(options.out.empty() ? std::filesystem::path("out") / input.name()
                                                    : options.out);
  return options.member ? folder.member(*options.member) : folder.path();
}

void write_effective_case(const io::OutputFolder& folder, const io::Case& input,
                          const transport::Communicator& comm,
                          const std::vector<MadeChange>& changes) {
  std::string text = fmt::format("# The case as it was run, by thalweg {} ({}), from {}\n", version,
                                 commit, input.file().string());
  for (const MadeChange& made : changes)
    text += fmt::format("# Changed at the restart from step {}: {} was {}\n", made.step,
                        made.change.key,
                        made.change.before.empty() ? "not set" : printable(made.change.before));
  io::write_text(folder.case_file(), comm, text + input.effective_toml());
}

LoopEnd run_case(const RunOptions& options, const transport::Communicator& comm) {
  return Run(options, comm).go();
}

std::string run_member(const RunOptions& options, const transport::Communicator& comm,
                       const std::function<void(double)>& after_step) {
  return status_text(Run(options, comm, after_step).go());
}

}  // namespace thalweg::simulation
