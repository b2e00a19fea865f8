// SPDX-License-Identifier: Apache-2.0
// Random starts: the spectrum that the case asks for, on average over the modes of a shell.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr double peak = 3;

Parameters random(Spectrum kind, std::uint64_t seed) {
  Parameters p = flows::cube(36, 0.01, "rk3", 0.1);
  p.initial.kind = InitialKind::random;
  p.initial.spectrum = kind;
  p.initial.energy = 0.7;
  p.initial.peak_wavenumber = peak;
  p.initial.seed = seed;
  return p;
}

/// (6.4), (6.5), up to a constant.
double shape(Spectrum kind, double k) {
  const double q = k / peak;
  return kind == Spectrum::k4 ? std::pow(q, 4) * std::exp(-2 * q * q)
                              : std::pow(q, 4) * std::pow(1 + q * q, -17.0 / 6);
}

/// What a shell of the grid's modes gets: the mean of E(k) / (4 pi k^2) over them, times their
/// number.
std::vector<double> expected(const Parameters& p, std::size_t bins) {
  std::vector<double> shells(bins);
  const fft::Modes modes = p.modes();
  double all = 0;
  for (int mx = -modes.kx; mx <= modes.kx; ++mx)
    for (int my = -modes.ky; my <= modes.ky; ++my)
      for (int mz = -modes.kz; mz <= modes.kz; ++mz) {
        const double k = std::sqrt(mx * mx + my * my + mz * mz);
        if (k == 0 || !modes.keeps(std::abs(mx), my, mz)) continue;
        const double energy = shape(p.initial.spectrum, k) / (k * k);
        shells[static_cast<std::size_t>(std::lround(k))] += energy;
        all += energy;
      }
  for (double& shell : shells) shell *= p.initial.energy / all;
  return shells;
}

class RandomStart : public ::testing::TestWithParam<Spectrum> {};

TEST_P(RandomStart, HasTheSpectrumOfTheCase) {
  std::vector<double> mean;
  constexpr int seeds = 8;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto solver = started(random(GetParam(), static_cast<std::uint64_t>(seed)));
    EXPECT_NEAR(flows::scalar(*solver, "energy"), 0.7, 1e-13);
    EXPECT_LT(flows::scalar(*solver, "divergence_max"), 1e-14);
    const std::vector<double> energy = column(*solver, "spectrum", "energy");
    mean.resize(energy.size());
    for (std::size_t bin = 0; bin < energy.size(); ++bin) mean[bin] += energy[bin] / seeds;
  }
  const std::vector<double> wanted = expected(random(GetParam(), 1), mean.size());
  // A shell of n modes has 2 n independent numbers: its energy varies by sqrt(1 / n). Shell 2 has
  // 62 modes, of eight fields; five standard deviations and the common scale's own spread.
  for (std::size_t bin = 2; bin <= 11; ++bin) {
    const double modes = 4 * std::numbers::pi * static_cast<double>(bin * bin) * seeds;
    EXPECT_NEAR(mean[bin] / wanted[bin], 1, 5 / std::sqrt(modes) + 0.03) << "shell " << bin;
  }
}

INSTANTIATE_TEST_SUITE_P(Spectra, RandomStart,
                         ::testing::Values(Spectrum::k4, Spectrum::von_karman));

TEST(RandomStart, TheSeedDecides) {
  const auto energy = [](std::uint64_t seed) {
    return column(*started(random(Spectrum::von_karman, seed)), "spectrum", "energy");
  };
  EXPECT_EQ(energy(1), energy(1));
  EXPECT_NE(energy(1), energy(2));
}

}  // namespace
}  // namespace thalweg::turbulence
