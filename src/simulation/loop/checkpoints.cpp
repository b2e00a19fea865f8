// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/checkpoints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "base/error.hpp"
#include "io/files/together.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

namespace {

std::int64_t step_of(const fs::path& file) { return std::atoll(file.stem().c_str()); }

bool same_folder(const fs::path& a, const fs::path& b) {
  std::error_code failed;
  return fs::weakly_canonical(a, failed) == fs::weakly_canonical(b, failed);
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
    throw InputError(
        fmt::format("--restart: there is no intact checkpoint in {}{}{}. Nothing was run.",
                    folder.checkpoints().string(), search.faults.empty() ? "" : ":\n  ",
                    fmt::join(search.faults, "\n  ")));
  for (const std::string& fault : search.faults) log.line("not usable: {}", fault);
  return *search.newest_intact;
}

/// A run that goes on from an older checkpoint makes the later ones those of another history.
void refuse_later_ones(const fs::path& file, const io::OutputFolder& folder) {
  for (const fs::path& other : io::list_checkpoints(folder.checkpoints()))
    if (step_of(other) > step_of(file))
      throw InputError(fmt::format(
          "--restart {}: there are later checkpoints ({}). Leave the file name out to go on from "
          "the "
          "newest, choose another folder with --out, or drop the later ones with --force. Nothing "
          "was run.",
          file.string(), other.string()));
}

}  // namespace

Checkpoints::Checkpoints(const io::OutputFolder& folder, const transport::Communicator& comm,
                         int keep)
    : folder_(folder), comm_(comm), keep_(keep) {}

void Checkpoints::write(Simulation& solver, const std::string& kind) {
  const fs::path file = folder_.checkpoint(solver.steps());
  io::CheckpointWriter writer(file, comm_, kind);
  solver.save(writer);
  writer.commit();
  last_ = file;
  last_step_ = solver.steps();
  forget_later_ones(last_step_);
  io::prune_checkpoints(folder_.checkpoints(), keep_, file, comm_);
}

void Checkpoints::forget_later_ones(std::int64_t step) const {
  io::on_root(comm_, [&] {
    for (const fs::path& file : io::list_checkpoints(folder_.checkpoints()))
      if (step_of(file) > step) fs::remove(file);
  });
}

RestartPoint find_restart(const RunOptions& options, const io::OutputFolder& folder,
                          const std::string& kind, const transport::Communicator& comm, Log& log) {
  RestartPoint point;
  if (options.restart_file.empty()) {
    point.file = newest_file(folder, comm, log);
  } else {
    point.file = named_file(options.restart_file, folder, comm);
    point.in_output_folder = same_folder(point.file.parent_path(), folder.checkpoints());
    if (point.in_output_folder && !options.force)
      io::on_root(comm, [&] { refuse_later_ones(point.file, folder); });
  }
  if (const std::string found = io::CheckpointReader(point.file, comm).kind(); found != kind)
    throw InputError(fmt::format("Cannot go on from {}: it is a checkpoint of kind \"{}\", and the "
                                 "case is of kind \"{}\". Nothing was run.",
                                 point.file.string(), found, kind));
  return point;
}

}  // namespace thalweg::simulation
