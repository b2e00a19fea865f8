// SPDX-License-Identifier: Apache-2.0
// A number that counts what is computed with it: kernels are templates of their numbers, so their
// operations are counted by running them once with these.
#pragma once

#include <cmath>
#include <cstdint>

namespace thalweg::turbulence {

/// Additions, subtractions, multiplications, divisions and roots count one each; a change of sign,
/// a comparison and a copy count nothing.
struct Counted {
  double value = 0;

  Counted() = default;
  Counted(double v) : value(v) {}

  /// Since the program began, on this thread.
  static std::int64_t& operations() {
    static thread_local std::int64_t count = 0;
    return count;
  }
  static Counted of_one(double v) {
    ++operations();
    return v;
  }

  friend Counted operator+(Counted a, Counted b) { return of_one(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return of_one(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return of_one(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return of_one(a.value / b.value); }
  friend Counted sqrt(Counted a) { return of_one(std::sqrt(a.value)); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }
  friend Counted operator-(Counted a) { return -a.value; }
  friend bool operator<(Counted a, Counted b) { return a.value < b.value; }
  friend bool operator>(Counted a, Counted b) { return a.value > b.value; }
};

/// Operations of what `work` does.
template <class Work>
double operations_of(const Work& work) {
  const std::int64_t before = Counted::operations();
  work();
  return static_cast<double>(Counted::operations() - before);
}

}  // namespace thalweg::turbulence
