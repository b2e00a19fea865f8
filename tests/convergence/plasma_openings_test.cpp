// SPDX-License-Identifier: Apache-2.0
// Plasma that enters and leaves by openings, against exact flows: docs/theory/blood.md, section 11.
#include <unistd.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "tests/support/plasma_runs.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

// Lengths in spacings of 1 um; kinematic viscosity 1e-6 m^2/s. A step is (tau - 1/2) / 3 us.
constexpr const char* fluid = R"(
[grid]
spacing = 1e-6
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.8
)";
constexpr double step = 1e-7;  // s, at this relaxation time

std::string opening(const std::string& name, const std::string& rest) {
  return "[[openings]]\nname = \"" + name + "\"\n" + rest + "\n";
}
std::string geometry_of(const std::string& shape, double length, double across, double height) {
  std::string text =
      "[geometry]\nshape = \"" + shape + "\"\nlength = " + std::to_string(length) + "e-6\n";
  if (shape == "tube") return text + "diameter = " + std::to_string(across) + "e-6\n";
  return text + "width = " + std::to_string(across) + "e-6\nheight = " + std::to_string(height) +
         "e-6\n";
}

int steady_steps(double width) { return static_cast<int>(std::ceil(3.5 * width * width / 0.1)); }

double pressure_drop(simulation::Simulation& solver) {
  return scalar(solver, "pressure_x_low") - scalar(solver, "pressure_x_high");
}

/// Of the drop of pressure along a vessel twice as long as wide, at so small a velocity that
/// inertia does not matter.
double channel_error(int height, const std::string& profile, const std::string& outlet) {
  const double velocity = 1e-3, h = height * 1e-6;
  const Solver solver =
      plasma_after(2 * steady_steps(height),
                   fluid + geometry_of("channel", 2 * height, 1, height) +
                       opening("x_low", "kind = \"velocity\"\nmean_velocity = 1e-3\nprofile = \"" +
                                            profile + "\"\nramp_time = 1e-5") +
                       opening("x_high", outlet));
  EXPECT_NEAR(scalar(*solver, "flow_rate_x_low"), velocity * h * 1e-6, 1e-12 * velocity * h * 1e-6);
  EXPECT_NEAR(scalar(*solver, "flow_rate_x_high") / (-velocity * h * 1e-6), 1, 1e-5);
  return std::abs(pressure_drop(*solver) / (12 * 1e-3 * velocity * 2 / h) - 1);
}

TEST(Channel, BetweenInflowAndPressureConvergesInSecondOrder) {
  const std::string outlet = "kind = \"pressure\"\npressure = 0";
  for (const char* profile : {"computed", "parabolic"}) {
    const double coarse = channel_error(8, profile, outlet),
                 fine = channel_error(16, profile, outlet);
    EXPECT_LT(fine, 3e-3) << profile;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.25) << profile << ' ' << coarse << ' ' << fine;
  }
}

TEST(Channel, DoesNotMindHowHighThePressureIs) {
  const double low = channel_error(8, "computed", "kind = \"pressure\"\npressure = 0"),
               high = channel_error(8, "computed", "kind = \"pressure\"\npressure = 1.3e4");
  EXPECT_NEAR(high, low, 1e-7);
}

/// Driven by pressures alone.
double driven_flow_error(int height) {
  const double h = height * 1e-6, drop = 1e-2;
  const Solver solver =
      plasma_after(2 * steady_steps(height),
                   fluid + geometry_of("channel", 2 * height, 1, height) +
                       opening("x_low", "kind = \"pressure\"\npressure = 1.01\nramp_time = 0") +
                       opening("x_high", "kind = \"pressure\"\npressure = 1"));
  const double exact = drop / (2 * h) * h * h * h * 1e-6 / (12 * 1e-3);
  return std::abs(scalar(*solver, "flow_rate_x_low") / exact - 1);
}

TEST(Channel, BetweenPressuresConvergesInSecondOrder) {
  const double coarse = driven_flow_error(8), fine = driven_flow_error(16);
  EXPECT_LT(fine, 4e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.25) << coarse << ' ' << fine;
}

// All openings share 10^4 Pa.
TEST(Planes, HaveThePressureThatOpeningsHave) {
  const Solver solver = plasma_after(
      100, fluid + geometry_of("channel", 8, 1, 4) +
               opening("x_low", "kind = \"pressure\"\npressure = 1.001e4\nramp_time = 0") +
               opening("x_high", "kind = \"pressure\"\npressure = 1e4") +
               "[[planes]]\nname = \"middle\"\naxis = \"x\"\nat = [0, 0, 0]\n");
  EXPECT_NEAR(scalar(*solver, "pressure_middle"), 1.0005e4, 2);
  const auto profile = solver->tables({"profile_middle"}).at(0);
  for (const double pressure : profile.values.at(2)) EXPECT_NEAR(pressure, 1.0005e4, 2);
}

TEST(ApparentViscosity, IsThatOfAFlowWhichAGradientAloneDrives) {
  const std::string ends = opening("x_low", "kind = \"pressure\"\npressure = 1") +
                           opening("x_high", "kind = \"pressure\"\npressure = 0");
  const auto columns_with = [&](const std::string& openings) {
    std::string names;
    for (const auto& s : plasma_after(0, fluid + geometry_of("channel", 8, 1, 4) + openings,
                                      {"flow.pressure_gradient=[1e4, 0, 0]"})
                             ->scalars())
      names += s.name + " ";
    return names;
  };
  EXPECT_NE(columns_with("").find("apparent_viscosity"), std::string::npos);
  EXPECT_EQ(columns_with(ends).find("apparent_viscosity"), std::string::npos);
}

double tube_error(double diameter) {
  const double d = diameter * 1e-6, length = 24, flow = 1e-3 * std::numbers::pi / 4 * d * d;
  const Solver solver = plasma_after(
      2 * steady_steps(diameter / std::sqrt(2)),
      fluid + geometry_of("tube", length, diameter, 0) +
          opening("x_low", "kind = \"velocity\"\nmean_velocity = 1e-3\nramp_time = 1e-5") +
          opening("x_high", "kind = \"pressure\"\npressure = 0"));
  const double exact = 128 * 1e-3 * length * 1e-6 * flow / (std::numbers::pi * std::pow(d, 4));
  return std::abs(pressure_drop(*solver) / exact - 1);
}

TEST(Tube, HasTheDropOfHagenAndPoiseuille) {
  EXPECT_LT(tube_error(10.4), 0.02);
  EXPECT_LT(tube_error(20.8), 0.005);
}

/// J_0 of a complex number.
std::complex<double> bessel(std::complex<double> z) {
  std::complex<double> sum = 1, term = 1;
  for (int k = 1; k < 80; ++k) sum += term *= -z * z / 4.0 / (1.0 * k * k);
  return sum;
}

/// Velocity at r of a flow rate Re exp(i w t). (11.4)
double womersley(double radius, double r, double rate, double time) {
  const double viscosity = 1e-6, area = std::numbers::pi * radius * radius;
  const std::complex<double> i{0, 1}, k = std::sqrt(-i * rate / viscosity), z = k * radius;
  std::complex<double> first = z / 2.0, sum = first;  // J_1
  for (int n = 1; n < 80; ++n) sum += first *= -z * z / 4.0 / (1.0 * n * (n + 1));
  const auto shape = (1.0 - bessel(k * r) / bessel(z)) / (1.0 - 2.0 * sum / (z * bessel(z)));
  return (shape / area * std::exp(i * rate * time)).real();
}

// The flow enters as it is in an endless tube, so it is the exact one everywhere. Sound crosses the
// tube in 1/60 of a period.
TEST(Tube, PassesWomersleysFlowOn) {
  const double diameter = 12.4e-6, rate = 4 * 1e-6 / std::pow(diameter / 4, 2),  // alpha = 4
      frequency = rate / (2 * std::numbers::pi), short_step = step / 6;
  const int steps = static_cast<int>(std::round(2.1 / (frequency * short_step)));
  const Solver solver =
      plasma_after(steps,
                   fluid + geometry_of("tube", 8, 12.4, 0) +
                       opening("x_low", "kind = \"velocity\"\nprofile = \"womersley\"\n"
                                        "flow_rate = 0\namplitude = 1e-13\nfrequency = " +
                                            std::to_string(frequency)) +
                       opening("x_high", "kind = \"pressure\"\npressure = 0"),
                   {"blood.relaxation_time=0.55"});
  const simulation::Table profile = solver->tables({"profile"}).at(0);
  double difference = 0, size = 0;
  for (std::size_t n = 0; n < profile.values[0].size(); ++n) {
    const double z = profile.values[0][n];
    // Two planes beside the axis where the number of sites is even.
    const double r = std::hypot(z, profile.values[0].size() % 2 == 0 ? 0.5e-6 : 0);
    const double exact = 1e-13 * womersley(diameter / 2, r, rate, solver->time());
    difference += std::pow(profile.values[1][n] - exact, 2);
    size += exact * exact;
  }
  EXPECT_LT(std::sqrt(difference / size), 0.03) << std::sqrt(difference / size);
}

TEST(Outlet, OfAResistanceHasThePressureOfItsFlow) {
  const Solver solver = plasma_after(
      4000,
      fluid + geometry_of("tube", 12, 9.4, 0) +
          opening("x_low", "kind = \"velocity\"\nflow_rate = 1e-13\nramp_time = 1e-5") +
          opening("x_high", "kind = \"pressure\"\nresistance = 1e17"),
      {"blood.walls=\"half-way\""});
  EXPECT_NEAR(scalar(*solver, "pressure_x_high"), 1e4, 1);
  EXPECT_NEAR(scalar(*solver, "pressure_x_high") / (-1e17 * scalar(*solver, "flow_rate_x_high")), 1,
              1e-10);
}

TEST(Outlet, OfTwoElementsDecaysWithItsTimeConstant) {
  const double constant = 1e-4;  // s
  const auto pressure = [&](int steps) {
    const Solver solver = plasma_after(
        steps, fluid + geometry_of("tube", 12, 9.4, 0) +
                   opening("x_low", "kind = \"velocity\"\nflow_rate = 0") +
                   opening("x_high", "kind = \"pressure\"\nresistance = 1e17\ncompliance = 1e-21\n"
                                     "initial_pressure = 100"));
    return scalar(*solver, "pressure_x_high");
  };
  EXPECT_EQ(pressure(0), 100);
  for (const int steps : {500, 1500})
    EXPECT_NEAR(pressure(steps) / (100 * std::exp(-steps * step / constant)), 1,
                0.6 * steps * step / constant * step / constant);
}

// Mass is what has entered, by every link.
TEST(Mass, IsThatWhichEnters) {
  const Solver solver = plasma_after(
      300,
      fluid + geometry_of("duct", 9, 6, 5) +
          opening("x_low", "kind = \"velocity\"\nprofile = \"uniform\"\nflow_rate = 1e-13") +
          opening("x_high", "kind = \"pressure\"\nresistance = 1e16"),
      {"blood.walls=\"half-way\""});
  const double volume = 9 * 6 * 5 * 1e-18;
  for (int n = 0; n < 3; ++n) {
    const double before = scalar(*solver, "mass_change");
    solver->step(1e9);
    const double entered =
        (scalar(*solver, "flow_rate_x_low") + scalar(*solver, "flow_rate_x_high")) * step;
    EXPECT_NEAR((scalar(*solver, "mass_change") - before) * volume / (1e-13 * step),
                entered / (1e-13 * step), 1e-7);
  }
}

/// An STL file of a block, for as long as the object lives: all six of its faces are openings.
class Block {
 public:
  Block(const geometry::Vector& size) {
    geometry::TriangleSurface body;
    for (int n = 0; n < 8; ++n)
      body.corners.push_back({(n & 1 ? 0.5 : -0.5) * size[0], (n & 2 ? 0.5 : -0.5) * size[1],
                              (n & 4 ? 0.5 : -0.5) * size[2]});
    for (const auto& [a, b, c, d] : std::vector<std::array<int, 4>>{
             {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}) {
      body.triangles.push_back({a, b, c});
      body.triangles.push_back({a, c, d});
    }
    testing::write_stl(path_, body);
  }
  ~Block() { std::filesystem::remove(path_); }
  std::string geometry() const {
    return "[geometry]\nshape = \"surface\"\nunit = \"um\"\npath = \"" + path_.string() + "\"\n";
  }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                ("thalweg-block-" + std::to_string(getpid()) + ".stl");
};

// The fluid itself resists a thousandth as much.
TEST(Outlets, ShareTheFlowByTheirResistances) {
  const Block block({12, 8, 8});
  const Solver solver = plasma_after(
      3000, fluid + block.geometry() +
                opening("x_low", "kind = \"velocity\"\nflow_rate = 3e-14\nramp_time = 2e-5") +
                opening("y_low", "kind = \"pressure\"\nresistance = 1e17") +
                opening("y_high", "kind = \"pressure\"\nresistance = 2e17"));
  const double one = scalar(*solver, "flow_rate_y_low"), two = scalar(*solver, "flow_rate_y_high");
  EXPECT_NEAR(one / -2e-14, 1, 2e-3);
  EXPECT_NEAR(two / -1e-14, 1, 2e-3);
  EXPECT_NEAR(scalar(*solver, "pressure_y_low"), 2000, 5);
}

// Two pulses have more numbers in a step than one kernel takes.
TEST(Inlets, OfManyHarmonicsLetInWhatTheTableSays) {
  const Block block({8, 8, 8});
  const std::filesystem::path table = std::filesystem::temp_directory_path() /
                                      ("thalweg-pulse-" + std::to_string(getpid()) + ".csv");
  std::ofstream(table) << "time,flow_rate\n0,0\n2e-6,2e-14\n1e-5,0\n";
  const std::string pulse = "kind = \"velocity\"\nprofile = \"womersley\"\nharmonics = 31\n"
                            "repeat = true\ntable = \"" +
                            table.string() + "\"";
  const Solver solver = plasma_after(130, fluid + block.geometry() + opening("x_low", pulse) +
                                              opening("y_low", pulse) +
                                              opening("z_high", "kind = \"pressure\"\n"
                                                                "pressure = 0"));
  std::filesystem::remove(table);
  // 13 us, so 3 us into the second period.
  for (const char* column : {"flow_rate_x_low", "flow_rate_y_low"})
    EXPECT_NEAR(scalar(*solver, column) / 1.75e-14, 1, 1e-9);
}

// The plane of an opening lies where the surface has it, not half-way between sites.
TEST(Surface, MayEndAnywhereBetweenSites) {
  for (const double length : {15.2, 15.5, 15.9, 16.0}) {
    const Block block({length, 6, 6});
    const Solver solver = plasma_after(
        1500, fluid + block.geometry() + opening("x_low", "kind = \"pressure\"\npressure = 1e-2") +
                  opening("x_high", "kind = \"pressure\"\npressure = 0"));
    // Of a square: 28.454 mu L Q / a^4.
    const double exact = 1e-2 * std::pow(6e-6, 4) / (28.454 * 1e-3 * length * 1e-6);
    // 6 sites across give 1/72 too much.
    EXPECT_NEAR(scalar(*solver, "flow_rate_x_low") / exact, 1, 0.03) << length;
    EXPECT_NEAR(scalar(*solver, "flow_rate_x_high") / -scalar(*solver, "flow_rate_x_low"), 1, 1e-3);
  }
}

}  // namespace
}  // namespace thalweg::blood
