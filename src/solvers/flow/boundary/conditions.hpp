// SPDX-License-Identifier: Apache-2.0
// What holds at the boundary faces of a level as time goes on: docs/theory/flow.md, section 4.
#pragma once

#include <vector>

#include "solvers/flow/boundary/fluctuations.hpp"

namespace thalweg::flow::inline TW_HALF {

/// So far upstream at most does a convective outflow look. (4.12)
inline constexpr double most_spacings = 1.5;

template <class Real>
class Conditions {
 public:
  /// At time 0. What it refers to must outlive it. Collective.
  Conditions(std::vector<BoundaryFace> faces, const Parameters& parameters,
             const transport::Communicator& comm, const exec::Exec& exec);

  /// Boundary faces of this rank, those beside ghosts too.
  const std::vector<BoundaryFace>& host_faces() const { return host_faces_; }
  int count() const { return static_cast<int>(host_faces_.size()); }
  const BoundaryFace* faces() const { return faces_.view().data; }
  /// Of the faces from `first` on.
  FaceConditions<Real> view(bool is_first_order, int first = 0) const {
    return {faces() + first, given_.view().data + first, static_cast<Real>(p_.beta),
            is_first_order};
  }

  /// Whether there are convective outflows.
  bool carries_out() const { return has(Condition::convective); }
  /// What the case says of a time. Convective outflows keep what they have. Collective.
  void set_time(double time);
  /// Convective outflows of a coarse level: the velocities of their cells, which a change of the
  /// state then leaves as they are. Ghosts from other blocks are filled.
  void hold(const Real* state, std::int64_t size);
  /// Those of the grid: from the state, whose ghosts are filled, a step onwards, and as much in all
  /// as comes in elsewhere, unless there is an outflow with a pressure. Collective. (4.12), (4.13)
  void carry_out(const Geometry<Real>& geometry, const Real* state, double step);
  /// How far the flow went through convective outflows in the last step, in spacings.
  double furthest() const { return furthest_; }

 private:
  bool has(Condition condition) const;
  double speed_of(int boundary, const Real* state, std::int64_t size) const;
  void balance();

  std::vector<BoundaryFace> host_faces_;
  const Parameters& p_;
  const transport::Communicator& comm_;
  const exec::Exec& exec_;
  exec::Array<BoundaryFace, 1> faces_;
  exec::Array<State<Real>, 1> given_;
  Fluctuations<Real> fluctuations_;
  double furthest_ = 0;
  bool is_steady_ = false;  // nothing changes with time, and was set
};

}  // namespace thalweg::flow::inline TW_HALF
