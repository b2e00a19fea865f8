// SPDX-License-Identifier: Apache-2.0
// Results that a restart from an earlier step leaves behind.
#include "base/error.hpp"
#include "io/fields/image.hpp"
#include "io/files/together.hpp"
#include "io/output/output_folder.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;

namespace {

/// The step in "fields/velocity-000100.vtkhdf" or "checkpoints/000100.h5"; -1 without one.
std::int64_t step_in(const std::string& file) {
  const std::string stem = fs::path(file).stem().string();
  const std::string digits = stem.substr(stem.rfind('-') + 1);
  if (file.find('/') == std::string::npos || digits.empty() ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    return -1;
  return std::stoll(digits);
}

fs::path next_folder(const fs::path& all) {
  int number = 1;
  while (fs::exists(all / std::to_string(number))) ++number;
  return all / std::to_string(number);
}

void move_all(const fs::path& from, const fs::path& to, const std::vector<std::string>& files) {
  fs::create_directories(to);
  for (const std::string& file : files) {
    fs::create_directories((to / file).parent_path());
    fs::rename(from / file, to / file);
  }
  // Rows of later steps are cut off in place (cut_rows_after() of history.hpp).
  for (const char* name : {"history.csv", "case.toml", "report.json", "traces.h5"})
    if (fs::exists(from / name)) fs::copy_file(from / name, to / name);
  if (fs::is_directory(from / "probes"))
    fs::copy(from / "probes", to / "probes", fs::copy_options::recursive);
  // To which the fields of blocks refer.
  for (const fs::path grid : {"fields/grid.cgns", "fields/grid.vtkhdf"})
    if (fs::exists(from / grid) && fs::exists(to / "fields")) fs::copy_file(from / grid, to / grid);
}

void shorten_series(const fs::path& fields) {
  if (!fs::is_directory(fields)) return;
  for (const auto& entry : fs::directory_iterator(fields))
    if (entry.path().extension() == ".series") drop_missing_from_series(entry.path());
}

}  // namespace

std::optional<fs::path> OutputFolder::set_aside_after(std::int64_t step, bool always,
                                                      const transport::Communicator& comm) const {
  std::string place;
  on_root(comm, [&] {
    std::vector<std::string> later;
    for (const std::string& file : results())
      if (step_in(file) > step) later.push_back(file);
    if (later.empty() && !always) return;
    const fs::path to = next_folder(superseded());
    try {
      move_all(folder_, to, later);
      shorten_series(folder_ / "fields");
      shorten_series(folder_ / "slices");
    } catch (const fs::filesystem_error& error) {
      throw IoError(std::string("setting later results aside failed: ") + error.what());
    }
    place = to.string();
  });
  place = comm.broadcast(place);
  return place.empty() ? std::nullopt : std::optional<fs::path>(place);
}

}  // namespace thalweg::io
