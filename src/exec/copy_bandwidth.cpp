// SPDX-License-Identifier: Apache-2.0
#include "exec/copy_bandwidth.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace thalweg::exec::inline TW_HALF {

double measure_copy_bandwidth(const Exec& exec, std::size_t bytes) {
  constexpr std::size_t least = 4096, most = std::size_t{64} << 20;
  const auto n = static_cast<std::int64_t>(std::clamp(bytes, least, most));
  const Array<char, 1, Space::pinned> from({n});
  Array<char, 1> to({n});
  double best = 1e300;
  for (int pass = 0; pass < 5; ++pass) {  // the first one warms up
    const double start = seconds_now();
    copy_bytes(exec, to.view().data, from.view().data, static_cast<std::size_t>(n));
    exec.wait();
    if (pass > 0) best = std::min(best, seconds_now() - start);
  }
  return static_cast<double>(n) / best;
}

}  // namespace thalweg::exec::inline TW_HALF
