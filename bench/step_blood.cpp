// SPDX-License-Identifier: Apache-2.0
// Time per step of plasma against what memory allows: a dense box and a tube, in one array and in
// two (blood.streaming), double and single, on the ranks and threads it is started with. The floor:
// each population is read and written once, at the bandwidth of an update in place of as much
// memory. Then a duct of red cells with each delta function: what a vertex takes in each phase, and
// the part of a step that is not exchange or change of hands. On a device both ways to bring forces
// to the lattice (cells.spreading); the floor there is at the bandwidth of a triad.
//   thalweg-bench-step_blood [--quick] [--sites N] [--steps N] [--hematocrit H] [--device cuda]
//   mpirun -n 2 thalweg-bench-step_blood
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "blood_cases.hpp"
#include "case_solver.hpp"
#include "exec/exec.hpp"
#include "results.hpp"
#include "solvers/blood/lattice/d3q19.hpp"
#include "solvers/blood/prediction/memory.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

/// Steps come in pairs: populations move from home, and back.
constexpr int pair = 2;

struct Result {
  // spreading: on a device; copies: on several ranks
  std::string vessel, streaming, precision, delta, spreading, copies;
  double sites = 0, vertices = 0, median = 0, best = 0, floor = 0;
  std::vector<Phase> phases;
  int steps = 0;

  double millions_per_second() const { return sites / median / 1e6; }
};

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

template <class Real>
Result measure(const std::string& text, int steps, const std::string& device,
               const transport::Communicator& comm) {
  const blood::Parameters p = bench::parameters_of(text);
  const double sites = bench::sites_of(p);
  const bool on_device = device != "cpu";
  // Memory is measured before the solver takes its own.
  double bandwidth =
      on_device ? 0
                : in_place_bandwidth<Real>(
                      static_cast<std::int64_t>(blood::directions * sites / comm.size()), comm);
  const auto solver =
      bench::solver_of("blood", text, {bench::precision_setting<Real>()}, device, comm);
  if (on_device) bandwidth = comm.sum(solver->triad_bytes_per_second());
  bench::seconds_of_steps(*solver, 1, pair, comm);
  solver->phases().reset();
  const std::vector<double> seconds =
      bench::seconds_of_steps(*solver, (steps + 1) / pair, pair, comm);
  return {blood::name_of(p.vessel.shape),
          blood::name_of(p.streaming),
          sizeof(Real) == 4 ? "single" : "double",
          blood::name_of(p.cells.delta),
          on_device ? blood::name_of(p.cells.spreading) : "",
          comm.size() > 1 ? blood::name_of(p.cells.copies) : "",
          sites,
          bench::vertices_of(p),
          seconds[seconds.size() / 2],
          seconds.front(),
          2.0 * blood::directions * sizeof(Real) * sites / bandwidth,
          solver->phases().list(),
          static_cast<int>(pair * seconds.size())};
}

double seconds_per_step(const Result& r, std::string_view name) {
  for (const Phase& phase : r.phases)
    if (phase.name == name) return phase.seconds / r.steps;
  return 0;
}

/// What work each vertex is.
constexpr std::string_view vertex_work[] = {"elastic forces", "spread", "interpolate", "move"};

double vertex_seconds(const Result& r) {
  double sum = 0;
  for (const std::string_view name : vertex_work) sum += seconds_per_step(r, name);
  return sum / r.vertices;
}

/// The part of a step that remains if nothing travels between ranks and no cell changes hands.
double part_of_work(const Result& r) {
  return (seconds_per_step(r, "collide") + seconds_per_step(r, "walls") +
          vertex_seconds(r) * r.vertices) /
         r.median;
}

void print(const Result& r) {
  fmt::print(
      "{:>7} {:>10} {}  {:8.2f} ms/step  best {:8.2f}  {:7.1f} million sites/s  {:.2f} of the "
      "floor's speed (best {:.2f})\n",
      r.vessel, r.streaming, r.precision, 1e3 * r.median, 1e3 * r.best, r.millions_per_second(),
      r.floor / r.median, r.floor / r.best);
  bench::print_phases(r.phases, r.steps);
}

void print_cells(const Result& r) {
  fmt::print(
      "{:>7} {} {:>6} {:>8}  {:8.2f} ms/step  {:.0f} vertices  {:6.1f} ns each on a rank:", r.delta,
      r.precision, r.spreading, r.copies, 1e3 * r.median, r.vertices, 1e9 * vertex_seconds(r));
  for (const std::string_view name : vertex_work)
    fmt::print(" {} {:.1f}", name, 1e9 * seconds_per_step(r, name) / r.vertices);
  fmt::print("  work {:.2f} of the step\n", part_of_work(r));
}

nlohmann::ordered_json json(const Result& r) {
  nlohmann::ordered_json row = {{"vessel", r.vessel},
                                {"streaming", r.streaming},
                                {"sites", r.sites},
                                {"precision", r.precision},
                                {"seconds_per_step", {{"median", r.median}, {"best", r.best}}}};
  if (r.vertices == 0) {
    row["million_sites_per_second"] = r.millions_per_second();
    row["floor_seconds"] = r.floor;
    row["ratio_to_floor"] = r.median / r.floor;
    return row;
  }
  row["delta"] = r.delta;
  if (!r.spreading.empty()) row["spreading"] = r.spreading;
  if (!r.copies.empty()) row["copies"] = r.copies;
  row["vertices"] = r.vertices;
  for (const std::string_view name : vertex_work)
    row["seconds_per_vertex"][std::string(name)] = seconds_per_step(r, name) / r.vertices;
  row["part_of_work"] = part_of_work(r);
  return row;
}

/// Measures and keeps what it finds.
class Rows {
 public:
  Rows(int steps, std::string device, const transport::Communicator& comm)
      : steps_(steps), device_(std::move(device)), comm_(comm) {}

  void add(const std::string& text) {
    add(measure<double>(text, steps_, device_, comm_));
    add(measure<float>(text, steps_, device_, comm_));
  }
  const nlohmann::ordered_json& results() const { return results_; }

 private:
  void add(const Result& result) {
    results_.push_back(json(result));
    if (comm_.is_root()) result.vertices > 0 ? print_cells(result) : print(result);
  }

  int steps_;
  std::string device_;
  const transport::Communicator& comm_;
  nlohmann::ordered_json results_ = nlohmann::ordered_json::array();
};

int run(int sites, int steps, double hematocrit, const std::string& elements,
        const std::string& device) {
  using blood::Copies, blood::Delta, blood::Spreading, blood::Streaming;
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  bench::choose_device(device, comm);
  if (comm.is_root())
    fmt::print("plasma, two relaxation times, on {}: {} rank(s) x {} thread(s)\n", device,
               comm.size(), exec::threads());
  Rows rows(steps, device, comm);
  for (const char* shape : {"box", "tube"})
    for (const Streaming streaming : {Streaming::in_place, Streaming::two_arrays})
      rows.add(bench::plasma(shape, sites, streaming));
  if (comm.is_root()) fmt::print("cells, hematocrit {:.2f}\n", hematocrit);
  // Processors have one way to spread forces; ranks alone have copies of their own images only.
  std::vector<std::pair<Spreading, Copies>> ways{{Spreading::gather, Copies::vertices}};
  if (device != "cpu") ways.emplace_back(Spreading::atomic, Copies::vertices);
  if (comm.size() > 1) ways.emplace_back(Spreading::gather, Copies::whole);
  for (const Delta delta : {Delta::two_point, Delta::three_point, Delta::four_point, Delta::cosine})
    for (const auto& [spreading, copies] : ways)
      rows.add(
          bench::suspension("duct", std::min(sites, 64), hematocrit, delta, spreading, copies) +
          fmt::format("elements = \"{}\"\n", elements));
  if (comm.is_root())
    bench::write_results("step_blood",
                         {{"device", device}, {"ranks", comm.size()}, {"results", rows.results()}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time per step of plasma against what memory allows, and of cells in it.");
  int sites = 128, steps = 20;
  double hematocrit = 0.4;
  std::string device = "cpu";
  bool quick = false;
  std::string elements = "loop";
  program.add_flag("--quick", quick, "48 sites only");
  program.add_option("--sites", sites, "lattice sites per direction")->check(CLI::Range(20, 2048));
  program.add_option("--steps", steps, "steps to time")->check(CLI::Range(2, 100000));
  program.add_option("--hematocrit", hematocrit, "part of the duct that cells fill")
      ->check(CLI::Range(0.001, 0.5));
  program.add_option("--elements", elements, "of membranes: loop or flat")
      ->check(CLI::IsMember({"loop", "flat"}));
  bench::add_device_option(program, device);
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  return bench::run_or_say("thalweg-bench-step_blood", [&] {
    return run(quick ? 48 : sites, steps, hematocrit, elements, device);
  });
}
