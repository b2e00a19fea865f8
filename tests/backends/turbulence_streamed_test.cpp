// SPDX-License-Identifier: Apache-2.0
// Fields that lie on the host and pass through the device in chunks, against the same case with its
// fields on the device: the same bits, for every set of equations, on any ranks.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "tests/support/written_image.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace thalweg {
namespace {

using simulation::Registry;
using simulation::Simulation;
using transport::Communicator;
using Keys = std::vector<std::string>;

const Keys on_host{"device.residence=\"host\"", "device.streams=3", "device.chunks=4"};

Keys operator+(Keys keys, const Keys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

/// The self-test's case with some keys changed, not begun.
std::unique_ptr<Simulation> made(const Keys& changes) {
  const Registry& registry = Registry::instance();
  auto input = io::Case::parse(registry.find("turbulence")->self_test_case, "test.toml", changes);
  exec::select_device(0);
  transport::set_device_trial({.program = "", .device = 0, .seconds = 0});
  return (*registry.find_factory("turbulence", "cuda"))(input, Communicator::world());
}

std::unique_ptr<Simulation> after(int steps, const Keys& changes) {
  auto solver = made(changes);
  solver->initialise();
  for (int n = 0; n < steps; ++n) solver->step(1e9);
  return solver;
}

void expect_same(Simulation& streamed, Simulation& resident, const std::vector<const char*>& fields,
                 const std::vector<std::string>& tables) {
  for (const char* name : fields)
    EXPECT_EQ(testing::image_of(streamed, name).values, testing::image_of(resident, name).values)
        << name;
  const auto a = streamed.scalars(), b = resident.scalars();
  for (std::size_t n = 0; n < a.size(); ++n)
    EXPECT_TRUE(a[n].value == b[n].value || std::isnan(b[n].value)) << a[n].name;
  const auto c = streamed.tables(tables), d = resident.tables(tables);
  ASSERT_EQ(c.size(), tables.size());
  for (std::size_t n = 0; n < c.size(); ++n) EXPECT_EQ(c[n].values[1], d[n].values[1]) << c[n].name;
}

class Streamed : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  }
  Keys precision() const { return {std::string("simulation.precision=\"") + GetParam() + "\""}; }
};

TEST_P(Streamed, NavierStokesHasTheSameBits) {
  const auto resident = after(3, precision());
  const std::vector<const char*> fields{"velocity", "vorticity", "pressure"};
  for (const Keys& keys : {on_host, Keys{"device.residence=\"host\"", "device.streams=1"},
                           Keys{"device.residence=\"host\"", "device.streams=2", "device.chunks=26",
                                "transport.chunks=2"}})
    expect_same(*after(3, precision() + keys), *resident, fields, {"spectrum", "transfer"});
}

// The set, all its options, and three passive scalars, in two groups of sweeps.
TEST_P(Streamed, OtherSetsHaveTheSameBits) {
  const Keys scalars{
      "turbulence.rotation=[0.3, 0, 1]", "turbulence.hyperviscosity={coefficient=1e-6, order=3}",
      "turbulence.scalar=[{diffusivity=0.01, gradient=[0, 0, 1]}, {diffusivity=0.02, "
      "energy=0.2}, {diffusivity=0.01, gradient=[1, 0, 0]}]"};
  const Keys boussinesq{"turbulence.equations=\"boussinesq\"", "turbulence.buoyancy_frequency=2",
                        "turbulence.diffusivity=0.01", "initial.buoyancy_energy=0.2",
                        "forcing={kind=\"constant-energy-input\", energy_input=0.3}"};
  const Keys hall{"turbulence.equations=\"hall-mhd\"",
                  "turbulence.resistivity=0.01",
                  "turbulence.ion_inertial_length=0.1",
                  "turbulence.magnetic_field=[0, 0, 0.5]",
                  "initial.magnetic_energy=0.2",
                  "forcing={kind=\"random\", energy_input=0.3, correlation_time=0.1, helicity=0.5}",
                  "turbulence.viscous=\"explicit\""};
  const auto compare = [&](const Keys& keys, const std::vector<const char*>& fields,
                           const std::vector<std::string>& tables) {
    expect_same(*after(2, precision() + keys + on_host), *after(2, precision() + keys), fields,
                tables);
  };
  compare(boussinesq + scalars, {"buoyancy", "scalar_3", "potential_vorticity"},
          {"transfer", "spectrum_scalar_1"});
  compare(hall + scalars, {"magnetic", "scalar_2", "dissipation"}, {"transfer"});
  compare({"turbulence={equations=\"gross-pitaevskii\", sound_speed=1, healing_length=0.5}",
           "initial={kind=\"vortex-rings\", relaxation=5, ring=[{radius=1.5, centre=[3, 3, 3]}]}"},
          {"density", "momentum"}, {"spectrum", "spectrum_density_parallel"});
}

TEST_P(Streamed, AveragesAndStatisticsHaveTheSameBits) {
  const Keys keys{"averages={from=0, every_steps=2, fields=[\"velocity\", \"pressure\"]}",
                  "output.statistics={every_steps=1}"};
  expect_same(*after(5, precision() + keys + on_host), *after(5, precision() + keys),
              {"mean_velocity", "reynolds_stress_xy", "mean_pressure", "variance_pressure"},
              {"structure_x", "structure_z", "density_velocity", "moments"});
}

/// A file of all ranks, gone with this.
class SharedFile {
 public:
  SharedFile() {
    const double pid = Communicator::world().max(Communicator::world().is_root() ? getpid() : 0);
    path_ = std::filesystem::temp_directory_path() /
            ("thalweg-streamed-" + std::to_string(static_cast<int>(pid)) + ".h5");
  }
  ~SharedFile() {
    Communicator::world().barrier();
    if (Communicator::world().is_root()) std::filesystem::remove(path_);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A run that is streamed goes on as one whose fields stay on the device, and the other way round.
TEST_P(Streamed, RunsGoOnEitherWay) {
  const Keys averaged{"averages={from=0}"};
  const auto unbroken = after(4, precision() + averaged);
  for (const bool streamed_first : {true, false}) {
    const SharedFile file;
    {
      auto half = after(2, precision() + averaged + (streamed_first ? on_host : Keys{}));
      io::CheckpointWriter out(file.path(), Communicator::world(), "turbulence");
      half->save(out);
      out.commit();
    }
    auto rest = made(precision() + averaged + (streamed_first ? Keys{} : on_host));
    io::CheckpointReader in(file.path(), Communicator::world());
    rest->load(in);
    for (int n = 0; n < 2; ++n) rest->step(1e9);
    for (const char* field : {"velocity", "mean_velocity"})
      EXPECT_EQ(testing::image_of(*rest, field).values, testing::image_of(*unbroken, field).values);
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, Streamed, ::testing::Values("double", "single"));

}  // namespace
}  // namespace thalweg
