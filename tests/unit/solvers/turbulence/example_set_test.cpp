// SPDX-License-Identifier: Apache-2.0
// The example of docs/howto/add-an-equation.md compiles, is the one that is shown, and is right.
#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/unit/solvers/turbulence/ekman.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file << ": run from the root of the project";
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(ExampleSet, IsTheOneThatTheDocumentShows) {
  const std::string source = text_of("tests/unit/solvers/turbulence/ekman.hpp");
  const std::size_t begin = source.find("/// State: u."), end = source.find("\n}  // namespace");
  ASSERT_NE(begin, std::string::npos);
  EXPECT_NE(text_of("docs/howto/add-an-equation.md").find(source.substr(begin, end - begin)),
            std::string::npos);
}

// An ABC flow decays by viscosity and friction.
TEST(ExampleSet, AddsItsFriction) {
  constexpr double mu = 0.3, end = 1;
  Parameters p = flows::cube(12, 0.1, "rk4", 0.02);
  p.initial.kind = InitialKind::abc;
  p.initial.wavenumber = 2;
  Solver<double> solver(p, Communicator::self(), Ekman<double>::describe(p),
                        std::make_unique<Fused<double, Ekman<double>>>(Ekman<double>(p, mu)));
  solver.initialise();
  const double before = flows::scalar(solver, "energy");
  flows::run_to(solver, end);
  EXPECT_NEAR(flows::scalar(solver, "energy"), before * std::exp(-2 * (0.1 * 4 + mu) * end),
              1e-8 * before);
}

}  // namespace
}  // namespace thalweg::turbulence
