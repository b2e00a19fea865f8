// SPDX-License-Identifier: Apache-2.0
// Where the time of a step of blood goes: a cube of red cells at a low and a high hematocrit, with
// delta functions of 3 and 4 points, as figures 5 and 6 of the paper show it (its cosine has 4). On
// the ranks and threads it is started with; what travels between ranks is a phase of its own.
//   thalweg-bench-blood-breakdown [--quick] [--sites N] [--steps N] [--hematocrit H...]
//   mpirun -n 2 thalweg-bench-blood-breakdown
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "blood_cases.hpp"
#include "case_solver.hpp"
#include "results.hpp"
#include "simulation/report/report.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

/// Steps come in pairs: populations move from home, and back.
constexpr int pair = 2;

struct Breakdown {
  double hematocrit;
  std::string delta;
  double seconds;             // of a step, on the slowest rank
  std::vector<Phase> phases;  // of its steps, mean of the ranks
  int steps;

  double share(const Phase& phase) const { return phase.seconds / steps / seconds; }

  /// What no phase has: between phases, and waiting for the slowest rank.
  double rest() const {
    double rest = 1;
    for (const Phase& phase : phases) rest -= share(phase);
    return rest;
  }
};

/// Two ranks share these.
bool is_movement(const Phase& phase) {
  return phase.name == "exchange" || phase.name == "exchange cells";
}

double share_of_movement(const Breakdown& b) {
  double sum = 0;
  for (const Phase& phase : b.phases)
    if (is_movement(phase)) sum += b.share(phase);
  return sum;
}

Breakdown measure(int sites, int steps, double hematocrit, blood::Delta delta,
                  const transport::Communicator& comm) {
  const auto solver = bench::solver_of("blood", bench::suspension("box", sites, hematocrit, delta),
                                       {}, "cpu", comm);
  bench::seconds_of_steps(*solver, 1, pair, comm);
  solver->phases().reset();
  const std::vector<double> seconds =
      bench::seconds_of_steps(*solver, (steps + 1) / pair, pair, comm);
  double sum = 0;
  for (const double of_pair : seconds) sum += of_pair;
  return {hematocrit, blood::name_of(delta), sum / static_cast<double>(seconds.size()),
          simulation::average_phases(solver->phases().list(), comm),
          static_cast<int>(pair * seconds.size())};
}

void print(const Breakdown& b) {
  fmt::print("hematocrit {:.2f}  {:>7}  {:8.2f} ms/step  movements {:4.1f} %\n", b.hematocrit,
             b.delta, 1e3 * b.seconds, 100 * share_of_movement(b));
  for (const Phase& phase : b.phases)
    if (b.share(phase) > 0.001)
      fmt::print("    {:<16} {:5.1f} %\n", phase.name, 100 * b.share(phase));
  fmt::print("    {:<16} {:5.1f} %\n", "rest", 100 * b.rest());
}

nlohmann::ordered_json json(const Breakdown& b) {
  nlohmann::ordered_json shares = nlohmann::ordered_json::object();
  for (const Phase& phase : b.phases) shares[phase.name] = b.share(phase);
  shares["rest"] = b.rest();
  return {{"hematocrit", b.hematocrit},
          {"delta", b.delta},
          {"seconds_per_step", b.seconds},
          {"share_of_movements", share_of_movement(b)},
          {"shares", shares}};
}

int run(int sites, int steps, const std::vector<double>& hematocrits) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  if (comm.is_root())
    fmt::print("a cube of {} sites per direction: {} rank(s) x {} thread(s)\n", sites, comm.size(),
               exec::threads());
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const double hematocrit : hematocrits)
    for (const blood::Delta delta : {blood::Delta::three_point, blood::Delta::cosine}) {
      const Breakdown found = measure(sites, steps, hematocrit, delta, comm);
      results.push_back(json(found));
      if (comm.is_root()) print(found);
    }
  if (comm.is_root())
    bench::write_results("blood-breakdown",
                         {{"ranks", comm.size()}, {"sites", sites}, {"results", results}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Where the time of a step of blood goes.");
  int sites = 64, steps = 50;
  bool quick = false;
  std::vector<double> hematocrits;
  program.add_flag("--quick", quick, "32 sites and few steps only");
  program.add_option("--sites", sites, "lattice sites per direction")->check(CLI::Range(20, 2048));
  program.add_option("--steps", steps, "steps to time")->check(CLI::Range(2, 100000));
  program.add_option("--hematocrit", hematocrits, "one or more; 0.1 and 0.4")
      ->check(CLI::Range(0.001, 0.5));
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  try {
    return run(quick ? 32 : sites, quick ? 4 : steps,
               hematocrits.empty() ? std::vector{0.1, 0.4} : hematocrits);
  } catch (const Error& error) {
    fmt::print(stderr, "thalweg-bench-blood-breakdown: {}\n", error.what());
    return static_cast<int>(error.status());
  }
}
