// SPDX-License-Identifier: Apache-2.0
// Random forces in a shell of wave numbers, drawn in helical waves: docs/theory/turbulence.md,
// section 11.
#include <cmath>
#include <numbers>

#include "base/philox.hpp"
#include "exec/upload.hpp"
#include "solvers/turbulence/forcing/force_kind.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// A mode number in 16 bits.
TW_HD std::uint32_t low(int n) { return static_cast<std::uint32_t>(n) & 0xffffU; }

/// A complex Gaussian number with mean |xi|^2 = 1 for either wave, from the seed, the step and the
/// mode alone; all are independent. Of a pair m, -m one is drawn and the other is its conjugate:
/// the force is real.
struct Draw {
  std::uint64_t seed;

  TW_HD Complex<double> operator()(const int* m, std::int64_t step, int wave) const {
    using std::cos, std::log, std::sin, std::sqrt;
    // The upper half of the second word is that of no start (initial.cpp).
    const Philox4x32 bits =
        philox({low(m[0]) | low(m[1]) << 16, low(m[2]) | 1U << 16, static_cast<std::uint32_t>(step),
                static_cast<std::uint32_t>(step >> 32)},
               seed);
    const double u = (bits.v[2 * wave] + 0.5) / 4294967296.0,
                 angle = 2 * std::numbers::pi * ((bits.v[2 * wave + 1] + 0.5) / 4294967296.0);
    const double r = sqrt(-log(u));  // Box-Muller
    return {r * cos(angle), r * sin(angle)};
  }
};

/// -1 where the mode's conjugate is drawn in its place.
TW_HD int sign_of(const ForcedMode& mode) {
  const bool is_drawn = mode.m[0] > 0 || mode.m[1] > 0 || (mode.m[1] == 0 && mode.m[2] > 0);
  return is_drawn ? 1 : -1;
}

/// The helical wave (e1 + s i e2) / sqrt 2 across k, with i k x h = s |k| h. (11.5)
TW_HD void helical_wave(const double* k, int s, Complex<double>* h) {
  using std::sqrt;
  const double k2 = k[0] * k[0] + k[1] * k[1] + k[2] * k[2], size = sqrt(k2);
  // e1 across k and the axis that is farther from it.
  const bool is_upright = k[0] * k[0] + k[1] * k[1] < 0.5 * k2;
  double e1[3] = {is_upright ? 0 : k[1], is_upright ? k[2] : -k[0], is_upright ? -k[1] : 0};
  const double length = sqrt(e1[0] * e1[0] + e1[1] * e1[1] + e1[2] * e1[2]);
  TW_UNROLL
  for (int c = 0; c < 3; ++c) e1[c] /= length;
  const double e2[3] = {(k[1] * e1[2] - k[2] * e1[1]) / size, (k[2] * e1[0] - k[0] * e1[2]) / size,
                        (k[0] * e1[1] - k[1] * e1[0]) / size};
  TW_UNROLL
  for (int c = 0; c < 3; ++c)
    h[c] = {std::numbers::sqrt2 / 2 * e1[c], s * std::numbers::sqrt2 / 2 * e2[c]};
}

/// xi <- rho xi + sqrt(1 - rho^2) N. (11.4)
struct DrawAnew {
  ForcedModesView modes;
  exec::View<double, 2>
      memory;  // (mode, number): re, im of both waves at the end, at the beginning
  Draw draw;
  std::int64_t step;
  double kept;  // rho; 0 where nothing of the last step is kept
  /// For each wave of each mode.
  TW_HD void operator()(int i) const {
    using std::sqrt;
    const int n = i / 2, wave = i % 2;
    const ForcedMode& mode = modes(n);
    const int sign = sign_of(mode);
    const int m[3] = {sign * mode.m[0], sign * mode.m[1], sign * mode.m[2]};
    const Complex<double> xi = draw(m, step, wave);
    const double fresh = sqrt(1 - kept * kept);
    const int re = 2 * wave, im = re + 1;
    memory(n, 4 + re) = memory(n, re);
    memory(n, 4 + im) = memory(n, im);
    memory(n, re) = kept * memory(n, re) + fresh * xi.re;
    memory(n, im) = kept * memory(n, im) + fresh * xi.im;
  }
};

/// f = sum over s of amplitude_s xi_s h_s, xi linear in time over the step. (11.5)
struct SpreadNumbers {
  ForcedModesView modes;
  exec::View<const double, 2> memory;
  double amplitude[2];  // of helicity +, -
  double share;         // of the step that has passed; 1: the numbers of its end hold for all of it
  ForceView out;
  TW_HD void operator()(int n) const {
    const ForcedMode& mode = modes(n);
    const int sign = sign_of(mode);
    const double k[3] = {sign * mode.k[0], sign * mode.k[1], sign * mode.k[2]};
    Complex<double> force[3] = {{0, 0}, {0, 0}, {0, 0}};
    TW_UNROLL
    for (int s = 0; s < 2; ++s) {
      Complex<double> h[3];
      helical_wave(k, s == 0 ? 1 : -1, h);
      const double re = share * memory(n, 2 * s) + (1 - share) * memory(n, 4 + 2 * s),
                   im = share * memory(n, 2 * s + 1) + (1 - share) * memory(n, 4 + 2 * s + 1);
      const Complex<double> a{amplitude[s] * re, amplitude[s] * im};
      TW_UNROLL
      for (int c = 0; c < 3; ++c) force[c] += a * h[c];
    }
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out(n, c) = {force[c].re, sign * force[c].im};
  }
};

template <class Real>
class RandomForce final : public ForceKind<Real> {
 public:
  RandomForce(const Parameters& p, const std::vector<ForcedMode>& all,
              const std::vector<ForcedMode>& local)
      : forcing_(p.forcing), modes_(exec::uploaded(local)),
        memory_({static_cast<int>(local.size()), random_numbers}) {
    for (const ForcedMode& mode : all) count_ += mode.weight;
  }

  void begin_step(const exec::Exec& exec, std::int64_t step, double dt) override {
    const double time = forcing_.correlation_time;
    // Mean f^2: what a step of this length makes P of (11.3), of correlated numbers as they are
    // joined within steps (11.4).
    square_ = 2 * forcing_.energy_input / dt * (time > 0 ? std::tanh(dt / (2 * time)) : 1);
    const int n = memory_.view().extent[0];
    if (time > 0 && !begun_)  // a first draw, so that the force is stationary from the start
      exec::parallel_for(exec, 2 * n, kernel(-1, 0));
    begun_ = true;
    exec::parallel_for(exec, 2 * n, kernel(step, time > 0 ? std::exp(-dt / time) : 0));
  }
  void evaluate(const exec::Exec& exec, const ForcedField<Real>& field, double c,
                ForceView out) override {
    SpreadNumbers kernel{
        field.modes, std::as_const(memory_).view(), {}, forcing_.correlation_time > 0 ? c : 1, out};
    for (int s = 0; s < 2; ++s) {
      const double share = (1 + (s == 0 ? 1 : -1) * forcing_.helicity) / 2;
      kernel.amplitude[s] = std::sqrt(share * square_ / count_);
    }
    exec::parallel_for(exec, out.extent[0], kernel);
  }
  int numbers() const override { return random_numbers; }
  std::vector<double> saved(const exec::Exec& exec) const override {
    return exec::downloaded(
        exec, exec::View<const double, 1>{memory_.view().data,
                                          {static_cast<std::int64_t>(memory_.size())}});
  }
  void restore(const exec::Exec& exec, const std::vector<double>& saved) override {
    exec::copy_bytes(exec, memory_.view().data, saved.data(), saved.size() * sizeof(double));
    exec.wait();
    begun_ = true;
  }

 private:
  DrawAnew kernel(std::int64_t step, double kept) {
    return {std::as_const(modes_).view(), memory_.view(), Draw{forcing_.seed}, step, kept};
  }
  ForcingParameters forcing_;
  exec::Array<ForcedMode, 1> modes_;
  exec::Array<double, 2> memory_;  // (forced mode, number)
  double count_ = 0;               // of modes, mirror images among them
  double square_ = 0;              // mean f^2
  bool begun_ = false;             // there are numbers of a step before
};

}  // namespace

template <class Real>
std::unique_ptr<ForceKind<Real>> make_random_force(const Parameters& p,
                                                   const std::vector<ForcedMode>& all,
                                                   const std::vector<ForcedMode>& local) {
  return std::make_unique<RandomForce<Real>>(p, all, local);
}

template std::unique_ptr<ForceKind<float>> make_random_force(const Parameters&,
                                                             const std::vector<ForcedMode>&,
                                                             const std::vector<ForcedMode>&);
template std::unique_ptr<ForceKind<double>> make_random_force(const Parameters&,
                                                              const std::vector<ForcedMode>&,
                                                              const std::vector<ForcedMode>&);

}  // namespace thalweg::turbulence::inline TW_HALF
