// SPDX-License-Identifier: Apache-2.0
// How much memory a program holds of what `new` gives out: for tests that link held_memory.cpp.
#pragma once

namespace thalweg::testing {

/// Bytes held now, and the most since peak_begins().
double held_bytes();
double peak_bytes();
void peak_begins();

/// The most that `action` holds at a time beyond what was held before.
template <class Action>
double peak_of(Action action) {
  const double before = held_bytes();
  peak_begins();
  action();
  return peak_bytes() - before;
}

}  // namespace thalweg::testing
