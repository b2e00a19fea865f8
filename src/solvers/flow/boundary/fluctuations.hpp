// SPDX-License-Identifier: Apache-2.0
// Synthetic turbulence that inflows carry in: docs/theory/flow.md, section 10.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/fluxes/face_state.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
class Fluctuations {
 public:
  /// Of all boundaries that have any. parameters must outlive it.
  explicit Fluctuations(const Parameters& parameters);

  bool are_there() const { return !inflows_.empty(); }
  /// Adds to what is given at faces what comes in at a time; in all no more flows through a
  /// boundary. factors: of each boundary. Collective. (10.4), (10.5)
  void add(const exec::Exec& exec, int count, const BoundaryFace* faces, State<Real>* given,
           double time, const std::vector<Real>& factors,
           const transport::Communicator& comm) const;

 private:
  struct Inflow {
    int boundary;
    exec::Array<RandomMode, 1> modes;
  };
  const Parameters& p_;
  std::vector<Inflow> inflows_;
};

}  // namespace thalweg::flow::inline TW_HALF
