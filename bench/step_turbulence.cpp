// SPDX-License-Identifier: Apache-2.0
// Time per step of the turbulence solver against its floor: 128^3 and 256^3, double and single, RK2
// (the scheme whose cost peers report), on the ranks and threads it is started with. All sets of
// equations, with passive scalars on request.
//   thalweg-bench-step_turbulence [--quick] [--points N]... [--steps N] [--equations NAME]...
//                                 [--scalars N]
//   mpirun -n 4 thalweg-bench-step_turbulence
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <numbers>

#include "base/clock.hpp"
#include "exec/exec.hpp"
#include "results.hpp"
#include "solvers/turbulence/passes.hpp"
#include "solvers/turbulence/solver.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

using turbulence::Equations;
const std::map<std::string, Equations> sets{{"navier-stokes", Equations::navier_stokes},
                                            {"boussinesq", Equations::boussinesq},
                                            {"mhd", Equations::mhd},
                                            {"hall-mhd", Equations::hall_mhd},
                                            {"gross-pitaevskii", Equations::gross_pitaevskii}};

/// What is stepped.
struct Choice {
  Equations equations;
  int scalars;
};

/// Fields that a step of two stages transforms.
struct Transforms {
  int there = 0, back = 0;
  explicit Transforms(const turbulence::SetDescription& set) {
    for (const turbulence::Pass& pass : turbulence::passes_of(set)) {
      there += 2 * pass.per_stage * pass.to_points;
      back += 2 * pass.per_stage * pass.to_modes;
    }
  }
};

struct Result {
  std::string set;
  int points = 0;
  std::string precision;
  double median = 0, best = 0, floor = 0;
  int transform_count = 0;
  double transforms = 0;  // those of a step, one by one, nothing else
  std::vector<Phase> phases;
  int steps = 0;
};

/// The same flow for all sets: what they add is at rest, but computed. A superfluid has a wave in
/// it.
turbulence::Parameters taylor_green(int n, bool single, const Choice& choice) {
  turbulence::Parameters p;
  p.equations = choice.equations;
  p.scalars.resize(static_cast<std::size_t>(choice.scalars));
  p.single_precision = single;
  p.points = {n, n, n};
  p.length.fill(2 * std::numbers::pi);
  p.viscosity = 1e-3;
  p.scheme = "rk2";
  p.step = 1e-3;
  if (p.equations == Equations::gross_pitaevskii) {
    p.sound_speed = 2;
    p.healing_length = 6.0 / n;  // cores are resolved
    p.initial.kind = turbulence::InitialKind::wave;
    p.initial.amplitude = 1e-2;
  }
  return p;
}

/// Takes or gives constants: a transform that computes nothing.
template <class Real>
struct Constant {
  void operator()(int, int, int, const Complex<Real>*, Complex<Real>* out) const {
    out[0] = {1, 0};
  }
  Constant row(int, int) const { return {}; }
  void operator()(int, const Real*, Real* out) const { out[0] = 1; }
};

/// Seconds of the transforms of an rk2 step, as separate pruned transforms of one field each: what
/// a code pays that does not fuse them. The best of a few.
template <class Real>
double measure_transforms(const fft::Modes& modes, const Transforms& count,
                          const transport::Communicator& comm) {
  const fft::Layout layout =
      fft::make_layout(modes, comm.rank(), comm.size(), sizeof(Complex<Real>));
  const exec::Exec exec;
  Phases phases;
  const fft::SpreadAsIs<Real> as_is;
  const Constant<Real> constant;
  fft::Pipeline<Real> pipeline(layout, comm, exec, fft::Traffic::up_to(1), {}, phases);
  double best = 1e300;
  for (int repeat = 0; repeat < count.back; ++repeat) {
    comm.barrier();
    const double start = seconds_now();
    for (int t = 0; t < count.there; ++t) {
      pipeline.template modes<0, 1>("lines", constant);
      pipeline.template planes<1, 0>("planes", as_is, constant);
    }
    for (int t = 0; t < count.back; ++t) {
      pipeline.template planes<0, 1>("planes", as_is, constant);
      pipeline.template modes<1, 0>("lines", constant);
    }
    best = std::min(best, comm.max(seconds_now() - start));
  }
  return best;
}

template <class Real>
Result measure(int n, int steps, const Choice& choice, const transport::Communicator& comm) {
  const turbulence::Parameters p = taylor_green(n, sizeof(Real) == 4, choice);
  const turbulence::SetDescription set = turbulence::describe(p);
  const Transforms count(set);
  const double transforms = measure_transforms<Real>(p.modes(), count, comm);
  turbulence::Solver<Real> solver(p, comm);
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
  return {turbulence::name_with_scalars(set),
          n,
          sizeof(Real) == 4 ? "single" : "double",
          seconds[seconds.size() / 2],
          seconds.front(),
          bench::floor_per_step(phases, steps),
          count.there + count.back,
          transforms,
          phases,
          steps};
}

void print(const Result& r) {
  fmt::print(
      "{} {:>4}^3 {}  {:8.2f} ms/step  best {:8.2f}  floor {:8.2f}  ratio {:.2f} (best {:.2f})\n",
      r.set, r.points, r.precision, 1e3 * r.median, 1e3 * r.best, 1e3 * r.floor, r.median / r.floor,
      r.best / r.floor);
  fmt::print("    its {} transforms one by one, with nothing else: {:.2f} ms; step / that {:.2f}\n",
             r.transform_count, 1e3 * r.transforms, r.median / r.transforms);
  bench::print_phases(r.phases, r.steps);
}

nlohmann::ordered_json json(const std::vector<Result>& results,
                            const transport::Communicator& comm) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Result& r : results)
    list.push_back({{"equations", r.set},
                    {"points", r.points},
                    {"precision", r.precision},
                    {"seconds_per_step", {{"median", r.median}, {"best", r.best}}},
                    {"floor_seconds", r.floor},
                    {"ratio_to_floor", r.median / r.floor},
                    {"transforms_alone_seconds", r.transforms},
                    {"ratio_to_transforms_alone", r.median / r.transforms}});
  return {{"ranks", comm.size()}, {"scheme", "rk2"}, {"results", list}};
}

int run(const std::vector<int>& sizes, int steps, const std::vector<Choice>& choices) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  if (comm.is_root())
    fmt::print("turbulence, Taylor-Green, rk2: {} rank(s) x {} thread(s)\n", comm.size(),
               exec::threads());
  std::vector<Result> results;
  for (const Choice& choice : choices)
    for (const int n : sizes) {
      results.push_back(measure<double>(n, steps, choice, comm));
      if (comm.is_root()) print(results.back());
      results.push_back(measure<float>(n, steps, choice, comm));
      if (comm.is_root()) print(results.back());
    }
  if (comm.is_root()) {
    bench::write_results("step_turbulence", json(results, comm));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Time per step of the turbulence solver against its floor.");
  std::vector<int> sizes{128, 256};
  bool quick = false;
  int steps = 10, scalars = 0;
  std::vector<std::string> names{"navier-stokes"};
  program.add_flag("--quick", quick, "64^3 only");
  program.add_option("--points", sizes, "grid points per direction");
  program.add_option("--steps", steps, "steps to time")->check(CLI::PositiveNumber);
  program.add_option("--equations", names, "sets")->check(CLI::IsMember(sets));
  program.add_option("--scalars", scalars, "passive scalars")->check(CLI::NonNegativeNumber);
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  std::vector<Choice> choices;
  choices.reserve(names.size());
  for (const std::string& name : names) choices.push_back({sets.at(name), scalars});
  return run(quick ? std::vector<int>{64} : sizes, steps, choices);
}
