// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run: which there are, which of them can be used, which may go.
#include <hdf5.h>

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/files/together.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;

namespace {

/// 000100.h5
bool is_checkpoint_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  return file.extension() == ".h5" && !stem.empty() && stem.size() <= 18 &&
         stem.find_first_not_of("0123456789") == std::string::npos;
}

std::int64_t step_of(const fs::path& file) { return std::stoll(file.stem().string()); }

}  // namespace

std::vector<fs::path> list_checkpoints(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed))
    if (is_checkpoint_name(entry->path())) files.push_back(entry->path());
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return step_of(a) > step_of(b); });
  return files;
}

std::optional<std::string> checkpoint_fault(const fs::path& file,
                                            const transport::Communicator& comm) {
  try {
    const CheckpointReader reader(file, comm);
    for (const std::string& name : reader.arrays()) reader.verify(name);
  } catch (const InputError& error) {
    return error.what();
  }
  return std::nullopt;
}

CheckpointSearch find_checkpoint(const fs::path& folder, const transport::Communicator& comm) {
  // All ranks must search the same list, whatever each of them sees of a network folder.
  std::string list;
  if (comm.is_root())
    for (const fs::path& file : list_checkpoints(folder)) list += file.string() + "\n";
  std::istringstream lines(comm.broadcast(list));
  CheckpointSearch search;
  for (std::string file; std::getline(lines, file);) {
    const auto fault = checkpoint_fault(file, comm);
    if (!fault) {
      search.newest_intact = file;
      break;
    }
    search.faults.push_back(*fault);
  }
  return search;
}

void prune_checkpoints(const fs::path& folder, int keep, const fs::path& written,
                       const transport::Communicator& comm) {
  TW_CHECK(keep >= 1, "at least one checkpoint is kept");
  on_root(comm, [&] {
    const auto files = list_checkpoints(folder);
    for (std::size_t n = static_cast<std::size_t>(keep); n < files.size(); ++n)
      if (files[n].filename() != written.filename()) fs::remove(files[n]);
  });
}

std::string library_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  std::ostringstream text;
  text << "HDF5 " << major << "." << minor << "." << release;
  return text.str();
}

}  // namespace thalweg::io
