// SPDX-License-Identifier: Apache-2.0
// A force that does not change.
#include "solvers/turbulence/forcing/force_kind.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// The force of the shape.
struct CopyForce {
  ForcedModesView modes;
  ForceView out;
  TW_HD void operator()(int n) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out(n, c) = modes(n).force[c];
  }
};

template <class Real>
class ConstantForce final : public ForceKind<Real> {
 public:
  void evaluate(const exec::Exec& exec, const ForcedField<Real>& field, double,
                ForceView out) override {
    exec::parallel_for(exec, out.extent[0], CopyForce{field.modes, out});
  }
  bool is_steady() const override { return true; }
};

}  // namespace

template <class Real>
std::unique_ptr<ForceKind<Real>> make_constant_force() {
  return std::make_unique<ConstantForce<Real>>();
}

template std::unique_ptr<ForceKind<float>> make_constant_force();
template std::unique_ptr<ForceKind<double>> make_constant_force();

}  // namespace thalweg::turbulence::inline TW_HALF
