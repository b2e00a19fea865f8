// SPDX-License-Identifier: Apache-2.0
// Where profiles are kept: the user's cache folder, and those shipped with the program.
#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "base/user_files.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::transport {

namespace {

namespace fs = std::filesystem;

/// share/thalweg/profiles beside the program's bin folder, in a build as in an installation.
fs::path shipped_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share" / "thalweg" / "profiles";
}

/// "processor (there: a; here: b)" for each part that differs.
std::string differences(const Texts& there, const Texts& here) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : there) {
    const auto found = here.find(key);
    if (found == here.end() || found->second != value)
      parts.push_back(fmt::format("{} (profile: {}; here: {})", key, value,
                                  found == here.end() ? "nothing" : found->second));
  }
  for (const auto& [key, value] : here)
    if (!there.contains(key))
      parts.push_back(fmt::format("{} (profile: nothing; here: {})", key, value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Profile read_profile(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::none)
    throw InputError(file.string() + ": cannot be read: " + error.message());
  if (!fs::is_regular_file(status)) throw InputError(file.string() + ": there is no such file");
  return parse_profile(read_text(file), file.string());
}

void write_profile(const Profile& profile, const fs::path& file) {
  write_whole(file, profile_text(profile));
}

void require_fingerprint(const Profile& profile, const Texts& here, const std::string& file) {
  if (profile.fingerprint == here) return;
  throw InputError(fmt::format("{}: this profile is of another machine or set-up: {}. Measure this "
                               "one with `thalweg probe`.",
                               file, differences(profile.fingerprint, here)));
}

fs::path profile_place(const Texts& fingerprint) {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / ("profile-" + fingerprint_key(fingerprint) + ".json");
}

std::optional<Profile> find_profile(const Texts& fingerprint, std::string* why_not) {
  const fs::path file = profile_place(fingerprint);
  std::error_code none;
  if (fs::status(file, none).type() == fs::file_type::not_found) return std::nullopt;
  try {
    Profile profile = read_profile(file);
    require_fingerprint(profile, fingerprint, file.string());
    return profile;
  } catch (const InputError& error) {
    if (why_not) *why_not = error.what();
    return std::nullopt;
  }
}

fs::path store_place(const Texts& fingerprint) {
  fs::path file = profile_place(fingerprint);
  if (file.empty())
    throw IoError(
        "there is no cache folder to keep the profile in: neither XDG_CACHE_HOME nor HOME "
        "is set");
  return file;
}

fs::path store_profile(const Profile& profile) {
  const fs::path file = store_place(profile.fingerprint);
  write_profile(profile, file);
  return file;
}

std::vector<std::string> shipped_names(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(shipped_folder() / folder, error))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path shipped_file(const std::string& word, const std::string& folder) {
  std::error_code none;
  if (fs::is_regular_file(word, none)) return word;
  fs::path shipped = shipped_folder() / folder / (word + ".json");
  if (fs::is_regular_file(shipped, none)) return shipped;
  const auto names = shipped_names(folder);
  throw InputError(fmt::format("{}: there is no such file, and nothing of that name is shipped "
                               "(shipped: {}).{}",
                               word, fmt::join(names, ", "), did_you_mean(word, names)));
}

Profile profile_named(const std::string& word) { return read_profile(shipped_file(word)); }

}  // namespace thalweg::transport
