// SPDX-License-Identifier: Apache-2.0
// Sets modes of a state by their numbers, for initial states.
#pragma once

#include "base/complex.hpp"
#include "fft/layout.hpp"

namespace thalweg::turbulence {

/// One complex amplitude in double precision.
using Amplitude = Complex<double>;

/// This rank's modes, addressed by mode number.
template <class Real>
class ModeWriter {
 public:
  ModeWriter(const fft::Layout& layout, Complex<Real>* state) : layout_(layout), state_(state) {}

  /// Set component c at (mx, my, mz), mx >= 0; other ranks' and truncated modes are passed over.
  void set(int c, int mx, int my, int mz, Amplitude value) const {
    const fft::Modes& modes = layout_.modes;
    if (!modes.keeps(mx, my, mz)) return;
    const int row = layout_.row_of(mx, my) - layout_.first_row();
    if (row < 0 || row >= layout_.local_rows()) return;
    const int depth = mz >= 0 ? mz : mz + modes.depth();
    state_[c * layout_.component_size() + layout_.index(row, depth, layout_.column_of(mx))] = {
        static_cast<Real>(value.re), static_cast<Real>(value.im)};
  }

  /// Call visit(mx, my, mz) for every kept mode of this rank.
  template <class Visit>
  void for_each(Visit visit) const {
    const int kz = layout_.modes.kz, begin = layout_.first_row();
    for (int row = begin; row < begin + layout_.local_rows(); ++row)
      for (int i = 0; i < layout_.columns_of(row); ++i)
        for (int mz = -kz; mz <= kz; ++mz)
          if (i < layout_.kept_of(row, mz >= 0 ? mz : mz + layout_.depth))
            visit(layout_.row_column[static_cast<std::size_t>(row)] + i, layout_.row_mode(row), mz);
  }

 private:
  const fft::Layout& layout_;
  Complex<Real>* state_;
};

}  // namespace thalweg::turbulence
