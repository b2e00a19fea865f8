// SPDX-License-Identifier: Apache-2.0
#include "io/output/output_folder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/files/atomic_file.hpp"
#include "io/files/together.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;

namespace {

// traces.h5.old: from where a restart that was stopped was taking rows.
constexpr const char* single_files[] = {"case.toml",     "run.log",      "history.csv",
                                        "report.json",   "report.html",  "traces.h5",
                                        "traces.h5.old", "ensemble.json"};
constexpr const char* subfolders[] = {"spectra", "statistics",  "tables",
                                      "fields",  "slices",      "probes",
                                      "checks",  "checkpoints", "trajectories"};

bool all_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// NAME-000100
bool is_series_stem(const std::string& stem) {
  const std::size_t dash = stem.rfind('-');
  return dash != std::string::npos && dash > 0 && all_digits(stem.substr(dash + 1));
}

/// Whether a run writes files of this name into a subfolder.
bool is_ours(const std::string& subfolder, const fs::path& file) {
  const std::string stem = file.stem().string(), ending = file.extension().string();
  const bool has_images = subfolder == "fields" || subfolder == "slices";
  if (has_images && ending == ".series") return file.stem().extension() == ".hdf";
  if (subfolder == "fields" && (ending == ".cgns" || ending == ".vtkhdf"))
    return stem == "grid" || is_series_stem(stem);
  if (subfolder == "checkpoints") return ending == ".h5" && all_digits(stem);
  if (subfolder == "trajectories") return ending == ".h5" && is_series_stem(stem);
  if (subfolder == "checks") return ending == ".csv" && all_digits(stem);
  if (subfolder == "probes") return ending == ".csv";
  return ending == (has_images ? ".vtkhdf" : ".csv") && is_series_stem(stem);
}

std::string in_use_text(const fs::path& folder, std::vector<std::string> found) {
  constexpr std::size_t most = 5;
  const std::size_t more = found.size() > most ? found.size() - most : 0;
  found.resize(found.size() - more);
  return fmt::format(
      "{}: this folder holds results of a run: {}{}\nChoose another folder with --out, go on with "
      "that run with --restart, or overwrite its results with --force. Nothing was run.",
      folder.string(), fmt::join(found, ", "), more ? fmt::format(", and {} more", more) : "");
}

/// Whether a file is a path, or in a folder of that name.
bool lies_in(const fs::path& file, const fs::path& path) {
  const fs::path whole = fs::weakly_canonical(file), outer = fs::weakly_canonical(path);
  return std::mismatch(outer.begin(), outer.end(), whole.begin(), whole.end()).first == outer.end();
}

}  // namespace

fs::path OutputFolder::table(const std::string& group, const std::string& name,
                             std::int64_t step) const {
  return folder_ / group / fmt::format("{}-{:06}.csv", name, step);
}

fs::path OutputFolder::field(const std::string& name, std::int64_t step) const {
  return folder_ / "fields" / fmt::format("{}-{:06}.vtkhdf", name, step);
}

fs::path OutputFolder::slice(const std::string& name, std::int64_t step) const {
  return folder_ / "slices" / fmt::format("{}-{:06}.vtkhdf", name, step);
}

fs::path OutputFolder::probe(const std::string& name) const {
  return folder_ / "probes" / (name + ".csv");
}

fs::path OutputFolder::block_field(const std::string& name, std::int64_t step,
                                   BlockForm form) const {
  if (form == BlockForm::vtkhdf) return field(name, step);
  return folder_ / "fields" / fmt::format("{}-{:06}.cgns", name, step);
}

fs::path OutputFolder::block_grid(BlockForm form) const {
  return folder_ / "fields" / (form == BlockForm::cgns ? "grid.cgns" : "grid.vtkhdf");
}

fs::path OutputFolder::trajectories(const std::string& name, std::int64_t step) const {
  return folder_ / "trajectories" / fmt::format("{}-{:06}.h5", name, step);
}

fs::path OutputFolder::checkpoint(std::int64_t step) const {
  return checkpoints() / fmt::format("{:06}.h5", step);
}

fs::path OutputFolder::check_curve(std::size_t number) const {
  return folder_ / "checks" / fmt::format("{}.csv", number);
}

fs::path OutputFolder::member(int number) const {
  return folder_ / "members" / fmt::format("{:04}", number);
}

std::vector<OutputFolder> OutputFolder::members() const {
  std::vector<OutputFolder> found;
  if (!fs::is_directory(folder_ / "members")) return found;
  for (const auto& entry : fs::directory_iterator(folder_ / "members"))
    if (entry.is_directory() && all_digits(entry.path().filename().string()))
      found.emplace_back(entry.path());
  std::sort(found.begin(), found.end(), [](const OutputFolder& a, const OutputFolder& b) {
    return std::stoll(a.path().filename()) < std::stoll(b.path().filename());
  });
  return found;
}

std::vector<std::string> OutputFolder::results() const {
  std::vector<std::string> found;
  try {
    for (const char* name : single_files)
      if (fs::exists(folder_ / name)) found.emplace_back(name);
    for (const std::string subfolder : subfolders) {
      if (!fs::is_directory(folder_ / subfolder)) continue;
      for (const auto& entry : fs::directory_iterator(folder_ / subfolder))
        if (is_ours(subfolder, entry.path()))
          found.push_back(subfolder + "/" + entry.path().filename().string());
    }
  } catch (const fs::filesystem_error& error) {
    throw IoError(fmt::format("reading the output folder failed: {}", error.what()));
  }
  std::sort(found.begin(), found.end());
  return found;
}

void OutputFolder::prepare(const transport::Communicator& comm, FolderUse use) const {
  on_root(comm, [&] {
    if (fs::exists(folder_) && !fs::is_directory(folder_))
      throw InputError(fmt::format("{}: the output folder is a file. Choose another with --out. "
                                   "Nothing was run.",
                                   folder_.string()));
    const std::vector<std::string> found = results();
    if (use == FolderUse::fresh && !found.empty()) throw InputError(in_use_text(folder_, found));
    for (const OutputFolder& member : members())
      if (const auto of_member = member.results(); use == FolderUse::fresh && !of_member.empty())
        throw InputError(in_use_text(member.path(), of_member));
    make_output_folder(folder_);
    remove_temporary_files(folder_);
    for (const char* subfolder : subfolders) remove_temporary_files(folder_ / subfolder);
    if (use == FolderUse::force)
      for (const fs::path& path : removed_by_force()) fs::remove_all(path);
  });
}

std::vector<fs::path> OutputFolder::removed_by_force() const {
  std::vector<fs::path> paths{superseded()};
  for (const std::string& file : results()) paths.push_back(folder_ / file);
  for (const OutputFolder& member : members())
    for (const fs::path& path : member.removed_by_force()) paths.push_back(path);
  return paths;
}

void OutputFolder::require_kept_by_force(const std::map<std::string, fs::path>& files) const {
  for (const fs::path& removed : removed_by_force())
    for (const auto& [written, file] : files)
      if (lies_in(file, removed))
        throw InputError(fmt::format(
            "{}: the case reads \"{}\", which --force would remove with the other results there. "
            "Choose another folder with --out, or copy that file elsewhere. Nothing was run.",
            folder_.string(), written));
}

void make_output_folder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    throw IoError(
        fmt::format("making the output folder {} failed: {}", folder.string(), failed.message()));
}

void write_text(const fs::path& file, const transport::Communicator& comm,
                const std::string& text) {
  on_root(comm, [&] { write_text(file, text); });
}

}  // namespace thalweg::io
