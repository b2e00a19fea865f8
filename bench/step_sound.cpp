// SPDX-License-Identifier: Apache-2.0
// Time per step of the sound solver against two floors: its own passes at their best (transforms in
// cache plus bytes over bandwidth), and the floor of a code that calls whole transforms one by one
// and streams its arrays in between. k-Wave's compiled program was measured at a known ratio to the
// second (docs/performance.md), so that ours to its can be worked out on any machine.
//   thalweg-bench-step_sound [--quick] [--only TEXT] [--points NX NY NZ] [--steps N] [--rounds N]
//                           [--device cuda]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

#include "base/clock.hpp"
#include "case_solver.hpp"
#include "exec/bandwidth.hpp"
#include "exec/exec.hpp"
#include "library_transforms.hpp"
#include "results.hpp"
#include "solvers/sound/problem/wave_solver.hpp"
#include "sound_cases.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::sound;

/// A case, and the cost of k-Wave's program (v1.3, 4 threads) in units of the unfused floor.
struct Case {
  std::string name;
  Problem problem;
  int forward, inverse;        // whole transforms of a step
  double streams;              // passes over the grid's points besides, in numbers per point
  int steps;                   // of a round
  double kwave_per_floor = 0;  // 0: not known
};

Case cube(int n, int steps, double kwave_per_floor = 0) {
  return {fmt::format("{}^3 nonlinear absorbing", n),
          bench::tissue_with_source({n, n, n}),
          6,
          8,
          56,
          steps,
          kwave_per_floor};
}

Case square(int n, int steps) {
  return {fmt::format("{}^2 nonlinear absorbing", n),
          bench::tissue_with_source({n, n, 1}),
          5,
          6,
          40,
          steps};
}

Case disc(int n, int steps) {
  return {fmt::format("{}^2 photoacoustic", n), bench::photoacoustic_disc(n), 5, 6, 40, steps};
}

Case lossless_disc(int n, int steps) {
  return {fmt::format("{}^2 photoacoustic lossless", n),
          bench::photoacoustic_disc(n, Absorption::none),
          3,
          4,
          26,
          steps};
}

/// How often a code transforms that does not fuse is not the same in each: no such floor.
Case axisymmetric(int n, int steps) {
  return {fmt::format("{}^2 axisymmetric", n), bench::axisymmetric_tissue(n), 0, 0, 0, steps};
}

struct Result {
  std::string name;
  double mean = 0, best = 0, fused_floor = 0, unfused_floor = 0, kwave_per_floor = 0;
  double setup_seconds = 0;
  std::vector<Phase> phases;
  int steps = 0;
};

double unfused_floor(const Case& c, int threads) {
  if (c.forward == 0) return 0;
  const auto& n = c.problem.points;
  const bench::TransformTimes times = bench::time_library_transforms(n[2], n[1], n[0], threads);
  const double bytes = c.streams * static_cast<double>(c.problem.size()) * sizeof(float);
  const exec::Exec exec;
  const double bandwidth = exec::measure_triad_bandwidth(exec, static_cast<std::size_t>(bytes) / 4);
  return c.forward * times.forward + c.inverse * times.inverse + bytes / bandwidth;
}

Result measure(const Case& c, int rounds, const std::string& device,
               const transport::Communicator& comm) {
  Sensors sensors;
  sensors.points = bench::middle_points(c.problem, c.problem.points[0]);
  sensors.records = {{Field::pressure, Statistic::raw}};
  SolverOptions options;
  options.measures_floor = true;
  options.device = device;
  double start = seconds_now();
  const auto elapsed = [&] { return seconds_now() - start; };
  const auto solver = make_wave_solver(c.problem, sensors, nullptr, options, comm);
  Result result;
  result.name = c.name;
  result.setup_seconds = elapsed();
  result.kwave_per_floor = c.kwave_per_floor;
  for (int s = 0; s < 3; ++s) solver->step();  // touches everything, and starts the case
  solver->phases().list();                     // waits for a device
  solver->phases().reset();
  const bool on_device = device != "cpu";
  const int group = on_device ? c.steps : 1;  // steps of a device wait for none of the host
  std::vector<double> seconds, floors;
  for (int round = 0; round < rounds; ++round) {  // interleaved: the machine is not always alike
    for (int s = 0; s < c.steps; s += group) {
      comm.barrier();
      start = seconds_now();
      for (int of_group = 0; of_group < group; ++of_group) solver->step();
      if (on_device) solver->phases().list();
      seconds.push_back(comm.max(elapsed()) / group);
    }
    if (comm.size() == 1 && !on_device) floors.push_back(unfused_floor(c, exec::threads()));
  }
  const auto mean = [](const std::vector<double>& v) {
    return v.empty() ? 0 : std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  };
  result.mean = mean(seconds);
  result.best = *std::min_element(seconds.begin(), seconds.end());
  result.unfused_floor = mean(floors);
  result.phases = solver->phases().list();
  result.steps = c.steps * rounds;
  result.fused_floor = bench::floor_per_step(result.phases, result.steps);
  return result;
}

void print(const Result& r) {
  fmt::print("{:<26} {:8.2f} ms/step (mean)  best {:8.2f}  set-up {:.2f} s\n", r.name, 1e3 * r.mean,
             1e3 * r.best, r.setup_seconds);
  fmt::print("    own floor     {:8.2f} ms  ratio {:.2f} (best {:.2f})\n", 1e3 * r.fused_floor,
             r.mean / r.fused_floor, r.best / r.fused_floor);
  if (r.unfused_floor > 0)
    fmt::print("    unfused floor {:8.2f} ms  ratio {:.2f}\n", 1e3 * r.unfused_floor,
               r.mean / r.unfused_floor);
  if (r.unfused_floor > 0 && r.kwave_per_floor > 0)
    fmt::print("    k-Wave's program at {:.2f} of that floor would take {:.1f} ms: ratio {:.2f}\n",
               r.kwave_per_floor, 1e3 * r.kwave_per_floor * r.unfused_floor,
               r.mean / (r.kwave_per_floor * r.unfused_floor));
  bench::print_phases(r.phases, r.steps);
}

nlohmann::ordered_json json(const std::vector<Result>& results, const std::string& device,
                            const transport::Communicator& comm) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Result& r : results)
    list.push_back({{"case", r.name},
                    {"seconds_per_step", {{"mean", r.mean}, {"best", r.best}}},
                    {"floor_seconds", r.fused_floor},
                    {"ratio_to_floor", r.mean / r.fused_floor},
                    {"unfused_floor_seconds", r.unfused_floor},
                    {"setup_seconds", r.setup_seconds}});
  return {{"device", device}, {"ranks", comm.size()}, {"results", list}};
}

/// Nonlinear and absorbing on a grid of the caller's.
Case box(std::array<int, 3> points, int steps) {
  return {fmt::format("{} x {} x {} nonlinear absorbing", points[0], points[1], points[2]),
          bench::tissue_with_source(points),
          6,
          8,
          56,
          steps};
}

/// `steps`: of the largest grid.
std::vector<Case> cases(bool quick, int steps) {
  if (quick)
    return {disc(128, steps), lossless_disc(128, steps), square(128, steps),
            axisymmetric(128, steps), cube(64, steps)};
  // k-Wave's ratios: its mean over the unfused floor's mean, measured side by side.
  return {disc(512, 20 * steps),   lossless_disc(512, 20 * steps), square(512, 20 * steps),
          square(1024, 4 * steps), axisymmetric(512, 20 * steps),  cube(128, 3 * steps, 1.07),
          cube(256, steps, 0.90)};
}

int run(const std::vector<Case>& list, const std::string& only, int rounds,
        const std::string& device) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  bench::choose_device(device, comm);
  if (comm.is_root())
    fmt::print("sound, single precision, on {}: {} rank(s) x {} thread(s)\n", device, comm.size(),
               exec::threads());
  std::vector<Result> results;
  for (const Case& c : list) {
    if (c.name.find(only) == std::string::npos) continue;
    results.push_back(measure(c, rounds, device, comm));
    if (comm.is_root()) print(results.back());
  }
  if (comm.is_root()) {
    bench::write_results("step_sound", json(results, device, comm));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time per step of the sound solver against its floors.");
  bool quick = false;
  int steps = 10, rounds = 3;
  std::vector<int> points;
  std::string only;
  program.add_flag("--quick", quick, "small grids only");
  program.add_option("--only", only, "cases whose names have this text");
  program.add_option("--points", points, "this grid alone: points along x, y and z")
      ->expected(3)
      ->check(CLI::PositiveNumber);
  program.add_option("--steps", steps, "steps of a round on the largest grid")
      ->check(CLI::PositiveNumber);
  program.add_option("--rounds", rounds, "rounds of steps and floors")->check(CLI::PositiveNumber);
  std::string device = "cpu";
  bench::add_device_option(program, device);
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  return bench::run_or_say("thalweg-bench-step_sound", [&] {
    return points.empty()
               ? run(cases(quick, steps), only, rounds, device)
               : run({box({points[0], points[1], points[2]}, steps)}, "", rounds, device);
  });
}
