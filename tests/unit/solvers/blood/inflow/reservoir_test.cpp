// SPDX-License-Identifier: Apache-2.0
// What waits in front of an opening: how much of the flow it makes up, and where it enters.
#include "solvers/blood/inflow/reservoir.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "solvers/blood/case/cell_parameters.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector;

constexpr double um = 1e-6;
constexpr ReservoirOptions options{.clearance = 0.2 * um, .margin = 2 * um, .seed = 7};

Vessel open_vessel(VesselShape shape) {
  Vessel vessel;
  vessel.shape = shape;
  vessel.size = {60 * um, 20 * um, 20 * um};
  vessel.spacing = um;
  vessel.interior = make_open_interior(shape, vessel.size);
  return vessel;
}

FedSpecies fed(const ReferenceShape& shape, double hematocrit) {
  const Mesh net = fitted_control_net(surface_of(shape, 2));
  return {{bounding_disc(net.vertices), volume_of(surface_of(shape, 4)), 0},
          [net](const Vector& axis) {
            return placed(net, {{}, axis});
          },
          hematocrit};
}

std::vector<FedSpecies> blood_cells(double red, double small) {
  return {fed({ShapeOfCell::biconcave, {3.91 * um, 3.91 * um, 3.91 * um}}, red),
          fed({ShapeOfCell::sphere, {1.2 * um, 1.2 * um, 1.2 * um}}, small)};
}

OpeningParameters opening_of(int number, ProfileKind profile) {
  OpeningParameters opening;
  opening.number = number;
  opening.name = number == 0 ? "x_low" : "x_high";
  opening.kind = OpeningKind::velocity;
  opening.profile = profile;
  return opening;
}

class ReservoirOf : public ::testing::TestWithParam<std::tuple<VesselShape, ProfileKind, int>> {};

// (14.1)
TEST_P(ReservoirOf, EachKindMakesUpItsHematocrit) {
  const auto& [shape, profile, number] = GetParam();
  const Vessel vessel = open_vessel(shape);
  const std::vector<FedSpecies> species = blood_cells(0.25, 0.01);
  const auto cells = make_reservoir(vessel, opening_of(number, profile), species, options);
  std::vector<double> part(2);
  for (const ReservoirCell& cell : cells) {
    const auto s = static_cast<std::size_t>(cell.species);
    part[s] += species[s].packed.volume / cell.period;
    EXPECT_GE(cell.first, 0);
  }
  EXPECT_NEAR(part[0], 0.25, 1e-12);
  EXPECT_NEAR(part[1], 0.01, 1e-13);
}

TEST_P(ReservoirOf, CellsEnterWholeBehindTheOpening) {
  const auto& [shape, profile, number] = GetParam();
  const Vessel vessel = open_vessel(shape);
  const std::vector<FedSpecies> species = blood_cells(0.25, 0.01);
  const OpeningParameters opening = opening_of(number, profile);
  const double plane = number == 0 ? -30 * um : 30 * um, inward = number == 0 ? 1 : -1;
  for (const ReservoirCell& cell : make_reservoir(vessel, opening, species, options)) {
    const Mesh net = species[static_cast<std::size_t>(cell.species)].turned(cell.axis);
    double nearest = 1;
    for (const Vector& vertex : net.vertices) {
      const Vector place = geometry::plus(cell.centre, vertex);
      EXPECT_TRUE(vessel.is_inside(place));
      EXPECT_GT(vessel.interior->clearance(place), 0.1 * um);
      nearest = std::min(nearest, inward * (place[0] - plane));
    }
    EXPECT_NEAR(nearest, options.margin, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Openings, ReservoirOf,
                         ::testing::Values(std::tuple{VesselShape::tube, ProfileKind::parabolic, 0},
                                           std::tuple{VesselShape::tube, ProfileKind::uniform, 1},
                                           std::tuple{VesselShape::duct, ProfileKind::computed, 0},
                                           std::tuple{VesselShape::channel, ProfileKind::parabolic,
                                                      1}));

TEST(Reservoir, CellsEnterAsOftenAsTheFlowIsFastWhereTheyAre) {
  const Vessel vessel = open_vessel(VesselShape::tube);
  const auto cells =
      make_reservoir(vessel, opening_of(0, ProfileKind::parabolic), blood_cells(0.2, 0), options);
  ASSERT_GE(cells.size(), 32u);
  double times[2] = {1e300, 0};
  for (const ReservoirCell& cell : cells) {
    const double r = std::hypot(cell.centre[1], cell.centre[2]) / (10 * um);
    const double product = cell.period * (1 - r * r);
    times[0] = std::min(times[0], product);
    times[1] = std::max(times[1], product);
  }
  EXPECT_NEAR(times[1] / times[0], 1, 1e-12);
}

TEST_P(ReservoirOf, OtherPlacesAreWhereTheFlowIsAsFast) {
  const auto& [shape, profile, number] = GetParam();
  const Vessel vessel = open_vessel(shape);
  const auto& opening = vessel.interior->openings()[static_cast<std::size_t>(number)];
  const auto cells =
      make_reservoir(vessel, opening_of(number, profile), blood_cells(0.25, 0), options);
  const auto speed = [&](const Vector& at) {
    const double y = at[1] / (10 * um), z = at[2] / (10 * um);
    if (shape == VesselShape::tube) return y * y + z * z;
    return shape == VesselShape::channel ? z * z : (1 - y * y) * (1 - z * z);
  };
  for (const ReservoirCell& cell : cells) {
    const auto others = other_places(vessel, opening, cell);
    EXPECT_EQ(others.size(), shape == VesselShape::duct ? 3u : 7u);
    for (const ReservoirCell& other : others) {
      EXPECT_NEAR(speed(other.centre), speed(cell.centre), 1e-12);
      EXPECT_EQ(other.centre[0], cell.centre[0]);
      EXPECT_NEAR(geometry::dot(other.axis, other.axis), 1, 1e-12);
      EXPECT_NEAR(std::abs(other.axis[0]), std::abs(cell.axis[0]), 1e-12);
      EXPECT_GT(geometry::distance(other.centre, cell.centre), 0);
    }
  }
}

TEST(Reservoir, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const Vessel vessel = open_vessel(VesselShape::tube);
  const auto with_seed = [&](std::uint64_t seed) {
    return make_reservoir(vessel, opening_of(0, ProfileKind::parabolic), blood_cells(0.2, 0),
                          {options.clearance, options.margin, seed});
  };
  const auto one = with_seed(1), again = with_seed(1), other = with_seed(2);
  ASSERT_EQ(one.size(), again.size());
  for (std::size_t n = 0; n < one.size(); ++n) {
    EXPECT_EQ(one[n].centre, again[n].centre);
    EXPECT_EQ(one[n].period, again[n].period);
  }
  EXPECT_NE(one[0].centre, other[0].centre);
}

TEST(Reservoir, OfMoreThanPacksIsRefusedWithItsOpening) {
  const Vessel vessel = open_vessel(VesselShape::tube);
  try {
    make_reservoir(vessel, opening_of(0, ProfileKind::parabolic), blood_cells(0.59, 0), options);
    FAIL() << "0.59 does not pack";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("x_low"), std::string::npos) << text;
    EXPECT_NE(text.find("hematocrit"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace thalweg::blood
