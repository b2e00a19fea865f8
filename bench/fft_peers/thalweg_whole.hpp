// SPDX-License-Identifier: Apache-2.0
// All modes: points in memory to modes and back to points, by the pipeline.
#pragma once

#include <cmath>

#include "contender.hpp"
#include "fft/pipeline.hpp"
#include "fft/whole_layout.hpp"
#include "thalweg_modes.hpp"

namespace thalweg::bench {

/// Points from an array.
template <class Real>
struct ReadPoints {
  exec::View<const Real, 3> points;
  struct Row {
    const Real* values;
    void operator()(int x, const Real*, Real* out) const { out[0] = values[x]; }
  };
  Row row(int z, int y) const { return {&points(z, y, 0)}; }
};

/// Points to an array.
template <class Real>
struct WritePoints {
  exec::View<Real, 3> points;
  struct Row {
    Real* values;
    void operator()(int x, const Real* in, Real*) const { values[x] = in[0]; }
  };
  Row row(int z, int y) const { return {&points(z, y, 0)}; }
};

/// Modes as they pass by.
template <class Real>
struct PassModes {
  void operator()(int, int, int, const Complex<Real>* in, Complex<Real>* out) const {
    out[0] = in[0];
  }
};

template <class Real>
class WholePair final : public Pair {
 public:
  /// stored: modes are written to memory and read again, as by a library of transforms. Otherwise
  /// they are there while the pipeline passes them on, as for the sound solver.
  WholePair(int n, bool stored, const transport::Communicator& comm)
      : stored_(stored),
        layout_(fft::make_whole_layout(n, n, n, comm.rank(), comm.size(), sizeof(Complex<Real>))),
        pipeline_(layout_, comm, exec_, fft::Traffic::up_to(1), {}, phases_),
        from_({layout_.local_planes(), n, n}), to_({layout_.local_planes(), n, n}),
        modes_({stored ? layout_.local_rows() : 0, layout_.depth, layout_.group}) {
    const auto from = from_.view();
    for_points(layout_.local_planes(), layout_.first_plane(), n,
               [&](int z, int y, int x, std::int64_t point) {
                 from(z, y, x) = static_cast<Real>(sample(point));
               });
  }

  void run() override {
    const exec::View<const Real, 3> from = from_.view();
    pipeline_.template planes<0, 1>("from points", fft::SpreadAsIs<Real>{}, ReadPoints<Real>{from});
    if (stored_) {
      const StoredModes<Real> modes(modes_, layout_);
      pipeline_.template modes<1, 0>("to modes", WriteModes<Real>{modes});
      pipeline_.template modes<0, 1>("from modes", ReadModes<Real>{modes});
    } else {
      pipeline_.template modes<1, 1>("modes", PassModes<Real>{});
    }
    pipeline_.template planes<1, 0>("to points", fft::SpreadAsIs<Real>{},
                                    WritePoints<Real>{to_.view()});
  }

  double error() const override {
    double largest = 0;
    const auto to = to_.view();
    for_points(layout_.local_planes(), layout_.first_plane(), layout_.nx,
               [&](int z, int y, int x, std::int64_t point) {
                 const double found = static_cast<double>(to(z, y, x)) / layout_.scale();
                 largest = worse(largest, std::abs(found - sample(point)));
               });
    return largest;
  }

 private:
  bool stored_;
  exec::Exec exec_;
  Phases phases_;
  fft::Layout layout_;
  fft::Pipeline<Real> pipeline_;
  exec::Array<Real, 3> from_, to_;
  Modes<Real> modes_;
};

}  // namespace thalweg::bench
