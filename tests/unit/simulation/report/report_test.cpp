// SPDX-License-Identifier: Apache-2.0
// Numbers of the report, and the registry of solvers.
#include "simulation/report/report.hpp"

#include <gtest/gtest.h>

namespace thalweg::simulation {
namespace {

TEST(Report, QuantilesAreValuesOfTheList) {
  std::vector<double> values;
  for (int n = 100; n >= 0; --n) values.push_back(n);
  EXPECT_EQ(quantile(values, 0.1), 10);
  EXPECT_EQ(quantile(values, 0.5), 50);
  EXPECT_EQ(quantile(values, 0.9), 90);
  EXPECT_EQ(quantile({7}, 0.9), 7);
  EXPECT_EQ(quantile({}, 0.5), 0);
}

TEST(Report, FloorOfAStepIsThatOfAllItsCalls) {
  const std::vector<Phase> phases{{.name = "a", .calls = 20, .floor_seconds = 0.5},
                                  {.name = "b", .calls = 10, .floor_seconds = 0.25}};
  EXPECT_DOUBLE_EQ(floor_per_step(phases, 10), 1.25);
  EXPECT_EQ(floor_per_step(phases, 0), 0);
}

TEST(Report, PhasesAreAveragedOverRanks) {
  const auto comm = transport::Communicator::world();
  const std::vector<Phase> phases{
      {.name = "transform", .seconds = static_cast<double>(comm.rank()), .calls = 3}};
  const auto average = average_phases(phases, comm);
  ASSERT_EQ(average.size(), 1u);
  EXPECT_DOUBLE_EQ(average[0].seconds, (comm.size() - 1) / 2.0);
  EXPECT_EQ(average[0].calls, 3);
}

TEST(Report, StepsAndPhasesOfAllRanksCount) {
  const auto comm = transport::Communicator::world();
  const double last = comm.size() - 1;
  const double own = comm.rank();
  EXPECT_EQ(slowest_seconds({{.name = "transform", .seconds = own}}, comm),
            std::vector<double>{last});
  EXPECT_EQ(average_steps({1 + own, 2}, comm), (std::vector<double>{1 + last / 2, 2}));
}

TEST(Registry, FindsWhatWasAddedAndNothingElse) {
  Registry registry;
  registry.add({"sand", {"height"}, {}, nullptr});
  registry.add({"ice", {}, {}, nullptr});
  registry.add_factory("sand", "cpu", [](io::Case&, const transport::Communicator&) {
    return std::unique_ptr<Simulation>();
  });
  EXPECT_EQ(registry.kinds(), (std::vector<std::string>{"sand", "ice"}));
  ASSERT_NE(registry.find("sand"), nullptr);
  EXPECT_EQ(registry.find("sand")->field_names, std::vector<std::string>{"height"});
  EXPECT_EQ(registry.find("snow"), nullptr);
  EXPECT_NE(registry.find_factory("sand", "cpu"), nullptr);
  EXPECT_EQ(registry.find_factory("sand", "cuda"), nullptr);
  EXPECT_EQ(registry.find_factory("ice", "cpu"), nullptr);
}

}  // namespace
}  // namespace thalweg::simulation
