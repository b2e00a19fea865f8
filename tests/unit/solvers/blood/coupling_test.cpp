// SPDX-License-Identifier: Apache-2.0
// Delta functions, and the transfer between vertices and lattice nodes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "solvers/blood/coupling/force_gather.hpp"
#include "solvers/blood/coupling/transfer.hpp"

namespace thalweg::blood {
namespace {

const Delta deltas[] = {Delta::two_point, Delta::three_point, Delta::four_point, Delta::cosine};

/// phi at a distance, in spacings: (7.2) to (7.5), by their branches.
double phi(Delta delta, double distance) {
  const double r = std::abs(distance);
  if (r >= support_of(delta) / 2.0) return 0;
  const double inner_3 = 1 - 3 * r * r, outer_3 = -2 + 6 * r - 3 * r * r,
               inner_4 = 1 + 4 * r - 4 * r * r, outer_4 = -7 + 12 * r - 4 * r * r;
  if (delta == Delta::two_point) return 1 - r;
  if (delta == Delta::three_point)
    return r <= 0.5 ? (1 + std::sqrt(inner_3)) / 3 : (5 - 3 * r - std::sqrt(outer_3)) / 6;
  if (delta == Delta::four_point)
    return r <= 1 ? (3 - 2 * r + std::sqrt(inner_4)) / 8 : (5 - 2 * r - std::sqrt(outer_4)) / 8;
  return (1 + std::cos(std::numbers::pi / 2 * r)) / 4;
}

/// act(weights) for a place.
template <class Act>
void with_weights(Delta delta, double place, Act act) {
  with_delta(delta, [&]<Delta kind>() { act(weights_at<kind>(place)); });
}

TEST(Delta, SumsToOneAndKeepsPlaces) {
  for (const Delta delta : deltas)
    for (double place = -3; place < 3; place += 0.0371)
      with_weights(delta, place, [&](const auto& weights) {
        double sum = 0, mean = 0;
        for (int k = 0; k < support_of(delta); ++k) {
          EXPECT_GE(weights.of[k], 0);
          sum += weights.of[k];
          mean += weights.of[k] * (weights.first + k);
        }
        EXPECT_NEAR(sum, 1, 1e-15);
        // The paper's cosine misses places by up to a fiftieth of a spacing.
        EXPECT_NEAR(mean, place, delta == Delta::cosine ? 0.0212 : 2e-15);
      });
}

// E |X - Y| / 2 of two nodes that are both weighed by phi, wherever the vertex is between sites.
TEST(Delta, MeansOfKinksAreThoseOfBothTransfers) {
  constexpr int steps = 4000;
  constexpr double width = 4.0 / steps;
  for (const Delta delta : deltas) {
    double below = 0, mean = 0;
    for (int k = 0; k < steps; ++k) {
      below += phi(delta, (k + 0.5) * width - 2) * width;
      mean += below * (1 - below) * width;
    }
    EXPECT_NEAR(mean_kink_of(delta), mean, 1e-4);
  }
}

/// What the lattice gives to a wave of the number q on a plane that pushes along its normal: the
/// delta function along the wave, twice, and across the plane the flow's decay away from it.
double share_of_wave(Delta delta, double q) {
  constexpr int steps = 400;
  constexpr double width = 4.0 / steps;
  std::vector<double> weights(steps);
  double along = 0, across = 0;
  for (int k = 0; k < steps; ++k) {
    const double x = (k + 0.5) * width - 2;
    weights[static_cast<std::size_t>(k)] = phi(delta, x) * width;
    along += weights[static_cast<std::size_t>(k)] * std::cos(q * x);
  }
  for (int k = 0; k < steps; ++k)
    for (int l = 0; l < steps; ++l) {
      const double away = q * std::abs(k - l) * width;
      across += weights[static_cast<std::size_t>(k)] * weights[static_cast<std::size_t>(l)] *
                (1 + away) * std::exp(-away);
    }
  return along * along * across;
}

// A pressure p in waves moves a plane by p/(4 mu q). (7.17)
TEST(Delta, MissesNoWaveByMoreThanTheMobilityGiven) {
  for (const Delta delta : deltas) {
    double most = 0;
    for (double wave = 2; wave < 8; wave *= 1.02) {
      const double q = 2 * std::numbers::pi / wave;
      most = std::max(most, (1 - share_of_wave(delta, q)) / (4 * q));
    }
    EXPECT_NEAR(missing_mobility_of(delta), most, 1e-4);
  }
}

TEST(Delta, HasThePublishedValues) {
  EXPECT_NEAR(phi(Delta::three_point, 0), 2.0 / 3, 1e-15);
  EXPECT_NEAR(phi(Delta::three_point, 0.25), 0.6337960, 1e-7);
  EXPECT_NEAR(phi(Delta::three_point, -1.25), 0.0581020, 1e-7);
  EXPECT_NEAR(phi(Delta::cosine, 0.5), 0.4267767, 1e-7);
  EXPECT_NEAR(phi(Delta::cosine, 1.5), 0.0732233, 1e-7);
  EXPECT_NEAR(phi(Delta::four_point, 0.5), 0.4267767, 1e-7);
  for (const Delta delta : deltas)
    for (double place = -3; place < 3; place += 0.0371)
      with_weights(delta, place, [&](const auto& weights) {
        for (int k = 0; k < support_of(delta); ++k)
          EXPECT_NEAR(weights.of[k], phi(delta, weights.first + k - place), 2e-15);
      });
  // Peskin: the sum of squares is 3/8 wherever the vertex is; of three points 1/2.
  for (const double place : {0.0, 0.2, 0.77}) {
    double four = 0, three = 0;
    for (int k = 0; k < 4; ++k) four += std::pow(weights_at<Delta::four_point>(place).of[k], 2);
    for (int k = 0; k < 3; ++k) three += std::pow(weights_at<Delta::three_point>(place).of[k], 2);
    EXPECT_NEAR(four, 3.0 / 8, 1e-15);
    EXPECT_NEAR(three, 0.5, 1e-15);
  }
}

/// Sites of a rank in a lattice that has fluid where z >= 0, and vertices with forces on them.
class Transfer {
 public:
  Transfer(Delta delta, const grid::Box& own)
      : delta_(delta),
        layout_(sites(own), support_of(delta), [](const grid::Cell& c) { return c[0] >= 0; }),
        tables_(layout_) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> along(1.0, 11.0), force(-1, 1);
    for (int d = 0; d < 3; ++d)
      for (int v = 0; v < vertices; ++v) {
        places_.push_back(d == 2 ? along(random) - 0.6 : along(random));
        forces_.push_back(force(random));
      }
  }

  static constexpr int vertices = 200;
  const NodeLayout& layout() const { return layout_; }
  double place(int v, int d) const { return places_[static_cast<std::size_t>(d * vertices + v)]; }
  double force(int v, int d) const { return forces_[static_cast<std::size_t>(d * vertices + v)]; }

  /// The force on every node, (coordinate, node).
  std::vector<double> spread() const {
    exec::Array<double, 1> to({layout_.values()});
    exec::Array<BlockRange, 1> ranges({vertices});
    const auto places = exec::uploaded(places_), forces = exec::uploaded(forces_);
    spread_forces(exec_, delta_, tables_.view(), {places.view().data, vertices},
                  {forces.view().data, vertices}, vertices,
                  NodeValues<double>{to.view().data, layout_.nodes()}, ranges.view().data);
    return exec::downloaded(exec_, to.view());
  }

  /// The same by gathering, at sites alone. parts: vertices are listed in so many parts, which do
  /// not lie in memory side by side.
  template <class Real = double>
  std::vector<Real> gather(int parts = 1) const {
    exec::Array<Real, 1> to({layout_.values()});
    const auto places = exec::uploaded(places_), forces = exec::uploaded(forces_);
    ForceGather<Real> gather(delta_, layout_.nodes());
    gather.make_room(vertices);
    for (int repeat = 0; repeat < 2; ++repeat) {  // sums begin anew
      const int each = vertices / parts;
      for (int part = 0; part < parts; ++part)
        gather.list(exec_, tables_.view(), {places.view().data + part * each, vertices},
                    {forces.view().data + part * each, vertices}, part * each, each);
      gather.gather(exec_, tables_.view(), NodeValues<Real>{to.view().data, layout_.nodes()});
    }
    return exec::downloaded(exec_, to.view());
  }

  /// Velocities of vertices from those of nodes.
  std::vector<double> interpolate(std::vector<double> of_nodes) const {
    of_nodes.resize(static_cast<std::size_t>(layout_.values()));
    exec::Array<double, 1> to({3 * vertices});
    const auto places = exec::uploaded(places_), velocity = exec::uploaded(of_nodes);
    interpolate_velocity(exec_, delta_, tables_.view(), {places.view().data, vertices}, vertices,
                         NodeValues<const double>{velocity.view().data, layout_.nodes()},
                         VertexValues<double>{to.view().data, vertices});
    return exec::downloaded(exec_, to.view());
  }

  static std::vector<grid::Cell> sites(const grid::Box& own) {
    std::vector<grid::Cell> all;
    for (int z = own.lower[0]; z < own.upper[0]; ++z)
      for (int y = own.lower[1]; y < own.upper[1]; ++y)
        for (int x = own.lower[2]; x < own.upper[2]; ++x) all.push_back({z, y, x});
    return all;
  }

 private:
  exec::Exec exec_;
  Delta delta_;
  NodeLayout layout_;
  NodeTables tables_;
  std::vector<double> places_, forces_;
};

const grid::Box whole{{0, -3, -3}, {15, 15, 15}};

/// Over this rank's sites.
double sum_at_sites(const Transfer& transfer, const grid::Box& own, const std::vector<double>& of,
                    int d) {
  double sum = 0;
  for (const grid::Cell& site : Transfer::sites(own))
    sum +=
        of[static_cast<std::size_t>(d * transfer.layout().nodes() + transfer.layout().node(site))];
  return sum;
}

TEST(Transfer, KeepsTheSumOfForcesAlsoBesideWalls) {
  for (const Delta delta : deltas) {
    const Transfer transfer(delta, whole);
    const std::vector<double> spread = transfer.spread();
    for (int d = 0; d < 3; ++d) {
      double sum = 0;
      for (int v = 0; v < Transfer::vertices; ++v) sum += transfer.force(v, d);
      EXPECT_NEAR(sum_at_sites(transfer, whole, spread, d), sum, 1e-12);
    }
  }
}

/// The largest difference at a rank's sites.
template <class A, class B>
double apart(const Transfer& transfer, const grid::Box& own, const std::vector<A>& a,
             const std::vector<B>& b) {
  double most = 0;
  for (const grid::Cell& site : Transfer::sites(own))
    for (int d = 0; d < 3; ++d) {
      const auto at =
          static_cast<std::size_t>(d * transfer.layout().nodes() + transfer.layout().node(site));
      most = std::max(most, std::abs(static_cast<double>(a[at]) - static_cast<double>(b[at])));
    }
  return most;
}

TEST(Transfer, GathersWhatIsSpread) {
  const grid::Box part{{0, -3, 2}, {9, 7, 8}};
  for (const Delta delta : deltas)
    for (const grid::Box& own : {whole, part}) {
      const Transfer transfer(delta, own);
      const std::vector<double> spread = transfer.spread(), gathered = transfer.gather();
      const std::vector<double> none(spread.size());
      EXPECT_GT(apart(transfer, own, spread, none), 0.1);
      EXPECT_LT(apart(transfer, own, spread, gathered), 1e-14);
      EXPECT_LT(apart(transfer, own, spread, transfer.gather<float>()), 1e-6);
    }
}

TEST(Transfer, GathersTheSumOfForcesAlsoBesideWalls) {
  for (const Delta delta : deltas) {
    const Transfer transfer(delta, whole);
    const std::vector<double> gathered = transfer.gather();
    for (int d = 0; d < 3; ++d) {
      double sum = 0;
      for (int v = 0; v < Transfer::vertices; ++v) sum += transfer.force(v, d);
      EXPECT_NEAR(sum_at_sites(transfer, whole, gathered, d), sum, 1e-12);
    }
  }
}

// The order of sums is that of vertices, however they are listed and whoever owns the sites.
TEST(Transfer, GathersTheSameBitsInPartsAndOnOtherRanks) {
  const grid::Box left{{0, -3, -3}, {15, 15, 6}};
  for (const Delta delta : deltas) {
    const Transfer all(delta, whole), a(delta, left);
    const std::vector<double> of_all = all.gather(), of_a = a.gather();
    EXPECT_EQ(of_all, all.gather(4));
    for (const grid::Cell& site : Transfer::sites(left))
      for (int d = 0; d < 3; ++d)
        EXPECT_EQ(
            of_a[static_cast<std::size_t>(d * a.layout().nodes() + a.layout().node(site))],
            of_all[static_cast<std::size_t>(d * all.layout().nodes() + all.layout().node(site))]);
  }
}

TEST(Transfer, CarriesLinearVelocitiesExactlyAwayFromWalls) {
  for (const Delta delta : {Delta::two_point, Delta::three_point, Delta::four_point}) {
    const Transfer transfer(delta, whole);
    std::vector<double> velocity(static_cast<std::size_t>(3 * transfer.layout().nodes()));
    for (const grid::Cell& site : Transfer::sites(whole))
      velocity[static_cast<std::size_t>(transfer.layout().node(site))] =
          0.3 * site[0] - 0.2 * site[1] + 0.1 * site[2];
    const std::vector<double> at = transfer.interpolate(velocity);
    int away = 0;
    for (int v = 0; v < Transfer::vertices; ++v) {
      if (transfer.place(v, 2) < 2) continue;
      ++away;
      EXPECT_NEAR(at[static_cast<std::size_t>(v)],
                  0.3 * transfer.place(v, 2) - 0.2 * transfer.place(v, 1) +
                      0.1 * transfer.place(v, 0),
                  1e-13);
    }
    EXPECT_GT(away, 100);
  }
}

/// Work of forces on vertices equals that of what they give to nodes.
TEST(Transfer, LosesNoWork) {
  for (const Delta delta : deltas) {
    const Transfer transfer(delta, whole);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    std::vector<double> velocity(static_cast<std::size_t>(3 * transfer.layout().nodes()));
    for (const grid::Cell& site : Transfer::sites(whole))
      for (int d = 0; d < 3; ++d)
        velocity[static_cast<std::size_t>(d * transfer.layout().nodes() +
                                          transfer.layout().node(site))] = any(random);
    const std::vector<double> at = transfer.interpolate(velocity), spread = transfer.spread();
    double on_vertices = 0, on_nodes = 0;
    for (int d = 0; d < 3; ++d)
      for (int v = 0; v < Transfer::vertices; ++v)
        on_vertices +=
            at[static_cast<std::size_t>(d * Transfer::vertices + v)] * transfer.force(v, d);
    for (std::size_t i = 0; i < velocity.size(); ++i) on_nodes += velocity[i] * spread[i];
    EXPECT_NEAR(on_vertices, on_nodes, 1e-11);
  }
}

TEST(Transfer, OfPartsSumsToThatOfTheWhole) {
  const grid::Box left{{0, -3, -3}, {15, 15, 6}}, right{{0, -3, 6}, {15, 15, 15}};
  for (const Delta delta : deltas) {
    const Transfer all(delta, whole), a(delta, left), b(delta, right);
    const std::vector<double> of_all = all.spread(), of_a = a.spread(), of_b = b.spread();
    for (int d = 0; d < 3; ++d) {
      for (const grid::Cell& site : Transfer::sites(left))
        EXPECT_EQ(
            of_a[static_cast<std::size_t>(d * a.layout().nodes() + a.layout().node(site))],
            of_all[static_cast<std::size_t>(d * all.layout().nodes() + all.layout().node(site))]);
      for (const grid::Cell& site : Transfer::sites(right))
        EXPECT_EQ(
            of_b[static_cast<std::size_t>(d * b.layout().nodes() + b.layout().node(site))],
            of_all[static_cast<std::size_t>(d * all.layout().nodes() + all.layout().node(site))]);
    }
  }
}

}  // namespace
}  // namespace thalweg::blood
