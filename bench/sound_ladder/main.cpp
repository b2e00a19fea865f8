// SPDX-License-Identifier: Apache-2.0
// From array-language code to the fused pipeline: time per step of one nonlinear, absorbing,
// heterogeneous problem in single precision, written in three ways that compute the same field. The
// first two are where Jaros, Treeby and Rendell (AusPDC 2012, sections 4.1 to 4.4) began and ended.
//   thalweg-bench-sound-ladder [--quick] [--points N] [--steps N] [--rounds N]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "bench/results.hpp"
#include "bench/steps.hpp"
#include "rungs.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::bench::ladder;

/// The grid and the number of steps of the paper's example.
constexpr std::array<int, 3> paper_grid{768, 768, 256};
constexpr int paper_steps = 3000;

struct Options {
  int points = 128, steps = 10, rounds = 3;
};

/// Between rungs, relative to the largest pressure; rounding gives a tenth of it.
constexpr double tolerance = 1e-5;

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Rung>()> make;
  double seconds = 0, transform_seconds = 0;  // in all timed steps
  double difference = 0;                      // from the last rung's field, the largest seen
};

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double distance = std::abs(static_cast<double>(a[i]) - b[i]);
    if (!(distance <= difference)) difference = distance;  // takes what is not a number, too
    largest = std::max(largest, std::abs(static_cast<double>(b[i])));
  }
  return difference / largest;
}

/// One round of a rung. It is made anew, so that its memory is free while others run. Returns the
/// pressure after 1 + steps steps.
std::vector<float> run_round(Entry& entry, int steps) {
  const std::unique_ptr<Rung> rung = entry.make();
  rung->step();  // touches everything
  const double transforms_before = rung->transform_seconds();
  const double begin = seconds_now();
  for (int s = 0; s < steps; ++s) rung->step();
  entry.seconds += seconds_now() - begin;
  entry.transform_seconds += rung->transform_seconds() - transforms_before;
  return rung->pressure();
}

void measure(std::vector<Entry>& entries, const Options& options) {
  for (int round = 0; round < options.rounds; ++round) {  // interleaved: machines vary with time
    // The last rung first: the others are compared with it.
    const std::vector<float> reference = run_round(entries.back(), options.steps);
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
      const std::vector<float> pressure = run_round(entries[i], options.steps);
      entries[i].difference =
          std::max(entries[i].difference, largest_difference(pressure, reference));
    }
  }
}

/// A row of the table.
struct Row {
  std::string name;
  double seconds, speedup, difference;
  double transform_share;  // negative: not apart
  double paper_seconds, paper_hours;
};

std::vector<Row> rows(const std::vector<Entry>& entries, const Options& options) {
  const auto cost = [](double points) { return points * std::log(points); };
  const auto [nx, ny, nz] = paper_grid;
  const double scaling = cost(1.0 * nx * ny * nz) / cost(std::pow(options.points, 3));
  std::vector<Row> list;
  for (const Entry& e : entries) {
    const double seconds = e.seconds / (options.steps * options.rounds);
    const bool apart = &e != &entries.back();
    list.push_back({e.name, seconds, entries[0].seconds / e.seconds, e.difference,
                    apart ? e.transform_seconds / e.seconds : -1, scaling * seconds,
                    scaling * seconds * paper_steps / 3600});
  }
  return list;
}

void print(const std::vector<Row>& list, const Options& options) {
  fmt::print("\n{:<34} {:>9} {:>9} {:>11} {:>13} {:>11} | {:>9} {:>8}\n", "rung", "ms/step",
             "speed-up", "transforms", "element-wise", "difference", "s/step *", "hours *");
  for (const Row& r : list) {
    const auto share = [&](double part) {
      return r.transform_share < 0 ? std::string("fused") : fmt::format("{:.0f} %", 100 * part);
    };
    fmt::print("{:<34} {:>9.2f} {:>9.2f} {:>11} {:>13} {:>11.1e} | {:>9.2f} {:>8.2f}\n", r.name,
               1e3 * r.seconds, r.speedup, share(r.transform_share), share(1 - r.transform_share),
               r.difference, r.paper_seconds, r.paper_hours);
  }
  fmt::print("* 768 x 768 x 256 points, {} steps: scaled from {}^3 by points x log(points), not "
             "run.\nDifference: from the last rung, after {} steps, relative to the largest "
             "pressure.\n",
             paper_steps, options.points, options.steps + 1);
}

nlohmann::ordered_json json(const std::vector<Row>& list, const Options& options) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const Row& r : list) {
    nlohmann::ordered_json row = {
        {"rung", r.name},
        {"seconds_per_step", r.seconds},
        {"speedup", r.speedup},
        {"transform_share", nullptr},
        {"difference", r.difference},
        {"scaled_768x768x256",
         {{"seconds_per_step", r.paper_seconds}, {"hours_of_3000_steps", r.paper_hours}}}};
    if (r.transform_share >= 0) row["transform_share"] = r.transform_share;
    results.push_back(row);
  }
  return {{"points", options.points},
          {"steps", options.steps},
          {"rounds", options.rounds},
          {"results", results}};
}

std::vector<Entry> ladder(const sound::Problem& problem, const Coefficients& coefficients,
                          const State& start, const transport::Communicator& comm) {
  return {{"1 separate passes, complex", [&] { return make_separate(coefficients, start); }},
          {"2 fused loops, real", [&] { return make_fused(coefficients, start); }},
          {"3 fused pipeline (the solver)", [&] { return make_pipeline(problem, start, comm); }}};
}

int run(const Options& options) {
  const auto comm = transport::Communicator::world();
  if (comm.size() > 1)
    throw InputError("The ladder runs on one rank: start it without mpirun. Nothing was run.");
  bench::use_threads_of_a_run(comm);
  start_library_threads();
  fmt::print("sound ladder, {}^3, single precision, {} thread(s)\n", options.points,
             exec::threads());
  const int n = options.points;
  const sound::Problem problem = make_problem({n, n, n});
  const Coefficients coefficients(problem);
  const State start = first_state(problem, comm);
  std::vector<Entry> entries = ladder(problem, coefficients, start, comm);
  measure(entries, options);
  const std::vector<Row> list = rows(entries, options);
  print(list, options);
  bench::write_results("sound-ladder", json(list, options));
  for (const Row& r : list)
    if (!(r.difference <= tolerance)) return fmt::print("The fields differ.\n"), 1;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time per step of sound, from array-language code to the fused pipeline.");
  bool quick = false;
  Options options;
  program.add_flag("--quick", quick, "64 points along each axis");
  program.add_option("--points", options.points, "along each axis")->check(CLI::Range(32, 1024));
  program.add_option("--steps", options.steps, "timed in a round")->check(CLI::PositiveNumber);
  program.add_option("--rounds", options.rounds, "rounds of all rungs")->check(CLI::PositiveNumber);
  CLI11_PARSE(program, argc, argv);
  if (quick) options.points = 64;
  const transport::Session session(&argc, &argv);
  try {
    return run(options);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
