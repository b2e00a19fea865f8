// SPDX-License-Identifier: Apache-2.0
// The modes that 2/3 truncation per direction keeps: modes in memory to points and back to modes,
// as for the turbulence solver, which works on points while the pipeline passes them on.
#pragma once

#include <algorithm>
#include <cmath>

#include "contender.hpp"
#include "fft/pipeline.hpp"
#include "thalweg_modes.hpp"

namespace thalweg::bench {

template <class Real>
struct PassPoints {
  PassPoints row(int, int) const { return {}; }
  void operator()(int, const Real* in, Real* out) const { out[0] = in[0]; }
};
template <class Real>
struct SamplePoints {
  int n, first_plane;
  struct Row {
    std::int64_t first;
    void operator()(int x, const Real*, Real* out) const {
      out[0] = static_cast<Real>(sample(first + x));
    }
  };
  Row row(int z, int y) const { return {(static_cast<std::int64_t>(z + first_plane) * n + y) * n}; }
};

template <class Real>
class DealiasedPair final : public Pair {
 public:
  DealiasedPair(int n, const transport::Communicator& comm)
      : layout_(fft::make_layout(fft::kept_modes(n, n, n, fft::Truncation::per_direction),
                                 comm.rank(), comm.size(), sizeof(Complex<Real>))),
        pipeline_(layout_, comm, exec_, {{1}, {1}, true}, {}, phases_),
        from_({layout_.local_rows(), layout_.depth, layout_.group}),
        to_({layout_.local_rows(), layout_.depth, layout_.group}) {
    // Modes of some real field, for others do not come back.
    pipeline_.template planes<0, 1>("from points", as_is,
                                    SamplePoints<Real>{n, layout_.first_plane()});
    pipeline_.template modes<1, 0>("to modes", WriteModes<Real>{{from_, layout_}});
    double own = 0;
    for (std::size_t i = 0; i < from_.size(); ++i)
      own = std::max(own, static_cast<double>(std::abs(from_.view().data[i].re)));
    largest_mode_ = comm.max(own);
  }

  void run() override {
    pipeline_.template modes<0, 1>("from modes", ReadModes<Real>{{from_, layout_}});
    pipeline_.template planes<1, 1>("points", as_is, PassPoints<Real>{});
    pipeline_.template modes<1, 0>("to modes", WriteModes<Real>{{to_, layout_}});
  }

  double error() const override {
    const Complex<Real>*from = from_.view().data, *to = to_.view().data;
    const double scale = layout_.modes.points();
    double largest = 0;
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const double re = static_cast<double>(to[i].re) / scale - static_cast<double>(from[i].re),
                   im = static_cast<double>(to[i].im) / scale - static_cast<double>(from[i].im);
      largest = worse(largest, std::hypot(re, im));
    }
    return largest / largest_mode_;
  }

 private:
  static constexpr fft::SpreadAsIs<Real> as_is{};

  exec::Exec exec_;
  Phases phases_;
  fft::Layout layout_;
  fft::Pipeline<Real> pipeline_;
  Modes<Real> from_, to_;
  double largest_mode_ = 0;
};

}  // namespace thalweg::bench
