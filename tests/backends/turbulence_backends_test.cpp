// SPDX-License-Identifier: Apache-2.0
// The turbulence solver on a device against the same case on the host, in both precisions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "tests/support/written_image.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace thalweg {
namespace {

using simulation::Registry;
using transport::Communicator;

/// So many steps of the self-test's case with some keys changed.
std::unique_ptr<simulation::Simulation> after(int steps, const std::string& device,
                                              const std::vector<std::string>& changes) {
  const Registry& registry = Registry::instance();
  auto input = io::Case::parse(registry.find("turbulence")->self_test_case, "test.toml", changes);
  const auto world = Communicator::world();
  if (device == "cuda") {
    exec::select_device(world.node_rank());
    const char* program = std::getenv("THALWEG_BIN");
    transport::set_device_trial({program ? program : "", world.node_rank()});
  }
  auto solver = (*registry.find_factory("turbulence", device))(input, world);
  solver->initialise();
  solver->history_written();  // rates between rows are counted from here
  for (int n = 0; n < steps; ++n) solver->step(1e9);
  return solver;
}

std::unique_ptr<simulation::Simulation> after_ten_steps(const std::string& device,
                                                        const std::string& precision,
                                                        const std::string& route = "auto") {
  return after(10, device,
               {"simulation.precision=\"" + precision + "\"", "transport.route=\"" + route + "\""});
}

std::vector<double> values_of(const io::ImageField& field) {
  return std::visit([](const auto& v) { return std::vector<double>(v.begin(), v.end()); },
                    field.values);
}

/// The largest difference of two solutions at the same time.
double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

/// Of fields, over their largest value; and of the columns of the history from `first` on.
void expect_agreement(simulation::Simulation& device, simulation::Simulation& host,
                      const std::vector<const char*>& fields, std::size_t first, double tolerance) {
  for (const char* name : fields) {
    const auto a = values_of(testing::image_of(device, name)),
               b = values_of(testing::image_of(host, name));
    const double largest = std::abs(*std::max_element(
        b.begin(), b.end(), [](double x, double y) { return std::abs(x) < std::abs(y); }));
    EXPECT_LT(apart(a, b), tolerance * largest) << name;
  }
  const auto a = device.scalars(), b = host.scalars();
  for (std::size_t n = first; n < a.size(); ++n)
    EXPECT_NEAR(a[n].value, b[n].value, 10 * tolerance * std::max(1.0, std::abs(b[n].value)))
        << a[n].name;
}

class OnDevice : public ::testing::TestWithParam<std::pair<const char*, double>> {
 protected:
  void SetUp() override {
    if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  }
};

TEST_P(OnDevice, FieldsAndScalarsAgreeWithTheHost) {
  const auto [precision, tolerance] = GetParam();
  const auto host = after_ten_steps("cpu", precision), device = after_ten_steps("cuda", precision);
  for (const char* name : {"velocity", "vorticity"}) {
    const auto a = values_of(testing::image_of(*device, name)),
               b = values_of(testing::image_of(*host, name));
    ASSERT_EQ(a.size(), b.size());
    double largest = 0, worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, std::abs(b[i]));
      worst = std::max(worst, std::abs(a[i] - b[i]));
    }
    EXPECT_LT(worst, tolerance * largest) << name;
  }
  EXPECT_NEAR(device->scalars().front().value, host->scalars().front().value, tolerance);
}

// The set, all its options, and three passive scalars, in two groups of sweeps.
TEST_P(OnDevice, EquationSetsAgreeWithTheHost) {
  const auto [precision, tolerance] = GetParam();
  const std::vector<std::string> scalars{
      "turbulence.rotation=[0.3, 0, 1]", "turbulence.hyperviscosity={coefficient=1e-6, order=3}",
      "turbulence.scalar=[{diffusivity=0.01, gradient=[0, 0, 1]}, {diffusivity=0.02, "
      "energy=0.2}, {diffusivity=0.01, gradient=[1, 0, 0]}]",
      "initial.peak_wavenumber=3", std::string("simulation.precision=\"") + precision + "\""};
  const std::pair<std::vector<std::string>, std::vector<const char*>> sets[] = {
      {{"turbulence.equations=\"boussinesq\"", "turbulence.buoyancy_frequency=2",
        "turbulence.diffusivity=0.01", "initial.buoyancy_energy=0.2",
        "forcing={kind=\"constant-energy-input\", energy_input=0.3}", "averages={from=0}"},
       {"velocity", "buoyancy", "scalar_1", "scalar_3", "pressure", "strain_rate",
        "potential_vorticity", "mean_velocity", "reynolds_stress_xz"}},
      {{"turbulence.equations=\"mhd\"", "turbulence.resistivity=0.01",
        "turbulence.magnetic_field=[0, 0, 0.5]", "initial.magnetic_energy=0.2",
        "forcing={kind=\"random\", energy_input=0.3, correlation_time=0.1, helicity=0.5}"},
       {"velocity", "magnetic", "current", "scalar_2", "pressure", "q_criterion", "dissipation"}},
      {{"turbulence.equations=\"hall-mhd\"", "turbulence.resistivity=0.01",
        "turbulence.ion_inertial_length=0.1", "turbulence.magnetic_field=[0, 0, 0.5]",
        "initial.magnetic_energy=0.2"},
       {"velocity", "magnetic", "pressure"}}};
  for (const auto& [keys, fields] : sets) {
    std::vector<std::string> changes = keys;
    changes.insert(changes.end(), scalars.begin(), scalars.end());
    const auto host = after(5, "cpu", changes), device = after(5, "cuda", changes);
    expect_agreement(*device, *host, fields, 12, tolerance);
    EXPECT_EQ(device->tables({"spectrum_scalar_1"}).size(), 1u);
    const auto flux = device->tables({"transfer"})[0].values[2],
               known = host->tables({"transfer"})[0].values[2];
    for (std::size_t k = 0; k < flux.size(); ++k) EXPECT_NEAR(flux[k], known[k], 10 * tolerance);
  }
}

TEST_P(OnDevice, StatisticsAtPointsAgreeWithTheHost) {
  const auto [precision, tolerance] = GetParam();
  const std::vector<std::string> changes{"output.statistics.every_steps=1",
                                         "statistics={orders=3, bins=20, increments=[3]}",
                                         std::string("simulation.precision=\"") + precision + "\""},
      names{"structure_y", "structure_z", "density_gradient", "density_increment_3", "moments"};
  const auto a = after(3, "cuda", changes)->tables(names),
             b = after(3, "cpu", changes)->tables(names);
  ASSERT_EQ(a.size(), names.size());
  for (std::size_t t = 0; t < a.size(); ++t)
    for (std::size_t c = 0; c < a[t].values.size(); ++c)
      for (std::size_t n = 0; n < a[t].values[c].size(); ++n)
        // Rounding may move some of the 12480 values to the next bin.
        EXPECT_NEAR(a[t].values[c][n], b[t].values[c][n],
                    a[t].name.starts_with("density")
                        ? 5e-4
                        : 100 * tolerance * (1 + std::abs(b[t].values[c][n])))
            << a[t].name << ", " << a[t].columns[c];
}

// Rings, relaxed and stepped, and what is made of the wave function.
TEST_P(OnDevice, ASuperfluidAgreesWithTheHost) {
  const auto [precision, tolerance] = GetParam();
  const std::vector<std::string> changes{
      "turbulence={equations=\"gross-pitaevskii\", sound_speed=1, healing_length=0.5}",
      "initial={kind=\"vortex-rings\", relaxation=5, ring=[{radius=1.5, centre=[3, 3, 3]}]}",
      std::string("simulation.precision=\"") + precision + "\""};
  const auto host = after(5, "cpu", changes), device = after(5, "cuda", changes);
  expect_agreement(*device, *host, {"density", "wave_function_imaginary", "momentum"}, 0,
                   tolerance);
  const auto tables = device->tables({"spectrum", "spectrum_density_parallel"});
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_NEAR(tables[0].values[1][1], host->tables({"spectrum"})[0].values[1][1], tolerance);
}

// An ABC flow is an exact solution that viscosity damps: u = exp(-nu t) u(0).
TEST_P(OnDevice, AbcFlowDecaysAsItMust) {
  const auto [precision, tolerance] = GetParam();
  const auto energy = [&, name = precision](int steps) {
    return after(steps, "cuda",
                 {std::string("simulation.precision=\"") + name + "\"", "initial.kind=\"abc\"",
                  "time.step=0.02"})
        ->scalars()
        .front()
        .value;
  };
  const double begin = energy(0);
  EXPECT_NEAR(energy(10) / begin, std::exp(-2 * 0.01 * 0.2), tolerance);
}

// Per step the halves may differ by 1e-13 in double and 1e-5 in single.
INSTANTIATE_TEST_SUITE_P(Precisions, OnDevice,
                         ::testing::Values(std::pair{"double", 1e-12}, std::pair{"single", 1e-4}));

TEST(Steps, OnADeviceAreOfThirdOrder) {
  if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  const auto solution = [](int steps) {
    return values_of(testing::image_of(
        *after(steps, "cuda", {"time.step=" + std::to_string(0.32 / steps)}), "velocity"));
  };
  const auto coarse = solution(8), middle = solution(16), fine = solution(32);
  const auto world = Communicator::world();
  const double order = std::log2(world.max(apart(coarse, middle)) / world.max(apart(middle, fine)));
  if (world.is_root()) std::printf("  order %.2f\n", order);
  EXPECT_NEAR(order, 3, 0.3);
}

/// Whatever way the messages take between devices, the fields are the same to the last bit.
TEST(RoutesOfDevices, GiveTheSameFields) {
  if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  const auto usual =
      values_of(testing::image_of(*after_ten_steps("cuda", "double", "staged"), "velocity"));
  for (const std::string route : {"direct", "shared", "pairwise"}) try {
      const auto other = after_ten_steps("cuda", "double", route);
      EXPECT_EQ(values_of(testing::image_of(*other, "velocity")), usual) << route;
    } catch (const InputError& error) {
      std::printf("not here: %s\n", error.what());
    }
}

TEST(DeviceHalf, IsInThisBinary) {
  EXPECT_TRUE(exec::has_device_half());
  EXPECT_NE(Registry::instance().find_factory("turbulence", "cuda"), nullptr);
}

}  // namespace
}  // namespace thalweg
