// SPDX-License-Identifier: Apache-2.0
// What the transforms of the pipelines for CPUs take alone: the very plans of the sweeps, run by
// all threads at once on buffers that stay in each thread's cache, with nothing moved or computed
// in between.
#pragma once

#include <algorithm>
#include <vector>

#include "base/clock.hpp"
#include "exec/exec.hpp"
#include "fft/local_plan.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace bare {

/// Run `once(scratch)` repeatedly, as a task that notes how long it took.
template <class Once>
struct Repeat {
  int times;
  double* seconds;  // per task
  Once once;
  void operator()(const exec::Team& team) const {
    char* scratch = team.template scratch<char>();
    const double start = seconds_now();
    for (int n = 0; n < times; ++n) once(scratch);
    seconds[team.tile()] = seconds_now() - start;
  }
};

/// Seconds for one call of `once` per thread, all threads at work, on `count` numbers each: the
/// slowest thread of the best of several short rounds, so that other programs on the machine
/// disturb few of them.
template <class Number, class Once>
double seconds(const exec::Exec& exec, const transport::Communicator& comm, int count, Once once) {
  std::vector<double> seconds(static_cast<std::size_t>(exec::threads()));
  const auto round = [&](int times) {
    comm.barrier();
    exec::parallel_tiles(exec, exec::threads(), sizeof(Number) * static_cast<std::size_t>(count),
                         Repeat<Once>{times, seconds.data(), once});
    return comm.max(*std::max_element(seconds.begin(), seconds.end()));
  };
  constexpr double enough = 5e-4;  // seconds of a round: long against the clock's own cost
  round(1);                        // touches the scratch memory
  int times = 1;
  while (round(times) < enough && times < (1 << 16)) times *= 2;
  double best = round(times);
  for (int n = 0; n < 9; ++n) best = std::min(best, round(times));
  return best / times;
}

/// Bare seconds of a batch of lines in `count` numbers.
template <class Real>
double seconds_of_lines(const exec::Exec& exec, const transport::Communicator& comm, int count,
                        const ComplexLines<Real>& plan) {
  struct InPlace {
    const ComplexLines<Real>* plan;
    void operator()(char* data) const {
      plan->execute(exec::Exec{}, reinterpret_cast<Complex<Real>*>(data));
    }
  };
  return seconds<Complex<Real>>(exec, comm, count, InPlace{&plan});
}

/// The same of lines one after the other, from `count` numbers to as many.
template <class Real>
double seconds_of_lines(const exec::Exec& exec, const transport::Communicator& comm, int count,
                        const OutOfPlaceLines<Real>& plan) {
  struct OutOfPlace {
    const OutOfPlaceLines<Real>* plan;
    int count;
    void operator()(char* data) const {
      auto* from = reinterpret_cast<Complex<Real>*>(data);
      plan->execute(from, from + count);
    }
  };
  return seconds<Complex<Real>>(exec, comm, 2 * count, OutOfPlace{&plan, count});
}

}  // namespace bare
}  // namespace thalweg::fft::inline TW_HALF
