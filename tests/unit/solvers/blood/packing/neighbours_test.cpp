// SPDX-License-Identifier: Apache-2.0
// NeighbourPair by bins are those that all pairs and all images give.
#include "solvers/blood/packing/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "tests/unit/solvers/blood/packing/samples.hpp"

namespace thalweg::blood::testing {
namespace {

/// first, second, and how many periods along each axis.
using Pair = std::tuple<int, int, std::array<int, 3>>;

std::vector<Pair> all_pairs(const Vessel& vessel, const std::vector<Vector>& centres,
                            const std::vector<double>& reaches) {
  constexpr int images = 3;
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < centres.size(); ++a)
    for (std::size_t b = a + 1; b < centres.size(); ++b)
      for (int i = -images; i <= images; ++i)
        for (int j = -images; j <= images; ++j)
          for (int k = -images; k <= images; ++k) {
            const std::array<int, 3> turns{i, j, k};
            Vector image = centres[b];
            bool exists = true;
            for (std::size_t d = 0; d < 3; ++d) {
              image[d] += turns[d] * vessel.size[d];
              exists = exists && (turns[d] == 0 || !vessel.is_walled(d));
            }
            if (exists && geometry::distance(centres[a], image) <= reaches[a] + reaches[b])
              pairs.push_back({static_cast<int>(a), static_cast<int>(b), turns});
          }
  return pairs;
}

void expect_all_found(const Vessel& vessel, int count, double widest) {
  Dice dice;
  std::vector<Vector> centres;
  std::vector<double> reaches;
  for (int n = 0; n < count; ++n) {
    Vector place = dice.place(0.5);
    for (std::size_t d = 0; d < 3; ++d) place[d] *= vessel.size[d];
    centres.push_back(place);
    reaches.push_back(dice.number(0.2, 1) * widest);
  }
  std::vector<Pair> found;
  for (const NeighbourPair& pair : neighbours(vessel, centres, reaches)) {
    std::array<int, 3> turns{};
    for (std::size_t d = 0; d < 3; ++d)
      turns[d] = static_cast<int>(std::lround(pair.shift[d] / vessel.size[d]));
    found.push_back({pair.first, pair.second, turns});
  }
  std::vector<Pair> expected = all_pairs(vessel, centres, reaches);
  ASSERT_FALSE(expected.empty());
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(found, expected);
}

TEST(NeighbourPair, AreAllOfABox) { expect_all_found(cube(10), 200, 0.9); }

TEST(NeighbourPair, AreAllImagesInABoxThatIsNarrow) {
  expect_all_found(vessel_of(VesselShape::box, {10, 1.2, 3}), 20, 1.5);
}

TEST(NeighbourPair, EndAtWalls) {
  expect_all_found(tube(12, 4), 80, 0.7);
  expect_all_found(vessel_of(VesselShape::channel, {5, 4, 6}), 80, 0.7);
}

}  // namespace
}  // namespace thalweg::blood::testing
