// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thalweg::blood {

using geometry::Vector;

namespace {

using Bin = std::array<int, 3>;

/// The box of a vessel in bins, each with the balls whose centres lie in it.
class Bins {
 public:
  /// Bins are as wide as the widest two reaches where the vessel is wide enough.
  Bins(const Vessel& vessel, const std::vector<Vector>& centres, double widest)
      : vessel_(vessel), widest_(widest) {
    for (std::size_t d = 0; d < 3; ++d) {
      // More bins than balls are of no use.
      const double most = std::cbrt(static_cast<double>(centres.size())) * 4 + 1;
      count_[d] = std::max(1, static_cast<int>(std::min(most, vessel.size[d] / widest)));
    }
    members_.resize(bins(0) * bins(1) * bins(2));
    for (std::size_t n = 0; n < centres.size(); ++n)
      members_[index(bin_of(centres[n]))].push_back(static_cast<int>(n));
  }

  /// Calls visit(ball, shift) for all balls in bins within reach of the bin of a place.
  template <class Visit>
  void visit_around(const Vector& place, const Visit& visit) const {
    const Bin middle = bin_of(place);
    const Bin reach{reach_along(0), reach_along(1), reach_along(2)};
    Bin bin;
    for (bin[0] = middle[0] - reach[0]; bin[0] <= middle[0] + reach[0]; ++bin[0])
      for (bin[1] = middle[1] - reach[1]; bin[1] <= middle[1] + reach[1]; ++bin[1])
        for (bin[2] = middle[2] - reach[2]; bin[2] <= middle[2] + reach[2]; ++bin[2])
          visit_bin(bin, visit);
  }

 private:
  Bin bin_of(const Vector& place) const {
    Bin bin;
    for (std::size_t d = 0; d < 3; ++d) {
      const double part = (place[d] - vessel_.middle[d]) / vessel_.size[d] + 0.5;
      bin[d] = std::clamp(static_cast<int>(part * count_[d]), 0, count_[d] - 1);
    }
    return bin;
  }

  std::size_t bins(std::size_t d) const { return static_cast<std::size_t>(count_[d]); }
  std::size_t index(const Bin& bin) const {
    return (static_cast<std::size_t>(bin[0]) * bins(1) + static_cast<std::size_t>(bin[1])) *
               bins(2) +
           static_cast<std::size_t>(bin[2]);
  }

  /// Vessels narrower than the reach are met again, as often as they fit into it.
  int reach_along(std::size_t d) const {
    return static_cast<int>(std::ceil(widest_ * count_[d] / vessel_.size[d]));
  }

  template <class Visit>
  void visit_bin(Bin bin, const Visit& visit) const {
    Vector shift{};
    for (std::size_t d = 0; d < 3; ++d) {
      const int turns = static_cast<int>(std::floor(static_cast<double>(bin[d]) / count_[d]));
      if (turns != 0 && vessel_.is_walled(d)) return;
      bin[d] -= turns * count_[d];
      shift[d] = turns * vessel_.size[d];
    }
    for (const int ball : members_[index(bin)]) visit(ball, shift);
  }

  const Vessel& vessel_;
  double widest_;
  Bin count_{};
  std::vector<std::vector<int>> members_;
};

}  // namespace

std::vector<NeighbourPair> neighbours(const Vessel& vessel, const std::vector<Vector>& centres,
                                      const std::vector<double>& reaches) {
  if (centres.empty()) return {};
  const Bins bins(vessel, centres, 2 * *std::max_element(reaches.begin(), reaches.end()));
  std::vector<NeighbourPair> pairs;
  for (std::size_t n = 0; n < centres.size(); ++n) {
    const int first = static_cast<int>(n);
    bins.visit_around(centres[n], [&](int second, const Vector& shift) {
      if (second <= first) return;
      const auto m = static_cast<std::size_t>(second);
      const Vector image = geometry::plus(centres[m], shift);
      if (geometry::distance(centres[n], image) <= reaches[n] + reaches[m])
        pairs.push_back({first, second, shift});
    });
  }
  return pairs;
}

}  // namespace thalweg::blood
