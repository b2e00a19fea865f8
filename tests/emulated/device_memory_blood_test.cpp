// SPDX-License-Identifier: Apache-2.0
// What runs of plasma take of the device.
#include <unistd.h>

#include <filesystem>

#include "tests/emulated/device_memory.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using simulation::Registry;

struct VesselCase {
  const char *name, *text;
};

class PlasmaOnDevice : public ::testing::TestWithParam<std::tuple<const char*, VesselCase>> {};

/// A checkpoint packs populations while all else is there.
void save(simulation::Simulation& solver) {
  const auto world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-memory-" + std::to_string(getpid()) + ".h5"))
                          .string());
  {
    io::CheckpointWriter out(file, world, "blood");
    solver.save(out);
    out.commit();
  }
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST_P(PlasmaOnDevice, TakesWhatIsEstimated) {
  const auto [precision, vessel] = GetParam();
  const auto world = Communicator::world();
  auto input =
      io::Case::parse(std::string("[grid]\nspacing = 1e-6\n[geometry]\n") + vessel.text +
                          "[flow]\npressure_gradient = [1e5, 0, 0]\n"
                          "[transport]\nroute = \"staged\"\n",
                      "test.toml", {std::string("simulation.precision=\"") + precision + "\""});
  const auto estimate = Registry::instance().find("blood")->check(input, world, "cuda").memory;
  use_one_device();
  const Peak peak = peak_of([&] {
    const auto solver = (*Registry::instance().find_factory("blood", "cuda"))(input, world);
    solver->initialise();
    for (int n = 0; n < 3; ++n) solver->step(1e9);
    solver->scalars();
    solver->tables({"profile"});
    const testing::SiteVelocities velocities(*solver);
    const testing::VertexPlaces places(*solver);
    save(*solver);
  });
  expect_estimated(vessel.name, peak, estimate);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, PlasmaOnDevice,
    ::testing::Combine(
        ::testing::Values("single", "double"),
        ::testing::Values(
            VesselCase{"tube", "shape = \"tube\"\nlength = 60e-6\ndiameter = 24.3e-6\n"},
            VesselCase{"channel",
                       "shape = \"channel\"\nlength = 40e-6\nwidth = 30e-6\nheight = 20e-6\n"},
            VesselCase{"box", "shape = \"box\"\nlength = 30e-6\nwidth = 30e-6\nheight = 30e-6\n"},
            VesselCase{"two arrays", "shape = \"box\"\nlength = 30e-6\nwidth = 30e-6\n"
                                     "height = 30e-6\n[blood]\nstreaming = \"two-arrays\"\n"},
            VesselCase{"spheres",
                       "shape = \"spheres\"\nlength = 30e-6\nwidth = 30e-6\nheight = 30e-6\n"
                       "spheres = [{ radius = 9.5e-6, centre = [0, 0, 0] }]\n"},
            VesselCase{"cells", "shape = \"box\"\nlength = 24e-6\nwidth = 24e-6\nheight = 24e-6\n"
                                "[cells]\n[[cells.species]]\nshear_modulus = 5e-6\n"
                                "refinement = 2\nnumber = 20\n"},
            VesselCase{"substeps",
                       "shape = \"box\"\nlength = 24e-6\nwidth = 24e-6\nheight = 24e-6\n"
                       "[cells]\n[[cells.species]]\nshear_modulus = 5e-6\n"
                       "substeps = 3\nrefinement = 2\nnumber = 20\n"},
            VesselCase{"contrast",
                       "shape = \"box\"\nlength = 24e-6\nwidth = 24e-6\nheight = 24e-6\n"
                       "[cells]\n[[cells.species]]\nshear_modulus = 5e-6\n"
                       "interior_viscosity = 6e-3\nrefinement = 2\nnumber = 20\n"},
            VesselCase{"gathering", "shape = \"box\"\nlength = 24e-6\nwidth = 24e-6\n"
                                    "height = 24e-6\n[cells]\nspreading = \"gather\"\n"
                                    "[[cells.species]]\nshear_modulus = 5e-6\n"
                                    "interior_viscosity = 6e-3\nrefinement = 2\nnumber = 20\n"},
            // As full as what flows in makes it, by the estimate.
            VesselCase{"fed", "shape = \"duct\"\nlength = 40e-6\nwidth = 18e-6\nheight = 18e-6\n"
                              "[[openings]]\nname = \"x_low\"\nkind = \"velocity\"\n"
                              "mean_velocity = 0.02\nhematocrit = 0.08\n"
                              "[[openings]]\nname = \"x_high\"\nkind = \"pressure\"\n"
                              "pressure = 0\n"
                              "[cells]\n[[cells.species]]\nshear_modulus = 5e-6\n"
                              "refinement = 2\nhematocrit = 0.1\n"})));

}  // namespace
}  // namespace thalweg
