// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/spectra.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence {

namespace {

/// Sums by bin of one spectrum: energy, enstrophy, helicity.
struct Bins {
  static constexpr std::size_t quantities = 3;
  double width;
  std::vector<double> sums;

  Bins(double bin_width, double largest_k)
      : width(bin_width),
        sums(quantities * (static_cast<std::size_t>(std::lround(largest_k / bin_width)) + 1)) {}
  void add(double k, const std::array<double, quantities>& values) {
    const auto bin = static_cast<std::size_t>(std::lround(k / width));
    for (std::size_t q = 0; q < quantities; ++q) sums[quantities * bin + q] += values[q];
  }
  simulation::Table table(const std::string& name) const {
    simulation::Table result{name,
                             {"k", "energy", "enstrophy", "helicity"},
                             {"1/length", "length^3/time^2", "length/time^2", "length^2/time^2"},
                             std::vector<std::vector<double>>(1 + quantities)};
    for (std::size_t bin = 0; bin < sums.size() / quantities; ++bin) {
      result.values[0].push_back(static_cast<double>(bin) * width);
      for (std::size_t q = 0; q < quantities; ++q)
        result.values[q + 1].push_back(sums[quantities * bin + q] / width);
    }
    return result;
  }
};

/// Energy, enstrophy and helicity of one stored mode, which stands for its mirror image too.
template <class Real>
std::array<double, 3> mode_values(const Complex<Real>* velocity, std::int64_t component, double kx,
                                  double ky, double kz) {
  Complex<double> u[3], w[3];
  for (int c = 0; c < 3; ++c) {
    const Complex<Real> value = velocity[c * component];
    u[c] = {static_cast<double>(value.re), static_cast<double>(value.im)};
  }
  curl(kx, ky, kz, u, w);
  const double weight = kx > 0 ? 2 : 1;
  return {weight * 0.5 * (norm(u[0]) + norm(u[1]) + norm(u[2])),
          weight * 0.5 * (norm(w[0]) + norm(w[1]) + norm(w[2])),
          weight * (dot(u[0], w[0]) + dot(u[1], w[1]) + dot(u[2], w[2]))};
}

}  // namespace

template <class Real>
std::vector<simulation::Table>
spectra(const fft::Layout& layout, const std::array<double, 3>& length,
        const transport::Communicator& comm, const Complex<Real>* velocity) {
  const fft::Modes& modes = layout.modes;
  const WaveNumbers k(layout, length);
  const auto unit = [&](std::size_t d) { return 2 * std::numbers::pi / length[d]; };
  const double across = std::min(unit(0), unit(1));
  const double largest_across = std::hypot(modes.kx * unit(0), modes.ky * unit(1));
  Bins shells(std::min(across, unit(2)), std::hypot(largest_across, modes.kz * unit(2)));
  Bins parallel(unit(2), modes.kz * unit(2)), perpendicular(across, largest_across);
  for (int row = 0; row < layout.local_rows(); ++row)
    for (int column = 0; column < modes.columns(); ++column)
      for (int depth = 0; depth < modes.depth(); ++depth) {
        const double kx = k.x[static_cast<std::size_t>(column)];
        const double ky = k.y[static_cast<std::size_t>(row)];
        const double kz = k.z[static_cast<std::size_t>(depth)];
        const auto values = mode_values(velocity + layout.index(row, column, depth),
                                        layout.component_size(), kx, ky, kz);
        shells.add(std::hypot(kx, ky, kz), values);
        parallel.add(std::abs(kz), values);
        perpendicular.add(std::hypot(kx, ky), values);
      }
  for (Bins* bins : {&shells, &parallel, &perpendicular}) comm.sum(bins->sums);
  return {shells.table("spectrum"), parallel.table("spectrum_parallel"),
          perpendicular.table("spectrum_perpendicular")};
}

template std::vector<simulation::Table> spectra<float>(const fft::Layout&,
                                                       const std::array<double, 3>&,
                                                       const transport::Communicator&,
                                                       const Complex<float>*);
template std::vector<simulation::Table> spectra<double>(const fft::Layout&,
                                                        const std::array<double, 3>&,
                                                        const transport::Communicator&,
                                                        const Complex<double>*);

}  // namespace thalweg::turbulence
