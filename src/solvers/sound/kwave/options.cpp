// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

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

/// Of counts: the library's own text for numbers above 0 names the smallest double.
const CLI::Validator at_least_one(
    [](const std::string& text) {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      const bool is_number = error == std::errc() && end == text.data() + text.size();
      return is_number && value >= 1 ? "" : "expected a whole number from 1, found " + text;
    },
    "INT >= 1");

void add_options(CLI::App& app, Options& o) {
  app.add_option("-i", o.input, "input file")->required()->type_name("FILE")->group("Files");
  app.add_option("-o", o.output, "output file")->required()->type_name("FILE")->group("Files");
  app.add_option("-c", o.gzip, "compression of the output, 0 to 9")
      ->check(CLI::Range(0, 9))
      ->group("Files");
  app.add_option("-t", o.threads, "threads")->check(at_least_one)->group("Run");
  app.add_option("-g", o.device, "CUDA device")->check(CLI::NonNegativeNumber)->group("Run");
  app.add_option("-r", o.progress_percent, "interval of progress lines in percent, 1 to 100")
      ->check(CLI::Range(1, 100))
      ->group("Run");
  app.add_option("-s", o.first_step, "first time step that is recorded, from 1")
      ->check(at_least_one)
      ->group("Output");
  app.add_option("--benchmark", o.benchmark, "so many steps in place of those of the input file")
      ->check(at_least_one)
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
      ->check(at_least_one)
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

/// Long flags may be cut short while they name one flag, as getopt_long() allows.
class LongFlags {
 public:
  explicit LongFlags(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names_.push_back(name);
  }

  /// The argument with its flag in full; unchanged where it is no flag or of unknown name. Throws
  /// CLI::ParseError where several flags begin so.
  std::string completed(const std::string& argument) const {
    if (argument.size() < 3 || argument.substr(0, 2) != "--") return argument;
    const auto end = std::min(argument.find('='), argument.size());
    const std::string begin = argument.substr(2, end - 2);
    std::vector<std::string> fitting;
    for (const std::string& name : names_) {
      if (name == begin) return argument;
      if (name.compare(0, begin.size(), begin) == 0) fitting.push_back("--" + name);
    }
    if (fitting.empty()) return argument;
    if (fitting.size() > 1)
      throw CLI::ParseError(fmt::format("--{} may be {}", begin, fmt::join(fitting, " or ")), 1);
    return fitting.front() + argument.substr(end);
  }

 private:
  std::vector<std::string> names_;
};

/// As the library wants them: the last first.
std::vector<std::string> completed_arguments(const CLI::App& app, int argc, char** argv) {
  const LongFlags flags(app);
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) arguments.push_back(flags.completed(argv[i]));
  return arguments;
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
    app.parse(completed_arguments(app, argc, argv));
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
