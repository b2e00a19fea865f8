// SPDX-License-Identifier: Apache-2.0
// FusedPipeline::measure_bare_times: the very plans of the sweeps, run by all threads at once on
// buffers that stay in each thread's cache, with nothing moved or computed in between.
#pragma once

#include <algorithm>

#include "fft/fused_pipeline.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace fused {

/// Run `once(scratch)` repeatedly, as a task that notes how long it took.
template <class Once>
struct Repeat {
  int times;
  double* seconds;  // per task
  Once once;
  void operator()(const exec::Team& team) const {
    char* scratch = team.template scratch<char>();
    const auto start = Phases::Clock::now();
    for (int n = 0; n < times; ++n) once(scratch);
    seconds[team.tile()] = std::chrono::duration<double>(Phases::Clock::now() - start).count();
  }
};

/// Seconds for one call of `once` per thread, all threads at work: the slowest thread of the best
/// of several short rounds, so that other programs on the machine disturb few of them.
template <class Once>
double seconds_per_call(const exec::Exec& exec, const transport::Communicator& comm,
                        std::size_t bytes, Once once) {
  std::vector<double> seconds(static_cast<std::size_t>(exec::threads()));
  const auto round = [&](int times) {
    comm.barrier();
    exec::parallel_tiles(exec, exec::threads(), bytes, Repeat<Once>{times, seconds.data(), once});
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

}  // namespace fused

template <class Real, int In, int Out>
BareTimes
FusedPipeline<Real, In, Out>::measure_bare_times(const transport::Communicator& comm) const {
  struct ZLines {
    const ComplexLines<Real>* plan;
    void operator()(char* data) const {
      plan->execute(exec::Exec{}, reinterpret_cast<Complex<Real>*>(data));
    }
  };
  // One field's y-lines, in place.
  using YLines = ZLines;
  // The x-lines of all fields of some rows, there and back.
  struct XLines {
    const RealRows<Real>*inverse, *forward;
    int rows, waves, scratch;  // complex numbers of either
    int wave_stride, point_stride;
    void operator()(char* data) const {
      auto* wave = reinterpret_cast<Complex<Real>*>(data);
      auto* lines = wave + waves;
      auto* points = reinterpret_cast<Real*>(lines + scratch);
      const exec::Team team(0, data);
      for (int f = 0; f < In; ++f)
        inverse->inverse(team, rows, wave + f * wave_stride, points + f * point_stride, lines);
      for (int f = 0; f < Out; ++f)
        forward->forward(team, rows, points + f * point_stride, wave + f * wave_stride, lines);
    }
  };
  const auto seconds = [&](std::size_t bytes, auto once) {
    return fused::seconds_per_call(exec_, comm, bytes, once);
  };
  const std::size_t plane_bytes = thread_bytes(layout_);
  const int rows = std::min(shape_.ny, RealRows<Real>::block);
  const XLines x_lines{&plans_->x_inverse,
                       &plans_->x_forward,
                       rows,
                       std::max(In, Out) * shape_.plane_size(),
                       RealRows<Real>::scratch_size(shape_.nx),
                       shape_.plane_size(),
                       RealRows<Real>::block * shape_.real_row()};
  double blocks = 0;
  for (int row = layout_.first_row(); row < layout_.first_row() + layout_.local_rows(); ++row)
    blocks += layout_.row_length[static_cast<std::size_t>(row)] / shape_.block;
  blocks = comm.max(blocks) / exec::threads();
  const double planes = comm.max(static_cast<double>(layout_.local_planes())) / exec::threads();

  BareTimes times;
  if (In > 0) times.inverse_lines = blocks * seconds(line_bytes(In), ZLines{&plans_->z_inverse});
  if (Out > 0) times.forward_lines = blocks * seconds(line_bytes(Out), ZLines{&plans_->z_forward});
  if (In > 0) times.planes += planes * In * seconds(plane_bytes, YLines{&plans_->y_inverse});
  if (Out > 0) times.planes += planes * Out * seconds(plane_bytes, YLines{&plans_->y_forward});
  times.planes += planes * shape_.ny * seconds(plane_bytes, x_lines) / rows;
  return times;
}

}  // namespace thalweg::fft::inline TW_HALF
