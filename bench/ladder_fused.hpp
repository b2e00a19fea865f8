// SPDX-License-Identifier: Apache-2.0
// Rungs 2 to 4: one loop per update of a field, around whole transforms. Space: what is transformed
// (ladder_transforms.hpp). Each rung is instantiated in a file of its own, with its own flags.
#pragma once

#include "ladder_fields.hpp"
#include "ladder_transforms.hpp"

namespace thalweg::bench::ladder {

template <class Space, Loops L>
class Fused final : public Rung {
  static constexpr Touch touch = L == Loops::plain ? Touch::one_thread : Touch::all_threads;

 public:
  explicit Fused(const Tables& tables)
      : f_(tables, Space::modes_of(tables.points), touch), transforms_(tables.points),
        pressure_modes_(f_.modes.size(), touch), modes_(f_.modes.size(), touch),
        pressure_(tables.points, touch), work_{{tables.points, touch},
                                               {tables.points, touch},
                                               {tables.points, touch}} {}

  void set_state(const State& state) override {
    f_.set(state);
    for (std::int64_t i = 0; i < f_.points.size(); ++i)
      pressure_.values().keep(i, f_.pressure.data()[i]);
  }
  std::vector<float> pressure() const override { return f_.read_pressure(); }
  double transform_seconds() const override { return transforms_.seconds(); }

  void step() override {
    pressure_.forward(transforms_, f_.pressure.data(), pressure_modes_.data());
    update_velocity<0>();
    update_velocity<1>();
    update_velocity<2>();
    differentiate<0>();
    differentiate<1>();
    differentiate<2>();
    update_density();
    filter(work_[0], f_.absorb);
    filter(work_[1], f_.disperse);
    update_pressure();
  }

 private:
  /// to = scale kappa i k_c exp(+- i k_c dx_c / 2) from. (2.3), (2.4)
  template <int C>
  void derive(const std::vector<Mode>& derivative, const Mode* from, Mode* to) {
    for_each_point<L>(f_.modes, [&](int z, int y) {
      const std::int64_t first = f_.modes.row(z, y);
      return [along = Along<C, Mode>(derivative, z, y), kappa = f_.kappa.data() + first,
              in = from + first, out = to + first,
              scale = f_.scale](int x) { out[x] = along(x) * ((scale * kappa[x]) * in[x]); };
    });
  }

  template <int C>
  void update_velocity() {  // (2.5)
    Space& work = work_[C];
    derive<C>(f_.tables.forward[C], pressure_.modes(pressure_modes_.data()),
              work.modes(modes_.data()));
    work.inverse(transforms_, modes_.data());
    for_each_point<L>(f_.points, [&](int z, int y) {
      const std::int64_t first = f_.points.row(z, y);
      return [fade = Along<C, float>(f_.tables.staggered_layer[C], z, y),
              u = f_.velocity[C].data() + first, by = f_.dt_per_density[C].data() + first,
              values = work.values(), first](int x) {
        const float f = fade(x), moved = f * (f * u[x] - by[x] * values.get(first + x));
        u[x] = moved;
        values.keep(first + x, moved);
      };
    });
  }

  template <int C>
  void differentiate() {  // (2.4)
    Space& work = work_[C];
    work.forward(transforms_, f_.velocity[C].data(), modes_.data());
    Mode* modes = work.modes(modes_.data());
    derive<C>(f_.tables.backward[C], modes, modes);
    work.inverse(transforms_, modes_.data());
  }

  /// The parts of the density, and what the absorption filters work on, in place of du/dx, dv/dy.
  void update_density() {  // (2.6)
    for_each_point<L>(f_.points, [&](int z, int y) {
      const std::int64_t first = f_.points.row(z, y);
      const Tables& t = f_.tables;
      return [=, fx = Along<0, float>(t.layer[0], z, y), fy = Along<1, float>(t.layer[1], z, y),
              fz = Along<2, float>(t.layer[2], z, y), px = f_.parts[0].data() + first,
              py = f_.parts[1].data() + first, pz = f_.parts[2].data() + first,
              density = f_.density.data() + first, dx = work_[0].values(), dy = work_[1].values(),
              dz = work_[2].values(), dt = t.dt](int x) {
        const std::int64_t i = first + x;
        const float du = dx.get(i), dv = dy.get(i), dw = dz.get(i);
        const float factor = dt * (2 * (px[x] + py[x] + pz[x]) + density[x]);
        px[x] = fx(x) * (fx(x) * px[x] - factor * du);
        py[x] = fy(x) * (fy(x) * py[x] - factor * dv);
        pz[x] = fz(x) * (fz(x) * pz[x] - factor * dw);
        dx.set(i, density[x] * (du + dv + dw));
        dy.set(i, px[x] + py[x] + pz[x]);
      };
    });
  }

  /// A field by a factor of its modes. (3.4)
  void filter(Space& field, const Array<float>& by) {
    field.forward(transforms_, field.own(), modes_.data());
    for_each_point<L>(f_.modes, [&](int z, int y) {
      const std::int64_t first = f_.modes.row(z, y);
      return [factor = by.data() + first, modes = field.modes(modes_.data()) + first,
              scale = f_.scale](int x) { modes[x] = (scale * factor[x]) * modes[x]; };
    });
    field.inverse(transforms_, modes_.data());
  }

  void update_pressure() {  // (3.1)
    for_each_point<L>(f_.points, [&](int z, int y) {
      const std::int64_t first = f_.points.row(z, y);
      return [=, px = f_.parts[0].data() + first, py = f_.parts[1].data() + first,
              pz = f_.parts[2].data() + first, square = f_.speed_squared.data() + first,
              nonlinear = f_.nonlinear.data() + first, tau = f_.absorbing.data() + first,
              eta = f_.dispersing.data() + first, absorbed = work_[0].values(),
              dispersed = work_[1].values(), p = f_.pressure.data() + first,
              kept = pressure_.values()](int x) {
        const std::int64_t i = first + x;
        const float sum = px[x] + py[x] + pz[x];
        const float extra = tau[x] * absorbed.get(i) - eta[x] * dispersed.get(i);
        p[x] = square[x] * (sum + nonlinear[x] * sum * sum + extra);
        kept.keep(i, p[x]);
      };
    });
  }

  Fields f_;
  typename Space::Transforms transforms_;
  Array<Mode> pressure_modes_, modes_;  // of real transforms
  Space pressure_, work_[3];
};

}  // namespace thalweg::bench::ladder
