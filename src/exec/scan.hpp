// SPDX-License-Identifier: Apache-2.0
// Running sums: where each of many lists begins in one list of all.
#pragma once

#include <cstdint>

#include "exec/stream.hpp"
#include "exec/view.hpp"

namespace thalweg::exec::inline TW_HALF {

/// to(i) = from(0) + ... + from(i - 1) for 0 <= i <= n: `from` has n values and `to` n + 1, the
/// last of which is the sum of all. The two must not overlap. In the order of exec. Throws
/// UsageError for other extents.
void exclusive_scan(const Exec& exec, View<const int, 1> from, View<int, 1> to);
void exclusive_scan(const Exec& exec, View<const std::int64_t, 1> from, View<std::int64_t, 1> to);

}  // namespace thalweg::exec::inline TW_HALF
