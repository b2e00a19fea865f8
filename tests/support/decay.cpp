// SPDX-License-Identifier: Apache-2.0
#include "tests/support/decay.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <limits>
#include <numeric>

#include "simulation/interface/simulation.hpp"
#include "transport/comm/node_memory.hpp"

namespace thalweg::testing {

namespace {

using namespace thalweg::simulation;

struct Parameters {
  std::int64_t points;
  double rate, step;
  std::int64_t nan_at_step, signal_at_step, signal, crash_in_save_at_step;
  double claim_bytes;
};

/// A file that the case may name, as media and signals of real solvers.
void read_file(io::Case& input) {
  const std::string file = input.text("decay.file", "");
  if (!file.empty() && !std::filesystem::exists(input.resolve(file)))
    input.error("decay.file", "there is no such file");
}

Parameters read(io::Case& input) {
  const auto step_key = [&](const char* key) {
    return input.integer(key, {.default_value = -1, .minimum = -1});
  };
  return {.points = input.integer("decay.points", {.default_value = 12, .minimum = 1}),
          .rate = input.number("decay.rate", {.default_value = 1, .minimum = 0}),
          .step =
              input.number("decay.step", {.default_value = 0.1, .minimum = 0, .exclusive = true}),
          .nan_at_step = step_key("decay.nan_at_step"),
          .signal_at_step = step_key("decay.signal_at_step"),
          .signal = input.integer("decay.signal", {.default_value = SIGTERM}),
          .crash_in_save_at_step = step_key("decay.crash_in_save_at_step"),
          .claim_bytes = input.number("decay.claim_bytes", {.default_value = 0, .minimum = 0})};
}

SolverKind::Summary check(io::Case& input, const transport::Communicator& comm,
                          const std::string&) {
  const Parameters p = read(input);
  read_file(input);
  if (p.points < comm.size()) input.error("decay.points", "cannot be split over this many ranks");
  return {{"a line of points"}, {.arrays_bytes = p.claim_bytes}};
}

class Decay final : public Simulation {
 public:
  Decay(const Parameters& p, const transport::Communicator& comm) : p_(p), comm_(comm) {
    const std::int64_t first = p.points * comm.rank() / comm.size();
    const std::int64_t end = p.points * (comm.rank() + 1) / comm.size();
    block_ = {.global = {p.points, 1, 1, 1}, .offset = first, .count = end - first};
    u_.resize(static_cast<std::size_t>(block_.count));
    // As real solvers do, hold what the ranks can only give back together.
    shared_ = transport::NodeMemory::offer(comm, block_.count * std::int64_t{sizeof(double)});
  }

  void initialise() override {
    for (std::size_t i = 0; i < u_.size(); ++i)
      u_[i] = 1.0 + static_cast<double>(block_.offset) + static_cast<double>(i);
  }
  void step(double time_limit) override {
    const auto scope = phases_.measure("decay");
    dt_ = std::min(p_.step, time_limit - time_);
    for (double& u : u_) u *= 1 - dt_ * p_.rate;
    time_ = time_ + p_.step >= time_limit ? time_limit : time_ + dt_;
    ++steps_;
    const bool last_rank = comm_.rank() == comm_.size() - 1;
    if (last_rank && steps_ == p_.nan_at_step) u_.back() = std::numeric_limits<double>::quiet_NaN();
    if (last_rank && steps_ == p_.signal_at_step) std::raise(static_cast<int>(p_.signal));
  }
  double time() const override { return time_; }
  std::int64_t steps() const override { return steps_; }
  double dt() const override { return dt_; }
  double courant_number() override { return dt_ * p_.rate; }

  std::vector<Scalar> scalars() override { return {{"total", "m", total()}}; }
  void history_written() override {}
  std::vector<Table> tables(const std::vector<std::string>& names) override {
    std::vector<Table> asked;
    for (const std::string& name : names) asked.push_back({name, {name}, {"m"}, {{total()}}});
    return asked;
  }
  void write_fields(FieldWriter& writer) override {
    const io::ImageGrid grid{.points = {p_.points, 1, 1}, .spacing = {1, 1, 1}, .origin = {}};
    for (const std::string& name : writer.names())
      writer.image(grid, {.name = name,
                          .unit = "m",
                          .components = 1,
                          .plane_begin = block_.offset,
                          .plane_end = block_.offset + block_.count,
                          .values = u_});
  }

  void save(io::CheckpointWriter& file) override {
    file.attribute("step", steps_);
    file.attribute("time", time_);
    file.array("u", block_, u_.data());
    if (steps_ == p_.crash_in_save_at_step && comm_.rank() == comm_.size() - 1) std::raise(SIGKILL);
  }
  void load(io::CheckpointReader& file) override {
    steps_ = file.integer("step");
    time_ = file.number("time");
    file.array("u", block_, u_.data());
  }

  void rebalance() override { told_.push_back({steps_, 1.5, 1.1, 1.2}); }
  std::optional<BalanceReport> balance() const override {
    return BalanceReport{1.3, 1.2, {{"point_seconds", 2e-6}}, told_};
  }

  std::vector<Fault> faults() override {
    if (std::isfinite(total())) return {};
    return {{.field = "u", .place = "point 11", .what = "is not finite"}};
  }
  Phases& phases() override { return phases_; }
  std::vector<TransportReport> transport() const override { return {}; }
  double triad_bytes_per_second() const override { return 1e10; }

 private:
  double total() const { return comm_.sum(std::accumulate(u_.begin(), u_.end(), 0.0)); }

  Parameters p_;
  transport::Communicator comm_;
  io::Block block_;
  std::vector<double> u_;
  std::unique_ptr<transport::NodeMemory> shared_;
  double time_ = 0, dt_ = 0;
  std::int64_t steps_ = 0;
  std::vector<BalanceReport::Rebalancing> told_;
  Phases phases_;
};

}  // namespace

void register_decay() {
  [[maybe_unused]] static const bool once = [] {
    Registry::instance().add({.name = "decay",
                              .field_names = {"height"},
                              .recordings = {.history = {"total"},
                                             .tables = {{"total", {"total"}, "spectra"},
                                                        {"profile", {"profile"}},
                                                        {"sums", {"sums"}}}},
                              .check = check,
                              .fixed_keys = {"decay.points"},
                              .after_divergence = {.text = "Usually decay.step is too long.",
                                                   .settings = "--set decay.step=0.05"},
                              .self_test_case = "[decay]\npoints = 9\n"});
    Registry::instance().add_factory("decay", "cpu",
                                     [](io::Case& input, const transport::Communicator& comm) {
                                       return std::make_unique<Decay>(read(input), comm);
                                     });
    return true;
  }();
}

}  // namespace thalweg::testing
