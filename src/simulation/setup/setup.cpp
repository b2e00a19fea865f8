// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "exec/device_info.hpp"
#include "io/files/together.hpp"
#include "simulation/process/device.hpp"
#include "simulation/process/launch.hpp"
#include "simulation/process/machine.hpp"
#include "simulation/self_test/self_test.hpp"
#include "simulation/setup/device_memory.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/comm/patience.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::simulation {

namespace {

void require_device(const std::string& kind, const MemoryEstimate& memory,
                    const transport::Communicator& comm) {
  if (!exec::has_device_half() || !Registry::instance().find_factory(kind, "cuda"))
    throw InputError(
        "--device cuda: this program was built without CUDA. Build it with `make cuda`, or leave "
        "--device out. Nothing was run.");
  if (!comm.agree(!exec::devices().empty()))
    throw InputError(
        "--device cuda: no CUDA device can be used here. Does `nvidia-smi` show one, and does "
        "CUDA_VISIBLE_DEVICES allow it? Nothing was run.");
  require_device_memory(memory.device_bytes, own_device(comm), ranks_on_device(comm), comm);
}

/// What is written, by name.
struct Names {
  std::vector<std::string> known, by_default;
};

/// output.WHAT.names: those of the known ones that are written. what: "fields".
std::vector<std::string> read_names(io::Case& input, const std::string& what, const char* one,
                                    bool is_scheduled, const Names& all) {
  const std::string key = "output." + what + ".names";
  if (!is_scheduled) {
    if (!input.has(key)) return {};
    input.exactly_one({"output." + what + ".every_steps", "output." + what + ".every_time"},
                      "how often " + what + " are written");
  }
  const std::vector<std::string> names = input.texts(key, all.by_default);
  require_known(input, key, one, names, all.known);
  return names;
}

void add(const checks::Recordings& more, checks::Recordings& all) {
  all.history.insert(all.history.end(), more.history.begin(), more.history.end());
  all.tables.insert(all.tables.end(), more.tables.begin(), more.tables.end());
  all.fields.insert(all.fields.end(), more.fields.begin(), more.fields.end());
  all.fields_on_request = more.fields_on_request;
  all.images = more.images;
}

/// output.GROUP for each group of tables that the solver has.
std::vector<TableOutput> read_tables(io::Case& input,
                                     const std::vector<checks::TableColumns>& tables) {
  std::map<std::string, std::vector<std::string>> known;
  for (const checks::TableColumns& table : tables) known[table.group].push_back(table.name);
  std::vector<TableOutput> outputs;
  for (const auto& [group, names] : known) {
    const Schedule when = Schedule::read(input, "output." + group, {});
    outputs.push_back(
        {group, when, read_names(input, group, "table", when.is_set(), {names, names})});
  }
  return outputs;
}

void read_output(Setup& setup, const SolverKind& kind, const checks::Recordings& recordings) {
  io::Case& input = setup.input;
  setup.history = Schedule::read(input, "output.history", {.default_steps = 10});
  setup.tables = read_tables(input, recordings.tables);
  setup.fields = Schedule::read(input, "output.fields", {});
  Names fields{.known = kind.field_names, .by_default = {}};
  fields.known.insert(fields.known.end(), recordings.fields.begin(), recordings.fields.end());
  fields.by_default = fields.known;
  fields.known.insert(fields.known.end(), recordings.fields_on_request.begin(),
                      recordings.fields_on_request.end());
  setup.field_names = read_names(input, "fields", "field", setup.fields.is_set(), fields);
  if (kind.writes_blocks && setup.fields.is_set() &&
      input.choice("output.fields.form", {"cgns", "vtkhdf"}, "cgns", "files that blocks become") ==
          "vtkhdf")
    setup.block_form = io::BlockForm::vtkhdf;
  if (kind.writes_blocks)
    setup.samples.slices =
        read_block_slices(input, fields.known, {setup.summary.bounds, setup.summary.blocks});
  if (!recordings.images.empty()) setup.samples = read_samples(input, recordings.images);
  setup.final_checkpoint = input.has_table("checkpoint");
  setup.checkpoint =
      Schedule::read(input, "checkpoint", {.minutes_allowed = true, .default_minutes = 15});
  setup.allow_changes = input.texts("checkpoint.allow_changes", {},
                                    "keys and sections that a restart may find changed");
  setup.keep_checkpoints = static_cast<int>(input.integer(
      "checkpoint.keep",
      {.default_value = 2, .minimum = 1, .maximum = 1e6, .meaning = "newest checkpoints kept"}));
}

/// Where the run ends: time.end or time.steps. A mistake unless it is one of them.
void read_end(Setup& setup) {
  io::Case& input = setup.input;
  const std::string key = input.exactly_one({"time.end", "time.steps"}, "where the run ends");
  if (key == "time.end")
    setup.end_time = input.number(key, {.minimum = 0, .meaning = "time at which the run ends"});
  if (key == "time.steps")
    setup.end_step =
        input.integer(key, {.minimum = 0, .meaning = "steps after which the run ends"});
}

void read_until_steady(Setup& setup, const SolverKind& kind, const checks::Recordings& known) {
  io::Case& input = setup.input;
  const std::string path = "time.until_steady";
  if (!input.has_table(path)) return;
  UntilSteady until;
  until.tolerance =
      input.number(path + ".tolerance", {.minimum = 0,
                                         .maximum = 1,
                                         .exclusive = true,
                                         .meaning = "relative change below which the run ends"});
  until.every_steps = input.integer(
      path + ".every_steps", {.minimum = 1, .meaning = "between the states that are compared"});
  until.quantity = input.text(path + ".quantity", "",
                              "column of the history; empty: the velocity at all points");
  if (until.quantity.empty() && !kind.keeps_velocity)
    input.error(path + ".tolerance",
                fmt::format("needs {}.quantity, a column of history.csv: \"{}\" does not keep "
                            "velocities",
                            path, kind.name));
  const auto& columns = known.history;
  if (!until.quantity.empty() && !columns.empty() &&
      std::find(columns.begin(), columns.end(), until.quantity) == columns.end()) {
    const std::string meant = closest(until.quantity, columns);
    input.error(path + ".quantity",
                fmt::format("is no column of history.csv{}",
                            meant.empty() ? "" : fmt::format(". Did you mean \"{}\"?", meant)));
  }
  setup.until_steady = until;
}

/// Put the values of a member into the case.
void read_ensemble(Setup& setup, const std::optional<int>& member) {
  setup.ensemble = Ensemble::read(setup.input);
  if (!setup.ensemble) {
    if (member)
      throw InputError(fmt::format("--member: {} has no section [ensemble]. Nothing was run.",
                                   setup.input.file().string()));
    return;
  }
  if (member && *member >= setup.ensemble->size() && !setup.input.has_errors())
    throw InputError(fmt::format("--member {}: the members of {} are numbered 0 to {}. Nothing was "
                                 "run.",
                                 *member, setup.input.file().string(), setup.ensemble->size() - 1));
  setup.ensemble->apply(setup.input, std::min(member.value_or(0), setup.ensemble->size() - 1));
  if (member) setup.input.leave_out("ensemble");
}

/// Prices of this machine, for the solver's check and for routes. What is wrong with the profile is
/// a mistake in the case. Collective.
void use_profile_of(io::Case& input, const std::string& profile,
                    const transport::Communicator& comm) {
  if (input.has_errors()) return;
  try {
    if (comm.size() > 1)
      transport::use_profile(comm, profile);
    else if (profile != "auto" && profile != "none")
      transport::shipped_file(profile);  // not used, but wrong here is wrong on more ranks
  } catch (const InputError& error) {
    input.error("transport.profile", error.what());
  }
}

}  // namespace

io::Case load_case(const RunOptions& options, const transport::Communicator& comm) {
  std::optional<io::Case> input;
  io::together(comm, [&] { input = io::Case::load(options.case_file, options.overrides); });
  // Ranks that read different files would wait for each other for ever.
  const auto low = static_cast<double>(input->hash() & 0xffffffffu);
  const auto high = static_cast<double>(input->hash() >> 32);
  if (comm.max(low) != comm.min(low) || comm.max(high) != comm.min(high))
    throw InputError(fmt::format("{}: the ranks read different texts. Is the file the same on all "
                                 "nodes? Nothing was run.",
                                 options.case_file.string()));
  return std::move(*input);
}

/// Says of a kind that is not here that it could be.
std::string left_out() {
  if (!*solvers_left_out) return "";
  return fmt::format("this program is built without {}; `make build` builds all", solvers_left_out);
}

Setup Setup::read(const RunOptions& options, const transport::Communicator& comm) {
  const Registry& registry = Registry::instance();
  TW_CHECK(!registry.kinds().empty(), "no solver is linked into this program");
  Setup setup(load_case(options, comm));
  io::Case& input = setup.input;
  read_ensemble(setup, options.member);
  const bool right_so_far = !input.has_errors();
  setup.kind = input.choice("simulation.kind", registry.kinds(), {}, left_out());
  if (right_so_far) input.throw_if_errors();  // no kind, no way to tell which keys are right
  setup.title = input.text("simulation.title", input.name());
  setup.precision = input.choice("simulation.precision", {"double", "single"}, "double");
  const DeviceChoice choice = choose_device(options.device, setup.kind, comm);
  setup.device = choice.device;
  setup.transport = read_transport(input);
  use_profile_of(input, setup.transport.profile, comm);
  const SolverKind& kind = *registry.find(setup.kind);
  checks::Recordings recordings = kind.recordings;
  setup.summary = kind.check(input, comm, setup.device);
  if (!input.has_errors()) recordings.sensors = setup.summary.sensors;
  add(setup.summary.recordings, recordings);
  if (!choice.note.empty()) setup.summary.lines.push_back(choice.note);
  if (const std::string& why = transport::why_no_profile(); comm.size() > 1 && !why.empty())
    setup.summary.lines.push_back("the profile kept of this machine is not used: " + why);
  read_end(setup);
  read_until_steady(setup, kind, recordings);
  read_output(setup, kind, recordings);
  setup.checks = checks::read_checks(input, recordings);
  checks::read_verify_hints(input);
  input.finish();
  if (setup.device == "cuda") require_device(setup.kind, setup.summary.memory, comm);
  return setup;
}

std::unique_ptr<Simulation> Setup::build(const transport::Communicator& comm) {
  device_name = cpu_name();
  transport::set_patience(transport.patience);
  if (device == "cuda") {
    use_device(own_device(comm), transport.device_trial);
    device_name = own_device_info(comm).name;
  }
  return (*Registry::instance().find_factory(kind, device))(input, comm);
}

}  // namespace thalweg::simulation
