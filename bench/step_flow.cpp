// SPDX-License-Identifier: Apache-2.0
// What a stage of Runge-Kutta and a W-cycle of block Jacobi cost the solver `flow`, against the
// bytes that must move: a box of waves, double and single, on the ranks and threads it is started
// with. Then 152 blocks against one block of the same cells: a box, whose blocks have rows of 16
// cells, and the plate, whose rows run outwards.
//   thalweg-bench-step_flow [--quick] [--cells N]... [--steps N] [--device cuda]
//   mpirun -n 2 thalweg-bench-step_flow
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>

#include "case_solver.hpp"
#include "flow_plate.hpp"
#include "results.hpp"
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

/// How a step goes on: a stage of Runge-Kutta or a cycle of block Jacobi.
enum class Advance { stages, cycle };

/// levels: of grids, for cycles.
std::string waves(const Shape& shape, Advance advance, int levels = 4) {
  const bool is_by_stages = advance == Advance::stages;
  const auto& [cells, blocks] = shape;
  return fmt::format(
      "[grid]\nkind = \"wavy\"\namplitude = 0.05\nperiodic = [\"x\", \"z\"]\ncells = [{}, {}, {}]\n"
      "blocks = [{}, {}, {}]\n[flow]\nviscosity = 1e-3\n[initial]\nkind = \"taylor-green\"\n"
      "amplitude = 0.1\n[[boundary]]\nfamily = \"y-\"\nkind = \"wall\"\n[[boundary]]\nfamily = "
      "\"y+\"\nkind = \"wall\"\nvelocity = [1, 0, 0]\n[time]\nscheme = \"steady\"\n"
      "[cycles]\nsmoother = \"{}\"\nlevels = {}\ncfl = {}\n",
      cells[0], cells[1], cells[2], blocks[0], blocks[1], blocks[2],
      is_by_stages ? "runge-kutta" : "block-jacobi", is_by_stages ? 1 : levels,
      is_by_stages ? 1.4 : 10.0);
}

template <class Real>
Result measure(const Shape& shape, Advance advance, int steps, const std::string& device,
               const transport::Communicator& comm) {
  const auto solver = bench::solver_of("flow", waves(shape, advance),
                                       {bench::precision_setting<Real>()}, device, comm);
  const auto [seconds, count_of_steps] = bench::time_steps(*solver, steps, device, comm);
  const bool is_by_stages = advance == Advance::stages;
  const std::vector<Phase> phases = solver->phases().list();
  return {shape,
          is_by_stages ? "stage" : "W-cycle",
          sizeof(Real) == 4 ? "single" : "double",
          is_by_stages ? 5 : 1,
          seconds[seconds.size() / 2],
          seconds.front(),
          bench::floor_per_step(phases, count_of_steps),
          phases,
          count_of_steps};
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

/// Steps in turn, since other programs disturb a machine for a while.
Comparison compare(Comparison best, const std::string& many, const std::string& one, int steps,
                   const std::string& device, const transport::Communicator& comm) {
  const auto of_many = bench::solver_of("flow", many, {}, device, comm);
  const auto of_one = bench::solver_of("flow", one, {}, device, comm);
  for (const auto* solver : {&of_many, &of_one}) bench::seconds_of_steps(**solver, 1, 1, comm);
  best.many = best.one = 1e9;
  for (int s = 0; s < steps; ++s) {
    best.many = std::min(best.many, bench::seconds_of_steps(*of_many, 1, 1, comm).front());
    best.one = std::min(best.one, bench::seconds_of_steps(*of_one, 1, 1, comm).front());
  }
  if (comm.is_root())
    fmt::print("152 blocks / 1 block of the same cells, {:<5} {:<7}: {:.2f} ({:.1f} / {:.1f} ms)\n",
               best.grid, best.what, best.ratio(), 1e3 * best.many, 1e3 * best.one);
  return best;
}

std::vector<Comparison> compare_blocks(int blocky, int steps, const std::string& device,
                                       const transport::Communicator& comm) {
  const std::array<int, 3> cells{16 * blocky, 38 * blocky, 8 * blocky};
  const bench::PlateSize size{std::max(304, 76 * blocky), 8 * blocky, std::max(32, 8 * blocky)};
  std::vector<Comparison> all;
  for (const Advance advance : {Advance::stages, Advance::cycle}) {
    const bool is_by_stages = advance == Advance::stages;
    const char* what = is_by_stages ? "stages" : "W-cycle";
    all.push_back(compare({"box", what}, waves({cells, {8, 19, 1}}, advance, 2),
                          waves({cells, {1, 1, 1}}, advance, 2), steps, device, comm));
    const auto cycle = is_by_stages ? bench::PlateCycle::stages : bench::PlateCycle::w_cycle;
    all.push_back(compare({"plate", what}, bench::plate_case(size, cycle),
                          bench::plate_case(size.in_one_block(), cycle), steps, device, comm));
  }
  return all;
}

nlohmann::ordered_json json(const std::vector<Result>& results,
                            const std::vector<Comparison>& comparisons, int cores,
                            const std::string& device) {
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
  return {{"device", device}, {"cores", cores}, {"results", list}, {"blocks", of_blocks}};
}

int run(const std::vector<int>& sizes, int blocky, int steps, const std::string& device) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  bench::choose_device(device, comm);
  // A device counts as one.
  const int cores = comm.size() * (device == "cpu" ? exec::threads() : 1);
  if (comm.is_root())
    fmt::print("flow on {}: {} rank(s) x {} thread(s)\n", device, comm.size(), exec::threads());
  std::vector<Result> results;
  const auto add = [&](const Result& result) {
    results.push_back(result);
    if (comm.is_root()) print(result, cores);
  };
  for (const int n : sizes)
    for (const Advance advance : {Advance::stages, Advance::cycle}) {
      add(measure<double>({.cells = {n, n, n}}, advance, steps, device, comm));
      add(measure<float>({.cells = {n, n, n}}, advance, steps, device, comm));
    }
  // As many blocks as the paper's case has, and the same cells in one.
  const std::vector<Comparison> comparisons = compare_blocks(blocky, steps, device, comm);
  if (comm.is_root()) bench::write_results("step_flow", json(results, comparisons, cores, device));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time of a stage and of a cycle of the flow solver.");
  std::vector<int> sizes{64, 96};
  bool quick = false;
  int steps = 10;
  program.add_flag("--quick", quick, "32^3 only");
  program.add_option("--cells", sizes, "cells per direction");
  program.add_option("--steps", steps, "steps to time")->check(CLI::PositiveNumber);
  std::string device = "cpu";
  bench::add_device_option(program, device);
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  return bench::run_or_say("thalweg-bench-step_flow", [&] {
    // Blocks of 8 cells can be halved once.
    return run(quick ? std::vector<int>{32} : sizes, quick ? 4 : 8, steps, device);
  });
}
