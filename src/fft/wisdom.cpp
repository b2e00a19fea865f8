// SPDX-License-Identifier: Apache-2.0
#include "fft/wisdom.hpp"

#include <fftw3.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

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

fs::path cache_folder() {
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg)
    return fs::path(xdg) / "thalweg";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache" / "thalweg";
  return {};
}

std::string exported(const Library& library) {
  char* text = library.export_text();
  const std::string copy = text ? text : "";
  std::free(text);
  return copy;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void load(const Library& library) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  const std::string text = read_file(folder / library.file);
  if (!text.empty()) library.import_text(text.c_str());
}

// By a temporary name and a rename, so that runs side by side never see half a file.
void save(const Library& library, const std::string& text) {
  const fs::path folder = cache_folder();
  if (folder.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const fs::path temporary = folder / (std::string(library.file) + "." + std::to_string(getpid()));
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    if (!out) return;
  }
  fs::rename(temporary, folder / library.file, ignored);
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
