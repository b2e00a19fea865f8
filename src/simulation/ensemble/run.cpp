// SPDX-License-Identifier: Apache-2.0
#include "simulation/ensemble/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <new>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "exec/stream.hpp"
#include "io/files/together.hpp"
#include "io/output/output_folder.hpp"
#include "simulation/ensemble/check.hpp"
#include "simulation/ensemble/closing.hpp"
#include "simulation/ensemble/progress.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/loop/closing.hpp"
#include "simulation/loop/run_case.hpp"
#include "simulation/process/run_lock.hpp"
#include "transport/choice/spare_memory.hpp"

namespace thalweg::simulation {

namespace {

namespace fs = std::filesystem;

/// Runs members one after the other on one group of ranks.
class MemberRunner {
 public:
  MemberRunner(const RunOptions& options, const fs::path& folder, const MemberGroup& group)
      : options_(options), folder_(folder), group_(group) {}

  /// Collective over the group. What goes wrong is in the result, unless a rank of several is alone
  /// with it: the others would wait for it for ever.
  MemberEnd run(int member, const std::function<void(double)>& after_step) const {
    const double start = seconds_now();
    MemberEnd end{.member = member, .message = {}};
    const auto fail = [&](const std::string& status, ExitStatus exit_status, const char* message) {
      require_company();
      end.status = status;
      end.exit_status = static_cast<int>(exit_status);
      end.message = message;
    };
    try {
      end.status = attempt(member, after_step, end.note);
    } catch (const Error& error) {
      if (error.status() == ExitStatus::internal) throw;
      const bool diverged = error.status() == ExitStatus::diverged;
      fail(diverged ? "diverged" : "failed", error.status(), error.what());
    } catch (const std::bad_alloc&) {
      fail("failed", ExitStatus::resource, "memory is exhausted");
    }
    end.seconds = seconds_now() - start;
    for (const std::string& text : {end.note, end.message})
      if (!text.empty() && group_.comm().is_root()) add_to_log(member, text);
    return end;
  }

 private:
  /// note: why a member that had results was run from its start, which only one is that has no
  /// intact checkpoint: what has gone further than an end that was set too early is not lost for
  /// it.
  std::string attempt(int member, const std::function<void(double)>& after_step,
                      std::string& note) const {
    RunOptions options = member_options(options_, folder_, member);
    if (options_.restart && has_results(member)) {
      options.restart = true;
      try {
        return run_member(options, group_.comm(), after_step);
      } catch (const NoCheckpointError& error) {
        note = error.what();
      }
      note = "was run from its start: " + note.substr(0, note.rfind(" Nothing was run."));
      options.restart = false;
    }
    options.force = true;
    return run_member(options, group_.comm(), after_step);
  }

  bool has_results(int member) const {
    const io::OutputFolder folder(io::OutputFolder(folder_).member(member));
    bool found = false;
    io::on_root(group_.comm(), [&] { found = !folder.results().empty(); });
    return group_.comm().max(found ? 1 : 0) > 0;
  }

  /// Rethrows the present exception if other ranks of the group do not have it too; else what it
  /// has left behind, such as memory that a node shares, is given back.
  void require_company() const {
    constexpr double patience_s = 5;
    if (group_.comm().size() > 1 && !group_.comm().all_arrive(patience_s)) throw;
    group_.comm().give_back_abandoned();
  }

  void add_to_log(int member, const std::string& text) const {
    const io::OutputFolder folder(io::OutputFolder(folder_).member(member));
    std::ofstream(folder.log(), std::ios::app) << text << '\n';
  }

  const RunOptions& options_;
  fs::path folder_;
  const MemberGroup& group_;
};

class EnsembleRun {
 public:
  EnsembleRun(const RunOptions& options, const Ensemble& ensemble,
              const transport::Communicator& all)
      : options_(options), ensemble_(ensemble), all_(all), log_(all.is_root(), options.quiet),
        group_(all, ensemble.ranks_per_member()),
        check_(check_members(options, ensemble, group_, all)), folder_(common_path()) {}

  struct Outcome {
    int status = 0;          // as run() returns it
    int worst = 0;           // exit status of a member
    std::string failures{};  // of members, for the message

    void throw_if_failed() const {
      if (status != 0 || worst == 0) return;
      if (worst == static_cast<int>(ExitStatus::input)) throw InputError(failures);
      if (worst == static_cast<int>(ExitStatus::diverged)) throw SimulationError(failures);
      throw IoError(failures);
    }
  };

  Outcome go() {
    refuse_what_cannot_be();
    transport::set_spare_memory(require_memory(check_.memory, all_));
    const bool on_devices = check_.first && check_.first->device == "cuda";
    if (all_.max(on_devices ? 1 : 0) > 0) group_.require_own_devices();
    const RunLock lock(folder_.path(), all_);
    open_folder();
    announce();
    run_members();
    Outcome outcome{.status = close()};
    for (const MemberEnd& end : ends_) outcome.worst = std::max(outcome.worst, end.exit_status);
    outcome.failures = failures_text(ensemble_, ends_, folder_);
    return outcome;
  }

 private:
  /// Groups that take no member have not read the case.
  fs::path common_path() const {
    return all_.broadcast(check_.first ? output_path(options_, check_.first->input).string() : "");
  }

  void refuse_what_cannot_be() const {
    if (!options_.restart_file.empty())
      throw InputError("--restart takes no file for an ensemble: each member goes on from its own "
                       "newest checkpoint. Nothing was run.");
    if (all_.size() < ensemble_.ranks_per_member())
      throw InputError(
          fmt::format("ensemble.ranks_per_member is {0}, and there {1}: start it with "
                      "mpirun -n {0} (or a multiple of that). Nothing was run.",
                      ensemble_.ranks_per_member(),
                      all_.size() == 1 ? "is 1 rank" : fmt::format("are {} ranks", all_.size())));
  }

  void open_folder() {
    using io::FolderUse;
    const FolderUse use = options_.force     ? FolderUse::force
                          : options_.restart ? FolderUse::restart
                                             : FolderUse::fresh;
    if (use == FolderUse::restart)
      io::on_root(all_, [&] { require_same_ensemble(folder_, ensemble_); });
    if (use == FolderUse::force)
      io::together(all_, [&] { folder_.require_kept_by_force(check_.files); });
    folder_.prepare(all_, use);
    log_.open(folder_.log(), use == FolderUse::restart);
    find_done();
    io::on_root(all_, [&] {
      write_effective_case(folder_, check_.first->input, transport::Communicator::self());
    });
    io::write_text(folder_.ensemble(), all_, ensemble_json(ensemble_, ends_));
  }

  /// How each member stands now, and which are to be run.
  void find_done() {
    together_patiently(all_, [&] {  // it reads the case of every member that is done
      for (int m = 0; m < ensemble_.size(); ++m) {
        ends_.push_back({.member = m, .message = {}});
        if (all_.is_root() && options_.restart && is_done(m))
          ends_.back() = reported_end(io::OutputFolder(folder_.member(m)), m);
      }
    });
    ends_ = unpacked(all_.broadcast(packed(ends_)));
    for (const MemberEnd& end : ends_)
      if (end.status != "done") waiting_.push_back(end.member);
  }

  /// Whether a member's run is over, and ended where it would end now.
  bool is_done(int member) const {
    const io::OutputFolder folder(folder_.member(member));
    if (reported_end(folder, member).status != "done") return false;
    std::optional<Setup> then;
    try {
      then = Setup::read({.case_file = folder.case_file(), .device = options_.device},
                         transport::Communicator::self());
    } catch (const InputError&) {
      return false;  // its case is damaged
    }
    RunOptions options = options_;
    options.member = member;
    const Setup now = Setup::read(options, transport::Communicator::self());
    require_same_case(member, *then, now);
    return then->end_time == now.end_time && then->end_step == now.end_step &&
           reports_the_end(folder, *then, now);
  }

  /// Members of one ensemble must not come from two cases. Throws InputError.
  void require_same_case(int member, const Setup& then, const Setup& now) const {
    const auto self = transport::Communicator::self();
    std::string lines;
    for (const CaseChange& change :
         CaseRecord::of(then.input, self).changes_in(CaseRecord::of(now.input, self)))
      if (!is_listed(change.key, now.allow_changes))
        lines += fmt::format("\n  {} was {}, is {}", change.key, change.before, change.now);
    if (!lines.empty())
      throw InputError(fmt::format(
          "--restart: member {} is done, and the case is not the one that it was run with.{}\n"
          "Restart with the case as it was, run all members again with --force, or keep those that "
          "are done by naming the keys in checkpoint.allow_changes. Nothing was run.",
          member, lines));
  }

  void announce() {
    if (!all_.is_root()) return;
    const Setup& first = *check_.first;
    const int ranks = group_.comm().size(), threads = exec::threads();
    log_.line("{}", first.title);
    log_.line("{} ({} precision) on {}: {} members, {} at a time on {} rank{} x {} thread{}",
              first.kind, first.precision, first.device, ensemble_.size(), group_.count(), ranks,
              ranks == 1 ? "" : "s", threads, threads == 1 ? "" : "s");
    for (const std::string& text : first.summary.lines) log_.line("{}", text);
    log_.line("from {}", ensemble_.settings_text(0));
    log_.line("to   {}", ensemble_.settings_text(ensemble_.size() - 1));
    if (const int idle = all_.size() - group_.count() * ranks; idle > 0)
      log_.line("{} rank{} stay{} idle: no whole group, or no device of its own", idle,
                idle == 1 ? "" : "s", idle == 1 ? "s" : "");
    if (const auto done = ends_.size() - waiting_.size(); done > 0)
      log_.line("{} members are done already", done);
  }

  void run_members() {
    const SignalWatch signals;
    const MemberQueue queue(waiting_, all_);
    const MemberRunner runner(options_, folder_.path(), group_);
    MemberProgress progress(log_, static_cast<int>(ends_.size() - waiting_.size()),
                            ensemble_.size());
    double fraction = 0;
    double looked = 0;
    const auto look = [&](bool always) {
      constexpr double interval = 0.1;
      if (const int signal = signals.received(); signal != 0) queue.stop(signal);
      if (!group_.comm().is_root() || (!always && seconds_now() - looked < interval)) return;
      looked = seconds_now();
      const MemberQueue::State state = queue.state();
      if (state.signal != 0) signals.remember(state.signal);
      if (all_.is_root()) progress.update(state, fraction);
    };
    const auto after_step = [&](double done) {
      fraction = done;
      look(false);
    };
    const auto work = [&] {
      const std::optional<int> member = queue.take(group_.comm());
      if (!member) return false;
      mine_.push_back(runner.run(*member, after_step));
      fraction = 0;
      // A signal may have reached any rank of the group.
      if (const double signal = group_.comm().max(signals.received()); signal > 0)
        signals.remember(static_cast<int>(signal));
      if (group_.comm().is_root() && signals.received() == 0) queue.give_back();
      look(true);
      return true;
    };
    while (group_.works() && work()) {
    }
    all_.wait_for_all([&] { look(false); });
    look(true);
    signal_ = static_cast<int>(all_.max(signals.received()));
    collect();
    // One that came when all was done stopped nothing.
    const auto is_over = [](const MemberEnd& end) {
      return end.status == "done" || end.exit_status != 0;
    };
    if (std::all_of(ends_.begin(), ends_.end(), is_over)) signal_ = 0;
  }

  void collect() {
    if (!group_.comm().is_root()) mine_.clear();
    const auto all = all_.gather(packed(mine_));
    for (const std::string& text : all)
      for (const MemberEnd& end : unpacked(text)) ends_[static_cast<std::size_t>(end.member)] = end;
    ends_ = unpacked(all_.broadcast(packed(ends_)));
  }

  int close() {
    io::write_text(folder_.ensemble(), all_, ensemble_json(ensemble_, ends_));
    for (const std::string& text : ensemble_closing_lines({.ends = ends_,
                                   .signal = signal_,
                                   .seconds = seconds_now() - start_,
                                   .folder = folder_,
                                   .command = restart_command(options_)}))
      log_.line("{}", text);
    for (const MemberEnd& end : ends_)
      if (!end.note.empty()) log_.line("member {} {}", end.member, end.note);
    return signal_ != 0 ? 128 + signal_ : 0;
  }

  const RunOptions& options_;
  const Ensemble& ensemble_;
  const transport::Communicator& all_;
  double start_ = seconds_now();
  Log log_;
  MemberGroup group_;
  EnsembleCheck check_;
  io::OutputFolder folder_;
  std::vector<MemberEnd> ends_;  // of all members, in order
  std::vector<MemberEnd> mine_;  // that this group has run
  std::vector<int> waiting_;
  int signal_ = 0;
};

}  // namespace

int run_ensemble(const RunOptions& options, const Ensemble& ensemble,
                 const transport::Communicator& all) {
  // The groups are given back before an error goes up: ranks can do that only together.
  const EnsembleRun::Outcome outcome = EnsembleRun(options, ensemble, all).go();
  outcome.throw_if_failed();
  return outcome.status;
}

}  // namespace thalweg::simulation
