// SPDX-License-Identifier: Apache-2.0
// Which opening an entry of a case is about, and what it may say of it.
#include "solvers/blood/openings/opening_parameters.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "base/error.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"
#include "solvers/blood/vessel/tubes_interior.hpp"
#include "tests/support/bounded_vessel.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using geometry::TriangleSurface, geometry::Vector;

constexpr double um = 1e-6;

Vessel triangulated(const TriangleSurface& surface) {
  return around(VesselShape::surface,
                std::make_shared<SurfaceInterior>(surface, geometry::find_openings(surface), false),
                um);
}

std::vector<OpeningParameters> openings_of(const Vessel& vessel, const std::string& entry) {
  io::Case input = io::Case::parse("[[openings]]\n" + entry, "test.toml");
  const std::vector<OpeningParameters> openings = read_openings(input, vessel);
  input.throw_if_errors();
  return openings;
}

std::string mistakes_of(const Vessel& vessel, const std::string& entry) {
  try {
    openings_of(vessel, entry);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Beside a narrow opening the middle of a wide one is far, though the place lies in it.
TEST(OpeningAt, IsTheOneThatThePlaceLiesIn) {
  const std::vector<TubePath> tubes{{{{-20 * um, 0, 0}, {20 * um, 0, 0}}, 40 * um},
                                    {{{-20 * um, 23 * um, 0}, {20 * um, 23 * um, 0}}, 4 * um}};
  const Vessel vessel =
      around(VesselShape::junction, std::make_shared<TubesInterior>(tubes, 0, true), um);
  const auto name_at = [&](const std::string& place) {
    const auto openings = openings_of(vessel, "kind = \"pressure\"\npressure = 0\nat = " + place);
    return openings.empty() ? "" : openings[0].name;
  };
  EXPECT_EQ(name_at("[-20e-6, 0, 0]"), "x_low");
  EXPECT_EQ(name_at("[-20e-6, 19e-6, 0]"), "x_low");
  EXPECT_EQ(name_at("[20e-6, 19e-6, 0]"), "x_high");
  EXPECT_EQ(name_at("[-19e-6, 23e-6, 1e-6]"), "x_low_2");
  EXPECT_NE(mistakes_of(vessel, "kind = \"pressure\"\npressure = 0\nat = [-20e-6, 20.5e-6, 0]")
                .find("must lie in one of the openings found"),
            std::string::npos);
}

TEST(ParabolicProfile, NeedsARoundOpening) {
  const std::string entry =
      "name = \"x_low\"\nkind = \"velocity\"\nprofile = \"parabolic\"\nflow_rate = 1e-13\n"
      "[[openings]]\nname = \"x_high\"\nkind = \"pressure\"\npressure = 0\n";
  TriangleSurface duct = testing::tube(10 * std::numbers::sqrt2 * um, 40 * um, 4);
  geometry::place(duct, {.rotation = {45, 0, 0}});
  EXPECT_NE(mistakes_of(triangulated(duct), entry).find("needs a round opening"),
            std::string::npos);
  for (Vector& corner : duct.corners) corner[1] *= 10;
  EXPECT_NE(mistakes_of(triangulated(duct), entry).find("needs a round opening"),
            std::string::npos);
  for (const int corners : {10, 48})
    EXPECT_EQ(mistakes_of(triangulated(testing::tube(20 * um, 40 * um, corners)), entry), "");
}

}  // namespace
}  // namespace thalweg::blood
