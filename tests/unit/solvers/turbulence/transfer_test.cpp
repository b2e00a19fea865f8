// SPDX-License-Identifier: Apache-2.0
// Transfer and flux of energy between scales: against the sum over all triads, and what they keep.
#include <cmath>
#include <complex>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;
using Number = std::complex<double>;

constexpr int points = 8, reach = 2;  // modes of a grid of 8 points, up to 8 / 3

/// The modes -reach..reach in each direction of a velocity on the grid.
struct ModesOf {
  std::vector<Number> values;
  static constexpr int side = 2 * reach + 1;

  explicit ModesOf(const std::vector<double>& u)
      : values(static_cast<std::size_t>(side * side * side * 3)) {
    for (int x = -reach; x <= reach; ++x)
      for (int y = -reach; y <= reach; ++y)
        for (int z = -reach; z <= reach; ++z)
          for (int at = 0; at < points * points * points; ++at) {
            const int phase =
                x * (at % points) + y * (at / points % points) + z * (at / points / points);
            const Number wave = std::polar(1.0 / (points * points * points),
                                           -2 * std::numbers::pi * phase / points);
            for (int c = 0; c < 3; ++c)
              values[index(x, y, z, c)] += wave * u[static_cast<std::size_t>(3 * at + c)];
          }
  }
  static std::size_t index(int x, int y, int z, int c) {
    return static_cast<std::size_t>((((x + reach) * side + y + reach) * side + z + reach) * 3 + c);
  }
  static bool has(int x, int y, int z) {
    return std::abs(x) <= reach && std::abs(y) <= reach && std::abs(z) <= reach;
  }
  Number at(int x, int y, int z, int c) const { return values[index(x, y, z, c)]; }

  /// Re(u*(k) . sum over p + q = k of -i (q . u(p)) u(q)): pressure does no work.
  double transfer(int x, int y, int z) const {
    Number rate[3]{};
    for (int a = -reach; a <= reach; ++a)
      for (int b = -reach; b <= reach; ++b)
        for (int c = -reach; c <= reach; ++c) {
          const int q[3] = {x - a, y - b, z - c};
          if (!has(q[0], q[1], q[2])) continue;
          Number along = 0;
          for (int d = 0; d < 3; ++d) along += static_cast<double>(q[d]) * at(a, b, c, d);
          for (int d = 0; d < 3; ++d) rate[d] -= Number(0, 1) * along * at(q[0], q[1], q[2], d);
        }
    double sum = 0;
    for (int d = 0; d < 3; ++d) sum += std::real(std::conj(at(x, y, z, d)) * rate[d]);
    return sum;
  }
};

TEST(Transfer, IsTheSumOverAllTriads) {
  Parameters p = flows::cube(points, 0.1, "rk3", 0.1);
  p.initial.kind = InitialKind::random;
  p.initial.peak_wavenumber = 2;
  p.rotation = {0, 0, 3};  // does no work
  const auto solver = started(p);
  const ModesOf modes(flows::velocity_of(*solver));
  std::vector<double> known(5);
  for (int x = -reach; x <= reach; ++x)
    for (int y = -reach; y <= reach; ++y)
      for (int z = -reach; z <= reach; ++z)
        known[static_cast<std::size_t>(std::lround(std::sqrt(x * x + y * y + z * z)))] +=
            modes.transfer(x, y, z);
  const std::vector<double> transfer = column(*solver, "transfer", "transfer"),
                            flux = column(*solver, "transfer", "flux");
  double left = 0;
  for (std::size_t bin = 0; bin < transfer.size(); ++bin) {
    EXPECT_NEAR(transfer[bin], bin < known.size() ? known[bin] : 0, 1e-15) << bin;
    left -= transfer[bin];
    EXPECT_NEAR(flux[bin], left, 1e-16) << bin;
  }
  EXPECT_GT(std::abs(transfer[2]), 1e-3);
}

/// The sum of a transfer over its bins, over that of its sizes.
double lost(simulation::Simulation& solver, const std::vector<std::string>& names) {
  double sum = 0, size = 0;
  for (const std::string& name : names)
    for (const double value : column(solver, name, "transfer")) {
      sum += value;
      size += std::abs(value);
    }
  EXPECT_GT(size, 1e-3) << names.front();
  return std::abs(sum) / size;
}

Parameters set_of(Equations equations) {
  Parameters p = flows::cube(16, 0.1, "rk3", 0.02);
  p.equations = equations;
  p.initial.kind = InitialKind::random;
  p.initial.peak_wavenumber = 2;
  p.initial.buoyancy_energy = p.initial.magnetic_energy = 0.3;
  if (equations == Equations::boussinesq) p.buoyancy_frequency = 3;
  if (equations == Equations::hall_mhd) p.ion_inertial_length = 0.2;
  if (p.is_magnetic()) p.mean_field = {0, 0, 0.5};
  p.scalars = {{0.1, {0, 0, 2}, 0.4}, {0.1, {}, 0.1}, {0.1, {1, 0, 0}, 0.2}};
  return p;
}

TEST(Transfer, MovesEnergyAndLosesNone) {
  for (const Equations equations :
       {Equations::navier_stokes, Equations::boussinesq, Equations::mhd, Equations::hall_mhd}) {
    const Parameters p = set_of(equations);
    const auto solver = started(p);
    solver->step(1);
    if (p.is_magnetic()) {
      EXPECT_LT(lost(*solver, {"transfer", "transfer_magnetic"}), 1e-14);
      EXPECT_GT(lost(*solver, {"transfer"}), 1e-3);
    } else {
      EXPECT_LT(lost(*solver, {"transfer"}), 1e-14);
    }
    if (equations == Equations::boussinesq) {
      EXPECT_LT(lost(*solver, {"transfer_buoyancy_perpendicular"}), 1e-14);
    }
    EXPECT_LT(lost(*solver, {"transfer_scalar_1"}), 1e-14);
    EXPECT_LT(lost(*solver, {"transfer_scalar_3_parallel"}), 1e-14);
  }
}

// dU of a step is where rates are kept: a step does not notice.
TEST(Transfer, ChangesNoStep) {
  const auto looked_at = started(set_of(Equations::mhd)), left = started(set_of(Equations::mhd));
  for (int n = 0; n < 2; ++n) {
    looked_at->tables({"transfer", "transfer_scalar_2"});
    looked_at->step(1);
    left->step(1);
  }
  EXPECT_EQ(flows::velocity_of(*looked_at), flows::velocity_of(*left));
  EXPECT_EQ(flows::field_of(*looked_at, "scalar_3"), flows::field_of(*left, "scalar_3"));
}

// An Alfven wave goes to and fro between both fields by the uniform field alone.
TEST(Transfer, LeavesOutTheWavesOfAUniformField) {
  Parameters p = flows::cube(points, 0.01, "rk3", 0.1);
  p.equations = Equations::mhd;
  p.resistivity = 0.01;
  p.mean_field = {0, 0, 1};
  p.initial.kind = InitialKind::wave;
  p.initial.mode = {1, 0, 1};
  p.initial.amplitude = 0.1;
  p.initial.is_standing = true;
  const auto solver = started(p);
  for (int n = 0; n < 5; ++n) solver->step(1);
  for (const char* name : {"transfer", "transfer_magnetic"})
    for (const double value : column(*solver, name, "transfer")) EXPECT_LT(std::abs(value), 1e-15);
  EXPECT_GT(flows::scalar(*solver, "energy_magnetic"), 1e-4);
}

}  // namespace
}  // namespace thalweg::turbulence
