// SPDX-License-Identifier: Apache-2.0
// Sorting by key: cells by place, particles by cell, items by identity.
#pragma once

#include <cstdint>

#include "exec/stream.hpp"
#include "exec/view.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Sorts keys in ascending order and moves each value with its key; values of equal keys keep their
/// order, so the result is the same on any number of threads and on any device. Values of other
/// types follow by their index: sort 0, 1, 2, ... as values, then gather(). In the order of exec.
/// Throws UsageError for extents that differ.
void sort_by_key(const Exec& exec, View<int, 1> keys, View<int, 1> values);
void sort_by_key(const Exec& exec, View<std::int64_t, 1> keys, View<int, 1> values);
void sort_by_key(const Exec& exec, View<std::int64_t, 1> keys, View<std::int64_t, 1> values);

}  // namespace thalweg::exec::inline TW_HALF
