// SPDX-License-Identifier: Apache-2.0
// The series of the k-space correction against the functions that they stand for.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solvers/sound/operators/operators.hpp"

namespace thalweg::sound {
namespace {

template <class Real>
class Series : public ::testing::Test {
 protected:
  /// The largest error of f(a^2), a^2 = 0 to the limit, in roundings of 1. Terms of the cosine
  /// reach 4 at the limit, those of sin(a) / a 1.3, of which a rounding of each is left.
  template <class Function>
  static double largest_error(const Function& f, double (*exact)(double)) {
    constexpr int places = 4000;
    double largest = 0;
    for (int i = 0; i <= places; ++i) {
      const auto square = static_cast<Real>(Sinc<Real>::limit * i / places);
      const double a = std::sqrt(static_cast<double>(square));
      largest = std::max(largest, std::abs(static_cast<double>(f(square)) - exact(a)));
    }
    return largest / static_cast<double>(std::numeric_limits<Real>::epsilon());
  }
  static double sinc(double a) { return a > 0 ? std::sin(a) / a : 1; }
};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Series, Precisions);

TYPED_TEST(Series, AreExactToRoundingUpToTheirLimit) {
  EXPECT_LT(this->largest_error(Sinc<TypeParam>{}, this->sinc), 4);
  EXPECT_LT(this->largest_error(Cosine<TypeParam>{}, std::cos), 8);
}

TYPED_TEST(Series, AgreeWithTheFormsForAnyArgument) {
  EXPECT_LT(this->largest_error(WideSinc<TypeParam>{}, this->sinc), 2);
  EXPECT_LT(this->largest_error(WideCosine<TypeParam>{}, std::cos), 4);
}

}  // namespace
}  // namespace thalweg::sound
