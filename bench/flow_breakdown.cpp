// SPDX-License-Identifier: Apache-2.0
// Where the time of a cycle of flow goes, as figure 7 of paper 002 shows it: a plate in 152 blocks,
// on one rank and on more and more of those that it is started with, for five stages of Runge-Kutta
// and for a W-cycle.
//   thalweg-bench-flow-breakdown [--quick] [--around N] [--outwards N] [--layers N] [--steps N]
//   mpirun -n 4 thalweg-bench-flow-breakdown [--device cuda]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/clock.hpp"
#include "case_solver.hpp"
#include "flow_plate.hpp"
#include "results.hpp"
#include "simulation/report/report.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

/// What bars are made of, and the letters that draw them.
struct Part {
  const char* name;
  char letter;
  std::vector<std::string> phases;
};
const std::array<Part, 6>& parts() {
  static const std::array<Part, 6> all{{{"fluxes", 'F', {"fluxes"}},
                                        {"smoothing", 'S', {"smooth"}},
                                        {"packing", 'P', {"ghosts"}},
                                        {"messages", 'M', {"exchange"}},
                                        {"boundary conditions", 'B', {"boundaries"}},
                                        {"rest", '.', {}}}};
  return all;
}

struct Breakdown {
  std::string cycle;
  int ranks = 1;
  double seconds = 0;                          // of a cycle
  std::array<double, 6> of_parts{};            // seconds, mean of ranks
  double bytes = 0, messages = 0, hidden = 0;  // of a cycle, all ranks; what work hides
};

double seconds_of(const std::vector<Phase>& phases, const Part& part, int steps) {
  double seconds = 0;
  for (const Phase& phase : phases)
    if (std::find(part.phases.begin(), part.phases.end(), phase.name) != part.phases.end())
      seconds += phase.seconds / steps;
  return seconds;
}

void add_movements(Breakdown& found, const simulation::Simulation& solver) {
  double waited = 0, alone = 0;
  for (const simulation::TransportReport& movement : solver.transport()) {
    found.bytes += movement.bytes;
    found.messages += movement.messages;
    // What was under way, of which this part was waited for.
    const double shown = 1 - movement.hidden_fraction;
    if (movement.bytes == 0 || shown <= 0) continue;
    waited += movement.measured_seconds;
    alone += movement.measured_seconds / shown;
  }
  found.hidden = alone > 0 ? 1 - waited / alone : 0;
}

Breakdown measure(const bench::PlateSize& size, bench::PlateCycle cycle, int steps,
                  const std::string& device, const transport::Communicator& comm) {
  const auto solver = bench::solver_of("flow", bench::plate_case(size, cycle), {}, device, comm);
  solver->step(1e9);  // touches everything once
  solver->phases().list();
  solver->phases().reset();
  comm.barrier();
  const double start = seconds_now();
  for (int s = 0; s < steps; ++s) solver->step(1e9);
  const std::vector<Phase> phases = solver->phases().list();  // waits for a device
  Breakdown found{.cycle = cycle == bench::PlateCycle::stages ? "stages" : "W-cycle",
                  .ranks = comm.size(),
                  .seconds = comm.max(seconds_now() - start) / steps};
  const std::vector<Phase> mean = simulation::average_phases(phases, comm);
  double rest = found.seconds;
  for (std::size_t n = 0; n + 1 < parts().size(); ++n) {
    found.of_parts[n] = seconds_of(mean, parts()[n], steps);
    rest -= found.of_parts[n];
  }
  found.of_parts.back() = rest;
  add_movements(found, *solver);
  return found;
}

/// A bar of letters, as long as the time is by the longest.
std::string bar_of(const Breakdown& b, double longest) {
  constexpr double width = 60;
  std::string bar;
  double end = 0;
  for (std::size_t n = 0; n < parts().size(); ++n) {
    end += b.of_parts[n] / longest * width;
    const auto length = static_cast<std::size_t>(std::llround(end));
    if (length > bar.size()) bar.resize(length, parts()[n].letter);
  }
  return bar;
}

void print(const std::vector<Breakdown>& all) {
  fmt::print("{:<8} {:>5} {:>9}", "cycle", "ranks", "ms");
  for (const Part& part : parts()) fmt::print("  {:>{}}", part.name, std::string(part.name).size());
  fmt::print("  {:>9} {:>8} {:>6}\n", "bytes", "messages", "hidden");
  double longest = 0;
  for (const Breakdown& b : all) {
    longest = std::max(longest, b.seconds);
    fmt::print("{:<8} {:>5} {:>9.2f}", b.cycle, b.ranks, 1e3 * b.seconds);
    for (std::size_t n = 0; n < parts().size(); ++n)
      fmt::print("  {:>{}.1f} %", 100 * b.of_parts[n] / b.seconds,
                 std::string(parts()[n].name).size() - 2);
    fmt::print("  {:>9.0f} {:>8.0f} {:>4.0f} %\n", b.bytes, b.messages, 100 * b.hidden);
  }
  fmt::print("\n");
  for (const Breakdown& b : all)
    fmt::print("{:<8} {:>2} |{}\n", b.cycle, b.ranks, bar_of(b, longest));
  fmt::print("           ");
  for (const Part& part : parts()) fmt::print(" {} {}", part.letter, part.name);
  fmt::print("\n");
}

nlohmann::ordered_json json(const Breakdown& b) {
  nlohmann::ordered_json seconds = nlohmann::ordered_json::object();
  for (std::size_t n = 0; n < parts().size(); ++n) seconds[parts()[n].name] = b.of_parts[n];
  return {{"cycle", b.cycle},           {"ranks", b.ranks},
          {"seconds", b.seconds},       {"seconds_of_parts", seconds},
          {"bytes", b.bytes},           {"messages", b.messages},
          {"hidden_fraction", b.hidden}};
}

struct Options {
  bench::PlateSize size;
  int steps = 5;
  std::string device = "cpu";
};

int run(const Options& o) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  bench::choose_device(o.device, comm);
  if (comm.is_root())
    fmt::print("a plate of {:.0f} cells in {} blocks, {} thread(s) each\n\n", o.size.cells(),
               o.size.blocks(), exec::threads());
  std::vector<int> counts;
  for (int ranks = 1; ranks < comm.size(); ranks *= 2) counts.push_back(ranks);
  counts.push_back(comm.size());
  std::vector<Breakdown> all;
  for (const bench::PlateCycle cycle : {bench::PlateCycle::stages, bench::PlateCycle::w_cycle})
    for (const int ranks : counts) {
      const bool is_in = comm.rank() < ranks;
      const transport::Communicator some = comm.split(is_in ? 0 : 1, comm.rank());
      if (is_in) all.push_back(measure(o.size, cycle, o.steps, o.device, some));
      comm.wait_for_all([] {});
    }
  if (!comm.is_root()) return 0;
  print(all);
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const Breakdown& b : all) results.push_back(json(b));
  bench::write_results("flow-breakdown", {{"cells", o.size.cells()},
                                          {"blocks", o.size.blocks()},
                                          {"device", o.device},
                                          {"results", results}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Where the time of a cycle of flow goes.");
  Options options;
  bool quick = false;
  program.add_flag("--quick", quick, "a small plate and few steps only");
  program.add_option("--around", options.size.around, "cells around the plate")
      ->check(CLI::Range(304, 65536));
  program.add_option("--outwards", options.size.outwards, "cells outwards")
      ->check(CLI::Range(8, 65536));
  program.add_option("--layers", options.size.layers, "cells along z")
      ->check(CLI::Range(32, 65536));
  program.add_option("--steps", options.steps, "cycles to time")->check(CLI::Range(1, 100000));
  bench::add_device_option(program, options.device);
  CLI11_PARSE(program, argc, argv);
  if (quick) {
    options.size.outwards = 8;
    options.steps = 1;
  }
  const transport::Session session(&argc, &argv);
  return bench::run_or_say("thalweg-bench-flow-breakdown", [&] { return run(options); });
}
