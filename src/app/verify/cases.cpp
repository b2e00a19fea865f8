// SPDX-License-Identifier: Apache-2.0
#include "app/verify/cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "io/case/case.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/process/launch.hpp"

namespace thalweg::app {

namespace fs = std::filesystem;

namespace {

/// share/thalweg/cases beside the program's bin folder, in a build as in an installation.
fs::path shipped_folder() {
  return fs::path(simulation::this_program()).parent_path().parent_path() / "share" / "thalweg" /
         "cases";
}

std::vector<fs::path> cases_below(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry :
       fs::recursive_directory_iterator(folder, fs::directory_options::follow_directory_symlink))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool has_checks(const fs::path& file) {
  try {
    return io::Case::load(file, {}).count("check") > 0;
  } catch (const InputError&) {
    return false;  // no case: other files may end in .toml too
  }
}

std::string kind_of(const fs::path& file) {
  return io::Case::load(file, {}).text("simulation.kind", "");
}

/// Puts cases into their order.
class Chooser {
 public:
  explicit Chooser(const VerifyRequest& request) : request_(request) {}

  std::vector<VerifyCase> choose() {
    if (request_.names.empty()) add_all(cases_below(shipped_folder()));
    for (const std::string& name : request_.names) add_named(name);
    if (std::none_of(cases_.begin(), cases_.end(), [](const auto& c) { return c.is_checked; }))
      throw InputError(nothing_text());
    return std::move(cases_);
  }

 private:
  std::string nothing_text() const {
    if (request_.quick)
      return fmt::format("--quick leaves no case to run: it takes those that say "
                         "verify.seconds <= {:g}. Nothing was run.",
                         quick_seconds);
    return fmt::format("there are no cases with [[check]] in {}. Name one, or a folder of cases. "
                       "Nothing was run.",
                       shipped_folder().string());
  }

  void add_all(const std::vector<fs::path>& files, const std::string& kind = "") {
    for (const fs::path& file : files)
      if (has_checks(file) && (kind.empty() || kind_of(file) == kind)) add_if_wanted(file);
  }

  void add_named(const std::string& name) {
    if (fs::is_regular_file(name)) {
      if (io::Case::load(name, {}).count("check") == 0)
        throw InputError(fmt::format("{} has no [[check]]: there is nothing to hold its results "
                                     "to. Nothing was run.",
                                     name));
      return add_if_wanted(name);
    }
    if (fs::is_directory(name)) return add_all(cases_below(name));
    const std::vector<std::string> kinds = simulation::Registry::instance().kinds();
    if (std::find(kinds.begin(), kinds.end(), name) != kinds.end())
      return add_all(cases_below(shipped_folder()), name);
    std::vector<std::string> known = kinds;
    for (const fs::path& file : cases_below(shipped_folder())) {
      const std::string folder = file.parent_path().filename().string();
      if (folder == name) return add_all(cases_below(file.parent_path()));
      known.push_back(folder);
    }
    throw InputError(fmt::format("\"{}\" is no case file, no folder of cases and no kind of "
                                 "solver.{} Nothing was run.",
                                 name, did_you_mean(name, known)));
  }

  void add_if_wanted(const fs::path& file) {
    io::Case input = io::Case::load(file, {});
    const simulation::checks::VerifyHints hints = simulation::checks::read_verify_hints(input);
    input.throw_if_errors();
    if (request_.quick && (!hints.seconds || *hints.seconds > quick_seconds)) return;
    add(file, true);
  }

  /// What a case needs comes before it; whether it is checked itself depends on what is asked for.
  void add(const fs::path& file, bool is_checked) {
    for (VerifyCase& present : cases_) {
      if (!fs::equivalent(present.file, file)) continue;
      present.is_checked |= is_checked;
      return;
    }
    io::Case input = io::Case::load(file, {});
    VerifyCase one{.file = file,
                   .name = input.name(),
                   .is_checked = is_checked,
                   .hints = simulation::checks::read_verify_hints(input)};
    if (waiting_.size() > 20)
      throw InputError(fmt::format("{}: the cases that it needs need it.", file.string()));
    waiting_.push_back(file);
    for (const auto& need : one.hints.needs) add(need.case_file, has_checks(need.case_file));
    waiting_.pop_back();
    require_own_folder(one);
    cases_.push_back(std::move(one));
  }

  void require_own_folder(const VerifyCase& one) const {
    for (const VerifyCase& present : cases_)
      if (present.name == one.name)
        throw InputError(fmt::format("{} and {} would both have their results in the folder {}: "
                                     "rename one, or verify each by itself. Nothing was run.",
                                     present.file.string(), one.file.string(), one.name));
  }

  const VerifyRequest& request_;
  std::vector<VerifyCase> cases_;
  std::vector<fs::path> waiting_;  // that need the case at hand
};

}  // namespace

std::vector<VerifyCase> chosen_cases(const VerifyRequest& request) {
  return Chooser(request).choose();
}

}  // namespace thalweg::app
