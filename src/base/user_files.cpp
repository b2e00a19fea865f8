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

namespace {

void require_no_folder(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error))
    throw IoError(file.string() + ": cannot be written: it is a folder");
}

/// A device, a pipe: what a rename would replace.
bool is_no_plain_file(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

/// What a link leads to, there or not.
fs::path behind_links(fs::path file) {
  std::error_code error;
  constexpr int most_links = 40;  // as Linux follows
  for (int links = 0; links < most_links && fs::is_symlink(file, error); ++links)
    file = file.parent_path() / fs::read_symlink(file, error);
  return file;
}

bool put(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return !out.fail();
}

/// Write a text to a temporary file beside another; returns its name.
fs::path written_beside(const fs::path& file, const std::string& text) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  fs::path temporary = file.string() + "." + std::to_string(getpid());
  if (put(temporary, text)) return temporary;
  fs::remove(temporary, error);
  throw IoError(file.string() + ": cannot be written");
}

}  // namespace

void require_writable(const fs::path& file) {
  require_no_folder(file);
  std::error_code error;
  if (!is_no_plain_file(file)) fs::remove(written_beside(behind_links(file), ""), error);
}

void write_whole(const fs::path& file, const std::string& text) {
  require_no_folder(file);
  if (is_no_plain_file(file)) {
    if (!put(file, text)) throw IoError(file.string() + ": cannot be written");
    return;
  }
  const fs::path target = behind_links(file), temporary = written_beside(target, text);
  std::error_code error, ignored;
  fs::rename(temporary, target, error);
  if (!error) return;
  fs::remove(temporary, ignored);
  throw IoError(file.string() + ": cannot be written: " + error.message());
}

}  // namespace thalweg
