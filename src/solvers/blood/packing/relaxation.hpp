// SPDX-License-Identifier: Apache-2.0
// Rounded discs that grow and push each other aside.
#pragma once

#include <utility>
#include <vector>

#include "geometry/vector.hpp"
#include "solvers/blood/packing/disc_distance.hpp"
#include "solvers/blood/packing/neighbours.hpp"
#include "solvers/blood/packing/rounded_disc.hpp"
#include "solvers/blood/packing/walls.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// A rounded disc on its way.
struct Body {
  RoundedDisc full{};                 // at scale 1
  geometry::Vector centre{}, axis{};  // m; of length 1
};

/// Bodies in a vessel, all of them scaled by the same number, at first 0.
class Relaxation {
 public:
  /// walls: of a vessel of free form, else none. They live longer than this.
  Relaxation(const Vessel& vessel, const WallField* walls, std::vector<Body> bodies);

  void set_scale(double scale) { scale_ = scale; }
  /// Looks at each pair and each wall once, and moves apart those that overlap: in turn, each as if
  /// it were alone. Returns the largest overlap that it met, as a part of the distance that is to
  /// be kept.
  double sweep();
  /// Whether none overlap each other or a wall.
  bool is_free();
  /// Their centres may have left the vessel by a period.
  const std::vector<Body>& bodies() const { return bodies_; }

 private:
  bool pairs_are_stale() const;
  void find_pairs();
  const Body& body(int n) const { return bodies_[static_cast<std::size_t>(n)]; }
  Disc core(const Body& body) const;
  std::pair<Disc, Disc> cores(const NeighbourPair& pair) const;
  /// The distance that the cores of a pair are to keep [m].
  double kept_by(const NeighbourPair& pair) const;
  std::vector<WallContact> contacts_of(const Body& body) const;
  double relax(const NeighbourPair& pair);
  double relax_walls(Body& body);
  /// How far the place at an arm from the centre moves along a direction per impulse.
  double yielding(const Body& body, const geometry::Vector& arm,
                  const geometry::Vector& direction) const;
  void push(Body& body, const geometry::Vector& arm, const geometry::Vector& impulse) const;

  Vessel vessel_;
  const WallField* walls_;
  std::vector<Body> bodies_;
  double widest_ = 0;  // radius at scale 1 [m]
  double scale_ = 0;
  std::vector<NeighbourPair> pairs_;
  std::vector<geometry::Vector> centres_at_search_;
  double scale_at_search_ = 0;
};

}  // namespace thalweg::blood
