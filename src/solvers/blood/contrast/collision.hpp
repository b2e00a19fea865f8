// SPDX-License-Identifier: Apache-2.0
// Collision where the viscosity differs from site to site by the contrast at nodes.
// docs/theory/blood.md, section 12.
#pragma once

#include "base/portable.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Rule: the collision that is the same everywhere, made of two rates.
template <class Real, class Rule>
struct ContrastCollision {
  Real even_part;        // of plasma: tau+ - 1/2
  Real magic;            // (tau+ - 1/2) (tau- - 1/2); 0: one relaxation time
  const Real* contrast;  // by node
  const int *stretch_nodes, *first, *of_site;

  /// By place in a stretch, whose nodes follow each other.
  struct InStretch {
    Real even_part, magic;
    const Real* contrast;

    /// (12.4), (1.8)
    TW_HD Rule at(int n) const {
      const Real half = Real(0.5), part = (1 + contrast[n]) * even_part;
      const Real even_rate = 1 / (half + part);
      return {even_rate, magic > 0 ? part / (half * part + magic) : even_rate};
    }
  };
  TW_HD InStretch in_stretch(int s) const {
    return {even_part, magic, contrast + stretch_nodes[s]};
  }
  TW_HD Rule at(int site) const {
    const int s = of_site[site];
    return in_stretch(s).at(site - first[s]);
  }
};

}  // namespace thalweg::blood::inline TW_HALF
