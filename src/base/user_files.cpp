// SPDX-License-Identifier: Apache-2.0
#include "base/user_files.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/error.hpp"

namespace thalweg {

namespace fs = std::filesystem;

fs::path cache_folder() {
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg)
    return fs::path(xdg) / "thalweg";
  if (const char* home = std::getenv("HOME"); home && *home)
    return fs::path(home) / ".cache" / "thalweg";
  return {};
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_whole(const fs::path& file, const std::string& text) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  const fs::path temporary = file.string() + "." + std::to_string(getpid());
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
      fs::remove(temporary, error);
      throw IoError(file.string() + ": cannot be written");
    }
  }
  fs::rename(temporary, file, error);
  if (error) throw IoError(file.string() + ": cannot be written: " + error.message());
}

}  // namespace thalweg
