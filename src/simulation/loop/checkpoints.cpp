// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/checkpoints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "io/files/together.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

namespace {

std::int64_t step_of(const fs::path& file) { return std::atoll(file.stem().c_str()); }

/// A path without links, "." and "..", also where a part of it does not exist.
fs::path real_path(const fs::path& path) { return fs::weakly_canonical(fs::absolute(path)); }

/// Whether a file, or what it is a link to, is one of the folder's checkpoints.
bool is_checkpoint_of(const io::OutputFolder& folder, const fs::path& file) {
  const fs::path own = real_path(folder.checkpoints());
  return real_path(file).parent_path() == own || real_path(fs::absolute(file).parent_path()) == own;
}

bool lies_in(const fs::path& folder, const fs::path& file) {
  const fs::path from_there = real_path(file).lexically_relative(real_path(folder));
  return !from_there.empty() && *from_there.begin() != "..";
}

/// What to use instead of a file that cannot be used.
std::string advice(const fs::path& unusable, const io::OutputFolder& folder,
                   const transport::Communicator& comm) {
  const auto is_other = [&](const std::optional<fs::path>& found) {
    return found && *found != unusable;
  };
  fs::path searched = unusable.parent_path();
  auto found = io::find_checkpoint(searched, comm).newest_intact;
  if (!is_other(found)) {
    searched = folder.checkpoints();
    found = io::find_checkpoint(searched, comm).newest_intact;
  }
  return is_other(found) ? fmt::format("The newest intact checkpoint is {0}: use --restart {0}",
                                       found->string())
                         : fmt::format("There is no intact checkpoint in {}", searched.string());
}

fs::path named_file(const fs::path& file, const io::OutputFolder& folder,
                    const transport::Communicator& comm) {
  if (const auto fault = io::checkpoint_fault(file, comm))
    throw InputError(fmt::format("Cannot go on from {}: {}.\n{}. Nothing was run.", file.string(),
                                 *fault, advice(file, folder, comm)));
  return file;
}

fs::path newest_file(const io::OutputFolder& folder, const transport::Communicator& comm,
                     Log& log) {
  const io::CheckpointSearch search = io::find_checkpoint(folder.checkpoints(), comm);
  if (!search.newest_intact)
    throw NoCheckpointError(fmt::format(
        "--restart: there is no intact checkpoint in {}{}{}. Nothing was run.",
        folder.checkpoints().string(),
        search.faults.empty() ? ". A run that is done has left one where its case has a section "
                                "[checkpoint]: --set checkpoint.keep=2 is enough"
                              : ":\n  ",
        fmt::join(search.faults, "\n  ")));
  for (const std::string& fault : search.faults) log.line("not usable: {}", fault);
  return *search.newest_intact;
}

constexpr const char *record_name = "case", *changes_name = "changes";

/// "  turbulence.viscosity was 0.01, is 0.02".
std::string change_line(const CaseChange& change, const std::vector<std::string>& fixed) {
  const auto value = [](const std::string& text) {
    return text.empty() ? "not set" : shortened(text, 72);
  };
  return fmt::format("\n  {} was {}, is {}{}", change.key, value(change.before), value(change.now),
                     is_listed(change.key, fixed) ? "  (no restart can change this)" : "");
}

/// What to do about changes that are not allowed.
std::string change_advice(const std::vector<CaseChange>& refused, const Setup& setup,
                          const std::vector<std::string>& fixed) {
  std::vector<std::string> keys = setup.allow_changes;
  for (const CaseChange& change : refused) {
    if (is_listed(change.key, fixed))
      return "Restart with the case as it was, or run the changed one from its start into another "
             "folder.";
    keys.push_back(change.key.starts_with(CaseRecord::file_prefix)
                       ? change.key.substr(std::string(CaseRecord::file_prefix).size())
                       : change.key);
  }
  return fmt::format("Restart with the case as it was, or allow the changes, which are then "
                     "recorded:\n  --set 'checkpoint.allow_changes=[{}]'",
                     io::listed(keys));
}

/// The changes that the file knows of, and those since it was written. Throws InputError unless
/// all are allowed.
std::vector<MadeChange> made_changes(const io::CheckpointReader& file, const Setup& setup,
                                     const CaseRecord& record) {
  const auto& fixed = Registry::instance().find(setup.kind)->fixed_keys;
  const CaseRecord before = CaseRecord::parse(file.long_text(record_name));
  std::vector<MadeChange> made = unpack_changes(file.long_text(changes_name));
  std::vector<CaseChange> refused;
  std::string lines;
  for (const CaseChange& change : before.changes_in(record)) {
    made.push_back({file.integer("step"), change});
    if (is_listed(change.key, setup.allow_changes) && !is_listed(change.key, fixed)) continue;
    refused.push_back(change);
    lines += change_line(change, fixed);
  }
  if (refused.empty()) return made;
  throw InputError(fmt::format("Cannot go on from {}: the case is not the one that it was written "
                               "for.{}\n{}\nNothing was run.",
                               file.file().string(), lines, change_advice(refused, setup, fixed)));
}

/// A run that goes on from an older checkpoint makes the later ones those of another history.
void refuse_later_ones(const fs::path& file, const io::OutputFolder& folder) {
  const std::int64_t step = step_of(real_path(file));
  for (const fs::path& other : io::list_checkpoints(folder.checkpoints()))
    if (step_of(other) > step)
      throw InputError(fmt::format(
          "--restart {}: there are later checkpoints ({}). Leave the file name out to go on from "
          "the newest, choose another folder with --out, or set the later ones aside with --force. "
          "Nothing was run.",
          file.string(), other.string()));
}

/// A run that starts anew removes what its folder holds, with the file that it starts from.
void refuse_to_remove(const fs::path& file, const io::OutputFolder& folder) {
  if (lies_in(folder.path(), file))
    throw InputError(fmt::format(
        "--restart {}: --force removes the results in {}, and this file lies there, but not in {}, "
        "where runs go on from. Copy it to another folder, or choose another folder with --out. "
        "Nothing was run.",
        file.string(), folder.path().string(), folder.checkpoints().string()));
}

/// Whether the run goes on in the folder of the file. Throws InputError where it cannot.
bool goes_on_in(const io::OutputFolder& folder, const fs::path& file, bool force,
                const transport::Communicator& comm) {
  bool is_own = false;
  io::on_root(comm, [&] {
    is_own = is_checkpoint_of(folder, file);
    if (is_own && !force) refuse_later_ones(file, folder);
    if (!is_own && force) refuse_to_remove(file, folder);
  });
  return comm.max(is_own ? 1 : 0) > 0;
}

}  // namespace

Checkpoints::Checkpoints(const io::OutputFolder& folder, const transport::Communicator& comm,
                         int keep, const CaseNotes& notes)
    : folder_(folder), comm_(comm), keep_(keep), notes_(notes) {}

void Checkpoints::write(Simulation& solver, const std::string& kind) {
  const fs::path file = folder_.checkpoint(solver.steps());
  io::CheckpointWriter writer(file, comm_, kind);
  writer.long_text(record_name, notes_.record.text());
  writer.long_text(changes_name, pack_changes(notes_.changes));
  solver.save(writer);
  writer.commit();
  last_ = file;
  last_step_ = solver.steps();
  io::prune_checkpoints(folder_.checkpoints(), keep_, file, comm_);
}

RestartPoint find_restart(const RunOptions& options, const io::OutputFolder& folder,
                          const Setup& setup, const CaseRecord& record,
                          const transport::Communicator& comm, Log& log) {
  RestartPoint point;
  if (options.restart_file.empty()) {
    point.file = newest_file(folder, comm, log);
  } else {
    point.file = named_file(options.restart_file, folder, comm);
    point.in_output_folder = goes_on_in(folder, point.file, options.force, comm);
  }
  const io::CheckpointReader file(point.file, comm);
  if (file.kind() != setup.kind)
    throw InputError(fmt::format("Cannot go on from {}: it is a checkpoint of kind \"{}\", and the "
                                 "case is of kind \"{}\". Nothing was run.",
                                 point.file.string(), file.kind(), setup.kind));
  point.step = file.integer("step");
  point.changes = made_changes(file, setup, record);
  return point;
}

}  // namespace thalweg::simulation
