// SPDX-License-Identifier: Apache-2.0
// The shear stress on the triangles of a bent tube and its means, on all ranks together and on each
// alone, and restarted.
#include <cmath>
#include <filesystem>

#include "tests/support/plasma_runs.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::Solver, testing::StlFile,
    testing::WallTriangles;
using transport::Communicator;

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
relaxation_time = 0.9
[flow]
pressure_gradient = [1e5, 0, 0]
amplitude = [3e5, 0, 0]
frequency = 1e5
)";

/// Wavy along its length, so that the stress differs from place to place.
geometry::TriangleSurface wavy_tube() {
  geometry::TriangleSurface surface = testing::tube(11, 24, 40, 24);
  for (geometry::Vector& corner : surface.corners)
    corner[1] += 1.5 * std::cos(2 * std::numbers::pi * corner[0] / 24);
  return surface;
}

std::vector<std::string> with(const StlFile& file, const std::string& precision) {
  std::vector<std::string> settings = testing::with(precision);
  settings.insert(settings.end(), {file.setting(), "wall_averages.every_steps=4"});
  return settings;
}

/// A checkpoint of all ranks for as long as the object lives.
class Checkpoint {
 public:
  explicit Checkpoint(simulation::Simulation& solver) {
    io::CheckpointWriter out(file_, Communicator::world(), "blood");
    solver.save(out);
    out.commit();
  }
  ~Checkpoint() {
    Communicator::world().barrier();
    if (Communicator::world().is_root()) std::filesystem::remove(file_);
  }
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  Solver loaded(const std::vector<std::string>& settings, const Communicator& comm) const {
    Solver solver = plasma(vessel_of_triangles, settings, comm);
    io::CheckpointReader in(file_, comm);
    solver->load(in);
    return solver;
  }

 private:
  std::filesystem::path file_ =
      Communicator::world().broadcast((std::filesystem::temp_directory_path() /
                                       ("thalweg-wall-" + std::to_string(getpid()) + ".h5"))
                                          .string());
};

/// The first rank has all triangles; tolerance: of the largest of the values.
void expect_equal(simulation::Simulation& here, simulation::Simulation& there, double tolerance) {
  const WallTriangles wall(here), other(there);
  if (!Communicator::world().is_root()) return;
  EXPECT_EQ(wall.set.triangle_identities, other.set.triangle_identities);
  ASSERT_GT(wall.set.triangle_identities.size(), 1900u);
  for (const char* name : {"wall_shear_stress", "wall_shear_stress_magnitude",
                           "time_averaged_wall_shear_stress", "oscillatory_shear_index"}) {
    const std::vector<double>&a = wall.values(name), &b = other.values(name);
    ASSERT_EQ(a.size(), b.size());
    double largest = 0, difference = 0;
    for (std::size_t n = 0; n < a.size(); ++n) {
      largest = std::max(largest, std::abs(b[n]));
      difference = std::max(difference, std::abs(a[n] - b[n]));
    }
    EXPECT_GT(largest, 0) << name;
    EXPECT_LE(difference, tolerance * largest) << name;
  }
}

TEST(WallOnRanks, AgreesWithOneRank) {
  const StlFile file(wavy_tube());
  const Solver alone =
      plasma_after(61, vessel_of_triangles, with(file, "double"), Communicator::self());
  for (const auto& [precision, tolerance] : {std::pair{"double", 1e-11}, {"single", 1e-3}})
    expect_equal(*plasma_after(61, vessel_of_triangles, with(file, precision)), *alone, tolerance);
}

TEST(WallOnRanks, IsRestartedBitwiseOnTheSameRanksAndToRoundingOnOthers) {
  const StlFile file(wavy_tube());
  const Communicator world = Communicator::world();
  const std::vector<std::string> settings = with(file, "double");
  const Solver unbroken = plasma_after(31, vessel_of_triangles, settings);
  const Checkpoint checkpoint(*unbroken);
  for (int n = 0; n < 30; ++n) unbroken->step(1e9);
  for (const Communicator& comm : {world, Communicator::self()}) {
    const Solver restarted = checkpoint.loaded(settings, comm);
    for (int n = 0; n < 30; ++n) restarted->step(1e9);
    expect_equal(*unbroken, *restarted, comm.size() == world.size() ? 0 : 1e-11);
  }
}

// Of one state the means are that state.
TEST(WallOnRanks, BeginsItsMeansAnewWhereACheckpointHasNoneOrThoseFromAnotherTime) {
  const StlFile file(wavy_tube());
  const std::vector<std::string> settings = with(file, "double");
  std::vector<std::string> without = settings, later = settings, other = settings;
  without.pop_back();
  later.emplace_back("wall_averages.from=1");
  other.emplace_back("wall_averages.from=1e-12");
  for (const auto& before : {without, later, other}) {
    const Checkpoint checkpoint(*plasma_after(11, vessel_of_triangles, before));
    const Solver solver = checkpoint.loaded(settings, Communicator::world());
    solver->step(1e9);
    const WallTriangles wall(*solver);
    if (!Communicator::world().is_root()) continue;
    EXPECT_EQ(wall.values("time_averaged_wall_shear_stress"),
              wall.values("wall_shear_stress_magnitude"));
    for (const double index : wall.values("oscillatory_shear_index")) EXPECT_NEAR(index, 0, 1e-15);
  }
}

// A ball gives one rank most work.
TEST(WallOnRanks, KeepsItsMeansWhenSitesAreDealtAnew) {
  const StlFile file(wavy_tube());
  const std::string text = std::string(vessel_of_triangles) +
                           "[[cells.species]]\nshape = \"sphere\"\nradius = 2e-6\n"
                           "refinement = 1\nshear_modulus = 1e-4\ncentres = [[-7e-6, 0, 1e-6]]\n";
  std::vector<std::string> staying = with(file, "double"), dealt = staying;
  staying.emplace_back("decomposition.rebalance_above=0");
  dealt.insert(dealt.end(), {"decomposition.rebalance_above=1.05", "decomposition.least_steps=1",
                             "decomposition.vertex_cost=50"});
  const Solver moving = plasma_after(30, text, dealt);
  moving->rebalance();
  EXPECT_EQ(moving->balance()->rebalancings.size(), Communicator::world().size() > 1 ? 1u : 0u);
  for (int n = 0; n < 31; ++n) moving->step(1e9);
  expect_equal(*moving, *plasma_after(61, text, staying), 1e-9);
}

}  // namespace
}  // namespace thalweg::blood
