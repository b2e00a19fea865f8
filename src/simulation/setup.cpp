// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "exec/device_info.hpp"

namespace thalweg::simulation {

namespace {

/// cpu or cuda, for --device auto|cpu|cuda.
std::string choose_device(const std::string& asked, const std::string& kind) {
  const bool built = Registry::instance().find_factory(kind, "cuda") != nullptr;
  const bool present = built && !exec::devices().empty();
  if (asked == "cuda" && !built)
    throw InputError("--device cuda: this program was built without CUDA (build it with `make cuda`); "
                     "nothing was run.");
  if (asked == "cuda" && !present)
    throw InputError("--device cuda: no CUDA device can be used here (is there a GPU, and does "
                     "`nvidia-smi` see it?); nothing was run.");
  return asked != "cpu" && present ? "cuda" : "cpu";
}

void read_end(Setup& setup) {
  io::Case& input = setup.input;
  const std::string key = input.exactly_one({"time.end", "time.steps"}, "where the run ends");
  if (key == "time.end")
    setup.end_time = input.number(key, {.minimum = 0, .meaning = "time at which the run ends"});
  if (key == "time.steps")
    setup.end_step = input.integer(key, {.minimum = 0, .meaning = "steps after which the run ends"});
}

void read_output(Setup& setup) {
  io::Case& input = setup.input;
  setup.history = Schedule::read(input, "output.history");
  setup.tables = Schedule::read(input, "output.spectra");
  setup.fields = Schedule::read(input, "output.fields");
  setup.field_names = input.texts("output.fields.names", setup.fields.is_set()
                                                             ? std::vector<std::string>{"velocity"}
                                                             : std::vector<std::string>{});
  setup.checkpoint = Schedule::read(input, "checkpoint", true);
  setup.keep_checkpoints = static_cast<int>(input.integer(
      "checkpoint.keep", {.default_value = 2, .minimum = 1, .maximum = 1e6, .meaning = "checkpoints kept"}));
}

/// Ranks that read different files would wait for each other for ever.
void require_same_case(const io::Case& input, const transport::Communicator& comm) {
  const auto low = static_cast<double>(input.hash() >> 32);
  const auto high = static_cast<double>(input.hash() & 0xffffffffu);
  if (comm.max(low) != comm.min(low) || comm.max(high) != comm.min(high))
    throw InputError("the ranks read different case files: is the file system shared?");
}

}  // namespace

Setup Setup::read(const RunOptions& options, const transport::Communicator& comm) {
  Setup setup{.input = io::Case::load(options.case_file, options.overrides)};
  io::Case& input = setup.input;
  require_same_case(input, comm);
  setup.kind = input.choice("simulation.kind", Registry::instance().kinds(), {});
  setup.title = input.text("simulation.title", input.name());
  setup.precision = input.choice("simulation.precision", {"double", "single"}, "double");
  const SolverKind* kind = Registry::instance().find(setup.kind);
  setup.summary = kind->check(input, comm);
  read_end(setup);
  read_output(setup);
  for (const std::string& name : setup.field_names)
    if (std::find(kind->fields.begin(), kind->fields.end(), name) == kind->fields.end()) {
      const std::string meant = closest(name, kind->fields);
      input.error("output.fields.names",
                  fmt::format("there is no field \"{}\"; the fields are {}{}", name,
                              fmt::join(kind->fields, ", "),
                              meant.empty() ? "" : fmt::format(". Did you mean \"{}\"?", meant)));
    }
  input.finish();
  setup.device = choose_device(options.device, setup.kind);
  return setup;
}

std::unique_ptr<Simulation> Setup::build(const transport::Communicator& comm) {
  if (device == "cuda") {
    exec::select_device(comm.node_rank());
    const auto list = exec::devices();
    device_name = list[static_cast<std::size_t>(comm.node_rank()) % list.size()].name;
  }
  return (*Registry::instance().find_factory(kind, device))(input, comm);
}

}  // namespace thalweg::simulation
