// SPDX-License-Identifier: Apache-2.0
// Transforms between rows of points and rows of modes, the x direction of the pipelines for
// CPUs. In single precision the library's real transforms of a row do not use vectors, but two rows
// as the real and imaginary part of one complex line do: 128 points take 0.06 instead of 0.11 us a
// row (FFTW 3.3.10 with AVX). In double precision a whole pass gains nothing.
#pragma once

#include <optional>

#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real>
class RealRows {
 public:
  /// Rows that are best given at once.
  static constexpr int block = sizeof(Real) == 4 ? 2 : 1;

  /// Rows of nx points, real_row apart, and of nx / 2 + 1 modes, complex_row apart.
  RealRows(int nx, int real_row, int complex_row, Direction direction)
      : nx_(nx), real_row_(real_row), complex_row_(complex_row),
        one_({nx, 1, 1, complex_row, complex_row, real_row}, direction) {
    if (block > 1) pair_.emplace(Lines{nx, 1, 1, nx}, direction);
  }

  /// Complex numbers of the scratch memory that transforms need, aligned to 64 bytes.
  static constexpr int scratch_size(int nx) { return block > 1 ? 2 * line_size(nx) : 0; }

  /// `rows` <= block rows. The imaginary parts of modes that are their own mirror image do not
  /// count. Overwrites waves. Not normalised.
  void inverse(const exec::Team& team, int rows, Complex<Real>* waves, Real* points,
               Complex<Real>* scratch) const {
    if (rows < block || !pair_) {
      for (int r = 0; r < rows; ++r)
        one_.inverse(exec::Exec{}, waves + r * complex_row_, points + r * real_row_);
      return;
    }
    Complex<Real>* transformed = scratch + line_size(nx_);
    modes_of_pair(team, waves, scratch);
    pair_->execute(scratch, transformed);
    split_points(team, transformed, points);
  }

  void forward(const exec::Team& team, int rows, Real* points, Complex<Real>* waves,
               Complex<Real>* scratch) const {
    if (rows < block || !pair_) {
      for (int r = 0; r < rows; ++r)
        one_.forward(exec::Exec{}, points + r * real_row_, waves + r * complex_row_);
      return;
    }
    Complex<Real>* transformed = scratch + line_size(nx_);
    points_of_pair(team, points, scratch);
    pair_->execute(scratch, transformed);
    split_modes(team, transformed, waves);
  }

 private:
  static constexpr int line_size(int nx) { return (nx + 7) / 8 * 8; }

  /// z = a + i b of two rows of points.
  void points_of_pair(const exec::Team& team, const Real* a, Complex<Real>* z) const {
    const Real* b = a + real_row_;
    team.for_each(nx_, [=](int x) { z[x] = {a[x], b[x]}; });
  }
  void split_points(const exec::Team& team, const Complex<Real>* z, Real* a) const {
    Real* b = a + real_row_;
    team.for_each(nx_, [=](int x) {
      a[x] = z[x].re;
      b[x] = z[x].im;
    });
  }
  /// Z(k) = A(k) + i B(k) and, since the rows are real, Z(-k) = A(k)* + i B(k)*.
  void modes_of_pair(const exec::Team& team, const Complex<Real>* a, Complex<Real>* z) const {
    const Complex<Real>* b = a + complex_row_;
    const int n = nx_, mirrored = (n - 1) / 2;
    team.for_each(mirrored + 1, [=](int k) { z[k] = {a[k].re - b[k].im, a[k].im + b[k].re}; });
    team.for_each(mirrored, [=](int i) {
      const int k = i + 1;
      z[n - k] = {a[k].re + b[k].im, b[k].re - a[k].im};
    });
    z[0] = {a[0].re, b[0].re};
    if (n % 2 == 0) z[n / 2] = {a[n / 2].re, b[n / 2].re};
  }
  /// A(k) = (Z(k) + Z(-k)*) / 2, B(k) = (Z(k) - Z(-k)*) / 2i.
  void split_modes(const exec::Team& team, const Complex<Real>* z, Complex<Real>* a) const {
    Complex<Real>* b = a + complex_row_;
    const int n = nx_;
    a[0] = {z[0].re, 0};
    b[0] = {z[0].im, 0};
    team.for_each(n / 2, [=](int i) {
      const Complex<Real> p = z[i + 1], q = z[n - 1 - i];
      a[i + 1] = {Real(0.5) * (p.re + q.re), Real(0.5) * (p.im - q.im)};
      b[i + 1] = {Real(0.5) * (p.im + q.im), Real(0.5) * (q.re - p.re)};
    });
  }

  int nx_, real_row_, complex_row_;
  RealTransform<Real> one_;
  std::optional<OutOfPlaceLines<Real>> pair_;
};

}  // namespace thalweg::fft::inline TW_HALF
