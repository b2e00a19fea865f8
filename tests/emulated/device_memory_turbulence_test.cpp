// SPDX-License-Identifier: Apache-2.0
// What runs of turbulence take of the device.
#include "tests/emulated/device_memory.hpp"
#include "tests/support/written_image.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using simulation::Registry;

io::Case turbulence(const std::string& precision, const std::string& output,
                    const std::string& route, const std::string& points,
                    const std::vector<std::string>& changes = {}) {
  return io::Case::parse("[simulation]\nprecision = \"" + precision + "\"\n[grid]\npoints = " +
                             points + "\n[turbulence]\nviscosity = 0.01\n[initial]\n" +
                             "kind = \"random\"\n[time]\nscheme = \"rk3\"\ncfl = 0.5\n" +
                             "[transport]\nroute = \"" + route + "\"\n" + output,
                         "test.toml", changes);
}

constexpr const char* all_output =
    "[output]\nfields = { every_steps = 1 }\nspectra = { every_steps = 1 }\n";

class TurbulenceOnDevice
    : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

void expect_what_is_estimated(io::Case input, const char* what, bool writes,
                              const char* field = "vorticity",
                              const std::vector<std::string>& tables = {"spectrum", "statistics"},
                              bool is_streamed = false) {
  const auto world = Communicator::world();
  auto estimate = Registry::instance().find("turbulence")->check(input, world, "cuda").memory;
  // What is written lies in pinned memory, too.
  if (is_streamed) estimate.arrays_bytes += estimate.output_bytes;
  use_one_device();
  const Peak peak = peak_of([&] {
    const auto solver = (*Registry::instance().find_factory("turbulence", "cuda"))(input, world);
    solver->initialise();
    for (int n = 0; n < 2; ++n) {
      solver->step(1e9);
      solver->scalars();
    }
    if (!writes) return;
    testing::image_of(*solver, field);
    solver->tables(tables);
    solver->step(1e9);
  });
  expect_estimated(what, peak, estimate);
}

TEST_P(TurbulenceOnDevice, TakesWhatIsEstimated) {
  const auto [precision, output, route] = GetParam();
  // 44 has a prime factor for which transforms need more memory.
  for (const char* points : {"[48, 40, 36]", "[36, 44, 40]"})
    expect_what_is_estimated(turbulence(precision, output, route, points), points, *output != 0);
}

TEST(MhdOnDevice, WithScalarsTakesWhatIsEstimated) {
  expect_what_is_estimated(
      turbulence("double", "", "auto", "[48, 40, 36]",
                 {"forcing={kind=\"random\", k_max=6, energy_input=1}",
                  "turbulence.equations=\"hall-mhd\"", "turbulence.resistivity=0.01",
                  "turbulence.ion_inertial_length=0.1",
                  "turbulence.scalar=[{diffusivity=0.01}, {diffusivity=0}, {diffusivity=0}]"}),
      "hall-mhd", false);
}

TEST(StatisticsOnDevice, TakeWhatIsEstimated) {
  const std::vector<std::string> sets{"turbulence.equations=\"boussinesq\"",
                                      "turbulence.diffusivity=0.01",
                                      "turbulence.buoyancy_frequency=1"};
  std::vector<std::string> statistics = sets, averages = sets;
  statistics.push_back("output.statistics.every_steps=1");
  averages.push_back("averages={from=0, fields=[\"velocity\", \"potential_vorticity\"]}");
  expect_what_is_estimated(turbulence("double", "", "auto", "[48, 40, 36]", statistics),
                           "statistics", true, "buoyancy", {"structure_z", "density_gradient"});
  expect_what_is_estimated(turbulence("single", all_output, "auto", "[48, 40, 36]", averages),
                           "averages", true, "potential_vorticity");
}

/// Of single precision they have buffers of their own.
TEST(MessagesOnDevice, TakeWhatIsEstimated) {
  for (const char* kind : {"slab", "pencil"})
    expect_what_is_estimated(turbulence("double", "", "staged", "[48, 40, 36]",
                                        {"transport.message_precision=\"single\"",
                                         std::string("decomposition.kind=\"") + kind + "\""}),
                             kind, false);
}

/// Two ranks that share all planes.
TEST(PencilsOnDevice, TakeWhatIsEstimated) {
  for (const char* output : {"", all_output})
    expect_what_is_estimated(
        turbulence("double", output, "auto", "[48, 40, 36]", {"decomposition.kind=\"pencil\""}),
        "pencils", *output != 0);
}

/// Of slabs, too: ghosts of y are then a rank's own.
TEST(PencilsOnDevice, TakeWhatIsEstimatedOfParticlesAndAverages) {
  for (const char* kind : {"slab", "pencil"})
    expect_what_is_estimated(turbulence("double", all_output, "auto", "[48, 40, 36]",
                                        {std::string("decomposition.kind=\"") + kind + "\"",
                                         "particles=[{name=\"tracers\", count=20000}]",
                                         "averages={from=0, fields=[\"velocity\"]}",
                                         "output.statistics={every_steps=1}"}),
                             kind, true, "mean_velocity", {"structure_y", "moments"});
}

/// Fields on the host: chunks on the device, all else in pinned memory.
TEST(StreamedThroughDevice, TakesWhatIsEstimated) {
  for (const char* precision : {"single", "double"})
    for (const char* output : {"", all_output})
      expect_what_is_estimated(turbulence(precision, output, "auto", "[48, 44, 36]",
                                          {"device.residence=\"host\"", "device.streams=2"}),
                               "streamed", *output != 0, "vorticity", {"spectrum", "statistics"},
                               true);
}

TEST(StreamedThroughDevice, TakesWhatIsEstimatedOfStatisticsAndAverages) {
  const std::vector<std::string> on_host{"device.residence=\"host\"", "device.streams=2"};
  std::vector<std::string> statistics = on_host, averages = on_host;
  statistics.push_back("output.statistics.every_steps=1");
  averages.push_back("averages={from=0, fields=[\"velocity\", \"pressure\"]}");
  expect_what_is_estimated(turbulence("double", "", "auto", "[48, 44, 36]", statistics),
                           "streamed statistics", true, "vorticity",
                           {"structure_z", "density_gradient"}, true);
  expect_what_is_estimated(turbulence("single", all_output, "auto", "[48, 44, 36]", averages),
                           "streamed averages", true, "pressure", {"spectrum"}, true);
}

TEST(SuperfluidOnDevice, TakesWhatIsEstimated) {
  for (const char* output : {"", all_output})
    expect_what_is_estimated(
        turbulence("double", output, "auto", "[48, 40, 36]",
                   {"turbulence={equations=\"gross-pitaevskii\", sound_speed=1, "
                    "healing_length=0.5}",
                    "initial={kind=\"vortex-lines\"}"}),
        "superfluid", *output != 0, "momentum");
}

INSTANTIATE_TEST_SUITE_P(Cases, TurbulenceOnDevice,
                         ::testing::Combine(::testing::Values("single", "double"),
                                            ::testing::Values("", all_output),
                                            ::testing::Values("staged", "auto")));

}  // namespace
}  // namespace thalweg
