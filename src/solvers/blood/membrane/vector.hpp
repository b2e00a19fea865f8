// SPDX-License-Identifier: Apache-2.0
// Three numbers in kernels.
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
struct Vector3 {
  Real x, y, z;

  TW_HD Vector3& operator+=(const Vector3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
  TW_HD Vector3& operator-=(const Vector3& b) {
    x -= b.x, y -= b.y, z -= b.z;
    return *this;
  }
  TW_HD friend Vector3 operator+(Vector3 a, const Vector3& b) { return a += b; }
  TW_HD friend Vector3 operator-(const Vector3& a, const Vector3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  TW_HD friend Vector3 operator*(Real factor, const Vector3& a) {
    return {factor * a.x, factor * a.y, factor * a.z};
  }
};

template <class Real>
TW_HD Real dot(const Vector3<Real>& a, const Vector3<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Real>
TW_HD Vector3<Real> cross(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Numbers of a symmetric 2 x 2 tensor.
template <class Real>
struct Symmetric {
  Real xx, xy, yy;

  template <class To>
  TW_HD Symmetric<To> as() const {
    return {To(xx), To(xy), To(yy)};
  }
  TW_HD Real determinant() const { return xx * yy - xy * xy; }
  TW_HD Symmetric inverse() const {
    const Real factor = 1 / determinant();
    return {factor * yy, -factor * xy, factor * xx};
  }
  TW_HD friend Symmetric operator+(const Symmetric& a, const Symmetric& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
  }
  TW_HD friend Symmetric operator-(const Symmetric& a, const Symmetric& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.yy - b.yy};
  }
  TW_HD friend Symmetric operator*(Real factor, const Symmetric& a) {
    return {factor * a.xx, factor * a.xy, factor * a.yy};
  }
  /// Sum over both indices.
  TW_HD friend Real product(const Symmetric& a, const Symmetric& b) {
    return a.xx * b.xx + 2 * a.xy * b.xy + a.yy * b.yy;
  }
};

}  // namespace thalweg::blood::inline TW_HALF
