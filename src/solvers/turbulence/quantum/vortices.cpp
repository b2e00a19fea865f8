// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/quantum/vortices.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "solvers/turbulence/quantum/fluid.hpp"
#include "solvers/turbulence/quantum/line_phase.hpp"
#include "solvers/turbulence/quantum/ring_phase.hpp"

namespace thalweg::turbulence {

namespace {

using Point = std::array<double, 3>;
using Wave = std::complex<double>;
using std::numbers::pi;

/// |psi| / sqrt n0 at a distance from a straight line, in healing lengths: Berloff (2004),
/// J. Phys. A 37, 1617. (12.14)
double core(double s) {
  constexpr double a1 = 11.0 / 32, a2 = 11.0 / 384, b1 = 1.0 / 3;
  const double q = s * s;
  return std::sqrt(q * (a1 + a2 * q) / (1 + b1 * q + a2 * q * q));
}

/// A line at the zero of x + i y.
Wave line(double x, double y, double healing_length) {
  const double r = std::hypot(x, y);
  return r > 0 ? core(r / healing_length) / r * Wave(x, y) : Wave(0, 0);
}

/// An array of lines along z whose signs alternate. (12.15)
Wave array_of_lines(const Parameters& p, const Point& at) {
  const double kx = 2 * pi * p.initial.lines / p.length[0],
               ky = 2 * pi * p.initial.lines / p.length[1];
  return line(std::cos(kx * at[0]) / kx, std::cos(ky * at[1]) / ky, p.healing_length);
}

/// (12.20)
Wave placed_lines(const Parameters& p, const LinePhase& phase, const Point& at) {
  Wave all = phase.at(at[0], at[1]);
  for (const VortexLine& line : p.initial.vortex_lines)
    all *= core(phase.distance(line, at[0], at[1]) / p.healing_length);
  return all;
}

/// Nore, Abid & Brachet (1997), Phys. Fluids 9, 2644. (12.17)
Wave taylor_green(const Parameters& p, const Point& at) {
  const double unit = p.length[0] / (2 * pi), z = std::cos(at[2] / unit);
  const double size = std::sqrt(2 * std::abs(z));
  const double l = std::cos(at[0] / unit) * size,
               m = std::cos(at[1] / unit) * std::copysign(size, z);
  const double off = 1 / std::numbers::sqrt2;
  Wave four(1, 0);
  for (const double sign : {-1.0, 1.0}) {
    four *= line(unit * (l + sign * off), unit * m, p.healing_length);
    four *= line(unit * l, unit * (m + sign * off), p.healing_length);
  }
  const double power = std::round(lines_of_taylor_green(p));
  return std::polar(std::pow(std::abs(four), power), power * std::arg(four));
}

/// (12.16)
Wave rings(const Parameters& p, const std::vector<RingPhase>& phases, const Point& at) {
  Wave all(1, 0);
  for (const RingPhase& ring : phases) {
    const RingPhase::Place place = ring.place(at);
    const double near = std::hypot(place.radius - ring.size(), place.height),
                 far = std::hypot(place.radius + ring.size(), place.height);
    all *=
        std::polar(core(near / p.healing_length) * core(far / p.healing_length), ring.phase(place));
  }
  return all;
}

}  // namespace

bool is_made_of_points(const Parameters& p) {
  return p.equations == Equations::gross_pitaevskii &&
         (p.initial.kind == InitialKind::vortex_lines ||
          p.initial.kind == InitialKind::vortex_rings ||
          p.initial.kind == InitialKind::taylor_green);
}

template <class Real>
void set_vortices(const Parameters& p, const fft::Layout& layout, Real* psi) {
  const double root = std::sqrt(p.mean_density);
  std::vector<RingPhase> phases;
  for (const VortexRing& ring : p.initial.rings) phases.emplace_back(ring, p.length);
  const LinePhase lines(p);
  const bool are_placed = !p.initial.vortex_lines.empty();
  const int first_z = layout.first_plane(), first_y = layout.first_y();
  for (int z = first_z; z < first_z + layout.local_planes(); ++z)
    for (int y = first_y; y < first_y + layout.local_ys(); ++y)
      for (int x = 0; x < p.points[0]; ++x) {
        const Point at{x * p.length[0] / p.points[0], y * p.length[1] / p.points[1],
                       z * p.length[2] / p.points[2]};
        const Wave value =
            root * (are_placed                                    ? placed_lines(p, lines, at)
                    : p.initial.kind == InitialKind::vortex_lines ? array_of_lines(p, at)
                    : p.initial.kind == InitialKind::vortex_rings ? rings(p, phases, at)
                                                                  : taylor_green(p, at));
        *psi++ = static_cast<Real>(value.real());
        *psi++ = static_cast<Real>(value.imag());
      }
}

template void set_vortices(const Parameters&, const fft::Layout&, float*);
template void set_vortices(const Parameters&, const fft::Layout&, double*);

double lines_of_taylor_green(const Parameters& p) {
  // A vortex of the flow has the circulation 8 U L / (2 pi), and (12.17) has four lines in it.
  return 8 * p.initial.amplitude * p.length[0] / (2 * pi) / QuantumFluid(p).circulation / 4;
}

double relaxation_step(const Parameters& p) {
  const QuantumFluid fluid(p);
  const double speed =
      p.initial.kind == InitialKind::taylor_green ? std::abs(p.initial.amplitude) : 0;
  return 0.5 / (2 * fluid.strength * fluid.density + speed * speed / (4 * fluid.dispersion));
}

}  // namespace thalweg::turbulence
