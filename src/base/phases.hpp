// SPDX-License-Identifier: Apache-2.0
// Where the time of a step goes: named phases that add up to the step. Moments are noted now and
// read later, so that a host that gives work to a device need not wait for it.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thalweg {

/// One timed part of a step. Bytes, floor and flops are per call, set once by the solver.
struct Phase {
  std::string name;
  double seconds = 0;  // in all calls
  std::int64_t calls = 0;
  double bytes_per_call = 0;  // that must move through memory
  double floor_seconds = 0;   // per call: the least time this machine allows
  double flops_per_call = 0;  // of the rank that has most, as its bytes; 0: not counted
};

/// Notes moments. The time between two of them is read once the later one has come.
class PhaseClock {
 public:
  /// Moments that may be noted before the oldest one is read.
  static constexpr std::size_t most_ahead = 256;

  virtual ~PhaseClock() = default;
  virtual void mark() = 0;
  /// Seconds between the two oldest moments; the older one is then forgotten. Nothing where the
  /// later one has not come yet, unless `wait`. At least two moments must have been noted.
  virtual std::optional<double> next(bool wait) = 0;
};

/// Moments of this thread: a moment has come as soon as it is noted.
std::unique_ptr<PhaseClock> make_host_clock();

/// A list of phases, in the order of their first use. Phases nest: a moment belongs to the
/// innermost one. What throws where the clock does: measure(), measure_step(), reset(), list() and
/// step_seconds(). An error at the end of a phase is thrown by the next of these.
class Phases {
 public:
  explicit Phases(std::unique_ptr<PhaseClock> clock = make_host_clock());

  /// A phase, until the end of this object's life.
  class Scope {
   public:
    Scope(Phases& phases, std::size_t index) : phases_(phases) { phases_.enter(index); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { phases_.leave(); }

   private:
    Phases& phases_;
  };

  /// The phase called name; added if it is new.
  Phase& operator[](const std::string& name) { return list_[index_of(name)]; }
  [[nodiscard]] Scope measure(const std::string& name) { return {*this, index_of(name)}; }
  /// A whole step: what none of its phases tells of goes to the phase "other". Steps do not nest.
  [[nodiscard]] Scope measure_step() { return {*this, whole_step}; }

  /// All phases, "other" last if there was a step. Waits until the last moment has come.
  std::vector<Phase> list();
  /// Seconds of each step since the last reset(). Waits as list().
  std::vector<double> step_seconds();
  void reset();

  /// Is told the name of the phase at the end of each of its intervals ("" outside of all): for
  /// whoever counts something by phase.
  using Observer = std::function<void(const std::string& phase)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

 private:
  static constexpr std::size_t whole_step = static_cast<std::size_t>(-1), none = whole_step - 1;

  /// The time between two moments.
  struct Interval {
    std::size_t phase;  // or whole_step, or none
    bool in_step, ends_step;
  };

  std::size_t index_of(const std::string& name);
  void enter(std::size_t index);
  void leave() noexcept;
  void mark(bool ends_step);
  /// Reads what has come; if `all`, waits for the rest.
  void read(bool all);
  void add(const Interval& interval, double seconds);
  Phase& phase_at(std::size_t index) { return index == whole_step ? other_ : list_[index]; }
  void throw_failure();

  std::unique_ptr<PhaseClock> clock_;
  std::vector<Phase> list_;
  Phase other_{.name = "other"};
  std::vector<std::size_t> open_;  // innermost last
  std::deque<Interval> unread_;
  bool marked_ = false;
  double step_ = 0;  // read so far of the step that is not read to its end
  std::vector<double> step_seconds_;
  std::exception_ptr failure_;  // at the end of a phase
  Observer observer_;
};

}  // namespace thalweg
