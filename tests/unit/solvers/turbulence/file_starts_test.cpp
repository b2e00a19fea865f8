// SPDX-License-Identifier: Apache-2.0
// Starts from files of all fields, on other grids, against formulas; and what is refused.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr double pi = std::numbers::pi;

/// Write a field of a cube whose values value(x, y, z, out) gives.
template <class Value>
void write(const std::filesystem::path& file, int n, const std::string& name, int components,
           Value value) {
  std::vector<double> values;
  const double dx = 2 * pi / n;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        double out[3];
        value(x * dx, y * dx, z * dx, out);
        values.insert(values.end(), out, out + components);
      }
  io::write_image(file, Communicator::self(), flows::cube_grid(n),
                  {{name, "1", components, 0, n, std::move(values)}}, 0, 0);
}

/// Largest difference of a field of two solvers.
double apart(simulation::Simulation& a, simulation::Simulation& b, const std::string& name) {
  const std::vector<double> one = flows::field_of(a, name), other = flows::field_of(b, name);
  double most = 0;
  for (std::size_t n = 0; n < one.size(); ++n) most = std::max(most, std::abs(one[n] - other[n]));
  return most;
}

const std::string conducting =
    "viscosity = 0.01\nequations = \"mhd\"\nresistivity = 0.01\nmagnetic_field = [0, 0, 0.5]\n"
    "scalar = [{diffusivity = 0.1";

void velocity(double x, double y, double z, double* out) {
  out[0] = std::sin(y) + 0.3 * std::cos(2 * z);
  out[1] = std::cos(z) - 0.2 * std::sin(3 * x);
  out[2] = std::sin(x + y);
}
void magnetic(double, double y, double z, double* out) {
  out[0] = std::sin(y - z);
  out[1] = std::sin(z);
  out[2] = std::cos(y) + 0.5;
}

// The magnetic field and the scalar have files of their own.
TEST(FileStart, GivesAllFieldsWhateverTheirGrid) {
  const auto known = started(
      read(conducting + "}]",
           "kind = \"formula\"\nvelocity = [\"sin(y)+0.3*cos(2*z)\", \"cos(z)-0.2*sin(3*x)\", "
           "\"sin(x+y)\"]\nmagnetic = [\"sin(y-z)\", \"sin(z)\", \"cos(y)\"]\n"
           "scalar = [\"2+sin(x+2*y-z)\"]\n"));
  for (const int n : {12, 24}) {
    const io::testing::Scratch scratch;
    const std::string u = (scratch / "u.vtkhdf").string(), b = (scratch / "b.vtkhdf").string(),
                      heat = (scratch / "heat.vtkhdf").string();
    write(u, n, "velocity", 3, velocity);
    write(b, n, "B", 3, magnetic);
    write(heat, n, "heat", 1,
          [](double x, double y, double z, double* out) { *out = 2 + std::sin(x + 2 * y - z); });
    const Parameters p = read(conducting + ", path = \"" + heat + "\", dataset = \"heat\"}]",
                              "kind = \"file\"\npath = \"" + u + "\"\nmagnetic_path = \"" + b +
                                  "\"\nmagnetic_dataset = \"B\"");
    const auto solver = started(p);
    for (const std::string& note : solver->notes())
      EXPECT_EQ(note.find("mean squares"), std::string::npos) << note;
    for (const char* field : {"velocity", "magnetic", "scalar_1"})
      EXPECT_LT(apart(*solver, *known, field), 5e-15) << field << " from " << n;
    EXPECT_LT(apart(*started<Solver<float>>(p), *known, "magnetic"), 2e-6);
  }
}

TEST(FileStart, SaysWhatOfAMagneticFieldHadADivergenceAndRefusesAnotherMean) {
  const io::testing::Scratch scratch;
  const std::string file = (scratch / "all.vtkhdf").string();
  const auto with = [&](double mean) {
    write(file, 16, "magnetic", 3, [=](double x, double y, double z, double* out) {
      magnetic(x, y, z, out);
      out[0] = std::sin(x) + std::sin(y);
      out[1] = 0;
      out[2] = mean;
    });
    Parameters p = read(conducting + "}]", "kind = \"random\"");
    p.initial.file_fields = {{file, "magnetic", 3, 3}};
    return p;
  };
  const auto solver = started(with(0));
  EXPECT_LT(flows::scalar(*solver, "divergence_magnetic_max"), 1e-14);
  EXPECT_NEAR(flows::scalar(*solver, "energy_magnetic"), 0.25, 1e-14);
  const std::vector<std::string> notes = solver->notes();
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0], file + ", \"magnetic\": 0.71 of it (root of mean squares) had a divergence, "
                             "and was projected away");
  EXPECT_NE(refusal([&] { started(with(0.4)); })
                .find(file + ", \"magnetic\" has a mean of (0, 0, 0.4): turbulence.magnetic_field "
                             "says the uniform field, which is (0, 0, 0.5)"),
            std::string::npos);
}

TEST(FileStart, NamesTheFileAndTheDatasetThatDoNotFit) {
  const io::testing::Scratch scratch;
  const std::string file = (scratch / "u.vtkhdf").string(), set = conducting + "}]",
                    start = "kind = \"file\"\npath = \"" + file + "\"\n";
  write(file, 16, "velocity", 3, velocity);
  const auto of = [&](const std::string& keys) {
    return refusal([&] { started(read(set, start + keys)); });
  };
  EXPECT_EQ(of("magnetic_dataset = \"b\""),
            file + ": there is no point field \"b\"; the file holds: velocity");
  EXPECT_NE(
      refusal([&] {
        started(read(conducting + ", dataset = \"velocity\"}]", start));
      }).find(file + ": dataset \"velocity\" has extents (16, 16, 16, 3), expected are (z, y, x)"),
      std::string::npos);
  EXPECT_NE(of("magnetic_path = \"none.h5\"").find("there is no file"), std::string::npos);
  EXPECT_NE(of("magnetic_dataset = \"velocity\"\nmagnetic_energy = 1").find("magnetic_energy"),
            std::string::npos);
}

TEST(FileStart, GivesAWaveFunction) {
  const io::testing::Scratch scratch;
  const std::string real = (scratch / "real.vtkhdf").string(),
                    imaginary = (scratch / "imaginary.vtkhdf").string();
  const auto part = [](double x, double y, double, double* out) {
    *out = 1 + 0.1 * std::cos(x - y);
  };
  write(real, 12, "wave_function_real", 1, part);
  write(imaginary, 12, "wave_function_imaginary", 1,
        [](double, double y, double z, double* out) { *out = 0.2 * std::sin(y + z); });
  const auto solver = started(
      read("equations = \"gross-pitaevskii\"\nsound_speed = 1\n"
           "healing_length = 0.5\n",
           "kind = \"file\"\npath = \"" + real + "\"\nimaginary_path = \"" + imaginary + "\""));
  // 1 + 0.1^2 / 2 + 0.2^2 / 2
  EXPECT_NEAR(flows::scalar(*solver, "mass"), 1.025, 1e-14);
  const auto values = flows::field_of(*solver, "wave_function_real");
  double out = 0;
  part(3 * 2 * pi / 16, 5 * 2 * pi / 16, 0, &out);
  EXPECT_NEAR(values[5 * 16 + 3], out, 1e-14);
}

}  // namespace
}  // namespace thalweg::turbulence
