// SPDX-License-Identifier: Apache-2.0
#include "fft/wisdom.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "base/user_files.hpp"
#include "fft/library.hpp"

namespace thalweg::fft {

namespace {

namespace fs = std::filesystem;

/// The wisdom calls of one precision, and the file in which it is kept.
struct Memory {
  const char* file;
  int (*import_text)(const char*);
  char* (*export_text)();
};

/// MKL has these calls and keeps nothing: its texts are empty.
std::array<Memory, 2> memories() {
  return {{{"fftw-double.wisdom", library<double>().import_wisdom, library<double>().export_wisdom},
           {"fftw-single.wisdom", library<float>().import_wisdom, library<float>().export_wisdom}}};
}

std::string exported(const Memory& memory) {
  char* text = memory.export_text();
  const std::string copy = text ? text : "";
  std::free(text);
  return copy;
}

void load(const Memory& memory) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  const std::string text = read_text(folder / memory.file);
  if (!text.empty()) memory.import_text(text.c_str());
}

// A cache that cannot be written costs planning time, nothing else.
void save(const Memory& memory, const std::string& text) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  try {
    write_whole(folder / memory.file, text);
  } catch (const IoError&) {
  }
}

}  // namespace

void plan_together(const transport::Communicator& comm, const std::function<void()>& make_plans) {
  const std::array<Memory, 2> precisions = memories();
  if (comm.is_root()) {
    for (const Memory& memory : precisions) load(memory);
    const std::string before[2] = {exported(precisions[0]), exported(precisions[1])};
    make_plans();
    for (int p = 0; p < 2; ++p) {
      const std::string after = exported(precisions[p]);
      if (after != before[p]) save(precisions[p], after);
    }
  }
  for (const Memory& memory : precisions) {
    const std::string wisdom = comm.broadcast(comm.is_root() ? exported(memory) : std::string());
    if (!comm.is_root()) memory.import_text(wisdom.c_str());
  }
  if (!comm.is_root()) make_plans();
}

}  // namespace thalweg::fft
