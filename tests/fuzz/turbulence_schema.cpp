// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/turbulence_schema.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics_text.hpp"
#include "base/error.hpp"

namespace thalweg::test {

namespace {

const io::Number positive{.minimum = 0, .exclusive = true};

class Reader {
 public:
  explicit Reader(io::Case& input) : input_(input) {}

  void grid() {
    note("grid.points",
         input_.integers3("grid.points",
                          {.minimum = 4, .maximum = 65536, .meaning = "points along each axis"}));
    note("grid.length", input_.numbers3("grid.length", {.default_value = 6.283185307179586,
                                                        .minimum = 0,
                                                        .exclusive = true,
                                                        .meaning = "edges of the box",
                                                        .unit = "m"}));
  }
  void equations() {
    choice("turbulence.equations", {"navier-stokes"}, "navier-stokes");
    note("turbulence.viscosity",
         input_.number(
             "turbulence.viscosity",
             {.minimum = 0, .exclusive = true, .meaning = "kinematic viscosity", .unit = "m^2/s"}));
    choice("turbulence.dealias", {"spherical", "per-direction", "none"}, "spherical");
  }
  void initial() {
    const std::string kind =
        choice("initial.kind", {"taylor-green", "abc", "random", "file"}, std::nullopt);
    if (kind == "taylor-green")
      note("initial.amplitude", input_.number("initial.amplitude", {.default_value = 1}));
    if (kind == "random")
      note("initial.seed",
           input_.integer("initial.seed", {.default_value = 0, .minimum = 0, .meaning = "seed"}));
    if (kind == "file") note("initial.path", input_.text("initial.path", {}, "HDF5 file"));
  }
  void time() {
    const std::string end = input_.exactly_one({"time.end", "time.steps"}, "when to stop");
    number_or_integer(end, "time.steps");
    choice("time.scheme", {"rk2", "rk3", "rk4"}, "rk4");
    const std::string step = input_.exactly_one({"time.cfl", "time.step"}, "size of a step");
    number_or_integer(step, "");
  }
  void output() {
    for (const std::string name : {"history", "fields"}) {
      const std::string steps = "output." + name + ".every_steps";
      number_or_integer(input_.at_most_one({steps, "output." + name + ".every_time"}), steps);
    }
    std::string names;
    for (const std::string& name : input_.texts("output.fields.names", {"velocity"}))
      names += fmt::format("{}:{} ", name.size(), name);
    note("output.fields.names", names);
    note("checkpoint.keep",
         input_.integer("checkpoint.keep", {.default_value = 2, .minimum = 1, .maximum = 100}));
    note("transport.overlap", input_.boolean("transport.overlap", true, "hide messages"));
  }
  void simulation() {
    choice("simulation.kind", {"turbulence", "sound"}, std::nullopt);
    note("simulation.title", input_.text("simulation.title", ""));
  }
  std::string values() const { return values_; }

 private:
  void note(const std::string& key, double value) {
    values_ += fmt::format("{} = {:a}\n", key, value);
  }
  void note(const std::string& key, std::int64_t value) {
    values_ += fmt::format("{} = {}\n", key, value);
  }
  void note(const std::string& key, bool value) { values_ += fmt::format("{} = {}\n", key, value); }
  void note(const std::string& key, const std::string& value) {
    values_ += fmt::format("{} = {}\n", key, value);
  }
  template <class T>
  void note(const std::string& key, const std::array<T, 3>& value) {
    for (const T& element : value) note(key, element);
  }
  std::string choice(const std::string& key, const std::vector<std::string>& allowed,
                     const std::optional<std::string>& default_value) {
    const std::string value = input_.choice(key, allowed, default_value);
    note(key, value);
    return value;
  }
  void number_or_integer(const std::string& key, const std::string& integer_key) {
    if (key.empty()) return;
    if (key == integer_key)
      note(key, input_.integer(key, {.minimum = 1}));
    else
      note(key, input_.number(key, positive));
  }

  io::Case& input_;
  std::string values_;
};

struct Outcome {
  std::string message;  // of the InputError; empty if there was none
  std::string values;
  std::string printed;
};

Outcome read(const std::string& text, const std::vector<std::string>& settings) {
  try {
    io::Case input = io::Case::parse(text, "case.toml", settings);
    Outcome outcome;
    outcome.values = read_turbulence(input);
    input.finish();
    outcome.printed = input.effective_toml();
    return outcome;
  } catch (const InputError& error) {
    return {.message = error.what(), .values = {}, .printed = {}};
  } catch (const std::exception& error) {
    return {
        .message = std::string("not an InputError: ") + error.what(), .values = {}, .printed = {}};
  }
}

std::string fault_of_message(const std::string& message) {
  if (!message.ends_with("; nothing was run.")) return "the message has no end: " + message;
  if (!is_utf8(message)) return "the message is not UTF-8";
  for (const char c : message)
    if (c != '\n' && static_cast<unsigned char>(c) < 0x20) return "control character: " + message;
  return "";
}

/// Takes the "--set ..." lines off the start of a text.
std::vector<std::string> take_settings(std::string& text) {
  constexpr std::string_view mark = "--set ";
  std::vector<std::string> settings;
  while (text.starts_with(mark) && settings.size() < 16) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    settings.push_back(text.substr(mark.size(), end - mark.size()));
    text.erase(0, end + 1);
  }
  return settings;
}

}  // namespace

std::string read_turbulence(io::Case& input) {
  Reader reader(input);
  reader.simulation();
  reader.grid();
  reader.equations();
  reader.initial();
  reader.time();
  reader.output();
  return reader.values();
}

std::string message_of(const std::string& text, const std::vector<std::string>& settings) {
  return read(text, settings).message;
}

std::string violation(const std::string& text) {
  std::string rest = text;
  const std::vector<std::string> settings = take_settings(rest);
  const Outcome first = read(rest, settings);
  if (!first.message.empty()) return fault_of_message(first.message);
  const Outcome second = read(first.printed, {});
  if (!second.message.empty()) return "the printed case is wrong: " + second.message;
  if (second.values != first.values)
    return "the printed case differs:\n" + first.values + "\nand\n" + second.values;
  // The second printing knows no defaults any more; from there on nothing may change.
  const Outcome third = read(second.printed, {});
  return third.printed == second.printed ? "" : "printing the printed case changes it";
}

}  // namespace thalweg::test
