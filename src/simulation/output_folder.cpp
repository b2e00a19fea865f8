// SPDX-License-Identifier: Apache-2.0
#include "simulation/output_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"
#include "io/checkpoint.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;

namespace {

constexpr const char* folders[] = {"fields", "spectra", "checkpoints"};
constexpr const char* files[] = {"case.toml", "run.log", "history.csv", "report.json", "report.html"};

/// The step in a name like velocity-000100.vtkhdf; -1 if there is none.
std::int64_t step_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  const auto dash = stem.rfind('-');
  return dash == std::string::npos ? -1 : std::atoll(stem.c_str() + dash + 1);
}

}  // namespace

fs::path OutputFolder::checkpoint(std::int64_t step) const {
  return checkpoints() / fmt::format("{:06}.h5", step);
}
fs::path OutputFolder::field(const std::string& name, std::int64_t step) const {
  return path / "fields" / fmt::format("{}-{:06}.vtkhdf", name, step);
}
fs::path OutputFolder::table(const std::string& name, std::int64_t step) const {
  return path / "spectra" / fmt::format("{}-{:06}.csv", name, step);
}

bool OutputFolder::has_results() const {
  for (const char* name : files)
    if (fs::exists(path / name)) return true;
  for (const char* name : folders)
    if (fs::exists(path / name) && !fs::is_empty(path / name)) return true;
  return false;
}

void OutputFolder::create() const {
  std::error_code failed;
  for (const char* name : folders)
    if (fs::create_directories(path / name, failed); failed)
      throw IoError(fmt::format("making folder {} failed: {}", (path / name).string(), failed.message()));
}

void OutputFolder::clear() const {
  for (const char* name : files) fs::remove(path / name);
  for (const char* name : folders) fs::remove_all(path / name);
}

void OutputFolder::forget_after(std::int64_t step) const {
  for (const char* name : {"fields", "spectra"})
    if (fs::exists(path / name))
      for (const auto& entry : fs::directory_iterator(path / name))
        if (step_of(entry.path()) > step) fs::remove(entry.path());
}

void OutputFolder::prune_checkpoints(int keep) const {
  const auto list = io::list_checkpoints(checkpoints());
  for (std::size_t n = static_cast<std::size_t>(keep); n < list.size(); ++n) fs::remove(list[n]);
}

}  // namespace thalweg::simulation
