// SPDX-License-Identifier: Apache-2.0
// Rung 1, as array languages work: every elementary operation is a pass over whole arrays, and
// fields become complex to be transformed. Compiled without vectorisation (CMakeLists.txt).
#include "ladder_fields.hpp"
#include "ladder_transforms.hpp"

namespace thalweg::bench::ladder {

namespace {

/// work(i) for all elements.
template <class Work>
void each(const Box& box, const Work& work) {
  const std::int64_t size = box.size();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < size; ++i) work(i);
}

class Separate final : public Rung {
 public:
  explicit Separate(const Tables& tables)
      : f_(tables, tables.points, Touch::one_thread), transforms_(tables.points),
        pressure_modes_(size(), Touch::one_thread), work_(size(), Touch::one_thread) {
    for (Array<float>* array : {&divergence_[0], &divergence_[1], &divergence_[2], &a_, &b_, &c_})
      *array = Array<float>(size(), Touch::one_thread);
  }
  void set_state(const State& state) override { f_.set(state); }
  std::vector<float> pressure() const override { return f_.read_pressure(); }
  double transform_seconds() const override { return transforms_.seconds(); }

  void step() override {
    to_complex(f_.pressure, pressure_modes_);
    transforms_.forward(pressure_modes_.data());
    update_velocity<0>();
    update_velocity<1>();
    update_velocity<2>();
    differentiate<0>();
    differentiate<1>();
    differentiate<2>();
    update_density();
    update_pressure();
  }

 private:
  using Real = const Array<float>&;
  std::int64_t size() const { return f_.points.size(); }

  // The elementary operations.
  void add(Real a, Real b, Real to) {
    each(f_.points, [a = a.data(), b = b.data(), to = to.data()](auto i) { to[i] = a[i] + b[i]; });
  }
  void subtract(Real a, Real b, Real to) {
    each(f_.points, [a = a.data(), b = b.data(), to = to.data()](auto i) { to[i] = a[i] - b[i]; });
  }
  void multiply(Real a, Real b, Real to) {
    each(f_.points, [a = a.data(), b = b.data(), to = to.data()](auto i) { to[i] = a[i] * b[i]; });
  }
  void multiply(float a, Real b) {
    each(f_.points, [a, b = b.data()](auto i) { b[i] = a * b[i]; });
  }
  void multiply(Real a, const Array<Mode>& b) {
    each(f_.modes, [a = a.data(), b = b.data()](auto i) { b[i] = a[i] * b[i]; });
  }
  void scale(const Array<Mode>& a) {
    each(f_.modes, [s = f_.scale, a = a.data()](auto i) { a[i] = s * a[i]; });
  }
  void copy(const Array<Mode>& from, const Array<Mode>& to) {
    each(f_.modes, [from = from.data(), to = to.data()](auto i) { to[i] = from[i]; });
  }
  void to_complex(Real from, const Array<Mode>& to) {
    each(f_.points, [from = from.data(), to = to.data()](auto i) { to[i] = {from[i], 0}; });
  }
  void real_part(const Array<Mode>& from, Real to) {
    each(f_.points, [from = from.data(), to = to.data()](auto i) { to[i] = from[i].re; });
  }
  /// By a factor that changes along one axis.
  template <int Axis, class T>
  void multiply_along(const std::vector<T>& factor, const Array<T>& array) {
    for_each_point<Loops::plain>(f_.points, [&](int z, int y) {
      return [factor = Along<Axis, T>(factor, z, y),
              row = array.data() + f_.points.row(z, y)](int x) { row[x] = factor(x) * row[x]; };
    });
  }

  void filter(Real by) {
    transforms_.forward(work_.data());
    multiply(by, work_);
    transforms_.inverse(work_.data());
    scale(work_);
  }

  template <std::size_t C>
  void update_velocity() {  // (2.3), (2.5)
    copy(pressure_modes_, work_);
    multiply(f_.kappa, work_);
    multiply_along<C>(f_.tables.forward[C], work_);
    transforms_.inverse(work_.data());
    scale(work_);
    real_part(work_, a_);
    multiply(f_.dt_per_density[C], a_, a_);
    multiply_along<C>(f_.tables.staggered_layer[C], f_.velocity[C]);
    subtract(f_.velocity[C], a_, f_.velocity[C]);
    multiply_along<C>(f_.tables.staggered_layer[C], f_.velocity[C]);
  }

  template <std::size_t C>
  void differentiate() {  // (2.4)
    to_complex(f_.velocity[C], work_);
    transforms_.forward(work_.data());
    multiply(f_.kappa, work_);
    multiply_along<C>(f_.tables.backward[C], work_);
    transforms_.inverse(work_.data());
    scale(work_);
    real_part(work_, divergence_[C]);
  }

  void update_density() {  // (2.6)
    sum_of(f_.parts, a_);
    multiply(2, a_);
    add(a_, f_.density, a_);
    multiply(f_.tables.dt, a_);
    update_part<0>();
    update_part<1>();
    update_part<2>();
  }

  template <std::size_t C>
  void update_part() {
    multiply(a_, divergence_[C], b_);
    multiply_along<C>(f_.tables.layer[C], f_.parts[C]);
    subtract(f_.parts[C], b_, f_.parts[C]);
    multiply_along<C>(f_.tables.layer[C], f_.parts[C]);
  }

  void sum_of(const Array<float> (&terms)[3], Real to) {
    add(terms[0], terms[1], to);
    add(to, terms[2], to);
  }

  void update_pressure() {  // (3.1), (3.4)
    sum_of(divergence_, a_);
    multiply(f_.density, a_, a_);
    to_complex(a_, work_);
    filter(f_.absorb);
    real_part(work_, a_);
    multiply(f_.absorbing, a_, a_);
    sum_of(f_.parts, b_);
    to_complex(b_, work_);
    filter(f_.disperse);
    real_part(work_, c_);
    multiply(f_.dispersing, c_, c_);
    subtract(a_, c_, a_);
    add(a_, b_, a_);
    multiply(b_, b_, c_);
    multiply(f_.nonlinear, c_, c_);
    add(a_, c_, a_);
    multiply(f_.speed_squared, a_, f_.pressure);
  }

  Fields f_;
  ComplexTransforms transforms_;
  Array<Mode> pressure_modes_, work_;
  Array<float> divergence_[3], a_, b_, c_;
};

}  // namespace

std::unique_ptr<Rung> make_separate(const Tables& tables) {
  return std::make_unique<Separate>(tables);
}

}  // namespace thalweg::bench::ladder
