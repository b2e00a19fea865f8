// SPDX-License-Identifier: Apache-2.0
// From a file or a text to a case.
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "io/case/state.hpp"

namespace thalweg::io {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = std::size_t{16} << 20;

Mistake fault_at(const Place& place, const std::string& reason) {
  Mistake fault;
  fault.place = place;
  fault.expected = reason;
  return fault;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& reason) {
  Place place;
  place.source = file.string();
  Diagnostics mistakes;
  mistakes.add(fault_at(place, reason));
  throw InputError(mistakes.text());
}

/// The names of the case files in a folder; none if it cannot be read.
std::vector<std::string> cases_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& item : fs::directory_iterator(folder.empty() ? "." : folder, failed))
    if (item.path().extension() == ".toml") names.push_back(item.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void check_is_file(const fs::path& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (status.type() == fs::file_type::not_found) {
    const auto hint = did_you_mean(file.filename().string(), cases_in(file.parent_path()));
    refuse(file, "no such file" + (hint.empty() ? "" : "." + hint));
  }
  if (!fs::exists(status)) refuse(file, "cannot be read: " + failed.message());
  if (!fs::is_directory(status)) return;
  const std::vector<std::string> names = cases_in(file);
  refuse(file, "is a folder; name a case file" +
                   (names.empty() ? "" : ", for example " + (file / names.front()).string()));
}

std::string read_file(const fs::path& file) {
  check_is_file(file);
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(file, fmt::format("cannot be read: {}", std::strerror(errno)));
  // Not by the size that the file system names: pipes have none, and files grow. In small pieces,
  // because a large buffer, once freed, makes the allocator keep much of what is freed later.
  std::string text, piece(1 << 16, '\0');
  while (in && text.size() <= largest_file) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) refuse(file, fmt::format("cannot be read: {}", std::strerror(errno)));
  if (text.size() > largest_file) refuse(file, "is larger than 16 MiB, so it is no case file");
  return text;
}

/// A line of a text, to be shown with a mistake; empty if it is not text.
std::string line_of(const std::string& text, int number) {
  std::size_t begin = 0;
  for (int line = 1; line < number && begin != std::string::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return "";
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  return is_utf8(line) ? shortened(line, 72) : "";
}

std::uint64_t hash_of(const std::string& text, const std::vector<std::string>& overrides) {
  std::uint64_t hash = XXH64(text.data(), text.size(), 0);
  for (const std::string& setting : overrides) hash = XXH64(setting.data(), setting.size(), hash);
  return hash;
}

}  // namespace

Case Case::load(const fs::path& file, const std::vector<std::string>& overrides) {
  return parse(read_file(file), file.string(), overrides);
}

Case Case::parse(const std::string& text, const std::string& name,
                 const std::vector<std::string>& overrides) {
  Case result;
  State& state = *result.state_;
  state.file = name;
  state.hash = hash_of(text, overrides);
  if (text.size() > largest_file) refuse(name, "is larger than 16 MiB, so it is no case file");
  const auto fault = parse_document(text, name, state.document);
  int order = 0;
  for (const std::string& setting : overrides)
    apply_setting(state.document, setting, ++order, state.mistakes);
  if (!fault) return result;
  const std::string line = line_of(text, fault->line);
  Place place;
  place.source = name;
  place.line = fault->line;
  state.mistakes.add(
      fault_at(place, "not valid TOML: " + fault->reason + (line.empty() ? "" : "\n" + line)));
  throw InputError(state.mistakes.text());
}

}  // namespace thalweg::io
