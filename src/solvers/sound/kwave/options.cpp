// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/options.hpp"

#include <CLI/CLI.hpp>

#include "base/version.hpp"

namespace thalweg::sound::kwave {

namespace {

struct Flags {
  std::vector<std::pair<Statistic, bool>> pressure, velocity;
};

void add_statistics(CLI::App& app, const std::string& letter, const std::string& what,
                    std::vector<std::pair<Statistic, bool>>& wanted) {
  const std::pair<const char*, Statistic> kinds[] = {{"raw", Statistic::raw},
                                                     {"rms", Statistic::rms},
                                                     {"max", Statistic::maximum},
                                                     {"min", Statistic::minimum},
                                                     {"max_all", Statistic::maximum_all},
                                                     {"min_all", Statistic::minimum_all},
                                                     {"final", Statistic::final}};
  const char* meanings[] = {"time series at the sensor",     "root mean square at the sensor",
                            "maximum at the sensor",         "minimum at the sensor",
                            "maximum over the whole grid",   "minimum over the whole grid",
                            "whole grid after the last step"};
  wanted.reserve(std::size(kinds));
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    wanted.emplace_back(kinds[i].second, false);
    std::string names = "--" + letter + "_" + kinds[i].first;
    if (kinds[i].second == Statistic::raw) names = "-" + letter + "," + names;
    app.add_flag(names, wanted.back().second, what + ": " + meanings[i])->group("Output");
  }
}

void add_options(CLI::App& app, Options& o) {
  app.add_option("-i", o.input, "input file")->required()->type_name("FILE")->group("Files");
  app.add_option("-o", o.output, "output file")->required()->type_name("FILE")->group("Files");
  app.add_option("-c", o.gzip, "compression of the output, 0 to 9")
      ->check(CLI::Range(0, 9))
      ->group("Files");
  app.add_option("-t", o.threads, "threads")->check(CLI::PositiveNumber)->group("Run");
  app.add_option("-g", o.device, "CUDA device")->check(CLI::NonNegativeNumber)->group("Run");
  app.add_option("-r", o.progress_percent, "interval of progress lines in percent, 1 to 100")
      ->check(CLI::Range(1, 100))
      ->group("Run");
  app.add_option("-s", o.first_step, "first time step that is recorded, from 1")
      ->check(CLI::PositiveNumber)
      ->group("Output");
  app.add_option("--benchmark", o.benchmark, "stop after so many steps")
      ->check(CLI::PositiveNumber)
      ->group("Run");
  app.add_option("--verbose", o.verbose, "0 basic, 1 advanced, 2 full")
      ->check(CLI::Range(0, 2))
      ->group("Run");
  app.add_option("--checkpoint_file", o.checkpoint_file, "checkpoint to write, and to go on from")
      ->type_name("FILE")
      ->group("Checkpoints");
  app.add_option("--checkpoint_interval", o.checkpoint_seconds,
                 "seconds after which to write it and stop")
      ->check(CLI::PositiveNumber)
      ->group("Checkpoints");
  app.add_option("--checkpoint_timesteps", o.checkpoint_steps,
                 "steps after which to write it and stop")
      ->check(CLI::PositiveNumber)
      ->group("Checkpoints");
  app.add_flag("--copy_sensor_mask", o.copy_sensor_mask, "copy the sensor mask to the output")
      ->group("Output");
  app.add_flag("--u_non_staggered_raw", o.colocated_velocity,
               "velocity: time series at the sensor, at the points of the pressure")
      ->group("Output");
}

void take_statistics(Options& o, const Flags& flags) {
  for (const auto& [statistic, wanted] : flags.pressure)
    if (wanted) o.pressure.push_back({Field::pressure, statistic});
  for (const auto& [statistic, wanted] : flags.velocity)
    if (wanted) o.velocity.push_back(statistic);
  if (o.pressure.empty() && o.velocity.empty() && !o.colocated_velocity)
    o.pressure.push_back({Field::pressure, Statistic::raw});
}

std::string contradiction(const Options& o) {
  const bool when = o.checkpoint_seconds > 0 || o.checkpoint_steps > 0;
  if (when && o.checkpoint_file.empty())
    return "--checkpoint_interval and --checkpoint_timesteps need --checkpoint_file";
  if (!when && !o.checkpoint_file.empty())
    return "--checkpoint_file needs --checkpoint_interval or --checkpoint_timesteps";
  return {};
}

}  // namespace

ParsedOptions parse(int argc, char** argv) {
  Options options;
  Flags flags;
  CLI::App app("Simulates ultrasound from k-Wave's input files.", argc > 0 ? argv[0] : "kwave");
  app.set_version_flag("--version", std::string("thalweg ") + version + " (" + commit +
                                        "), in place of kspaceFirstOrder v1.3");
  // The last of several counts, as with those programs.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add_options(app, options);
  add_statistics(app, "p", "pressure", flags.pressure);
  add_statistics(app, "u", "velocity", flags.velocity);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion& call) {
    return {.status = 0, .text = std::string(call.what()) + "\n"};
  } catch (const CLI::CallForHelp&) {
    return {.status = 0, .text = app.help()};
  } catch (const CLI::ParseError& error) {
    return {.status = 1, .message = error.what(), .text = app.help()};
  }
  take_statistics(options, flags);
  if (const std::string wrong = contradiction(options); !wrong.empty())
    return {.status = 1, .message = wrong, .text = app.help()};
  return {.options = options};
}

}  // namespace thalweg::sound::kwave
