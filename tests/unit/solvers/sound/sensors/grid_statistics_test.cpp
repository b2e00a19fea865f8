// SPDX-License-Identifier: Apache-2.0
// Statistics of the whole grid over many steps.
#include "solvers/sound/sensors/grid_statistics.hpp"

#include <gtest/gtest.h>

#include "base/complex.hpp"
#include "exec/stream.hpp"

namespace thalweg::sound::testing {
namespace {

constexpr int points = 16;

template <class Real>
class GridStatisticsOf : public ::testing::Test {
 protected:
  GridStatisticsOf() {
    problem_.points = {points, 1, 1};
    problem_.dimensions = 1;
  }
  Problem problem_;
  const Domain domain_{problem_, 0, 1, sizeof(Complex<Real>)};
  GridStatistics<Real> statistics_{domain_};
  exec::Exec exec_;
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(GridStatisticsOf, Reals);

// A sum in single precision stands still once it is 2^24 times what is added.
TYPED_TEST(GridStatisticsOf, RmsKeepsItsDigitsOverMillionsOfSteps) {
  const Record rms{Field::pressure, Statistic::rms_all};
  this->statistics_.add(rms);
  std::vector<TypeParam> pressure(points, TypeParam(0.1));
  const PointFields<TypeParam> field{pressure.data(), points, 1, points};
  constexpr int steps = 2'000'000;
  for (int n = 0; n < steps; ++n) this->statistics_.take(this->exec_, {field, field});
  for (const double value : this->statistics_.values(this->exec_, rms, steps))
    EXPECT_NEAR(value, static_cast<double>(TypeParam(0.1)), 1e-9);
}

TYPED_TEST(GridStatisticsOf, StateGoesOnWhereItStopped) {
  const Record rms{Field::pressure, Statistic::rms_all},
      most{Field::pressure, Statistic::maximum_all};
  this->statistics_.add(rms);
  this->statistics_.add(most);
  std::vector<TypeParam> pressure(points);
  const PointFields<TypeParam> field{pressure.data(), points, 1, points};
  const auto take = [&](GridStatistics<TypeParam>& statistics, int first, int last) {
    for (int n = first; n < last; ++n) {
      for (int i = 0; i < points; ++i)
        pressure[static_cast<std::size_t>(i)] = TypeParam((n * 7 + i * 3) % 11) - TypeParam(4);
      statistics.take(this->exec_, {field, field});
    }
  };
  take(this->statistics_, 0, 20);
  std::vector<StateArray> state;
  this->statistics_.save_state(this->exec_, [&](const StateArray& a) { state.push_back(a); });
  ASSERT_EQ(state.size(), 2u);
  GridStatistics<TypeParam> later(this->domain_);
  later.add(rms);
  later.add(most);
  later.load_state(this->exec_, [&](const std::string& name) -> std::optional<std::vector<double>> {
    for (const StateArray& array : state)
      if (array.name == name) return array.values;
    return {};
  });
  take(this->statistics_, 20, 30);
  take(later, 20, 30);
  for (const Record& record : {rms, most})
    EXPECT_EQ(later.values(this->exec_, record, 30),
              this->statistics_.values(this->exec_, record, 30));
}

}  // namespace
}  // namespace thalweg::sound::testing
