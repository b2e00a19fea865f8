// SPDX-License-Identifier: Apache-2.0
// The modes that 2/3 truncation per direction keeps: modes in memory to points and back to modes,
// as for the turbulence solver, which works on points while the pipeline passes them on.
#pragma once

#include <algorithm>
#include <cmath>

#include "contender.hpp"
#include "fft/pipeline.hpp"

namespace thalweg::bench {

template <class Real>
struct LoadModes {
  const Complex<Real>* modes;
  int columns_padded, depth_padded;
  void operator()(int row, int column, int depth, Complex<Real>* out) const {
    out[0] =
        modes[(static_cast<std::int64_t>(row) * columns_padded + column) * depth_padded + depth];
  }
};
template <class Real>
struct StoreModes {
  Complex<Real>* modes;
  int columns_padded, depth_padded;
  void operator()(int row, int column, int depth, const Complex<Real>* in) const {
    modes[(static_cast<std::int64_t>(row) * columns_padded + column) * depth_padded + depth] =
        in[0];
  }
};
template <class Real>
struct PassPoints {
  Real operator()(int, int, int, const Real* in, Real* out) const {
    out[0] = in[0];
    return 0;
  }
};
template <class Real>
struct SamplePoints {
  int n, first_plane;
  Real operator()(int z, int y, int x, const Real*, Real* out) const {
    out[0] =
        static_cast<Real>(sample((static_cast<std::int64_t>(z + first_plane) * n + y) * n + x));
    return 0;
  }
};

template <class Real>
class DealiasedPair final : public Pair {
 public:
  DealiasedPair(int n, const transport::Communicator& comm)
      : layout_(fft::make_layout(fft::kept_modes(n, n, n, fft::Truncation::per_direction),
                                 comm.rank(), comm.size(), sizeof(Complex<Real>))),
        workspace_(layout_, comm, {1, 1}), pipeline_(layout_, comm, exec_, workspace_, {}, phases_),
        from_({layout_.local_rows(), layout_.columns_padded, layout_.depth_padded}),
        to_({layout_.local_rows(), layout_.columns_padded, layout_.depth_padded}) {
    // Modes of some real field, for others do not come back.
    fft::Pipeline<Real, 0, 1> forward(layout_, comm, exec_, workspace_, {}, phases_);
    forward.planes(SamplePoints<Real>{n, layout_.first_plane()});
    forward.forward_lines(store(from_));
    double own = 0;
    for (std::size_t i = 0; i < from_.size(); ++i)
      own = std::max(own, static_cast<double>(std::abs(from_.view().data[i].re)));
    largest_mode_ = comm.max(own);
  }

  void run() override {
    pipeline_.inverse_lines(
        LoadModes<Real>{from_.view().data, layout_.columns_padded, layout_.depth_padded});
    pipeline_.planes(PassPoints<Real>{});
    pipeline_.forward_lines(store(to_));
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
  using Modes = exec::Array<Complex<Real>, 3>;
  StoreModes<Real> store(Modes& modes) const {
    return {modes.view().data, layout_.columns_padded, layout_.depth_padded};
  }

  exec::Exec exec_;
  Phases phases_;
  fft::Layout layout_;
  fft::Workspace<Real> workspace_;
  fft::Pipeline<Real, 1, 1> pipeline_;
  Modes from_, to_;
  double largest_mode_ = 0;
};

}  // namespace thalweg::bench
