// SPDX-License-Identifier: Apache-2.0
#include "fft/wisdom.hpp"

#include <fftw3.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "base/user_files.hpp"

namespace thalweg::fft {

namespace {

namespace fs = std::filesystem;

/// The wisdom calls of one precision.
struct Library {
  const char* file;
  int (*import_text)(const char*);
  char* (*export_text)();
};

constexpr Library libraries[] = {
    {"fftw-double.wisdom", fftw_import_wisdom_from_string, fftw_export_wisdom_to_string},
    {"fftw-single.wisdom", fftwf_import_wisdom_from_string, fftwf_export_wisdom_to_string}};

std::string exported(const Library& library) {
  char* text = library.export_text();
  const std::string copy = text ? text : "";
  std::free(text);
  return copy;
}

void load(const Library& library) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  const std::string text = read_text(folder / library.file);
  if (!text.empty()) library.import_text(text.c_str());
}

// A cache that cannot be written costs planning time, nothing else.
void save(const Library& library, const std::string& text) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  try {
    write_whole(folder / library.file, text);
  } catch (const IoError&) {
  }
}

}  // namespace

void plan_together(const transport::Communicator& comm, const std::function<void()>& make_plans) {
  if (comm.is_root()) {
    for (const Library& library : libraries) load(library);
    std::string before[2] = {exported(libraries[0]), exported(libraries[1])};
    make_plans();
    for (int p = 0; p < 2; ++p) {
      const std::string after = exported(libraries[p]);
      if (after != before[p]) save(libraries[p], after);
    }
  }
  for (const Library& library : libraries) {
    const std::string wisdom = comm.broadcast(comm.is_root() ? exported(library) : std::string());
    if (!comm.is_root()) library.import_text(wisdom.c_str());
  }
  if (!comm.is_root()) make_plans();
}

std::string library_version() {
  const std::string text = fftw_version;  // "fftw-3.3.10-sse2-avx"
  return "FFTW " + text.substr(text.find('-') + 1);
}

}  // namespace thalweg::fft
