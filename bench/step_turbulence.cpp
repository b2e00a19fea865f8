// SPDX-License-Identifier: Apache-2.0
// Time per step of the turbulence solver against its floor: 128^3 and 256^3, double and single, RK2
// (the scheme whose cost peers report), on the ranks and threads it is started with. All sets of
// equations, with passive scalars on request.
//   thalweg-bench-step_turbulence [--quick] [--points N]... [--steps N] [--equations NAME]...
//                                 [--scalars N] [--device cuda] [--set KEY=VALUE]...
//   mpirun -n 4 thalweg-bench-step_turbulence
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "base/clock.hpp"
#include "case_solver.hpp"
#include "exec/exec.hpp"
#include "results.hpp"
#include "solvers/turbulence/passes.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

/// By the names of cases; with the coefficients that each needs besides a viscosity.
const std::map<std::string, std::string> sets{
    {"navier-stokes", "viscosity = 1e-3\n"},
    {"boussinesq", "viscosity = 1e-3\nbuoyancy_frequency = 1\ndiffusivity = 1e-3\n"},
    {"mhd", "viscosity = 1e-3\nresistivity = 1e-3\n"},
    {"hall-mhd", "viscosity = 1e-3\nresistivity = 1e-3\nion_inertial_length = 0.1\n"},
    {"gross-pitaevskii", "sound_speed = 2\n"}};

/// What is stepped.
struct Choice {
  std::string equations;
  int scalars;
};

/// Where, and how.
struct Place {
  std::string device = "cpu";
  std::vector<std::string> settings;
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
  double transforms = 0;  // those of a step, one by one, nothing else; 0: on a device
  std::vector<Phase> phases;
  int steps = 0;
};

/// The same flow for all sets: what they add is at rest, but computed. A superfluid has a wave in
/// it.
std::string taylor_green(int n, const Choice& choice) {
  const bool is_superfluid = choice.equations == "gross-pitaevskii";
  std::string text =
      fmt::format("[grid]\npoints = [{0}, {0}, {0}]\n[time]\nscheme = \"rk2\"\nstep = 1e-3\n"
                  "steps = 1000000\n[turbulence]\nequations = \"{1}\"\n{2}",
                  n, choice.equations, sets.at(choice.equations));
  if (is_superfluid)  // whose cores are resolved
    text += fmt::format("healing_length = {:.17g}\n", 6.0 / n);
  for (int s = 0; s < choice.scalars; ++s) text += "[[turbulence.scalar]]\ndiffusivity = 1e-3\n";
  return text + "[initial]\n" +
         (is_superfluid ? "kind = \"wave\"\nmode = [1, 0, 0]\namplitude = 1e-2\n"
                        : "kind = \"taylor-green\"\n");
}

turbulence::Parameters parameters_of(const std::string& text,
                                     const std::vector<std::string>& settings) {
  auto input = io::Case::parse(text, "benchmark", settings);
  const turbulence::Parameters p = turbulence::read_parameters(input);
  input.throw_if_errors();
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
Result measure(int n, int steps, const Choice& choice, const Place& place,
               const transport::Communicator& comm) {
  const std::string text = taylor_green(n, choice);
  std::vector<std::string> settings = place.settings;
  settings.push_back(bench::precision_setting<Real>());
  const turbulence::Parameters p = parameters_of(text, settings);
  const turbulence::SetDescription set = turbulence::describe(p);
  const Transforms count(set);
  const double transforms =
      place.device != "cpu" ? 0 : measure_transforms<Real>(p.modes(), count, comm);
  const auto solver = bench::solver_of("turbulence", text, settings, place.device, comm);
  const auto [seconds, count_of_steps] = bench::time_steps(*solver, steps, place.device, comm);
  const std::vector<Phase> phases = solver->phases().list();
  return {turbulence::name_with_scalars(set),
          n,
          sizeof(Real) == 4 ? "single" : "double",
          seconds[seconds.size() / 2],
          seconds.front(),
          bench::floor_per_step(phases, count_of_steps),
          count.there + count.back,
          transforms,
          phases,
          count_of_steps};
}

void print(const Result& r) {
  fmt::print(
      "{} {:>4}^3 {}  {:8.2f} ms/step  best {:8.2f}  floor {:8.2f}  ratio {:.2f} (best {:.2f})\n",
      r.set, r.points, r.precision, 1e3 * r.median, 1e3 * r.best, 1e3 * r.floor, r.median / r.floor,
      r.best / r.floor);
  if (r.transforms > 0)
    fmt::print(
        "    its {} transforms one by one, with nothing else: {:.2f} ms; step / that {:.2f}\n",
        r.transform_count, 1e3 * r.transforms, r.median / r.transforms);
  bench::print_phases(r.phases, r.steps);
}

nlohmann::ordered_json json(const std::vector<Result>& results, const Place& place,
                            const transport::Communicator& comm) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Result& r : results) {
    list.push_back({{"equations", r.set},
                    {"points", r.points},
                    {"precision", r.precision},
                    {"seconds_per_step", {{"median", r.median}, {"best", r.best}}},
                    {"floor_seconds", r.floor},
                    {"ratio_to_floor", r.median / r.floor}});
    if (r.transforms > 0) {
      list.back()["transforms_alone_seconds"] = r.transforms;
      list.back()["ratio_to_transforms_alone"] = r.median / r.transforms;
    }
  }
  return {{"device", place.device},
          {"settings", place.settings},
          {"ranks", comm.size()},
          {"scheme", "rk2"},
          {"results", list}};
}

int run(const std::vector<int>& sizes, int steps, const std::vector<Choice>& choices,
        const Place& place) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  bench::choose_device(place.device, comm);
  if (comm.is_root())
    fmt::print("turbulence, Taylor-Green, rk2, on {}: {} rank(s) x {} thread(s)\n", place.device,
               comm.size(), exec::threads());
  std::vector<Result> results;
  for (const Choice& choice : choices)
    for (const int n : sizes) {
      results.push_back(measure<double>(n, steps, choice, place, comm));
      if (comm.is_root()) print(results.back());
      results.push_back(measure<float>(n, steps, choice, place, comm));
      if (comm.is_root()) print(results.back());
    }
  if (comm.is_root()) {
    bench::write_results("step_turbulence", json(results, place, comm));
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
  Place place;
  bench::add_device_option(program, place.device);
  program.add_option("--set", place.settings, "KEY=VALUE of the case");
  CLI11_PARSE(program, argc, argv);
  const transport::Session session(&argc, &argv);
  std::vector<Choice> choices;
  choices.reserve(names.size());
  for (const std::string& name : names) choices.push_back({name, scalars});
  return bench::run_or_say("thalweg-bench-step_turbulence", [&] {
    return run(quick ? std::vector<int>{64} : sizes, steps, choices, place);
  });
}
