// SPDX-License-Identifier: Apache-2.0
// All modes: points in memory to modes and back to points, by the filter pipeline.
#pragma once

#include <cmath>

#include "contender.hpp"
#include "fft/filter_pipeline.hpp"

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

/// Modes on their way to points, unchanged.
template <class Real>
struct AsIs {
  static constexpr int source(int field) { return field; }
  Complex<Real> operator()(int, int, int, Complex<Real> value) const { return value; }
};

/// Modes in memory: (row, z, column of the row).
template <class Real>
struct StoredModes {
  Complex<Real>* values;
  int group, groups, depth, first_row;
  static constexpr fft::Extension extension(int) { return fft::Extension::none; }
  Complex<Real>& at(int row, int z, int column) const {
    const int first = (first_row + row) % groups * group;
    return values[(static_cast<std::int64_t>(row) * depth + z) * group + column - first];
  }
};
template <class Real>
struct WriteModes : StoredModes<Real> {
  void operator()(int row, int z, int column, const Complex<Real>* in, Complex<Real>*) const {
    this->at(row, z, column) = in[0];
  }
};
template <class Real>
struct ReadModes : StoredModes<Real> {
  void operator()(int row, int z, int column, const Complex<Real>*, Complex<Real>* out) const {
    out[0] = this->at(row, z, column);
  }
};

/// Modes as they pass by.
template <class Real>
struct PassModes {
  static constexpr fft::Extension extension(int) { return fft::Extension::none; }
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
        pipeline_(layout_, comm, exec_, 1, {}, phases_), from_({layout_.local_planes(), n, n}),
        to_({layout_.local_planes(), n, n}),
        modes_({stored ? layout_.local_rows() : 0, layout_.depth, layout_.group}) {
    const auto from = from_.view();
    for_points(layout_.local_planes(), layout_.first_plane(), n,
               [&](int z, int y, int x, std::int64_t point) {
                 from(z, y, x) = static_cast<Real>(sample(point));
               });
  }

  void run() override {
    const exec::View<const Real, 3> from = from_.view();
    pipeline_.template planes<0, 1>("from points", AsIs<Real>{}, ReadPoints<Real>{from});
    if (stored_) {
      const StoredModes<Real> modes{modes_.view().data, layout_.group, layout_.groups,
                                    layout_.depth, layout_.first_row()};
      pipeline_.template modes<1, 0>("to modes", WriteModes<Real>{modes});
      pipeline_.template modes<0, 1>("from modes", ReadModes<Real>{modes});
    } else {
      pipeline_.template modes<1, 1>("modes", PassModes<Real>{});
    }
    pipeline_.template planes<1, 0>("to points", AsIs<Real>{}, WritePoints<Real>{to_.view()});
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
  fft::WholeLayout layout_;
  fft::FilterPipeline<Real> pipeline_;
  exec::Array<Real, 3> from_, to_;
  exec::Array<Complex<Real>, 3> modes_;
};

}  // namespace thalweg::bench
