// SPDX-License-Identifier: Apache-2.0
// Every route of transposes and halos of several sizes on this machine: the fastest against the one
// that would be chosen (regret), against direct messages, and measured times against those that the
// profile predicts.
//   thalweg-bench-transport [--quick]     (starts itself on all cores)
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "results.hpp"
#include "simulation/launch.hpp"
#include "simulation/memory.hpp"
#include "transport/choose.hpp"
#include "transport/itinerary.hpp"
#include "transport/known_machine.hpp"
#include "transport/probe.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::transport;

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

/// The ranks in a periodic box as square as it can be; a rank's neighbours in all 26 directions.
std::vector<int> halo_peers(const Communicator& comm) {
  std::array<int, 3> box{comm.size(), 1, 1};
  for (int z = 1; z * z * z <= comm.size(); ++z)
    for (int y = z; z * y * y <= comm.size(); ++y)
      if (comm.size() % (z * y) == 0) box = {z, y, comm.size() / (z * y)};
  const int me[3] = {comm.rank() / (box[1] * box[2]), comm.rank() / box[2] % box[1],
                     comm.rank() % box[2]};
  std::set<int> peers;
  for (int step = 0; step < 27; ++step) {
    const int way[3] = {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
    int peer = 0;
    for (std::size_t d = 0; d < 3; ++d) peer = peer * box[d] + (me[d] + way[d] + box[d]) % box[d];
    if (peer != comm.rank()) peers.insert(peer);
  }
  return {peers.begin(), peers.end()};
}

std::vector<int> transpose_peers(const Communicator& comm) {
  std::vector<int> peers;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) peers.push_back(rank);
  return peers;
}

/// One movement of one size, with its buffers.
struct Case {
  std::string movement;
  std::int64_t bytes;  // per destination
  std::vector<std::byte> send, receive;
  Plan plan;

  Case(const Communicator& comm, std::string kind, const std::vector<int>& peers, std::int64_t size)
      : movement(std::move(kind)), bytes(size), send(peers.size() * static_cast<std::size_t>(size)),
        receive(send.size()), plan{movement,    comm,           {Chunk{}},
                                   send.data(), receive.data(), movement} {
    std::int64_t offset = 0;
    for (const int peer : peers) {
      plan.chunks[0].sends.push_back({peer, offset, size});
      plan.chunks[0].receives.push_back({peer, offset, size});
      offset += size;
    }
  }
};

struct Measured {
  Candidate candidate;
  std::unique_ptr<Carrier> carrier;
  std::vector<double> seconds;
  double median() const { return quantile(seconds, 0.5); }
};

struct Outcome {
  std::string movement;
  std::int64_t bytes = 0;
  RouteChoice choice;
  double best = 0, chosen = 0, direct = 0;
  std::string best_route;
  std::vector<Measured> routes;

  double regret() const { return chosen / best - 1; }
  double against_direct() const { return chosen / direct - 1; }
};

/// All routes in turn, round after round, so that a disturbance meets all of them.
void measure_in_turn(const Plan& plan, std::vector<Measured>& routes, int rounds) {
  constexpr double batch_seconds = 2e-4;
  const auto exchange = [](Carrier& carrier) {
    carrier.start(0);
    carrier.finish();
  };
  std::vector<int> repeats;
  for (Measured& m : routes) {
    exchange(*m.carrier);
    plan.comm.barrier();
    const double begin = seconds_now();
    exchange(*m.carrier);
    const double once = plan.comm.max(seconds_now() - begin);
    repeats.push_back(std::clamp(static_cast<int>(batch_seconds / std::max(once, 1e-7)), 1, 200));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t r = 0; r < routes.size(); ++r) {
      plan.comm.barrier();
      const double begin = seconds_now();
      for (int i = 0; i < repeats[r]; ++i) exchange(*routes[r].carrier);
      routes[r].seconds.push_back(plan.comm.max(seconds_now() - begin) / repeats[r]);
    }
}

Outcome run_case(Case& c, int rounds) {
  Outcome outcome;
  outcome.movement = c.movement;
  outcome.bytes = c.bytes;
  outcome.choice = choose_route("auto", c.plan, true);
  std::vector<Candidate> candidates = outcome.choice.candidates;
  for (const Candidate& candidate : candidates)
    if (candidate.why_not.empty())
      outcome.routes.push_back({candidate, make_carrier(candidate.route, c.plan), {}});
  measure_in_turn(c.plan, outcome.routes, rounds);
  outcome.best = 1e300;
  for (Measured& m : outcome.routes) {
    m.carrier.reset();
    if (m.candidate.route == outcome.choice.route) outcome.chosen = m.median();
    if (m.candidate.route == Route::direct) outcome.direct = m.median();
    if (m.median() >= outcome.best) continue;
    outcome.best = m.median();
    outcome.best_route = name_of(m.candidate.route);
  }
  return outcome;
}

void print(const Outcome& o) {
  fmt::print("{:<10} {:>9} B  chosen {:<11} {:9.1f} us  best {:<11} {:9.1f} us  regret {:5.1f} %  "
             "direct {:9.1f} us\n",
             o.movement, o.bytes, name_of(o.choice.route), 1e6 * o.chosen, o.best_route,
             1e6 * o.best, 100 * o.regret(), 1e6 * o.direct);
  for (const Measured& m : o.routes) {
    fmt::print("    {:<12} {:9.1f} us", name_of(m.candidate.route), 1e6 * m.median());
    if (m.candidate.predicted_seconds > 0)
      fmt::print("  predicted {:9.1f} us ({:+.0f} %)", 1e6 * m.candidate.predicted_seconds,
                 100 * (m.candidate.predicted_seconds / m.median() - 1));
    fmt::print("\n");
  }
}

nlohmann::ordered_json json_of(const Outcome& o) {
  nlohmann::ordered_json routes = nlohmann::ordered_json::array();
  for (const Measured& m : o.routes)
    routes.push_back(
        {{"route", name_of(m.candidate.route)},
         {"seconds", m.median()},
         {"predicted_seconds", m.candidate.predicted_seconds > 0
                                   ? nlohmann::ordered_json(m.candidate.predicted_seconds)
                                   : nlohmann::ordered_json(nullptr)}});
  return {{"movement", o.movement},
          {"bytes", o.bytes},
          {"chosen", name_of(o.choice.route)},
          {"why", o.choice.why},
          {"best", o.best_route},
          {"regret", o.regret()},
          {"against_direct", o.against_direct()},
          {"routes", routes}};
}

/// mean and worst of the regrets, worst loss against direct messages, errors of the predictions.
nlohmann::ordered_json summary_of(const std::vector<Outcome>& outcomes) {
  double sum = 0, worst = 0, loss = 0;
  std::vector<double> errors;
  for (const Outcome& o : outcomes) {
    sum += o.regret();
    worst = std::max(worst, o.regret());
    loss = std::max(loss, o.against_direct());
    for (const Measured& m : o.routes)
      if (m.candidate.predicted_seconds > 0)
        errors.push_back(std::abs(m.candidate.predicted_seconds / m.median() - 1));
  }
  return {{"regret", {{"mean", sum / static_cast<double>(outcomes.size())}, {"worst", worst}}},
          {"worst_loss_against_direct", loss},
          {"model_error", {{"median", quantile(errors, 0.5)}, {"p95", quantile(errors, 0.95)}}},
          {"predictions", errors.size()}};
}

/// The profile of this machine, measured now if there is none.
void have_profile(const Communicator& comm) {
  use_profile(comm, "auto");
  if (profile_in_use()) return;
  if (comm.is_root()) fmt::print("no profile of this machine yet: measuring one (quick)\n");
  const ProbeOptions options{.quick = true,
                             .available_bytes = simulation::available_bytes(),
                             .program = simulation::this_program()};
  const Profile profile = probe(comm, Topology::discover(comm), options, {});
  if (comm.is_root()) store_profile(profile);
  comm.barrier();
  use_profile(comm, "auto");
}

void run(const Communicator& comm, bool quick) {
  have_profile(comm);
  std::vector<std::int64_t> sizes{8, 512, 8192, 65536, 524288, 4194304};
  if (quick) sizes = {64, 8192, 262144};
  std::vector<Outcome> outcomes;
  for (const std::string movement : {"transpose", "halo"})
    for (const std::int64_t bytes : sizes) {
      const auto peers = movement == "halo" ? halo_peers(comm) : transpose_peers(comm);
      Case c(comm, movement, peers, bytes);
      outcomes.push_back(run_case(c, quick ? 15 : 41));
      if (comm.is_root()) print(outcomes.back());
    }
  if (!comm.is_root()) return;
  const nlohmann::ordered_json summary = summary_of(outcomes);
  fmt::print("regret: mean {:.1f} %, worst {:.1f} %; against direct messages at worst {:+.1f} %\n"
             "model error: median {:.0f} %, p95 {:.0f} % of {} predictions ({})\n",
             100 * summary["regret"]["mean"].get<double>(),
             100 * summary["regret"]["worst"].get<double>(),
             100 * summary["worst_loss_against_direct"].get<double>(),
             100 * summary["model_error"]["median"].get<double>(),
             100 * summary["model_error"]["p95"].get<double>(), summary["predictions"].get<int>(),
             profile_in_use_name());
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const Outcome& o : outcomes) cases.push_back(json_of(o));
  nlohmann::ordered_json all = {{"ranks", comm.size()}, {"nodes", comm.nodes().nodes()}};
  all.update(summary);
  all["cases"] = cases;
  bench::write_results("transport", all);
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  CLI::App program("Every route of transposes and halos against the one that would be chosen");
  program.add_flag("--quick", quick, "fewer sizes and rounds");
  CLI11_PARSE(program, argc, argv);
  simulation::start_again_on_all_cores(argc, argv);
  const Session session(&argc, &argv);
  try {
    const Communicator comm = Communicator::world();
    simulation::require_that_all_ranks_are_here(comm);
    exec::set_threads(1);
    run(comm, quick);
  } catch (const Error& error) {
    fmt::print(stderr, "thalweg-bench-transport: {}\n", error.what());
    return static_cast<int>(error.status());
  }
  return 0;
}
