// SPDX-License-Identifier: Apache-2.0
// Cells that do not fit are refused with numbers to go by, none is left out.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/unit/solvers/blood/packing/samples.hpp"

namespace thalweg::blood::testing {
namespace {

std::string refusal_of(const Vessel& vessel, const PackedSpecies& species, double clearance) {
  try {
    pack(vessel, {species}, {.clearance = clearance, .seed = 1});
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Refusal, SaysWhatWasAskedAndWhatWasReached) {
  const Vessel box = cube(20e-6);
  const PackedSpecies cells = red_cell().species(60);
  const std::string text = refusal_of(box, cells, 0.2e-6);
  EXPECT_TRUE(has(text, "60 cells, a hematocrit of 0.706, were asked for")) << text;
  EXPECT_TRUE(has(text, "smaller clearance (it is 0.2 um)")) << text;
  const std::string before = "diameters, a hematocrit of ";
  const auto at = text.find(before);
  ASSERT_NE(at, std::string::npos) << text;
  const double reached = std::stod(text.substr(at + before.size()));
  EXPECT_GT(reached, 0.35);
  EXPECT_LT(reached, 0.60);
  // What it says can be had, but for what other random places make of it.
  const int fewer = count_for(box, 0.9 * reached, cells.volume);
  EXPECT_EQ(refusal_of(box, red_cell().species(fewer), 0.2e-6), "none");
}

TEST(Refusal, NamesTheWidthThatIsTooSmall) {
  const PackedSpecies cell = red_cell().species(1);
  const std::string flat =
      refusal_of(vessel_of(VesselShape::channel, {20e-6, 20e-6, 2e-6}), cell, 0.1e-6);
  EXPECT_TRUE(has(flat, "it is 2 um wide along z, but a cell between walls takes 2.83 um")) << flat;
  const std::string brief = refusal_of(tube(7e-6, 20e-6), cell, 0.1e-6);
  EXPECT_TRUE(has(brief, "it is 7 um wide along x, but a cell beside its own image takes 7.94 um"))
      << brief;
}

TEST(Refusal, DoesNotComeForACellThatHasRoomFlatOnly) {
  const Vessel slit = vessel_of(VesselShape::channel, {20e-6, 20e-6, 3e-6});
  EXPECT_EQ(refusal_of(slit, red_cell().species(1), 0.1e-6), "none");
}

}  // namespace
}  // namespace thalweg::blood::testing
