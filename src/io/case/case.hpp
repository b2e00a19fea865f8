// SPDX-License-Identifier: Apache-2.0
// Case files: TOML that is parsed once, checked completely and never seen by a kernel.
//
// A reader asks for every key it knows by its dotted path. The case remembers which keys were
// asked for, writes back the defaults that were used, and collects all mistakes; finish() then
// reports unknown keys (with a suggestion) and throws one InputError that lists everything.
// Tables, inline tables and dotted keys read alike: `history = { every_steps = 1 }` in [output] is
// output.history.every_steps. In a list of tables they are numbered from 0: `kind` in the first
// [[source]] is source.0.kind. Nothing here is collective: every rank reads the case for itself.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/case/value.hpp"

namespace thalweg::io {

/// What a number must be, and what it means, for messages and for `thalweg check`.
/// Numbers must also be finite.
struct Number {
  std::optional<double> default_value{};  // none: the key is required
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool exclusive = false;  // bounds themselves are not allowed
  std::string meaning{};   // "kinematic viscosity"
  std::string unit{};      // "m^2/s"; empty: dimensionless
};

/// How many values a list takes.
struct ListShape {
  static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  std::size_t shortest = 1, longest = any;
};

class Case {
 public:
  /// Parse a file and apply `--set key.path=value` overrides, in order. A value is TOML; a word
  /// that is not is taken as text. Throws InputError if the file cannot be read or is not valid
  /// TOML; malformed overrides are mistakes that finish() reports.
  static Case load(const std::filesystem::path& file, const std::vector<std::string>& overrides);
  /// Parse text (tests, fuzzing); name stands in messages for the file.
  static Case parse(const std::string& text, const std::string& name,
                    const std::vector<std::string>& overrides = {});
  Case(Case&&) noexcept;
  Case& operator=(Case&&) noexcept;
  ~Case();

  /// Names output folders: the file's folder and its name without ending ("taylor-green-quick").
  std::string name() const;
  const std::filesystem::path& file() const;
  /// A file named in the case, relative to simulation.folder: the folder of the case file, unless
  /// the case says otherwise. The effective case names that folder, so that it can stand anywhere.
  std::filesystem::path resolve(const std::string& path);
  /// simulation.folder. Counts as use, so that the effective case says it.
  std::filesystem::path folder();
  /// The files that were resolved, by their names as the case writes them.
  const std::map<std::string, std::filesystem::path>& files() const;

  /// Whether the case gives a key or table. Does not count as use.
  bool has(const std::string& key) const;
  /// Whether any key below a dotted path is given.
  bool has_table(const std::string& path) const;

  // Readers. A missing key without default and a wrong value are mistakes; what is returned then
  // satisfies the rule, so that reading goes on. A key may be read more than once.
  double number(const std::string& key, const Number& rule);
  /// Takes integers only: 1.0 is refused.
  std::int64_t integer(const std::string& key, const Number& rule);
  bool boolean(const std::string& key, std::optional<bool> default_value,
               const std::string& meaning = {});
  std::string text(const std::string& key, std::optional<std::string> default_value,
                   const std::string& meaning = {});
  /// One of a list (not empty); a wrong one gets a suggestion.
  std::string choice(const std::string& key, const std::vector<std::string>& allowed,
                     std::optional<std::string> default_value, const std::string& meaning = {});
  /// Three numbers, written x, y, z in the file and returned in that order.
  std::array<double, 3> numbers3(const std::string& key, const Number& rule);
  std::array<std::int64_t, 3> integers3(const std::string& key, const Number& rule);
  /// Lists. One value may stand without brackets; a default is that of each of the least elements.
  std::vector<double> numbers(const std::string& key, const Number& rule, const ListShape& shape);
  std::vector<std::int64_t> integers(const std::string& key, const Number& rule,
                                     const ListShape& shape);
  /// [[1, 2], [3, 4]]: one row or more, each of so many numbers.
  std::vector<std::vector<double>> rows(const std::string& key, const Number& rule,
                                        const ListShape& row);
  /// How many tables [[path]] there are; a mistake where it is a value or one [path].
  int count(const std::string& path);
  std::vector<std::string> texts(const std::string& key,
                                 const std::vector<std::string>& default_value,
                                 const std::string& meaning = {});

  /// A list of one value or more of any types, or lists of them.
  std::vector<CaseValue> values(const std::string& key, const std::string& meaning = {});
  /// A number, or a list of them, as it is written: whole numbers stay whole.
  CaseValue number_or_list(const std::string& key, const std::string& meaning);

  /// Give a key another value, in place of whatever was there and of keys that exclude it. Mistakes
  /// about it are shown at the line of the key `reason`, which is also where a `key` that cannot be
  /// one is reported.
  void replace(const std::string& key, const CaseValue& value, const std::string& reason);
  /// Say nothing of a section that is not read because what it depends on is wrong.
  void pass_over(const std::string& section);
  /// Keep a section out of effective_toml().
  void leave_out(const std::string& section);

  /// The one of these keys that the case gives; a mistake (and an empty string) unless it is one.
  /// A key from an override takes the place of the others: `--set time.step=1e-3` removes a cfl
  /// that the file gives.
  std::string exactly_one(const std::vector<std::string>& keys, const std::string& meaning = {});
  /// The one of these keys that the case gives, or an empty string; a mistake where it gives more.
  std::string at_most_one(const std::vector<std::string>& keys, const std::string& meaning = {});

  /// Add a mistake at a key's line: `found` is quoted from the file, `expected` says what to do.
  void error(const std::string& key, const std::string& expected);
  bool has_errors() const;
  /// Mistakes so far: a reader compares before and after to know whether what it read is right.
  std::size_t error_count() const;
  /// Throw InputError with the mistakes so far, if any. Unknown keys are not reported, unless one
  /// is a missing key misspelt: this is for a case whose kind is wrong, so that nobody can say
  /// which keys are known.
  void throw_if_errors();
  /// Report unknown and unused keys; throw InputError with every mistake if there is one.
  void finish();
  /// The same of one section, where a reader takes no others.
  void finish_section(const std::string& section);

  /// The case with every default filled in, as TOML: the keys that were read, sections and keys in
  /// the order of reading, with their meaning and unit as comments.
  std::string effective_toml() const;
  /// The effective case as dotted keys with their values as TOML.
  std::vector<std::pair<std::string, std::string>> effective_values() const;
  /// Hash of the case text with overrides, to compare between ranks.
  std::uint64_t hash() const;

 private:
  Case();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace thalweg::io
