// SPDX-License-Identifier: Apache-2.0
// What a rank that waits does between two looks.
#pragma once

#include <functional>

namespace thalweg::transport {

/// First nothing, since most waits are short. Then it offers its core. If others took the core, it
/// sleeps from then on: a task that offers its core again and again is charged for it (from Linux
/// 6.18 on a whole slice each time) and hardly runs any more beside other programs, and one that
/// wakes up goes on soon. On cores of its own a rank never sleeps, so messages cost no time to
/// wake.
class Pause {
 public:
  struct System {
    std::function<double()> now;  // [s]
    std::function<void()> offer_core;
    std::function<void()> sleep;
  };
  static const System& real_system();
  explicit Pause(const System& system = real_system()) : system_(system) {}

  /// Between two looks. Returns whether some looks have passed since it last said so: then it is
  /// time to see how long the wait has been.
  bool operator()() {
    if (++looks_ > at_once) give_way();
    return looks_ % at_once == 0;
  }

  static constexpr int at_once = 256;         // looks
  static constexpr double short_time = 5e-5;  // s; an offer that nobody takes costs less

 private:
  void give_way() {
    if (core_is_shared_) return system_.sleep();
    const double start = system_.now();
    system_.offer_core();
    core_is_shared_ = system_.now() - start > short_time;
  }

  const System& system_;
  int looks_ = 0;
  bool core_is_shared_ = false;
};

}  // namespace thalweg::transport
