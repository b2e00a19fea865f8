// SPDX-License-Identifier: Apache-2.0
// The output folder of a run: where each file lies, whether the folder may be used, and text files
// that are either old or new but never half. The layout is a contract (docs/howto/output.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/fields/blocks.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// What a run may do with a folder that holds results.
enum class FolderUse {
  fresh,    // refuse
  force,    // remove our files, leave all others
  restart,  // keep everything
};

class OutputFolder {
 public:
  explicit OutputFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path case_file() const { return folder_ / "case.toml"; }
  std::filesystem::path log() const { return folder_ / "run.log"; }
  std::filesystem::path history() const { return folder_ / "history.csv"; }
  std::filesystem::path report() const { return folder_ / "report.json"; }
  std::filesystem::path ensemble() const { return folder_ / "ensemble.json"; }
  /// members/0007: the output folder of a member of an ensemble.
  std::filesystem::path member(int number) const;
  /// The folders of all members that there are, in order of their numbers.
  std::vector<OutputFolder> members() const;
  std::filesystem::path superseded() const { return folder_ / "superseded"; }
  std::filesystem::path checkpoints() const { return folder_ / "checkpoints"; }
  /// GROUP/NAME-000100.csv; groups: spectra, statistics, tables
  std::filesystem::path table(const std::string& group, const std::string& name,
                              std::int64_t step) const;
  /// fields/NAME-000100.vtkhdf, of an image or of points
  std::filesystem::path field(const std::string& name, std::int64_t step) const;
  /// slices/NAME-000100.vtkhdf, of a plane of an image
  std::filesystem::path slice(const std::string& name, std::int64_t step) const;
  /// probes/NAME.csv
  std::filesystem::path probe(const std::string& name) const;
  /// fields/NAME-000100.cgns, of blocks, and the grid of all of these, fields/grid.cgns; or both
  /// with the ending .vtkhdf
  std::filesystem::path block_field(const std::string& name, std::int64_t step,
                                    BlockForm form = BlockForm::cgns) const;
  std::filesystem::path block_grid(BlockForm form = BlockForm::cgns) const;
  /// trajectories/NAME-000100.h5; step: of the last row
  std::filesystem::path trajectories(const std::string& name, std::int64_t step) const;
  /// checkpoints/000100.h5
  std::filesystem::path checkpoint(std::int64_t step) const;

  /// checks/0.csv: the curve of the check of this number and its reference.
  std::filesystem::path check_curve(std::size_t number) const;

  /// The files of ours in the folder but superseded ones, relative to it, sorted; empty: the folder
  /// is free to use.
  std::vector<std::string> results() const;

  /// Make the folder ready: create it, remove temporary files that a killed run left behind, and
  /// with force all results. Throws InputError that names what is there if it is in use and `use`
  /// is fresh (nothing is touched then), IoError if it cannot be written. Collective.
  void prepare(const transport::Communicator& comm, FolderUse use) const;
  /// Throws InputError where force would remove a file that the run is to read. files: by their
  /// names as its case writes them.
  void require_kept_by_force(const std::map<std::string, std::filesystem::path>& files) const;

  /// Before a run goes on from `step`: move fields, tables and checkpoints of later steps, which do
  /// not belong to it, to superseded/N/ (N = 1, 2, ...), with copies of history.csv, probes,
  /// traces.h5, case.toml and report.json. Returns that folder; nothing if there is nothing later,
  /// unless `always`. Collective; throws IoError.
  std::optional<std::filesystem::path> set_aside_after(std::int64_t step, bool always,
                                                       const transport::Communicator& comm) const;

 private:
  /// Files and folders, also those of members.
  std::vector<std::filesystem::path> removed_by_force() const;

  std::filesystem::path folder_;
};

/// Create a folder for results, and those that it lies in, where they are missing. Throws IoError.
void make_output_folder(const std::filesystem::path& folder);

/// Write a text file under a temporary name, sync it and rename it; its folder is created where it
/// is missing. Collective, the text of rank 0 counts; throws IoError on all ranks.
void write_text(const std::filesystem::path& file, const transport::Communicator& comm,
                const std::string& text);

}  // namespace thalweg::io
