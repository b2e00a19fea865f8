// SPDX-License-Identifier: Apache-2.0
#include "io/case/case.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/case/state.hpp"

namespace thalweg::io {

namespace {

template <class T>
std::array<T, 3> three(const CaseValue& value) {
  const auto& list = std::get<std::vector<CaseValue>>(value.data);
  return {std::get<T>(list[0].data), std::get<T>(list[1].data), std::get<T>(list[2].data)};
}

template <class T>
std::vector<T> all(const CaseValue& value) {
  std::vector<T> values;
  for (const CaseValue& item : std::get<std::vector<CaseValue>>(value.data))
    values.push_back(std::get<T>(item.data));
  return values;
}

}  // namespace

Case::Case() : state_(std::make_unique<State>()) {}
Case::Case(Case&&) noexcept = default;
Case& Case::operator=(Case&&) noexcept = default;
Case::~Case() = default;

const std::filesystem::path& Case::file() const { return state_->file; }

std::string Case::name() const {
  const std::string stem = state_->file.stem().string();
  const auto whole = std::filesystem::absolute(state_->file).lexically_normal();
  const std::string folder = whole.parent_path().filename();
  return folder.empty() || folder == stem ? stem : folder + "-" + stem;
}

std::filesystem::path Case::folder() {
  const std::string key = "simulation.folder";
  const std::filesystem::path own = state_->file.parent_path();
  const auto whole = std::filesystem::absolute(state_->file).lexically_normal().parent_path();
  const std::string folder = text(key, whole.string(), "where the files lie that the case names");
  return has(key) ? own / folder : own;
}

std::filesystem::path Case::resolve(const std::string& path) {
  return state_->files[path] = folder() / path;  // an absolute path replaces the folder
}

const std::map<std::string, std::filesystem::path>& Case::files() const { return state_->files; }

bool Case::has(const std::string& key) const {
  state_->mention(key);
  return state_->document.has(key);
}

bool Case::has_table(const std::string& path) const {
  const std::string below = path + ".";
  const auto first = state_->document.entries.lower_bound(below);
  return first != state_->document.entries.end() && first->first.starts_with(below);
}

double Case::number(const std::string& key, const Number& rule) {
  return std::get<double>(state_->read(key, number_rule(rule)).data);
}

std::int64_t Case::integer(const std::string& key, const Number& rule) {
  return std::get<std::int64_t>(state_->read(key, integer_rule(rule)).data);
}

bool Case::boolean(const std::string& key, std::optional<bool> default_value,
                   const std::string& meaning) {
  return std::get<bool>(state_->read(key, boolean_rule(default_value, meaning)).data);
}

std::string Case::text(const std::string& key, std::optional<std::string> default_value,
                       const std::string& meaning) {
  const KeyRule rule = text_rule(std::move(default_value), meaning);
  return std::get<std::string>(state_->read(key, rule).data);
}

std::string Case::choice(const std::string& key, const std::vector<std::string>& allowed,
                         std::optional<std::string> default_value, const std::string& meaning) {
  const KeyRule rule = choice_rule(allowed, std::move(default_value), meaning);
  return std::get<std::string>(state_->read(key, rule).data);
}

std::array<double, 3> Case::numbers3(const std::string& key, const Number& rule) {
  return three<double>(state_->read(key, list_rule(number_rule(rule), {3, 3}, "numbers")));
}

std::array<std::int64_t, 3> Case::integers3(const std::string& key, const Number& rule) {
  return three<std::int64_t>(state_->read(key, list_rule(integer_rule(rule), {3, 3}, "integers")));
}

std::vector<double> Case::numbers(const std::string& key, const Number& rule,
                                  const ListShape& shape) {
  return all<double>(state_->read(key, list_rule(number_rule(rule), shape, "numbers")));
}

std::vector<std::int64_t> Case::integers(const std::string& key, const Number& rule,
                                         const ListShape& shape) {
  return all<std::int64_t>(state_->read(key, list_rule(integer_rule(rule), shape, "integers")));
}

std::vector<std::vector<double>> Case::rows(const std::string& key, const Number& rule,
                                            const ListShape& row) {
  const KeyRule one = list_rule(number_rule(rule), row, "numbers");
  const CaseValue value = state_->read(key, list_rule(one, {1, ListShape::any}, "rows"));
  std::vector<std::vector<double>> rows;
  for (const CaseValue& item : std::get<std::vector<CaseValue>>(value.data))
    rows.push_back(all<double>(item));
  return rows;
}

int Case::count(const std::string& path) {
  State& state = *state_;
  state.mention(path);
  const std::string brackets = fmt::format("expected tables [[{}]]", path);
  if (const CaseEntry* entry = state.document.find(path)) {
    state.used.insert(path);
    state.wrong(path, *entry, "is " + type_of(entry->value) + "; " + brackets);
    return 0;
  }
  int items = 0;
  while (state.document.tables.contains(fmt::format("{}.{}", path, items))) ++items;
  if (items > 0 || !has_table(path)) return items;
  state.used.insert(path);
  const Place place = state.document.place_around(path + ".0");
  state.mistakes.add(
      {place, path, "", fmt::format("is one section; {}, because there may be several", brackets)});
  return 0;
}

std::vector<std::string> Case::texts(const std::string& key,
                                     const std::vector<std::string>& default_value,
                                     const std::string& meaning) {
  const CaseValue value = state_->read(key, texts_rule(default_value, meaning));
  std::vector<std::string> result;
  for (const CaseValue& item : std::get<std::vector<CaseValue>>(value.data))
    result.push_back(std::get<std::string>(item.data));
  return result;
}

std::vector<CaseValue> Case::values(const std::string& key, const std::string& meaning) {
  return std::get<std::vector<CaseValue>>(state_->read(key, values_rule(meaning)).data);
}

CaseValue Case::number_or_list(const std::string& key, const std::string& meaning) {
  return state_->read(key, number_or_list_rule(meaning));
}

void Case::replace(const std::string& key, const CaseValue& value, const std::string& reason) {
  Place place = state_->document.place_around(reason);
  if (const CaseEntry* entry = state_->document.find(reason)) place = entry->place;
  place.order = 1;  // as a setting of the command line, it replaces keys that exclude it
  if (!is_dotted_key(key)) return error(reason, "is no key: write section.name");
  put_value(state_->document, key, {value, shortened(to_toml(value), 72), place});
}

void Case::pass_over(const std::string& section) { state_->used.insert(section); }

void Case::leave_out(const std::string& section) { state_->left_out.insert(section); }

std::string Case::at_most_one(const std::vector<std::string>& keys, const std::string& meaning) {
  const std::vector<std::string> given = state_->given(keys);
  if (given.size() < 2) return given.empty() ? "" : given.front();
  const std::vector<std::string> others(given.begin(), given.end() - 1);
  error(given.back(),
        fmt::format("is given besides {}; only one of {} may be{}", joined(others, " and "),
                    joined(keys, ", "), in_parentheses(meaning)));
  return "";
}

std::string Case::exactly_one(const std::vector<std::string>& keys, const std::string& meaning) {
  std::string chosen = at_most_one(keys, meaning);
  if (!chosen.empty() || !state_->given(keys).empty() || keys.empty()) return chosen;
  state_->absent(keys,
                 {state_->document.place_around(keys.front()), heading_of(keys.front()).text(), "",
                  fmt::format("needs exactly one of {}{}; none is given", joined(keys, ", "),
                              in_parentheses(meaning))});
  return "";
}

void Case::error(const std::string& key, const std::string& expected) {
  State& state = *state_;
  state.mention(key);
  state.used.insert(key);
  if (const CaseEntry* entry = state.document.find(key)) return state.wrong(key, *entry, expected);
  const auto table = state.document.tables.find(key);
  const bool is_table = table != state.document.tables.end();
  const Place place = is_table ? table->second : state.document.place_around(key);
  const auto known = state.position.find(key);
  const KnownKey* read = known == state.position.end() ? nullptr : &state.known[known->second];
  const std::string found =
      read && read->is_default ? to_toml(*read->value) + " (the default)" : "";
  state.mistakes.add({place, key, found, expected});
}

bool Case::has_errors() const { return error_count() > 0; }
std::size_t Case::error_count() const { return state_->mistakes.count() + state_->absences.size(); }

void Case::throw_if_errors() {
  State& state = *state_;
  std::set<std::string> missing;
  for (const Absence& absence : state.absences)
    missing.insert(absence.keys.begin(), absence.keys.end());
  state.report_absences(report_unknown(
      {state.document, state.mentioned, state.used, state.undecided, &missing}, state.mistakes));
  state.mistakes.throw_if_any();
}

void Case::finish() { finish_section(""); }

void Case::finish_section(const std::string& section) {
  State& state = *state_;
  state.report_absences(report_unknown(
      {state.document, state.mentioned, state.used, state.undecided, nullptr, section},
      state.mistakes));
  state.mistakes.throw_if_any();
}

std::uint64_t Case::hash() const { return state_->hash; }

}  // namespace thalweg::io
