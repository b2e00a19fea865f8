// SPDX-License-Identifier: Apache-2.0
// Where the time of a step goes: named phases that add up to the step.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace thalweg {

/// One timed part of a step. Bytes and floor are per call, set once by the solver.
struct Phase {
  std::string name;
  double seconds = 0;  // in all calls
  std::int64_t calls = 0;
  double bytes_per_call = 0;  // that must move through memory
  double floor_seconds = 0;   // per call: the least time this machine allows
};

/// A list of phases, in the order of their first use.
class Phases {
 public:
  using Clock = std::chrono::steady_clock;

  /// Times its own life and adds it to one phase.
  class Scope {
   public:
    Scope(Phases& phases, std::size_t index)
        : phases_(phases), index_(index), start_(Clock::now()) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() {
      Phase& phase = phases_.list_[index_];
      phase.seconds += std::chrono::duration<double>(Clock::now() - start_).count();
      ++phase.calls;
    }

   private:
    Phases& phases_;
    std::size_t index_;
    Clock::time_point start_;
  };

  /// The phase called name; added if it is new.
  Phase& operator[](const std::string& name) { return list_[index_of(name)]; }
  Scope measure(const std::string& name) { return Scope(*this, index_of(name)); }
  const std::vector<Phase>& list() const { return list_; }
  void reset() {
    for (Phase& phase : list_) phase.seconds = 0, phase.calls = 0;
  }

 private:
  std::size_t index_of(const std::string& name) {
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (list_[i].name == name) return i;
    list_.push_back({.name = name});
    return list_.size() - 1;
  }
  std::vector<Phase> list_;
};

}  // namespace thalweg
