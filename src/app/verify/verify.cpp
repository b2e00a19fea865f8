// SPDX-License-Identifier: Apache-2.0
#include "app/verify/verify.hpp"

#include <fmt/format.h>
#include <stdlib.h>  // mkdtemp of POSIX

#include <fstream>
#include <new>
#include <nlohmann/json.hpp>

#include "app/verify/cases.hpp"
#include "app/verify/orders.hpp"
#include "app/verify/table.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "io/files/together.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/loop/run_case.hpp"
#include "simulation/process/log.hpp"
#include "simulation/process/progress.hpp"
#include "simulation/process/signals.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::app {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr double unstated_seconds = 60;  // of a case that does not say how long it takes

double seconds_of(const VerifyCase& one) { return one.hints.seconds.value_or(unstated_seconds); }

/// A new folder for results. Collective.
fs::path scratch_folder(const transport::Communicator& comm) {
  std::string name;
  io::on_root(comm, [&] {
    name = (fs::temp_directory_path() / "thalweg-verify-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw IoError(fmt::format("no folder can be made in {}: name one with --out",
                                fs::temp_directory_path().string()));
  });
  return comm.broadcast(name);
}

/// The checks of a run as its report has them.
Json reported_checks(const io::OutputFolder& run) {
  std::ifstream in(run.report());
  const Json report = Json::parse(in, nullptr, false);
  if (report.is_discarded() || !report.contains("checks"))
    throw IoError(fmt::format("{} cannot be read", run.report().string()));
  return report["checks"];
}

/// Those of a run, or of all members of an ensemble, with the number of the member. The folder may
/// hold members of an earlier ensemble besides.
Json reported_checks(const io::OutputFolder& folder, const simulation::Setup& setup) {
  if (!setup.ensemble) return reported_checks(folder);
  Json list = Json::array();
  for (int m = 0; m < setup.ensemble->size(); ++m)
    for (Json check : reported_checks(io::OutputFolder(folder.member(m)))) {
      check["name"] = fmt::format("{} (member {})", check.value("name", ""), m);
      list.push_back(std::move(check));
    }
  return list;
}

class Verification {
 public:
  Verification(const VerifyRequest& request, const transport::Communicator& comm)
      : request_(request), comm_(comm), log_(comm.is_root(), false) {}

  int go() {
    io::together(comm_, [&] { cases_ = chosen_cases(request_); });
    for (const VerifyCase& one : cases_) {
      total_seconds_ += seconds_of(one);
      // What a case needs of another one is not there yet: it is read when that one has run.
      if (one.hints.needs.empty()) read_runs(one);
    }
    open_folder();
    for (const VerifyCase& one : cases_) {
      run_case(one);
      if (stopped()) break;
    }
    return close();
  }

 private:
  fs::path folder_of(const VerifyCase& one) const { return folder_ / one.name; }

  simulation::RunOptions options_of(const VerifyCase& one) const {
    simulation::RunOptions options{.case_file = one.file, .out = folder_of(one)};
    options.device = request_.device;
    options.force = request_.force;
    options.quiet = true;
    for (const auto& need : one.hints.needs) {
      const fs::path result = folder_ / io::Case::load(need.case_file, {}).name() / need.file;
      options.overrides.push_back(need.key + "=" + io::in_quotes(fs::absolute(result).string()));
    }
    return options;
  }

  OrderRuns orders_of(const VerifyCase& one, const simulation::Setup& setup) const {
    return OrderRuns(one.is_checked ? setup.checks : std::vector<simulation::checks::Check>{},
                     folder_ / "orders" / one.name);
  }

  /// Finds the mistakes of a case, and those of the keys that its orders of convergence vary.
  void read_runs(const VerifyCase& one) const {
    const simulation::RunOptions options = options_of(one);
    const simulation::Setup setup = simulation::Setup::read(options, comm_);
    try {
      for (const simulation::RunOptions& run : orders_of(one, setup).all(options))
        simulation::Setup::read(run, comm_);
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}: a run of [[check.vary]]:\n{}", one.file.string(), error.what()));
    }
  }

  void open_folder() {
    folder_ = request_.out.empty() ? scratch_folder(comm_) : request_.out;
    if (request_.out.empty()) return;
    io::on_root(comm_, [&] { io::make_output_folder(folder_); });
    log_.open(folder_ / "verify.log", true);
  }

  void run_case(const VerifyCase& one) {
    const double start = seconds_now();
    log_.line("[{}/{}] {}", ++running_, cases_.size(), one.name);
    VerifiedCase end{.name = one.name, .results = {}, .failure = {}};
    guarded(end, [&] { end.results = results_of(one); });
    for (const std::string& line : simulation::checks::summary_lines(end.results))
      log_.line("    {}", line);
    const double seconds = seconds_now() - start;
    log_.line("    {} in {}", end.failure.empty() ? "ran" : "failed",
              simulation::duration_text(seconds));
    done_seconds_ += seconds_of(one);
    if (stopped()) return;
    if (!one.is_checked) end.results.clear();
    ends_.push_back(std::move(end));
  }

  std::vector<simulation::checks::Result> results_of(const VerifyCase& one) {
    const simulation::RunOptions options = options_of(one);
    const simulation::Setup setup = simulation::Setup::read(options, comm_);
    const OrderRuns orders = orders_of(one, setup);
    const double runs = 1 + static_cast<double>(orders.count());
    run(options, setup, [&](double fraction) { draw(one, fraction / runs); });
    if (stopped()) return {};  // members of an ensemble that did not start have no report
    std::vector<simulation::checks::Result> results = gathered_results(options, setup);
    double over = 1;
    orders.decide(results, options, comm_, [&](const simulation::RunOptions& order_options) {
      if (stopped()) return;
      const simulation::Setup finer = simulation::Setup::read(order_options, comm_);
      run(order_options, finer, [&](double fraction) { draw(one, (over + fraction) / runs); });
      ++over;
    });
    return results;
  }

  void run(const simulation::RunOptions& options, const simulation::Setup& setup,
           const std::function<void(double)>& after_step) {
    if (setup.ensemble) {
      simulation::run(options, comm_);
    } else {
      simulation::require_memory(setup.summary.memory, comm_);
      simulation::run_member(options, comm_, after_step);
    }
    comm_.barrier();  // rank 0 writes the report
  }

  std::vector<simulation::checks::Result> gathered_results(const simulation::RunOptions& options,
                                                           const simulation::Setup& setup) const {
    std::string text;
    io::on_root(comm_,
                [&] { text = reported_checks(io::OutputFolder(options.out), setup).dump(); });
    std::vector<simulation::checks::Result> results;
    for (const Json& check : Json::parse(comm_.broadcast(text)))
      results.push_back(simulation::checks::from_json(check));
    return results;
  }

  /// Keeps the error of a run, so that the others go on, unless this rank is alone with it.
  void guarded(VerifiedCase& end, const std::function<void()>& action) const {
    constexpr double patience_s = 5;
    const auto fail = [&](ExitStatus status, const std::string& text) {
      if (comm_.size() > 1 && !comm_.all_arrive(patience_s)) throw;
      end.failure = text;
      end.exit_status = static_cast<int>(status);
    };
    try {
      action();
    } catch (const Error& error) {
      if (error.status() == ExitStatus::internal) throw;
      fail(error.status(), error.what());
    } catch (const std::bad_alloc&) {
      fail(ExitStatus::resource, "memory is exhausted");
    }
  }

  bool stopped() const { return signal() != 0; }
  int signal() const { return static_cast<int>(comm_.max(signals_.received())); }

  void draw(const VerifyCase& one, double fraction) {
    if (!log_.shows_bar()) return;
    const double done = done_seconds_ + fraction * seconds_of(one);
    const double spent = seconds_now() - start_;
    const double left = done > 0 ? spent / done * (total_seconds_ - done) : 0;
    log_.draw_bar(fmt::format("{} {} of {} cases, {} left",
                              simulation::bar_of(done / total_seconds_), running_ - 1,
                              cases_.size(), simulation::duration_text(left)));
  }

  int close() {
    log_.line("");
    for (const std::string& line : table_lines(ends_)) log_.line("{}", line);
    const int stopped_by = signal();
    const int status = stopped_by != 0 ? 128 + stopped_by : exit_status(ends_);
    if (stopped_by != 0) log_.line("stopped by a signal");
    if (status != 0 || !request_.out.empty())
      log_.line("The results are in {}.", folder_.string());
    else
      io::on_root(comm_, [&] { fs::remove_all(folder_); });
    return status;
  }

  const VerifyRequest& request_;
  const transport::Communicator& comm_;
  simulation::Log log_;
  simulation::SignalWatch signals_;
  double start_ = seconds_now();
  fs::path folder_;
  std::vector<VerifyCase> cases_;
  std::vector<VerifiedCase> ends_;
  std::size_t running_ = 0;  // number of the present case, from 1
  double total_seconds_ = 0, done_seconds_ = 0;
};

}  // namespace

int verify(const VerifyRequest& request, const transport::Communicator& comm) {
  return Verification(request, comm).go();
}

}  // namespace thalweg::app
