// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/derive.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solvers/turbulence/statistics/gradients.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// weight * (a^2 + b^2 + c^2) of three fields at points, to what there is or in its place.
template <class Real>
struct AddSquares {
  exec::View<Real, 4> out;
  bool is_first;
  Real weight;

  struct Row {
    Real* values;
    bool is_first;
    Real weight;
    TW_HD void operator()(int x, const Real* in, Real*) const {
      const Real before = is_first ? 0 : values[x];
      values[x] = before + weight * (in[0] * in[0] + in[1] * in[1] + in[2] * in[2]);
    }
  };
  TW_HD Row row(int z, int y) const { return {&out(z, y, 0, 0), is_first, weight}; }
};

template <class Real>
struct TakeRoot {
  exec::View<Real, 4> out;
  TW_HD void operator()(int z, int y, int x) const {
    using std::sqrt;
    out(z, y, x, 0) = sqrt(out(z, y, x, 0));
  }
};

/// (omega + 2 Omega) . (grad theta - N e_z), with the gradient as the three fields. (15.6)
template <class Real>
struct PotentialVorticity {
  exec::View<const Real, 4> vorticity;
  exec::View<Real, 4> out;
  Real planetary[3];  // 2 Omega
  Real frequency;     // N

  struct Row {
    const Real* vorticity;
    Real* values;
    Real planetary[3], frequency;
    TW_HD void operator()(int x, const Real* gradient, Real*) const {
      Real sum = 0;
      TW_UNROLL
      for (int d = 0; d < 3; ++d)
        sum += (vorticity[3 * x + d] + planetary[d]) * (gradient[d] - (d == 2 ? frequency : 0));
      values[x] = sum;
    }
  };
  TW_HD Row row(int z, int y) const {
    return {&vorticity(z, y, 0, 0),
            &out(z, y, 0, 0),
            {planetary[0], planetary[1], planetary[2]},
            frequency};
  }
};

/// Sums of squares, one after the other.
template <class Real>
class Squares {
 public:
  Squares(const Snapshot<Real>& snapshot, exec::View<Real, 4> out)
      : snapshot_(snapshot), out_(out) {}

  void add(int first, GradientPart part, double weight) {
    snapshot_.at_points(LoadGradientPart<Real>{snapshot_.state, snapshot_.k, first, part},
                        AddSquares<Real>{out_, is_first_, static_cast<Real>(weight)});
    is_first_ = false;
  }
  /// weight * S_ij S_ij of the velocity.
  void add_strain(double weight) {
    add(0, GradientPart::longitudinal, weight);
    add(0, GradientPart::shear, 2 * weight);
  }

 private:
  const Snapshot<Real>& snapshot_;
  exec::View<Real, 4> out_;
  bool is_first_ = true;
};

/// Of all fields that are not passive. (15.5)
template <class Real>
void add_dissipation(const Snapshot<Real>& s, Squares<Real>& squares) {
  squares.add_strain(2 * s.set.fields.front().diffusivity);
  for (std::size_t f = 1; f < s.set.own_fields(); ++f) {
    const StateField& field = s.set.fields[f];
    squares.add(field.first,
                field.kind == FieldKind::magnetic ? GradientPart::curl : GradientPart::scalar,
                field.diffusivity);
  }
}

template <class Real>
void derive_potential_vorticity(const Snapshot<Real>& s, exec::View<Real, 4> out) {
  const auto field = std::ranges::find(s.set.fields, FieldKind::scalar, &StateField::kind);
  const auto passive = s.set.fields.begin() + static_cast<std::ptrdiff_t>(s.set.own_fields());
  TW_CHECK(field < passive, "potential vorticity needs a buoyancy");
  exec::PlacedArray<Real, 4> vorticity(s.extent(3), s.space, exec::Contents::undefined);
  s.to_points(LoadGradientPart<Real>{s.state, s.k, 0, GradientPart::curl}, vorticity.view());
  PotentialVorticity<Real> point{
      std::as_const(vorticity).view(), out, {}, static_cast<Real>(s.p.buoyancy_frequency)};
  for (std::size_t d = 0; d < 3; ++d) point.planetary[d] = static_cast<Real>(2 * s.p.rotation[d]);
  s.at_points(LoadGradientPart<Real>{s.state, s.k, field->first, GradientPart::scalar}, point);
  s.exec.wait();  // the vorticity goes
}

}  // namespace

template <class Real>
void derive(const Snapshot<Real>& s, DerivedKind kind, exec::View<Real, 4> out) {
  Squares<Real> squares(s, out);
  switch (kind) {
  case DerivedKind::pressure: return derive_pressure(s, out);
  case DerivedKind::q_criterion:  // (15.3)
    squares.add_strain(-0.5);
    return squares.add(0, GradientPart::curl, 0.25);
  case DerivedKind::strain_rate:  // (15.4)
    squares.add_strain(2);
    return exec::parallel_for(s.exec, s.box(), TakeRoot<Real>{out});
  case DerivedKind::dissipation: return add_dissipation(s, squares);
  case DerivedKind::potential_vorticity: return derive_potential_vorticity(s, out);
  }
}

double derivation_bytes(const SetDescription& set, const fft::Layout& layout, int real_bytes) {
  if (set.is_quantum()) return 0;
  const double vorticity = 3.0 * real_bytes * static_cast<double>(layout.local_points());
  const double pressure = 2.0 * real_bytes * static_cast<double>(layout.component_size());
  return set.own_fields() > 1 ? std::max(vorticity, pressure) : pressure;
}

template void derive(const Snapshot<float>&, DerivedKind, exec::View<float, 4>);
template void derive(const Snapshot<double>&, DerivedKind, exec::View<double, 4>);

}  // namespace thalweg::turbulence::inline TW_HALF
