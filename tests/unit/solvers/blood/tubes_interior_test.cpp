// SPDX-License-Identifier: Apache-2.0
// The inside of tubes that meet.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/tubes_interior.hpp"
#include "solvers/blood/vessel/tubes_parameters.hpp"

namespace thalweg::blood {
namespace {

using geometry::Vector;

TEST(Tubes, OneStraightTubeIsACylinder) {
  const TubesInterior tube({{{{-10, 0, 0}, {10, 0, 0}}, 6}}, 0);
  EXPECT_NEAR(tube.volume() / (std::numbers::pi * 9 * 20), 1, 0.01);
  EXPECT_NEAR(tube.wall_area() / (std::numbers::pi * (6 * 20 + 2 * 9)), 1, 0.01);
  EXPECT_NEAR(tube.clearance({0, 0, 1}), 2, 1e-12);
  EXPECT_NEAR(tube.clearance({9.5, 0, 0}), 0.5, 1e-12);  // the flat end
  EXPECT_FALSE(tube.is_inside({10.1, 0, 0}));
  EXPECT_TRUE(tube.is_walled(0));
  EXPECT_NEAR(tube.box().upper[1], 3, 1e-12);
  EXPECT_NEAR(tube.box().lower[0], -10, 1e-12);
  // Along a slanted step the wall is where the cylinder is.
  EXPECT_NEAR(tube.distance_to_wall({0, 0, 2.5}, {1, 0, 1}), 0.5, 1e-6);
}

// A quarter of a ring as 24 pieces: Pappus gives its volume.
TEST(Tubes, ABendHasTheVolumeOfARing) {
  TubePath bend{{}, 4};
  constexpr double radius = 10;
  for (int n = 0; n <= 24; ++n) {
    const double angle = std::numbers::pi / 2 * n / 24;
    bend.points.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
  }
  const TubesInterior tube({bend}, 0);
  EXPECT_NEAR(tube.volume() / (std::numbers::pi * 4 * radius * std::numbers::pi / 2), 1, 0.02);
  for (int n = 0; n <= 90; n += 7) {
    const double angle = std::numbers::pi / 180 * std::clamp(n, 5, 85);
    EXPECT_NEAR(tube.clearance({radius * std::cos(angle), radius * std::sin(angle), 0}), 2, 0.02);
  }
}

// Long tubes along all axes leave most of the box around them empty.
TEST(Tubes, ThatAreFarApartAreMeasuredToo) {
  const TubesInterior sparse({{{{-1000, 0, 0}, {1000, 0, 0}}, 20},
                              {{{0, 0, 0}, {0, 1000, 0}}, 20},
                              {{{0, 0, 0}, {0, 0, 1000}}, 20}},
                             0);
  // Where they meet they share about 5000 of this.
  EXPECT_NEAR(sparse.volume() / (std::numbers::pi * 100 * 4000), 1, 0.02);
  EXPECT_NEAR(sparse.wall_area() / (std::numbers::pi * 20 * 4000), 1, 0.02);
}

// The wall at the end of the wider one is a ring, through which all of the narrower one leads.
TEST(Tubes, OfDifferentWidthsAreNarrowestWhereTheNarrowerOneIs) {
  const TubesInterior step({{{{-20, 0, 0}, {0, 0, 0}}, 10}, {{{0, 0, 0}, {20, 0, 0}}, 6}}, 0, true);
  for (const double x : {-15.0, 0.0, 15.0})
    EXPECT_NEAR(step.clearance({x, 0, 0}), x < 0 ? 5 : 3, 1e-12) << x;
  EXPECT_NEAR(step.clearance({-2, 1, 0}), std::hypot(2, 2), 1e-12);
  EXPECT_NEAR(step.clearance({-0.5, 4, 0}), 0.5, 1e-12);
  EXPECT_FALSE(step.is_inside({0.5, 4, 0}));
  // Places beside the axis have a little less room.
  EXPECT_NEAR(find_passage(step, step.box(), 0.5).diameter, 6, 0.75);
}

// Where three tubes meet a ball joins them, so that no corner is cut off.
TEST(Tubes, ThatMeetAreJoined) {
  const std::vector<TubePath> tubes{
      {{{-10, 0, 0}, {0, 0, 0}}, 6}, {{{0, 0, 0}, {8, 6, 0}}, 4}, {{{0, 0, 0}, {8, -6, 0}}, 4}};
  const TubesInterior junction(tubes, 0);
  EXPECT_NEAR(junction.clearance({0, 0, 0}), 2, 1e-12);
  EXPECT_TRUE(junction.is_inside({7.5, 5.6, 0}));
  EXPECT_TRUE(junction.is_inside({7.5, -5.6, 0}));
  EXPECT_FALSE(junction.is_inside({8, 0, 0}));
  EXPECT_NEAR(junction.width(), 4, 1e-12);
}

// A vessel that waves along x: what leaves at one end comes in at the other.
TEST(Tubes, MayRepeatAlongX) {
  const TubePath wave{{{-8, -2, 0}, {0, 2, 0}, {8, -2, 0}}, 5};
  const TubesInterior tube({wave}, 16);
  EXPECT_FALSE(tube.is_walled(0));
  EXPECT_NEAR(tube.box().upper[0] - tube.box().lower[0], 16, 1e-12);
  EXPECT_NEAR(tube.clearance({-8, -2, 0}), 2.5, 1e-12);
  for (const double x : {-7.9, -3.0, 0.1, 5.0, 7.99})
    for (const double y : {-4.4, -1.0, 2.0, 4.4})
      EXPECT_NEAR(tube.clearance({x, y, 0.3}), tube.clearance({x + 16, y, 0.3}), 1e-12);
}

// A fork whose first tube ends in a face of the box, and whose last ends at a slant.
TEST(Tubes, OpenWhereTheyEndInAFaceOfTheBox) {
  const std::vector<TubePath> tubes{{{{-10, 0, 0}, {0, 0, 0}}, 6},
                                    {{{0, 0, 0}, {6, 6, 0}, {12, 6, 0}}, 4},
                                    {{{0, 0, 0}, {6, -6, 0}, {12, -6, 0}}, 5},
                                    {{{0, 0, 0}, {0, 0, 5}, {1, 0, 9}}, 4}};
  EXPECT_TRUE(TubesInterior(tubes, 0).openings().empty());
  const TubesInterior fork(tubes, 0, true);
  const double open = std::numbers::pi * (9 + 6.25 + 4);
  EXPECT_NEAR(TubesInterior(tubes, 0).wall_area() - fork.wall_area(), open, 1e-9);
  ASSERT_EQ(fork.openings().size(), 3u);
  const std::vector<std::string> names{"x_low", "x_high", "x_high_2"};
  for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(fork.openings()[n].name, names[n]);
  EXPECT_NEAR(fork.openings()[1].area, std::numbers::pi * 6.25, 1e-12);  // the wider one first
  EXPECT_NEAR(fork.openings()[1].center[1], -6, 1e-12);
  EXPECT_EQ(fork.openings()[0].normal, (Vector{-1, 0, 0}));
  EXPECT_EQ(fork.openings()[2].farthest_rim, 2);
  // No wall is there, and no fluid behind it.
  EXPECT_NEAR(fork.clearance({-9.5, 0, 1}), 2, 1e-12);
  EXPECT_TRUE(fork.is_inside({-9.999, 0, 1}));
  EXPECT_FALSE(fork.is_inside({-10, 0, 1}));
  EXPECT_LT(fork.clearance({-10.5, 0, 1}), 0);
  EXPECT_EQ(fork.opening_left_by({-9.5, 0, 2}, {-1, 0, 0}), 0);
  EXPECT_EQ(fork.opening_left_by({-9.5, 0, 2}, {-1, 0, 0.9}), 0);
  EXPECT_EQ(fork.opening_left_by({-9.5, 0, 2}, {-1, 0, 2.1}), -1);  // the wall comes first
  EXPECT_EQ(fork.opening_left_by({-9.5, 0, 2}, {-0.4, 0, 0}), -1);
  EXPECT_EQ(fork.opening_left_by({11.5, 6, 0}, {0.5, 0, 0}), 2);
}

io::Case case_of(const std::string& tubes) {
  return io::Case::parse("[geometry]\n" + tubes, "test.toml");
}

std::string mistakes_of(const std::string& tubes) {
  io::Case input = case_of(tubes);
  Vessel vessel{.shape = VesselShape::junction, .spacing = 1e-6};
  read_tubes(input, vessel);
  try {
    input.finish();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Tubes, AreReadFromACase) {
  io::Case input = case_of("periodic = true\n[[geometry.tubes]]\ndiameter = 8e-6\n"
                           "points = [[-1e-5, 0, 0], [0, 4e-6, 0], [1e-5, 0, 0]]");
  Vessel vessel{.shape = VesselShape::junction, .spacing = 1e-6};
  read_tubes(input, vessel);
  input.finish();
  EXPECT_EQ(vessel.lattice().extent[2], 20);
  EXPECT_TRUE(vessel.lattice().periodic[2]);
  const auto sites = vessel.sites(0, vessel.lattice().extent[0]);
  EXPECT_NEAR(static_cast<double>(sites.size()) * 1e-18 / vessel.volume(), 1, 0.02);
}

TEST(Tubes, MistakesAreNamed) {
  EXPECT_NE(mistakes_of("periodic = false").find("one [[geometry.tubes]] or more"),
            std::string::npos);
  EXPECT_NE(mistakes_of("[[geometry.tubes]]\ndiameter = 8e-6\npoints = [[0, 0, 0]]")
                .find("must be two or more"),
            std::string::npos);
  EXPECT_NE(mistakes_of("[[geometry.tubes]]\ndiameter = 2e-6\npoints = [[0, 0, 0], [1e-5, 0, 0]]")
                .find("at least 3 times"),
            std::string::npos);
  EXPECT_NE(mistakes_of("[[geometry.tubes]]\ndiameter = 8e-6\npoints = [[0, 0, 0], [0, 0, 0]]")
                .find("number 2 is where number 1 is"),
            std::string::npos);
  EXPECT_NE(mistakes_of("periodic = true\n[[geometry.tubes]]\ndiameter = 8e-6\n"
                        "points = [[0, 0, 0], [1.05e-5, 0, 0]]")
                .find("a multiple of"),
            std::string::npos);
  EXPECT_NE(mistakes_of("[[geometry.tubes]]\ndiameter = 8\npoints = [[0, 0, 0], [20, 0, 0]]")
                .find("are both in metres?"),
            std::string::npos);
}

}  // namespace
}  // namespace thalweg::blood
