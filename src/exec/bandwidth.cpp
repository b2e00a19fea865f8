// SPDX-License-Identifier: Apache-2.0
#include "exec/bandwidth.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace {

struct Triad {
  View<const double, 1> b, c;
  View<double, 1> a;
  double s;
  TW_HD void operator()(int i) const { a(i) = b(i) + s * c(i); }
};

}  // namespace

double measure_triad_bandwidth(const Exec& exec, std::size_t bytes) {
  const int n = static_cast<int>(triad_bytes(bytes) / (3 * sizeof(double)));
  Array<double, 1> a({n}), b({n}), c({n});
  const Triad triad{b.view(), c.view(), a.view(), 0.5};
  double best = 1e300, total = 0;
  // The first pass warms up; enough passes that one undisturbed one is among them.
  for (int pass = 0; pass < 5 || (total < 0.05 && pass < 1000); ++pass) {
    const double start = seconds_now();
    parallel_for(exec, n, triad);
    exec.wait();
    const double seconds = seconds_now() - start;
    total += seconds;
    if (pass > 0) best = std::min(best, seconds);
  }
  return 3.0 * sizeof(double) * n / best;
}

}  // namespace thalweg::exec::inline TW_HALF
