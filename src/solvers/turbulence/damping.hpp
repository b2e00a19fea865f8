// SPDX-License-Identifier: Apache-2.0
// Hyper- and hypoviscosity of any order, exact in time (docs/theory/turbulence.md, section 10). A
// factor of a power of k^2 is no product over directions, so it has a sweep over modes of its own.
#pragma once

#include <cmath>

#include "exec/exec.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// nu_p k^(2p) + nu_q k^(-2q) [1/time] as kernels compute it; 0 for k = 0.
struct DampingRate {
  double hyper, hyper_order, hypo, hypo_order;
  TW_HD double operator()(double k2) const {
    using std::pow;
    if (!(k2 > 0)) return 0;
    return (hyper > 0 ? hyper * pow(k2, hyper_order) : 0) +
           (hypo > 0 ? hypo * pow(k2, -hypo_order) : 0);
  }
};

class Damping {
 public:
  explicit Damping(const Parameters& parameters);
  bool is_present() const { return rate_.hyper > 0 || rate_.hypo > 0; }
  const DampingRate& rate() const { return rate_; }
  /// All components of U and dU decay over a share of a step that lasts `time`. (10.2)
  template <class Real>
  void apply(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage, double time) const;

 private:
  DampingRate rate_;
};

}  // namespace thalweg::turbulence::inline TW_HALF
