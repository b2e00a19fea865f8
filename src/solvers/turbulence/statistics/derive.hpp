// SPDX-License-Identifier: Apache-2.0
// What a state is at points beyond its own fields: docs/theory/turbulence.md, section 15.
#pragma once

#include "solvers/turbulence/statistics/derived_fields.hpp"
#include "solvers/turbulence/statistics/snapshot.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// A derived field on this rank's planes, (plane, y, x, 1). Collective. Throws UsageError where the
/// set does not have it.
template <class Real>
void derive(const Snapshot<Real>& snapshot, DerivedKind kind, exec::View<Real, 4> out);

/// The same of the pressure, at the modes that the state keeps; its mean is 0. (15.1), (15.2)
template <class Real>
void derive_pressure(const Snapshot<Real>& snapshot, exec::View<Real, 4> out);

/// Bytes that they take besides `out`, on this rank, where kernels run.
double derivation_bytes(const SetDescription& set, const fft::Layout& layout, int real_bytes);

}  // namespace thalweg::turbulence::inline TW_HALF
