// SPDX-License-Identifier: Apache-2.0
#include "io/case.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cmath>
#include <fstream>
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "io/case_tree.hpp"

namespace thalweg::io {

struct Case::State {
  CaseTree tree;
  std::set<std::string> used;
  EffectiveCase effective;
  Diagnostics mistakes;
  std::filesystem::path file;
  std::uint64_t hash = 0;

  /// Mark a key as known and return its value, or nullptr.
  const CaseValue* find(const std::string& key) {
    used.insert(key);
    return tree.find(key);
  }
  void wrong(const std::string& key, const CaseValue* value, const std::string& expected) {
    if (value) return mistakes.add(tree.mistake(key, *value, expected));
    const auto dot = key.rfind('.');
    mistakes.add({file.string(), tree.section_line(key), key + " is missing",
                  fmt::format("{} (add it to [{}])", expected, key.substr(0, dot))});
  }
};

namespace {

std::string bounds_text(const Number& rule) {
  const bool low = std::isfinite(rule.minimum), high = std::isfinite(rule.maximum);
  const char* at_least = rule.exclusive ? ">" : ">=";
  const char* at_most = rule.exclusive ? "<" : "<=";
  if (low && high)
    return fmt::format("must be {} {:g} and {} {:g}", at_least, rule.minimum, at_most, rule.maximum);
  if (low) return fmt::format("must be {} {:g}", at_least, rule.minimum);
  if (high) return fmt::format("must be {} {:g}", at_most, rule.maximum);
  return "must be a finite number";
}

std::string meaning_text(const Number& rule) {
  if (rule.meaning.empty()) return "";
  return fmt::format(" ({}{}{})", rule.meaning, rule.unit.empty() ? "" : ", ", rule.unit);
}

bool within(double value, const Number& rule) {
  if (!std::isfinite(value)) return false;
  return rule.exclusive ? value > rule.minimum && value < rule.maximum
                        : value >= rule.minimum && value <= rule.maximum;
}

std::string listed(const std::vector<std::string>& words) {
  return fmt::format("\"{}\"", fmt::join(words, "\", \""));
}

/// The number a value holds, if it is one and may be used where `integer` numbers are meant.
std::optional<double> as_number(const CaseValue& value, bool integer) {
  if (const auto* n = std::get_if<std::int64_t>(&value.data)) return static_cast<double>(*n);
  if (const auto* x = std::get_if<double>(&value.data); x && !integer) return *x;
  return {};
}

}  // namespace

Case::Case() : state_(std::make_unique<State>()) {}
Case::Case(Case&&) noexcept = default;
Case& Case::operator=(Case&&) noexcept = default;
Case::~Case() = default;

Case Case::load(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  constexpr std::uintmax_t largest = 16u << 20;
  std::error_code failed;
  const auto status = std::filesystem::status(file, failed);
  if (!std::filesystem::exists(status))
    throw InputError(fmt::format("{}: there is no such case file; nothing was run.", file.string()));
  if (!std::filesystem::is_regular_file(status))
    throw InputError(fmt::format("{}: this is not a file; give the case's .toml file; nothing was run.",
                                 file.string()));
  if (std::filesystem::file_size(file, failed) > largest)
    throw InputError(fmt::format("{}: larger than 16 MiB, so it is no case file; nothing was run.",
                                 file.string()));
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in)
    throw InputError(fmt::format("{}: cannot be read (check its permissions); nothing was run.",
                                 file.string()));
  return parse(text.str(), file.string(), overrides);
}

Case Case::parse(const std::string& text, const std::string& name,
                 const std::vector<std::string>& overrides) {
  Case result;
  State& state = *result.state_;
  state.file = name;
  state.tree = CaseTree::parse(text, name, state.mistakes);
  std::string all = text;
  for (const std::string& setting : overrides) {
    state.tree.apply(setting, state.mistakes);
    all += "\n--set " + setting;
  }
  state.hash = XXH3_64bits(all.data(), all.size());
  return result;
}

std::string Case::name() const {
  const auto& file = state_->file;
  const std::string folder = std::filesystem::absolute(file).parent_path().filename().string();
  const std::string stem = file.stem().string();
  return folder.empty() || stem == folder ? stem : folder + "-" + stem;
}

const std::filesystem::path& Case::file() const { return state_->file; }

std::filesystem::path Case::resolve(const std::string& path) const {
  return std::filesystem::path(path).is_absolute() ? path : state_->file.parent_path() / path;
}

bool Case::has(const std::string& key) const { return state_->tree.find(key) != nullptr; }

double Case::number(const std::string& key, const Number& rule) {
  const CaseValue* value = state_->find(key);
  double result = rule.default_value.value_or(0);
  if (value) {
    const auto found = as_number(*value, false);
    if (found && within(*found, rule)) result = *found;
    else
      state_->wrong(key, value, (found ? bounds_text(rule) : "must be a number") + meaning_text(rule));
  } else if (!rule.default_value) {
    state_->wrong(key, nullptr, bounds_text(rule) + meaning_text(rule));
  }
  state_->effective.set(key, result);
  return result;
}

std::int64_t Case::integer(const std::string& key, const Number& rule) {
  const CaseValue* value = state_->find(key);
  std::int64_t result = static_cast<std::int64_t>(rule.default_value.value_or(0));
  if (value) {
    const auto found = as_number(*value, true);
    if (found && within(*found, rule)) result = std::get<std::int64_t>(value->data);
    else
      state_->wrong(key, value,
                    (found ? bounds_text(rule) : "must be a whole number, written without a point") +
                        meaning_text(rule));
  } else if (!rule.default_value) {
    state_->wrong(key, nullptr, bounds_text(rule) + meaning_text(rule));
  }
  state_->effective.set(key, result);
  return result;
}

bool Case::boolean(const std::string& key, std::optional<bool> default_value) {
  const CaseValue* value = state_->find(key);
  bool result = default_value.value_or(false);
  if (value && std::holds_alternative<bool>(value->data)) result = std::get<bool>(value->data);
  else if (value || !default_value) state_->wrong(key, value, "must be true or false");
  state_->effective.set(key, result);
  return result;
}

std::string Case::text(const std::string& key, std::optional<std::string> default_value) {
  const CaseValue* value = state_->find(key);
  std::string result = default_value.value_or("");
  if (value && std::holds_alternative<std::string>(value->data))
    result = std::get<std::string>(value->data);
  else if (value || !default_value) state_->wrong(key, value, "must be a text in quotes");
  state_->effective.set(key, result);
  return result;
}

std::string Case::choice(const std::string& key, const std::vector<std::string>& allowed,
                         std::optional<std::string> default_value) {
  const CaseValue* value = state_->find(key);
  std::string result = default_value.value_or(allowed.front());
  const std::string expected = "must be one of " + listed(allowed);
  if (const auto* word = value ? std::get_if<std::string>(&value->data) : nullptr) {
    if (std::find(allowed.begin(), allowed.end(), *word) != allowed.end()) {
      result = *word;
    } else {
      const std::string meant = closest(*word, allowed);
      state_->wrong(key, value,
                    meant.empty() ? expected : fmt::format("{}. Did you mean \"{}\"?", expected, meant));
    }
  } else if (value || !default_value) {
    state_->wrong(key, value, expected);
  }
  state_->effective.set(key, result);
  return result;
}

namespace {

/// Three numbers of a list, each checked; nothing if anything is wrong.
std::optional<std::array<double, 3>> three(const CaseValue& value, const Number& rule, bool integer) {
  const auto* list = std::get_if<std::vector<CaseValue>>(&value.data);
  if (!list || list->size() != 3) return {};
  std::array<double, 3> result{};
  for (std::size_t d = 0; d < 3; ++d) {
    const auto number = as_number((*list)[d], integer);
    if (!number || !within(*number, rule)) return {};
    result[d] = *number;
  }
  return result;
}

}  // namespace

std::array<double, 3> Case::numbers3(const std::string& key, const Number& rule) {
  const CaseValue* value = state_->find(key);
  const double fill = rule.default_value.value_or(0);
  std::array<double, 3> result{fill, fill, fill};
  if (value || !rule.default_value) {
    const auto found = value ? three(*value, rule, false) : std::nullopt;
    if (found) result = *found;
    else
      state_->wrong(key, value, "must be three numbers [x, y, z]; each " + bounds_text(rule) +
                                    meaning_text(rule));
  }
  state_->effective.set(key, std::vector<double>(result.begin(), result.end()));
  return result;
}

std::array<std::int64_t, 3> Case::integers3(const std::string& key, const Number& rule) {
  const CaseValue* value = state_->find(key);
  const auto fill = static_cast<std::int64_t>(rule.default_value.value_or(0));
  std::array<std::int64_t, 3> result{fill, fill, fill};
  if (value || !rule.default_value) {
    const auto found = value ? three(*value, rule, true) : std::nullopt;
    for (std::size_t d = 0; d < 3 && found; ++d) result[d] = static_cast<std::int64_t>((*found)[d]);
    if (!found)
      state_->wrong(key, value, "must be three whole numbers [x, y, z]; each " + bounds_text(rule) +
                                    meaning_text(rule));
  }
  state_->effective.set(key, std::vector<std::int64_t>(result.begin(), result.end()));
  return result;
}

std::vector<std::string> Case::texts(const std::string& key,
                                     const std::vector<std::string>& default_value) {
  const CaseValue* value = state_->find(key);
  std::vector<std::string> result = default_value;
  if (value) {
    const auto* list = std::get_if<std::vector<CaseValue>>(&value->data);
    result.clear();
    for (const CaseValue& item : list ? *list : std::vector<CaseValue>{})
      if (const auto* word = std::get_if<std::string>(&item.data)) result.push_back(*word);
    if (!list || result.size() != list->size())
      state_->wrong(key, value, "must be a list of texts in quotes");
  }
  state_->effective.set(key, result);
  return result;
}

std::string Case::exactly_one(const std::vector<std::string>& keys, const std::string& meaning) {
  std::vector<std::string> given;
  for (const std::string& key : keys) {
    state_->used.insert(key);
    if (has(key)) given.push_back(key);
  }
  if (given.size() == 1) return given.front();
  const std::string expected =
      fmt::format("give exactly one of {} ({})", fmt::join(keys, ", "), meaning);
  state_->wrong(given.empty() ? keys.front() : given.back(),
                given.empty() ? nullptr : state_->tree.find(given.back()), expected);
  return "";
}

void Case::error(const std::string& key, const std::string& expected) {
  state_->wrong(key, state_->tree.find(key), expected);
}

bool Case::has_errors() const { return !state_->mistakes.empty(); }

void Case::finish() {
  const std::vector<std::string> known(state_->used.begin(), state_->used.end());
  for (const auto& [key, value] : state_->tree.leaves())
    if (!state_->used.contains(key))
      state_->mistakes.add(state_->tree.unknown(key, *value, known));
  if (!state_->mistakes.empty()) throw InputError(state_->mistakes.text());
}

std::string Case::effective_toml() const { return state_->effective.toml(); }
std::uint64_t Case::hash() const { return state_->hash; }

}  // namespace thalweg::io
