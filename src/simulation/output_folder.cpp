// SPDX-License-Identifier: Apache-2.0
#include "simulation/output_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/together.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

namespace {

/// A folder of files with one ending.
struct Part {
  const char *folder, *ending;
};
constexpr std::array parts{Part{"spectra", ".csv"}, Part{"fields", ".vtkhdf"},
                           Part{"checkpoints", ".h5"}};
constexpr std::array files{"case.toml", "run.log", "history.csv", "report.json", "report.html"};

std::string numbered(const std::string& name, std::int64_t step, const char* ending) {
  return fmt::format("{}-{:06}{}", name, step, ending);
}

}  // namespace

fs::path OutputFolder::table(const std::string& name, std::int64_t step) const {
  return folder_ / "spectra" / numbered(name, step, ".csv");
}
fs::path OutputFolder::field(const std::string& name, std::int64_t step) const {
  return folder_ / "fields" / numbered(name, step, ".vtkhdf");
}
fs::path OutputFolder::checkpoint(std::int64_t step) const {
  return checkpoints() / fmt::format("{:06}.h5", step);
}

std::vector<std::string> OutputFolder::results() const {
  std::vector<std::string> found;
  for (const char* name : files)
    if (fs::exists(folder_ / name)) found.push_back(name);
  for (const Part& part : parts) {
    if (!fs::is_directory(folder_ / part.folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder_ / part.folder))
      if (entry.path().extension() == part.ending)
        found.push_back((fs::path(part.folder) / entry.path().filename()).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void OutputFolder::require_free(const transport::Communicator& comm) const {
  io::on_root(comm, [&] {
    if (fs::exists(folder_) && !fs::is_directory(folder_))
      throw InputError(
          fmt::format("{}: the output folder is a file. Choose another one with --out. "
                      "Nothing was run.",
                      folder_.string()));
    const auto found = results();
    if (found.empty()) return;
    throw InputError(fmt::format(
        "{}: this folder holds the results of a run ({}{}). Go on with that run by --restart, "
        "overwrite it by --force, or choose another folder with --out. Nothing was run.",
        folder_.string(), found.front(),
        found.size() > 1 ? fmt::format(" and {} more", found.size() - 1) : ""));
  });
}

void OutputFolder::prepare(const transport::Communicator& comm, FolderUse use) const {
  if (use == FolderUse::fresh) require_free(comm);
  io::on_root(comm, [&] {
    io::remove_temporary_files(folder_);
    for (const Part& part : parts) io::remove_temporary_files(folder_ / part.folder);
    if (use != FolderUse::force) return;
    for (const std::string& file : results()) fs::remove(folder_ / file);
  });
}

}  // namespace thalweg::simulation
