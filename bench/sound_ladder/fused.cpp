// SPDX-License-Identifier: Apache-2.0
// Rung 2: one loop per update of a field, around whole real transforms.
#include "transforms.hpp"

namespace thalweg::bench::ladder {

namespace {

template <class Body>
void for_each(exec::Index<3> extent, Body body) {
  exec::parallel_for(exec::HostExec{}, exec::Box3{{0, 0, 0}, extent}, body);
}

class Fused final : public Rung {
 public:
  Fused(const Coefficients& coefficients, const State& start)
      : c_(coefficients), s_(start.copy()), transforms_(c_.extent),
        pressure_modes_(half_modes(c_.extent)),
        modes_(half_modes(c_.extent)), work_{Points(c_.extent), Points(c_.extent),
                                             Points(c_.extent)} {}

  std::vector<float> pressure() const override { return values_of(s_.pressure); }
  double transform_seconds() const override { return transforms_.seconds(); }

  void step() override {
    transforms_.forward(s_.pressure, pressure_modes_);
    update_velocity<0>();
    update_velocity<1>();
    update_velocity<2>();
    differentiate<0>();
    differentiate<1>();
    differentiate<2>();
    update_density();
    filter(work_[0], c_.absorb);
    filter(work_[1], c_.disperse);
    update_pressure();
  }

 private:
  /// to = scale kappa i k_c exp(+- i k_c dx_c / 2) from. (2.3), (2.4)
  template <int C>
  void derive(const std::vector<Mode>& derivative, const Modes& from, Modes& to) {
    for_each(half_modes(c_.extent),
             [by = Along<C, Mode>(derivative), kappa = c_.kappa.view(), from = from.view(),
              to = to.view(), scale = c_.scale](auto... i) {
               to(i...) = by(i...) * ((scale * kappa(i...)) * from(i...));
             });
  }

  template <int C>
  void update_velocity() {  // (2.5)
    derive<C>(c_.forward[C], pressure_modes_, modes_);
    transforms_.inverse(modes_, work_[C]);
    for_each(c_.extent, [fade = Along<C, float>(c_.staggered_layer[C]), u = s_.velocity[C].view(),
                         by = c_.dt_per_density[C].view(), gradient = work_[C].view()](auto... i) {
      const float f = fade(i...);
      u(i...) = f * (f * u(i...) - by(i...) * gradient(i...));
    });
  }

  template <int C>
  void differentiate() {  // (2.4)
    transforms_.forward(s_.velocity[C], modes_);
    derive<C>(c_.backward[C], modes_, modes_);
    transforms_.inverse(modes_, work_[C]);
  }

  /// The parts of the density, and what the absorption filters work on, in place of du/dx, dv/dy.
  void update_density() {  // (2.6)
    for_each(c_.extent,
             [fx = Along<0, float>(c_.layer[0]), fy = Along<1, float>(c_.layer[1]),
              fz = Along<2, float>(c_.layer[2]), px = s_.parts[0].view(), py = s_.parts[1].view(),
              pz = s_.parts[2].view(), density = c_.density.view(), dx = work_[0].view(),
              dy = work_[1].view(), dz = work_[2].view(), dt = c_.dt](auto... i) {
               const float du = dx(i...), dv = dy(i...), dw = dz(i...);
               const float factor = dt * (2 * (px(i...) + py(i...) + pz(i...)) + density(i...));
               px(i...) = fx(i...) * (fx(i...) * px(i...) - factor * du);
               py(i...) = fy(i...) * (fy(i...) * py(i...) - factor * dv);
               pz(i...) = fz(i...) * (fz(i...) * pz(i...) - factor * dw);
               dx(i...) = density(i...) * (du + dv + dw);
               dy(i...) = px(i...) + py(i...) + pz(i...);
             });
  }

  /// A field by a factor of its modes. (3.4)
  void filter(Points& field, const Points& by) {
    transforms_.forward(field, modes_);
    for_each(half_modes(c_.extent),
             [factor = by.view(), modes = modes_.view(), scale = c_.scale](auto... i) {
               modes(i...) = (scale * factor(i...)) * modes(i...);
             });
    transforms_.inverse(modes_, field);
  }

  void update_pressure() {  // (3.1)
    for_each(c_.extent,
             [px = s_.parts[0].view(), py = s_.parts[1].view(), pz = s_.parts[2].view(),
              square = c_.speed_squared.view(), nonlinear = c_.nonlinear.view(),
              tau = c_.absorbing.view(), eta = c_.dispersing.view(), absorbed = work_[0].view(),
              dispersed = work_[1].view(), p = s_.pressure.view()](auto... i) {
               const float sum = px(i...) + py(i...) + pz(i...);
               const float extra = tau(i...) * absorbed(i...) - eta(i...) * dispersed(i...);
               p(i...) = square(i...) * (sum + nonlinear(i...) * sum * sum + extra);
             });
  }

  const Coefficients& c_;
  State s_;
  RealTransforms transforms_;
  Modes pressure_modes_, modes_;
  Points work_[3];
};

}  // namespace

std::unique_ptr<Rung> make_fused(const Coefficients& coefficients, const State& start) {
  return std::make_unique<Fused>(coefficients, start);
}

}  // namespace thalweg::bench::ladder
