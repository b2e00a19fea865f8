// SPDX-License-Identifier: Apache-2.0
// The section [ensemble] of a case: many runs of it that differ in a few keys
// (docs/howto/ensemble.md).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/case/case.hpp"

namespace thalweg::simulation {

/// A key that differs between members.
struct Variation {
  std::string key;
  std::vector<io::CaseValue> values;
  std::string at;  // where the case says so: "ensemble.vary.0.values"
};

class Ensemble {
 public:
  /// What a case says; nothing if it has no section [ensemble]. Mistakes go to the case. What is
  /// returned can be used although there are some.
  static std::optional<Ensemble> read(io::Case& input);

  /// The members are numbered from 0.
  int size() const { return size_; }
  int ranks_per_member() const { return ranks_per_member_; }
  /// The keys that differ, and their values in one member.
  std::vector<std::pair<std::string, io::CaseValue>> settings(int member) const;
  /// "source.0.focus = [0.03, 0.0], time.cfl = 0.3"
  std::string settings_text(int member) const;
  /// Give a case the values of a member.
  void apply(io::Case& input, int member) const;

 private:
  std::size_t index(std::size_t variation, int member) const;
  void count_members(io::Case& input);

  std::vector<Variation> variations_;
  bool product_ = false;
  int size_ = 1, ranks_per_member_ = 1;
};

}  // namespace thalweg::simulation
