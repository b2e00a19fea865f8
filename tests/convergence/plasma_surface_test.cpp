// SPDX-License-Identifier: Apache-2.0
// Plasma in vessels of triangles: their sites, walls and flow are those of the shapes that the
// triangles stand for.
#include <unistd.h>

#include <cmath>
#include <numbers>

#include "solvers/blood/lattice/sites.hpp"
#include "solvers/blood/vessel/passage.hpp"
#include "solvers/blood/vessel/surface_interior.hpp"
#include "tests/support/plasma_runs.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using geometry::TriangleSurface, geometry::Vector;
using testing::plasma_after, testing::scalar;
using File = testing::StlFile;

constexpr const char* vessel_of_triangles = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "surface"
unit = "um"
periodic = true
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.8
[flow]
pressure_gradient = [1e4, 0, 0]
)";

Vessel vessel_of(const char* text, const std::vector<std::string>& changes) {
  auto input = io::Case::parse(text, "test.toml", changes);
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  return p.vessel;
}

Vessel round_tube(double diameter, double length) {  // um
  return vessel_of("[grid]\nspacing = 1e-6\n[geometry]\nshape = \"tube\"\n",
                   {"geometry.diameter=" + std::to_string(diameter) + "e-6",
                    "geometry.length=" + std::to_string(length) + "e-6"});
}

std::vector<grid::Cell> all_sites(const Vessel& vessel) {
  return vessel.sites(0, vessel.lattice().extent[0]);
}

/// The links of all sites that end outside, with where the wall is.
template <class Visit>
void for_each_wall_link(const Vessel& vessel, Visit visit) {
  const grid::Lattice lattice = vessel.lattice();
  for (const grid::Cell& site : all_sites(vessel))
    for (const grid::Cell& step : grid::d3q19()) {
      const Vector from = vessel.place(site);
      const Vector along =
          geometry::plus({}, {step[2] * 1.0, step[1] * 1.0, step[0] * 1.0}, vessel.spacing);
      const auto other = lattice.neighbour(site, step);
      if (!other || !vessel.is_inside(vessel.place(*other)))
        visit(from, along, vessel.distance_to_wall(from, along));
    }
}

TEST(Surface, OfATubeHasTheSitesOfTheTube) {
  for (const double diameter : {20.0, 12.5, 9.4}) {
    const File file(testing::tube(diameter, 8, 720));
    const Vessel surface = vessel_of(vessel_of_triangles, {file.setting()}),
                 tube = round_tube(diameter, 8);
    EXPECT_EQ(surface.lattice().extent, tube.lattice().extent);
    EXPECT_EQ(surface.lattice().periodic, tube.lattice().periodic);
    EXPECT_EQ(all_sites(surface), all_sites(tube)) << diameter;
    EXPECT_NEAR(surface.volume() / tube.volume(), 1, 2e-5);
    EXPECT_NEAR(surface.wall_area() / tube.wall_area(), 1, 1e-5);
  }
}

TEST(Surface, OfATubeHasWallsWhereTheTubeHasThem) {
  const auto error = [](int around) {
    const File file(testing::tube(12.5, 8, around));
    const Vessel surface = vessel_of(vessel_of_triangles, {file.setting()}),
                 tube = round_tube(12.5, 8);
    double sum = 0;
    int links = 0;
    for_each_wall_link(surface, [&](const Vector& from, const Vector& step, double part) {
      EXPECT_GE(part, 0);
      EXPECT_LE(part, 1);
      sum += std::abs(part - tube.distance_to_wall(from, step));
      ++links;
    });
    EXPECT_GT(links, 100);
    return sum / links;
  };
  const double coarse = error(240), fine = error(480);
  EXPECT_LT(fine, 1e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
}

// The bisection of is_inside() needs no triangle of a link.
TEST(Surface, DistancesAreThoseThatBisectionFinds) {
  TriangleSurface body = testing::tube(9, 30, 17, 6);
  geometry::place(body, {.rotation = {11, 23, 37}});
  const File file(body);
  const Vessel vessel = vessel_of(vessel_of_triangles, {file.setting(), "geometry.periodic=false"});
  int links = 0;
  for_each_wall_link(vessel, [&](const Vector& from, const Vector& step, double part) {
    // Where a link leaves, comes back and leaves again, bisection finds one of several.
    if (!vessel.is_inside(geometry::plus(from, step, part + 1e-9)) &&
        vessel.is_inside(geometry::plus(from, step, part - 1e-9)))
      ++links;
    else
      ADD_FAILURE() << "no wall at " << part;
  });
  EXPECT_GT(links, 1000);
}

TEST(Surface, MayEncloseAPlaceTwice) {
  TriangleSurface both = testing::tube(10, 20, 24), other = testing::tube(10, 20, 24);
  geometry::place(other, {.rotation = {0, 0, 90}, .translation = {0, 3, 0}});
  const int shift = static_cast<int>(both.corners.size());
  both.corners.insert(both.corners.end(), other.corners.begin(), other.corners.end());
  for (const geometry::Triangle& t : other.triangles)
    both.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  const File file(both);
  const Vessel vessel = vessel_of(vessel_of_triangles, {file.setting(), "geometry.periodic=false"});
  EXPECT_TRUE(vessel.is_inside({0, 0, 0}));
  EXPECT_TRUE(vessel.is_inside({0, 12e-6, 0}));
  EXPECT_FALSE(vessel.is_inside({6e-6, 6e-6, 0}));
  // The wall of one vessel within the other is none.
  EXPECT_NEAR(vessel.distance_to_wall({0, 3e-6, 0}, {0, 20e-6, 0}), 0.5, 1e-9);
}

TEST(Surface, ThatIsTurnedAndMovedIsTheSameVessel) {
  TriangleSurface body = testing::tube(9, 12, 60);
  const File upright(body);
  const Vessel vessel = vessel_of(vessel_of_triangles, {upright.setting()});
  geometry::place(body, {.scale = 1e-3, .rotation = {0, 0, 90}, .translation = {1, 2, 3}});
  body.turn_over();
  const File turned(body);
  const Vessel same = vessel_of(vessel_of_triangles, {turned.setting(), "geometry.unit=\"mm\"",
                                                      "geometry.rotation=[0,0,-90]",
                                                      "geometry.translation=[-2e-3, 1e-3, -3e-3]"});
  EXPECT_EQ(all_sites(same), all_sites(vessel));
  for (const double x : same.middle) EXPECT_NEAR(x, 0, 1e-12);
}

TEST(Passage, IsWhatTheNarrowestPlaceLetsThrough) {
  TriangleSurface body = testing::tube(20, 60, 48, 40);
  for (Vector& corner : body.corners) {
    const double narrowed = 1 - 0.3 * std::exp(-corner[0] * corner[0] / 100);
    corner[1] *= narrowed;
    corner[2] *= narrowed;
  }
  const File file(body);
  const Vessel vessel = vessel_of(vessel_of_triangles, {file.setting()});
  const auto& interior = dynamic_cast<const SurfaceInterior&>(*vessel.interior);
  const Passage passage = find_passage(interior, interior.box(), 1e-6);
  EXPECT_TRUE(passage.is_way);
  EXPECT_LE(passage.diameter, 14e-6);
  EXPECT_GE(passage.diameter, 14e-6 - 1.8 * passage.accuracy);
  EXPECT_NEAR(passage.place[0], 0, 2e-6);
  const File ball(testing::sphere(8, 40));
  const Vessel closed = vessel_of(vessel_of_triangles, {ball.setting(), "geometry.periodic=false"});
  const auto& inside = dynamic_cast<const SurfaceInterior&>(*closed.interior);
  const Passage room = find_passage(inside, inside.box(), 1e-6);
  EXPECT_FALSE(room.is_way);
  EXPECT_LE(room.diameter, 16e-6);
  EXPECT_GE(room.diameter, 16e-6 - 1.8 * room.accuracy - 0.1e-6);
}

/// Of Hagen and Poiseuille's.
double flow_rate_through(double diameter, const TriangleSurface& surface) {
  const File file(surface);
  const int steps = static_cast<int>(std::ceil(1.75 * diameter * diameter / 0.1));
  const auto solver = plasma_after(steps, vessel_of_triangles, {file.setting()});
  const double d = diameter * 1e-6;
  return scalar(*solver, "flow_rate") / (std::numbers::pi * 1e4 * std::pow(d, 4) / 128e-3);
}

TEST(Surface, OfATubeLetsThroughWhatHagenAndPoiseuilleSay) {
  const double rate = flow_rate_through(16, testing::tube(16, 2, 360));
  EXPECT_NEAR(rate, 1, 0.01);
  // To the scheme it is the same vessel.
  const auto tube =
      plasma_after(static_cast<int>(std::ceil(1.75 * 256 / 0.1)), vessel_of_triangles,
                   {"geometry.shape=\"tube\"", "geometry.diameter=16e-6", "geometry.length=2e-6"});
  EXPECT_NEAR(
      rate / (scalar(*tube, "flow_rate") / (std::numbers::pi * 1e4 * std::pow(16e-6, 4) / 128e-3)),
      1, 1e-3);
}

/// Flat walls in the faces of the box keep cells away as other walls do, not as openings: there
/// would be no room for a cell.
TEST(Surface, OfAFlatDuctHasRoomForCells) {
  TriangleSurface duct = testing::tube(6 * std::numbers::sqrt2, 16, 4);
  geometry::place(duct, {.rotation = {45, 0, 0}});
  for (Vector& corner : duct.corners) corner[1] *= 2;  // 12 wide, 6 high
  const File file(duct);
  const Vessel vessel = vessel_of(vessel_of_triangles, {file.setting()});
  EXPECT_EQ(vessel.interior->openings().size(), 6u);
  EXPECT_NEAR(vessel.wall_area() / (16 * 36e-12), 1, 1e-9);
  EXPECT_NEAR(vessel.interior->clearance({7.5e-6, 0, 2e-6}), 1e-6, 1e-12);
  const auto solver = plasma_after(
      1, vessel_of_triangles,
      {file.setting(),
       "cells.species=[{ shape = \"sphere\", radius = 2e-6, refinement = 2, shear_modulus = 1e-4, "
       "number = 2 }]"});
  EXPECT_EQ(scalar(*solver, "cells"), 2);
}

/// Where a period begins is no place of the vessel.
TEST(Surface, LetsACellOverItsEnds) {
  const File file(testing::tube(12, 16, 48));
  const auto deformed = [&](const std::string& centre) {
    const auto solver = plasma_after(
        120, vessel_of_triangles,
        {file.setting(), "flow.pressure_gradient=[1e7, 0, 0]",
         "cells.species=[{ shape = \"sphere\", radius = 2.5e-6, refinement = 2, shear_modulus = "
         "1e-4, centres = [[" +
             centre + ", 1e-6, 0]] }]"});
    for (const simulation::Fault& fault : solver->faults())
      ADD_FAILURE() << fault.field << fault.place << fault.what;
    return std::array{scalar(*solver, "deformation"), scalar(*solver, "membrane_energy"),
                      scalar(*solver, "flow_rate")};
  };
  const auto inside = deformed("0"), across = deformed("8e-6");
  for (std::size_t n = 0; n < inside.size(); ++n) EXPECT_NEAR(across[n] / inside[n], 1, 1e-8) << n;
}

}  // namespace
}  // namespace thalweg::blood
