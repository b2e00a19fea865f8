// SPDX-License-Identifier: Apache-2.0
// Developed flows through sections against exact ones.
#include "solvers/blood/openings/profile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/blood/vessel/mask_interior.hpp"

namespace thalweg::blood {
namespace {

using Complex = std::complex<double>;

Vessel vessel_of(VesselShape shape, const geometry::Vector& size) {
  Vessel vessel;
  vessel.shape = shape;
  vessel.size = size;
  vessel.interior = make_open_interior(shape, size);
  return vessel;
}

/// In spacings, about the axis.
geometry::Vector place_of(const Vessel& vessel, const OpeningSection& section, std::size_t site) {
  return vessel.place(section.sites[site].cell);
}

double mean_of(const std::vector<Complex>& values) {
  double sum = 0;
  for (const Complex& value : values) sum += value.real();
  return sum / static_cast<double>(values.size());
}

/// Of a duct of width 2a and height 2b, a <= b (F. M. White, Viscous Fluid Flow, eq. 3-48).
double duct_mean(double a, double b) {
  double sum = 0;
  for (int n = 1; n < 40; n += 2)
    sum += std::tanh(n * std::numbers::pi * b / (2 * a)) / std::pow(n, 5);
  return a * a / 3 * (1 - 192 * a / (std::pow(std::numbers::pi, 5) * b) * sum);
}

TEST(DevelopedFlow, InADuctIsTheSeriesInSecondOrder) {
  const auto error = [](int sites) {
    const Vessel vessel = vessel_of(VesselShape::duct, {4, sites * 1.0, 2.0 * sites});
    const OpeningSection section = find_opening_section(vessel, 0, false);
    EXPECT_EQ(section.sites.size(), static_cast<std::size_t>(2 * sites * sites));
    EXPECT_DOUBLE_EQ(section.distance, 0.5);
    return std::abs(mean_of(developed_flow(section, 0)) / duct_mean(sites / 2.0, sites) - 1);
  };
  const double coarse = error(8), fine = error(16);
  EXPECT_LT(fine, 1e-2);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
}

TEST(DevelopedFlow, BetweenPlatesIsAParabola) {
  const Vessel vessel = vessel_of(VesselShape::channel, {4, 1, 9});
  const OpeningSection section = find_opening_section(vessel, 1, false);
  const std::vector<Complex> flow = developed_flow(section, 0);
  ASSERT_EQ(flow.size(), 9u);
  // The wall pulls as if the flow ran straight to it, which adds the same everywhere: 1/8.
  for (std::size_t n = 0; n < 9; ++n) {
    const double z = place_of(vessel, section, n)[2];
    EXPECT_NEAR(flow[n].real(), (20.25 - z * z) / 2 + 0.125, 1e-7);
  }
}

/// J_0 of a complex number.
Complex bessel(Complex z) {
  Complex sum = 1, term = 1;
  for (int k = 1; k < 80; ++k) sum += term *= -z * z / 4.0 / (1.0 * k * k);
  return sum;
}

/// phi = (1 - J_0(k r) / J_0(k R)) / (i w), k^2 = -i w.
Complex womersley(double rate, double radius, double r) {
  const Complex k = std::sqrt(Complex{0, -rate});
  return (1.0 - bessel(k * r) / bessel(k * radius)) / Complex{0, rate};
}

class Womersley : public ::testing::TestWithParam<double> {};

TEST_P(Womersley, InATubeIsTheExactOneInSecondOrder) {
  const double alpha = GetParam();
  const auto error = [&](double diameter) {
    const Vessel vessel = vessel_of(VesselShape::tube, {4, diameter, diameter});
    const OpeningSection section = find_opening_section(vessel, 0, false);
    const double radius = diameter / 2, rate = alpha * alpha / (radius * radius);
    const std::vector<Complex> flow = developed_flow(section, rate);
    double difference = 0, size = 0;
    for (std::size_t n = 0; n < flow.size(); ++n) {
      const geometry::Vector at = place_of(vessel, section, n);
      const Complex exact = womersley(rate, radius, std::hypot(at[1], at[2]));
      difference += std::norm(flow[n] - exact);
      size += std::norm(exact);
    }
    return std::sqrt(difference / size);
  };
  const double coarse = error(16.3), fine = error(32.6), finest = error(65.2);
  EXPECT_LT(finest, 1.5e-3);
  EXPECT_NEAR(std::log2(coarse / finest) / 2, 2, 0.25) << coarse << ' ' << fine << ' ' << finest;
}
INSTANTIATE_TEST_SUITE_P(Numbers, Womersley, ::testing::Values(1.0, 4.0, 8.0));

TEST(Profile, RunsStraightBetweenSitesAndToWalls) {
  const Vessel vessel = vessel_of(VesselShape::duct, {4, 3, 4});
  const OpeningSection section = find_opening_section(vessel, 0, false);
  std::vector<Complex> values;
  for (std::size_t n = 0; n < section.sites.size(); ++n)
    values.emplace_back(1.0 + static_cast<double>(n), -2.0);
  const Profile profile(section, values);
  const grid::Cell corner{0, 0, 0};
  EXPECT_EQ(profile.half_way(corner, 0, 0), values[0]);
  EXPECT_EQ(profile.half_way(corner, 0, 1), (values[0] + values[1]) / 2.0);
  EXPECT_EQ(profile.half_way(corner, -1, 0), Complex{});  // the wall is there
}

TEST(Profile, OfARoundOpeningIsAParabola) {
  const Vessel vessel = vessel_of(VesselShape::tube, {4, 10, 10});
  const geometry::Opening& opening = vessel.interior->openings()[1];
  EXPECT_EQ(opening.name, "x_high");
  EXPECT_DOUBLE_EQ(simple_profile(ProfileKind::parabolic, vessel, opening, {9, 3, 0}), 1 - 0.36);
  EXPECT_EQ(simple_profile(ProfileKind::parabolic, vessel, opening, {2, 4, 4}), 0);
  EXPECT_EQ(simple_profile(ProfileKind::uniform, vessel, opening, {2, 4, 4}), 1);
}

// A tube of voxels whose middle is where a period along y ends.
TEST(Profile, GoesOnOverTheEndOfAPeriod) {
  std::vector<bool> has_fluid;
  for (int z = 0; z < 12; ++z)
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 4; ++x)
        has_fluid.push_back(std::hypot(std::remainder(y + 0.5, 16.0), z + 0.5 - 6) < 5);
  Voxels voxels({4, 16, 12}, {1, 1, 1}, {false, true, false}, {}, std::move(has_fluid));
  Vessel vessel;
  vessel.shape = VesselShape::mask;
  vessel.size = {4, 16, 12};
  vessel.interior = std::make_shared<MaskInterior>(std::move(voxels), MaskOpenings::parts);
  const geometry::Opening& opening = vessel.interior->openings()[0];
  const OpeningSection section = find_opening_section(vessel, 0, true);
  EXPECT_EQ(static_cast<double>(section.sites.size()), opening.area);
  for (const double y : {7.0, -7.0})  // 1 from the middle
    EXPECT_NEAR(simple_profile(ProfileKind::parabolic, vessel, opening, {-2, y, 0}), 1 - 1.0 / 25,
                0.02);
}

}  // namespace
}  // namespace thalweg::blood
