// SPDX-License-Identifier: Apache-2.0
// What a stage of Runge-Kutta and a W-cycle of block Jacobi cost the solver `flow`, against the
// bytes that must move: a box of waves, double and single, on the ranks and threads it is started
// with. Then 152 blocks against one block of the same cells: a box, whose blocks have rows of 16
// cells, and the plate, whose rows run outwards.
//   thalweg-bench-step_flow [--quick] [--cells N]... [--steps N]
//   mpirun -n 2 thalweg-bench-step_flow
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "flow_plate.hpp"
#include "results.hpp"
#include "solvers/flow/mesh/generators.hpp"
#include "solvers/flow/solver.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

/// A box of waves.
struct Shape {
  std::array<int, 3> cells{}, blocks{1, 1, 1};
};

struct Result {
  Shape shape;
  std::string smoother, precision;
  int stages = 1;  // of a step
  double median = 0, best = 0, floor = 0;
  std::vector<Phase> phases;
  int steps = 0;

  double count() const {
    return static_cast<double>(shape.cells[0]) * shape.cells[1] * shape.cells[2];
  }
  int blocks() const { return shape.blocks[0] * shape.blocks[1] * shape.blocks[2]; }
  /// Millions of cells that a core brings through a stage, or a cycle, in a second.
  double rate(int cores) const { return count() * stages / best / cores / 1e6; }
};

flow::Parameters waves(const Shape& shape, flow::Smoother smoother) {
  flow::Parameters p;
  p.mesh = std::make_shared<flow::Mesh>(flow::box_mesh({.cells = shape.cells,
                                                        .is_periodic = {true, false, true},
                                                        .blocks = shape.blocks,
                                                        .amplitude = 0.05}));
  p.viscosity = 1e-3;
  p.boundaries = {{.family = "y-"}, {.family = "y+", .velocity = {1, 0, 0}}};
  p.initial = {.kind = flow::InitialKind::taylor_green, .amplitude = 0.1};
  p.cycles.smoother = smoother;
  const bool is_by_stages = smoother == flow::Smoother::runge_kutta;
  p.cycles.levels = is_by_stages ? 1 : 4;
  p.cycles.cfl = is_by_stages ? 1.4 : 10;
  return p;
}

template <class Real>
Result measure(const Shape& shape, flow::Smoother smoother, int steps,
               const transport::Communicator& comm) {
  flow::Parameters p = waves(shape, smoother);
  p.single_precision = sizeof(Real) == 4;
  flow::Flow<Real> solver(p, comm);
  solver.initialise();
  solver.step(1e9);  // touches everything once
  solver.phases().reset();
  std::vector<double> seconds;
  for (int s = 0; s < steps; ++s) {
    comm.barrier();
    const double start = seconds_now();
    solver.step(1e9);
    seconds.push_back(comm.max(seconds_now() - start));
  }
  std::sort(seconds.begin(), seconds.end());
  const std::vector<Phase> phases = solver.phases().list();
  const bool is_by_stages = p.cycles.smoother == flow::Smoother::runge_kutta;
  return {shape,
          is_by_stages ? "stage" : "W-cycle",
          sizeof(Real) == 4 ? "single" : "double",
          is_by_stages ? 5 : 1,
          seconds[seconds.size() / 2],
          seconds.front(),
          bench::floor_per_step(phases, steps),
          phases,
          steps};
}

void print(const Result& r, int cores) {
  fmt::print("{:>4} x {} x {} in {:>3} block(s) {} {:<8} {:7.1f} million cells per second and core",
             r.shape.cells[0], r.shape.cells[1], r.shape.cells[2], r.blocks(), r.precision,
             r.smoother, r.rate(cores));
  fmt::print("  {:8.2f} ms/step  best {:8.2f}\n", 1e3 * r.median, 1e3 * r.best);
  bench::print_phases(r.phases, r.steps);
}

/// One grid in 152 blocks and in one.
struct Comparison {
  std::string grid, what;
  double many = 0, one = 0;  // seconds of a step, the best

  double ratio() const { return many / one; }
};

double seconds_of_step(flow::Flow<double>& solver, const transport::Communicator& comm) {
  comm.barrier();
  const double start = seconds_now();
  solver.step(1e9);
  return comm.max(seconds_now() - start);
}

/// Steps in turn, since other programs disturb a machine for a while.
Comparison compare(const std::string& grid, const std::string& what, const flow::Parameters& many,
                   const flow::Parameters& one, int steps, const transport::Communicator& comm) {
  flow::Flow<double> of_many(many, comm), of_one(one, comm);
  for (flow::Flow<double>* solver : {&of_many, &of_one}) {
    solver->initialise();
    solver->step(1e9);
  }
  Comparison best{grid, what, 1e9, 1e9};
  for (int s = 0; s < steps; ++s) {
    best.many = std::min(best.many, seconds_of_step(of_many, comm));
    best.one = std::min(best.one, seconds_of_step(of_one, comm));
  }
  if (comm.is_root())
    fmt::print("152 blocks / 1 block of the same cells, {:<5} {:<7}: {:.2f} ({:.1f} / {:.1f} ms)\n",
               grid, what, best.ratio(), 1e3 * best.many, 1e3 * best.one);
  return best;
}

flow::Parameters plate(const bench::PlateSize& size, bench::PlateCycle cycle) {
  auto input = io::Case::parse(bench::plate_case(size, cycle), "benchmark", {});
  const flow::Parameters p = flow::read_parameters(input);
  input.throw_if_errors();
  return p;
}

std::vector<Comparison> compare_blocks(int blocky, int steps, const transport::Communicator& comm) {
  const std::array<int, 3> cells{16 * blocky, 38 * blocky, 8 * blocky};
  const bench::PlateSize size{std::max(304, 76 * blocky), 8 * blocky, std::max(32, 8 * blocky)};
  std::vector<Comparison> all;
  for (const bool is_by_stages : {true, false}) {
    const auto smoother = is_by_stages ? flow::Smoother::runge_kutta : flow::Smoother::block_jacobi;
    const char* what = is_by_stages ? "stages" : "W-cycle";
    const auto box = [&](const std::array<int, 3>& blocks) {
      flow::Parameters p = waves({cells, blocks}, smoother);
      p.cycles.levels = std::min(p.cycles.levels, 2);
      return p;
    };
    all.push_back(compare("box", what, box({8, 19, 1}), box({1, 1, 1}), steps, comm));
    const auto cycle = is_by_stages ? bench::PlateCycle::stages : bench::PlateCycle::w_cycle;
    all.push_back(
        compare("plate", what, plate(size, cycle), plate(size.in_one_block(), cycle), steps, comm));
  }
  return all;
}

nlohmann::ordered_json json(const std::vector<Result>& results,
                            const std::vector<Comparison>& comparisons, int cores) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Result& r : results)
    list.push_back({{"cells", r.shape.cells},
                    {"blocks", r.blocks()},
                    {"what", r.smoother},
                    {"precision", r.precision},
                    {"million_cells_per_second_and_core", r.rate(cores)},
                    {"seconds_per_step", {{"median", r.median}, {"best", r.best}}},
                    {"floor_seconds", r.floor}});
  nlohmann::ordered_json of_blocks = nlohmann::ordered_json::array();
  for (const Comparison& c : comparisons)
    of_blocks.push_back({{"grid", c.grid},
                         {"what", c.what},
                         {"seconds_of_152_blocks", c.many},
                         {"seconds_of_1_block", c.one}});
  return {{"cores", cores}, {"results", list}, {"blocks", of_blocks}};
}

int run(const std::vector<int>& sizes, int blocky, int steps) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  const int cores = comm.size() * exec::threads();
  if (comm.is_root()) fmt::print("flow: {} rank(s) x {} thread(s)\n", comm.size(), exec::threads());
  std::vector<Result> results;
  const auto add = [&](const Result& result) {
    results.push_back(result);
    if (comm.is_root()) print(result, cores);
  };
  for (const int n : sizes)
    for (const auto smoother : {flow::Smoother::runge_kutta, flow::Smoother::block_jacobi}) {
      add(measure<double>({.cells = {n, n, n}}, smoother, steps, comm));
      add(measure<float>({.cells = {n, n, n}}, smoother, steps, comm));
    }
  // As many blocks as the paper's case has, and the same cells in one.
  const std::vector<Comparison> comparisons = compare_blocks(blocky, steps, comm);
  if (comm.is_root()) bench::write_results("step_flow", json(results, comparisons, cores));
  return 0;
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): what is thrown ends it, and says why.
int main(int argc, char** argv) {
  CLI::App program("Time of a stage and of a cycle of the flow solver.");
  std::vector<int> sizes{64, 96};
  bool quick = false;
  int steps = 10;
  program.add_flag("--quick", quick, "32^3 only");
  program.add_option("--cells", sizes, "cells per direction");
  program.add_option("--steps", steps, "steps to time")->check(CLI::PositiveNumber);
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  return run(quick ? std::vector<int>{32} : sizes, quick ? 2 : 8, steps);
}
