// SPDX-License-Identifier: Apache-2.0
// Modes in memory, as kernels of the pipeline.
#pragma once

#include "exec/exec.hpp"
#include "fft/layout.hpp"

namespace thalweg::bench {

/// Modes of one field: (row, depth, column of the row).
template <class Real>
using Modes = exec::Array<Complex<Real>, 3>;

template <class Real>
struct StoredModes {
  exec::View<Complex<Real>, 3> modes;
  const int* first_column;  // of a local row

  StoredModes(Modes<Real>& m, const fft::Layout& layout)
      : modes(m.view()), first_column(layout.row_column.data() + layout.first_row()) {}
  Complex<Real>& at(int row, int depth, int column) const {
    return modes(row, depth, column - first_column[row]);
  }
};
template <class Real>
struct WriteModes : StoredModes<Real> {
  void operator()(int row, int depth, int column, const Complex<Real>* in, Complex<Real>*) const {
    this->at(row, depth, column) = in[0];
  }
};
template <class Real>
struct ReadModes : StoredModes<Real> {
  void operator()(int row, int depth, int column, const Complex<Real>*, Complex<Real>* out) const {
    out[0] = this->at(row, depth, column);
  }
};

}  // namespace thalweg::bench
