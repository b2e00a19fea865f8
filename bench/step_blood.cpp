// SPDX-License-Identifier: Apache-2.0
// Time per step of plasma against what memory allows: a dense box and a tube, double and single, on
// the ranks and threads it is started with. The floor: each population is read and written once, at
// the bandwidth of an update in place of as much memory.
//   thalweg-bench-step_blood [--quick] [--sites N] [--steps N]
//   mpirun -n 2 thalweg-bench-step_blood
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "exec/exec.hpp"
#include "results.hpp"
#include "solvers/blood/memory.hpp"
#include "solvers/blood/plasma.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

struct Result {
  std::string vessel, precision;
  double sites = 0, median = 0, best = 0, floor = 0;
  std::vector<Phase> phases;
  int steps = 0;

  double millions_per_second() const { return sites / median / 1e6; }
};

blood::Parameters vessel(blood::VesselShape shape, int sites) {
  blood::Parameters p;
  p.density = 1000;
  p.viscosity = 1e-3;
  p.relaxation_time = 0.8;
  p.magic_parameter = 3.0 / 16;
  p.gradient = {1e3, 0, 0};
  p.vessel.shape = shape;
  p.vessel.spacing = 1e-6;
  p.vessel.size = {sites * 1e-6, sites * 1e-6, sites * 1e-6};
  return p;
}

template <class Real>
struct UpdateInPlace {
  Real* values;
  TW_HD void operator()(std::int64_t i) const { values[i] = values[i] * Real(0.5) + Real(1); }
};

/// Bytes per second that are read and written where as many numbers change in place. The best.
template <class Real>
double in_place_bandwidth(std::int64_t numbers, const transport::Communicator& comm) {
  const exec::Exec exec;
  exec::Array<Real, 1> array({numbers});
  double best = 1e300;
  for (int repeat = 0; repeat < 10; ++repeat) {
    comm.barrier();
    const double start = seconds_now();
    exec::parallel_for(exec, numbers, UpdateInPlace<Real>{array.view().data});
    exec.wait();
    best = std::min(best, comm.max(seconds_now() - start));
  }
  return 2 * sizeof(Real) * comm.sum(static_cast<double>(numbers)) / best;
}

/// Steps come in pairs: from home, and back.
template <class Solver>
std::vector<double> seconds_of_pairs(Solver& solver, int steps,
                                     const transport::Communicator& comm) {
  std::vector<double> seconds;
  for (int s = 0; s < steps; s += 2) {
    comm.barrier();
    const double start = seconds_now();
    solver.step(1e9);
    solver.step(1e9);
    seconds.push_back(comm.max(seconds_now() - start) / 2);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

template <class Real>
Result measure(blood::VesselShape shape, int sites, int steps,
               const transport::Communicator& comm) {
  const blood::Parameters p = vessel(shape, sites);
  const double count =
      static_cast<double>(blood::Sites(p, comm).total());  // before memory is measured
  const auto numbers = static_cast<std::int64_t>(blood::directions * count / comm.size());
  const double bandwidth = in_place_bandwidth<Real>(numbers, comm);
  blood::Plasma<Real> solver(p, comm);
  solver.initialise();
  seconds_of_pairs(solver, 2, comm);
  solver.phases().reset();
  const std::vector<double> seconds = seconds_of_pairs(solver, steps, comm);
  return {blood::name_of(shape),
          sizeof(Real) == 4 ? "single" : "double",
          count,
          seconds[seconds.size() / 2],
          seconds.front(),
          2 * blood::site_bytes(sizeof(Real)).populations * count / bandwidth,
          solver.phases().list(),
          static_cast<int>(2 * seconds.size())};
}

void print(const Result& r) {
  fmt::print(
      "{:>7} {}  {:8.2f} ms/step  best {:8.2f}  {:7.1f} million sites/s  {:.2f} of the floor's "
      "speed (best {:.2f})\n",
      r.vessel, r.precision, 1e3 * r.median, 1e3 * r.best, r.millions_per_second(),
      r.floor / r.median, r.floor / r.best);
  bench::print_phases(r.phases, r.steps);
}

nlohmann::ordered_json json(const std::vector<Result>& results,
                            const transport::Communicator& comm) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Result& r : results)
    list.push_back({{"vessel", r.vessel},
                    {"sites", r.sites},
                    {"precision", r.precision},
                    {"seconds_per_step", {{"median", r.median}, {"best", r.best}}},
                    {"million_sites_per_second", r.millions_per_second()},
                    {"floor_seconds", r.floor},
                    {"ratio_to_floor", r.median / r.floor}});
  return {{"ranks", comm.size()}, {"results", list}};
}

int run(int sites, int steps) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  if (comm.is_root())
    fmt::print("plasma, two relaxation times: {} rank(s) x {} thread(s)\n", comm.size(),
               exec::threads());
  std::vector<Result> results;
  for (const blood::VesselShape shape : {blood::VesselShape::box, blood::VesselShape::tube}) {
    results.push_back(measure<double>(shape, sites, steps, comm));
    if (comm.is_root()) print(results.back());
    results.push_back(measure<float>(shape, sites, steps, comm));
    if (comm.is_root()) print(results.back());
  }
  if (comm.is_root()) bench::write_results("step_blood", json(results, comm));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time per step of plasma against what memory allows.");
  int sites = 128, steps = 20;
  bool quick = false;
  program.add_flag("--quick", quick, "48 sites only");
  program.add_option("--sites", sites, "lattice sites per direction")->check(CLI::Range(4, 2048));
  program.add_option("--steps", steps, "steps to time")->check(CLI::Range(2, 100000));
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  try {
    return run(quick ? 48 : sites, steps);
  } catch (const Error& error) {
    fmt::print(stderr, "thalweg-bench-step_blood: {}\n", error.what());
    return static_cast<int>(error.status());
  }
}
