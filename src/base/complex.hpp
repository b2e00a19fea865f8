// SPDX-License-Identifier: Apache-2.0
// A complex number for kernels. std::complex multiplication calls a NaN-safe library routine
// that does not vectorise (2.5 times slower in a kernel), and nvcc cannot call it on the device.
#pragma once

#include "base/portable.hpp"

namespace thalweg {

/// re + i im. Same layout as std::complex<Real>, fftw_complex and cufftComplex.
template <class Real>
struct Complex {
  Real re;
  Real im;

  TW_HD Complex& operator+=(Complex b) {
    re += b.re;
    im += b.im;
    return *this;
  }
};

template <class Real>
TW_HD Complex<Real> operator+(Complex<Real> a, Complex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class Real>
TW_HD Complex<Real> operator-(Complex<Real> a, Complex<Real> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class Real>
TW_HD Complex<Real> operator*(Complex<Real> a, Complex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class Real>
TW_HD Complex<Real> operator*(Real a, Complex<Real> b) {
  return {a * b.re, a * b.im};
}

/// z*.
template <class Real>
TW_HD Complex<Real> conjugate(Complex<Real> z) {
  return {z.re, -z.im};
}

/// i z.
template <class Real>
TW_HD Complex<Real> times_i(Complex<Real> z) {
  return {-z.im, z.re};
}

/// |z|^2.
template <class Real>
TW_HD Real norm(Complex<Real> z) {
  return z.re * z.re + z.im * z.im;
}

/// Re(conj(a) b).
template <class Real>
TW_HD Real dot(Complex<Real> a, Complex<Real> b) {
  return a.re * b.re + a.im * b.im;
}

}  // namespace thalweg
