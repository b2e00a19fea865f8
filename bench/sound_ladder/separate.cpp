// SPDX-License-Identifier: Apache-2.0
// Rung 1, as array languages work: every elementary operation is a pass over whole arrays, and
// fields become complex to be transformed.
#include "transforms.hpp"

namespace thalweg::bench::ladder {

namespace {

/// to(z, y, x) = value(z, y, x) everywhere.
template <class T, class Value>
void assign(exec::Array<T, 3>& to, Value value) {
  const auto at = to.view();
  exec::parallel_for(exec::HostExec{}, exec::Box3{{0, 0, 0}, at.extent},
                     [=](int z, int y, int x) { at(z, y, x) = value(z, y, x); });
}

class Separate final : public Rung {
 public:
  Separate(const Coefficients& coefficients, const State& start)
      : c_(coefficients), s_(start.copy()), transforms_(c_.extent), pressure_modes_(c_.extent),
        work_(c_.extent), divergence_{Points(c_.extent), Points(c_.extent), Points(c_.extent)},
        a_(c_.extent), b_(c_.extent), d_(c_.extent) {}

  std::vector<float> pressure() const override { return values_of(s_.pressure); }
  double transform_seconds() const override { return transforms_.seconds(); }

  void step() override {
    to_complex(s_.pressure, pressure_modes_);
    transforms_.forward(pressure_modes_);
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
  // The elementary operations.
  void add(const Points& a, const Points& b, Points& to) {
    assign(to, [a = a.view(), b = b.view()](auto... i) { return a(i...) + b(i...); });
  }
  void subtract(const Points& a, const Points& b, Points& to) {
    assign(to, [a = a.view(), b = b.view()](auto... i) { return a(i...) - b(i...); });
  }
  void multiply(const Points& a, const Points& b, Points& to) {
    assign(to, [a = a.view(), b = b.view()](auto... i) { return a(i...) * b(i...); });
  }
  template <class T>
  void multiply(float a, exec::Array<T, 3>& b) {
    assign(b, [a, b = b.view()](auto... i) { return a * b(i...); });
  }
  void multiply(const Points& a, Modes& b) {
    assign(b, [a = a.view(), b = b.view()](auto... i) { return a(i...) * b(i...); });
  }
  template <int Axis, class T>
  void multiply_along(const std::vector<T>& factor, exec::Array<T, 3>& a) {
    assign(a, [f = Along<Axis, T>(factor), a = a.view()](auto... i) { return f(i...) * a(i...); });
  }
  void copy(const Modes& from, Modes& to) {
    assign(to, [from = from.view()](auto... i) { return from(i...); });
  }
  void to_complex(const Points& from, Modes& to) {
    assign(to, [from = from.view()](auto... i) { return Mode{from(i...), 0}; });
  }
  void real_part(const Modes& from, Points& to) {
    assign(to, [from = from.view()](auto... i) { return from(i...).re; });
  }

  void inverse() {
    transforms_.inverse(work_);
    multiply(c_.scale, work_);
  }
  void filter(const Points& by) {
    transforms_.forward(work_);
    multiply(by, work_);
    inverse();
  }

  template <std::size_t C>
  void update_velocity() {  // (2.3), (2.5)
    copy(pressure_modes_, work_);
    multiply(c_.kappa, work_);
    multiply_along<C>(c_.forward[C], work_);
    inverse();
    real_part(work_, a_);
    multiply(c_.dt_per_density[C], a_, a_);
    multiply_along<C>(c_.staggered_layer[C], s_.velocity[C]);
    subtract(s_.velocity[C], a_, s_.velocity[C]);
    multiply_along<C>(c_.staggered_layer[C], s_.velocity[C]);
  }

  template <std::size_t C>
  void differentiate() {  // (2.4)
    to_complex(s_.velocity[C], work_);
    transforms_.forward(work_);
    multiply(c_.kappa, work_);
    multiply_along<C>(c_.backward[C], work_);
    inverse();
    real_part(work_, divergence_[C]);
  }

  void update_density() {  // (2.6)
    sum_of(s_.parts, a_);
    multiply(2, a_);
    add(a_, c_.density, a_);
    multiply(c_.dt, a_);
    update_part<0>();
    update_part<1>();
    update_part<2>();
  }

  template <std::size_t C>
  void update_part() {
    multiply(a_, divergence_[C], b_);
    multiply_along<C>(c_.layer[C], s_.parts[C]);
    subtract(s_.parts[C], b_, s_.parts[C]);
    multiply_along<C>(c_.layer[C], s_.parts[C]);
  }

  void sum_of(const Points (&terms)[3], Points& to) {
    add(terms[0], terms[1], to);
    add(to, terms[2], to);
  }

  void update_pressure() {  // (3.1), (3.4)
    sum_of(divergence_, a_);
    multiply(c_.density, a_, a_);
    to_complex(a_, work_);
    filter(c_.absorb);
    real_part(work_, a_);
    multiply(c_.absorbing, a_, a_);
    sum_of(s_.parts, b_);
    to_complex(b_, work_);
    filter(c_.disperse);
    real_part(work_, d_);
    multiply(c_.dispersing, d_, d_);
    subtract(a_, d_, a_);
    add(a_, b_, a_);
    multiply(b_, b_, d_);
    multiply(c_.nonlinear, d_, d_);
    add(a_, d_, a_);
    multiply(c_.speed_squared, a_, s_.pressure);
  }

  const Coefficients& c_;
  State s_;
  ComplexTransforms transforms_;
  Modes pressure_modes_, work_;
  Points divergence_[3], a_, b_, d_;
};

}  // namespace

std::unique_ptr<Rung> make_separate(const Coefficients& coefficients, const State& start) {
  return std::make_unique<Separate>(coefficients, start);
}

}  // namespace thalweg::bench::ladder
