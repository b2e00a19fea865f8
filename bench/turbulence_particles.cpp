// SPDX-License-Identifier: Apache-2.0
// What particles add to a step of turbulence: two runs of Navier-Stokes, with and without them,
// take turns step by step, on the ranks and threads they are started with.
//   thalweg-bench-turbulence-particles [--quick] [--points N] [--count N] [--steps N] [--rounds N]
//                                      [--scheme rk2] [--device cuda] [--set KEY=VALUE]...
//   mpirun -n 2 thalweg-bench-turbulence-particles
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/clock.hpp"
#include "case_solver.hpp"
#include "results.hpp"
#include "steps.hpp"

namespace {

using namespace thalweg;

struct Options {
  int points = 128;
  int count = 1000000;
  int steps = 20;
  std::string scheme = "rk2";
  std::string device = "cpu";
  std::vector<std::string> settings;
};

/// Decaying turbulence, so that particles cross cells as they do in runs: Courant number 0.8.
std::string flow_case(const Options& o) {
  return fmt::format(
      "[grid]\npoints = [{0}, {0}, {0}]\n[time]\nscheme = \"{1}\"\ncfl = 0.8\nsteps = 1000000\n"
      "[turbulence]\nviscosity = 5e-3\n"
      "[initial]\nkind = \"random\"\nenergy = 0.5\npeak_wavenumber = 3\nseed = 1\n",
      o.points, o.scheme);
}

std::string with_particles(const Options& o) {
  return flow_case(o) + fmt::format("[[particles]]\nname = \"tracers\"\ncount = {}\n", o.count);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// A pair of runs that take turns.
class Pair {
 public:
  Pair(const Options& o, const std::vector<std::string>& settings,
       const transport::Communicator& comm)
      : comm_(comm), flow_(bench::solver_of("turbulence", flow_case(o), settings, o.device, comm)),
        carrying_(bench::solver_of("turbulence", with_particles(o), settings, o.device, comm)) {}

  /// After a first step of each, which touches everything once.
  void measure(int steps) {
    take_turns(1);
    flow_->phases().reset();
    carrying_->phases().reset();
    flow_seconds_.clear();
    carrying_seconds_.clear();
    take_turns(steps);
  }
  double flow_seconds() const { return median(flow_seconds_); }
  /// Of a step over that of the flow alone, the median of pairs.
  double added() const {
    std::vector<double> ratios;
    for (std::size_t n = 0; n < flow_seconds_.size(); ++n)
      ratios.push_back(carrying_seconds_[n] / flow_seconds_[n] - 1);
    return median(std::move(ratios));
  }
  /// The phases that the run without particles does not have.
  std::vector<Phase> parts() const {
    std::vector<Phase> list;
    for (const Phase& phase : carrying_->phases().list())
      if (phase.calls > 0 && phase.name.starts_with("particle")) list.push_back(phase);
    return list;
  }

 private:
  void take_turns(int steps) {
    for (int s = 0; s < steps; ++s) {
      flow_seconds_.push_back(bench::seconds_of_steps(*flow_, 1, 1, comm_).front());
      carrying_seconds_.push_back(bench::seconds_of_steps(*carrying_, 1, 1, comm_).front());
    }
  }

  transport::Communicator comm_;
  std::unique_ptr<simulation::Simulation> flow_, carrying_;
  std::vector<double> flow_seconds_, carrying_seconds_;
};

void print(const Options& o, const std::string& precision, const Pair& pair) {
  fmt::print("{}: a step {:.2f} ms, particles add {:.3f} of it\n", precision,
             1e3 * pair.flow_seconds(), pair.added());
  for (const Phase& part : pair.parts()) {
    const double seconds = part.seconds / o.steps, floor = bench::floor_per_step(part, o.steps);
    fmt::print("    {:<20} {:8.2f} ms  {:6.1f} ns a particle", part.name, 1e3 * seconds,
               1e9 * seconds / o.count);
    if (floor > 0) fmt::print("  floor {:8.2f}  ratio {:.2f}", 1e3 * floor, seconds / floor);
    fmt::print("\n");
  }
}

nlohmann::ordered_json json(const Options& o, const std::string& precision, const Pair& pair) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::object();
  for (const Phase& part : pair.parts()) parts[part.name] = part.seconds / o.steps;
  return {{"precision", precision},
          {"seconds_per_step_without", pair.flow_seconds()},
          {"added", pair.added()},
          {"seconds_of_parts", parts}};
}

int run(const Options& o) {
  const auto comm = transport::Communicator::world();
  bench::use_threads_of_a_run(comm);
  bench::choose_device(o.device, comm);
  if (comm.is_root())
    fmt::print("{} tracers in {}^3, {}, on {}: {} rank(s) x {} thread(s)\n", o.count, o.points,
               o.scheme, o.device, comm.size(), exec::threads());
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const char* precision : {"double", "single"}) {
    std::vector<std::string> settings = o.settings;
    settings.push_back(fmt::format("simulation.precision=\"{}\"", precision));
    Pair pair(o, settings, comm);
    pair.measure(o.steps);
    if (comm.is_root()) print(o, precision, pair);
    results.push_back(json(o, precision, pair));
  }
  if (comm.is_root())
    bench::write_results("turbulence-particles", {{"points", o.points},
                                                  {"particles", o.count},
                                                  {"scheme", o.scheme},
                                                  {"device", o.device},
                                                  {"ranks", comm.size()},
                                                  {"settings", o.settings},
                                                  {"results", results}});
  return 0;
}

int run(int argc, char** argv) {
  CLI::App program("What particles add to a step of turbulence.");
  Options o;
  bool quick = false;
  program.add_flag("--quick", quick, "few particles in 32^3 only");
  program.add_option("--points", o.points, "of the grid, per direction")
      ->check(CLI::Range(8, 8192));
  program.add_option("--count", o.count, "of particles")->check(CLI::PositiveNumber);
  program.add_option("--steps", o.steps, "to time, of each run")->check(CLI::PositiveNumber);
  program.add_option("--scheme", o.scheme, "rk2, rk3 or rk4")
      ->check(CLI::IsMember({"rk2", "rk3", "rk4"}));
  bench::add_device_option(program, o.device);
  program.add_option("--set", o.settings, "KEY=VALUE of the case");
  CLI11_PARSE(program, argc, argv);
  if (quick) {
    o.points = 32;
    o.count = 10000;
    o.steps = 3;
  }
  const transport::Session session(&argc, &argv);
  return run(o);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_or_say("thalweg-bench-turbulence-particles", [&] { return run(argc, argv); });
}
