// SPDX-License-Identifier: Apache-2.0
// Every route of transposes and halos of several sizes on this machine: the fastest against the one
// that would be chosen (regret), against direct messages, and measured times against those that the
// profile predicts. Transposes a second time as solvers use them, in memory that the node shares:
// what is sent is written before, and what has arrived is read once. Direct messages are measured
// twice, as if they were two routes: by how much these differ is the noise of all other
// comparisons. With a GPU also what host and device can pass each other: by kind of host memory,
// direction, size and number of threads; and two devices, directly and through the host.
//   thalweg-bench-transport [--quick] [--profile auto|none|FILE]     (starts itself on all cores)
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "device_tables.hpp"
#include "results.hpp"
#include "route_contest.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/process/launch.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/probe/probe.hpp"
#include "transport/routes/itinerary.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::transport;
using namespace thalweg::bench;

std::string text_of(const Loss& loss) {
  return fmt::format("{:+5.1f} % ({:+.1f} to {:+.1f})", 100 * loss.median, 100 * loss.interval.low,
                     100 * loss.interval.high);
}

void print(const Outcome& o) {
  fmt::print("{:<16} {:>8} B  chosen {:<10} {:8.1f} us  best {:<10} regret {}\n"
             "{:27}  against direct {}  noise {}\n",
             o.movement, o.bytes, name_of(o.choice.route), 1e6 * o.chosen().median(),
             name_of(o.best().candidate.route), text_of(o.regret()), "",
             text_of(o.against_direct()), text_of(o.noise()));
  for (const RouteTimes& m : o.routes) {
    fmt::print("    {:<12} {:9.1f} us", name_of(m.candidate.route), 1e6 * m.median());
    if (m.candidate.predicted_seconds > 0)
      fmt::print("  predicted {:9.1f} us ({:+.0f} %)", 1e6 * m.candidate.predicted_seconds,
                 100 * (m.candidate.predicted_seconds / m.median() - 1));
    if (m.candidate.tried_seconds > 0)
      fmt::print("  tried {:9.1f} us", 1e6 * m.candidate.tried_seconds);
    fmt::print("\n");
  }
  if (o.timed == TimedPart::in_use)
    fmt::print("    {:<12} {:9.1f} us\n", "(use alone)", 1e6 * o.use_alone.median());
}

nlohmann::ordered_json json_of(const Loss& loss) {
  return {{"median", loss.median}, {"interval", {loss.interval.low, loss.interval.high}}};
}

nlohmann::ordered_json json_of(const Outcome& o) {
  const auto or_null = [](double seconds) {
    return seconds > 0 ? nlohmann::ordered_json(seconds) : nlohmann::ordered_json(nullptr);
  };
  nlohmann::ordered_json routes = nlohmann::ordered_json::array();
  for (const RouteTimes& m : o.routes)
    routes.push_back({{"route", name_of(m.candidate.route)},
                      {"seconds", m.median()},
                      {"predicted_seconds", or_null(m.candidate.predicted_seconds)},
                      {"tried_seconds", or_null(m.candidate.tried_seconds)}});
  return {{"movement", o.movement},
          {"bytes", o.bytes},
          {"chosen", name_of(o.choice.route)},
          {"why", o.choice.why},
          {"best", name_of(o.best().candidate.route)},
          {"regret", json_of(o.regret())},
          {"against_direct", json_of(o.against_direct())},
          {"noise", json_of(o.noise())},
          {"use_alone_seconds", or_null(o.use_alone.median())},
          {"routes", routes}};
}

/// Mean and worst of the regrets, losses against direct messages beside those of direct messages
/// against themselves, errors of the predictions.
nlohmann::ordered_json summary_of(const std::vector<Outcome>& outcomes) {
  std::vector<double> regrets, losses, noise, errors, signed_errors;
  int certain = 0;
  for (const Outcome& o : outcomes) {
    regrets.push_back(o.regret().median);
    losses.push_back(o.against_direct().median);
    noise.push_back(std::abs(o.noise().median));
    certain += o.against_direct().interval.low > std::max(0.0, o.noise().interval.high);
    for (const RouteTimes& m : o.routes) {
      if (m.candidate.predicted_seconds <= 0) continue;
      signed_errors.push_back(m.candidate.predicted_seconds / m.median() - 1);
      errors.push_back(std::abs(signed_errors.back()));
    }
  }
  const double sum = std::accumulate(regrets.begin(), regrets.end(), 0.0);
  nlohmann::ordered_json model_error;  // null without predictions
  if (!errors.empty())
    model_error = {{"median", quantile_of(errors, 0.5)},
                   {"p95", quantile_of(errors, 0.95)},
                   {"bias", quantile_of(signed_errors, 0.5)}};
  return {
      {"regret",
       {{"mean", sum / static_cast<double>(regrets.size())}, {"worst", quantile_of(regrets, 1)}}},
      {"worst_loss_against_direct", quantile_of(losses, 1)},
      {"slower_than_direct_for_certain", certain},
      {"noise", {{"median", quantile_of(noise, 0.5)}, {"worst", quantile_of(noise, 1)}}},
      {"model_error", model_error},
      {"predictions", errors.size()}};
}

void print_summary(const nlohmann::ordered_json& summary, std::size_t cases) {
  const auto percent = [&](const char* of, const char* what) {
    return 100 * summary[of][what].get<double>();
  };
  fmt::print(
      "regret: mean {:.1f} %, worst {:.1f} %\n"
      "against direct messages: at worst {:+.1f} %; {} of {} slower beyond their noise\n"
      "noise: direct messages against themselves differ by {:.1f} % (median), {:.1f} % (worst)\n",
      percent("regret", "mean"), percent("regret", "worst"),
      100 * summary["worst_loss_against_direct"].get<double>(),
      summary["slower_than_direct_for_certain"].get<int>(), cases, percent("noise", "median"),
      percent("noise", "worst"));
  if (summary["model_error"].is_null()) return fmt::print("model error: nothing was predicted\n");
  fmt::print("model error: median {:.0f} %, p95 {:.0f} %, bias {:+.0f} % of {} predictions ({})\n",
             percent("model_error", "median"), percent("model_error", "p95"),
             percent("model_error", "bias"), summary["predictions"].get<int>(),
             profile_in_use_name());
}

/// The profile that the case names as transport.profile; this machine's is measured now if there is
/// none.
void have_profile(const Communicator& comm, const std::string& asked) {
  use_profile(comm, asked);
  if (profile_in_use() || asked != "auto") return;
  if (comm.is_root()) fmt::print("no profile of this machine yet: measuring one (quick)\n");
  const ProbeOptions options{.quick = true,
                             .available_bytes = simulation::available_bytes(),
                             .program = simulation::thalweg_program()};
  const Profile profile = probe(comm, Topology::discover(comm), options, {});
  if (comm.is_root()) store_profile(profile);
  comm.barrier();
  use_profile(comm, "auto");
}

std::vector<Outcome> run_cases(const Communicator& comm, bool quick) {
  const struct {
    const char* name;
    std::vector<int> peers;
    TimedPart timed;
  } movements[] = {{"transpose", transpose_peers(comm), TimedPart::exchange},
                   {"transpose in use", transpose_peers(comm), TimedPart::in_use},
                   {"halo", halo_peers(comm), TimedPart::exchange}};
  std::vector<std::int64_t> sizes{8, 512, 8192, 65536, 524288, 4194304};
  if (quick) sizes = {64, 8192, 262144};
  std::vector<Outcome> outcomes;
  for (const auto& movement : movements)
    for (const std::int64_t bytes : sizes) {
      Case c(comm, movement.name, movement.peers, bytes, movement.timed);
      outcomes.push_back(run_case(c, quick ? 15 : 41));
      if (comm.is_root()) print(outcomes.back());
    }
  return outcomes;
}

void run(const Communicator& comm, bool quick, const std::string& profile) {
  if (comm.size() == 1)
    throw InputError("one rank has nobody to exchange with: mpirun -n 2 thalweg-bench-transport");
  have_profile(comm, profile);
  const nlohmann::ordered_json copies = device_tables(comm, quick);
  const std::vector<Outcome> outcomes = run_cases(comm, quick);
  if (!comm.is_root()) return;
  const nlohmann::ordered_json summary = summary_of(outcomes);
  print_summary(summary, outcomes.size());
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const Outcome& o : outcomes) cases.push_back(json_of(o));
  nlohmann::ordered_json all = {{"ranks", comm.size()}, {"nodes", comm.nodes().nodes()}};
  all.update(summary);
  all["cases"] = cases;
  all.update(copies);
  bench::write_results("transport", all);
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  std::string profile = "auto";
  CLI::App program("Every route of transposes and halos against the one that would be chosen");
  program.add_flag("--quick", quick, "fewer sizes and rounds");
  program.add_option("--profile", profile, "as transport.profile of a case; none: no predictions");
  CLI11_PARSE(program, argc, argv);
  simulation::start_again_on_all_cores(argc, argv);
  const Session session(&argc, &argv);
  try {
    const Communicator comm = Communicator::world();
    simulation::require_that_all_ranks_are_here(comm);
    exec::set_threads(1);
    run(comm, quick, profile);
  } catch (const Error& error) {
    fmt::print(stderr, "thalweg-bench-transport: {}\n", error.what());
    return static_cast<int>(error.status());
  }
  return 0;
}
