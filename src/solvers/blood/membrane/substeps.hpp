// SPDX-License-Identifier: Apache-2.0
// Steps of a membrane within one of the fluid: the stages of a Runge-Kutta-Chebyshev method of
// first order (J. G. Verwer, W. H. Hundsdorfer, B. P. Sommeijer, Numer. Math. 57 (1990)), which
// hold a rate of decay that grows with the square of their number. docs/theory/blood.md, section 7.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/portable.hpp"
#include "solvers/blood/membrane/elements.hpp"
#include "solvers/blood/membrane/energy.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Against stretching in one direction, at rest. (7.10)
inline double elastic_modulus(const Moduli& m) {
  return m.law == MembraneLaw::skalak ? m.shear * (1 + 2 * m.dilatation) : 3 * m.shear;
}

/// What the vertices of a cell at rest are pushed back with, at most, over how far they are from
/// rest: in the shortest waves of its net. area: of a vertex. (7.20)
inline double stiffest_mode(const Moduli& m, ElementKind elements, double area) {
  const double by_stretching = elements == ElementKind::loop ? 4 : 14, by_bending = 40;
  return by_stretching * elastic_modulus(m) + by_bending * m.bending / area;
}

/// In stage j of n, from 1 on: Y_j = last Y_(j-1) + before Y_(j-2) + rate f(Y_(j-1)), for a step of
/// length 1; the first has no Y_(-1).
struct SubstepWeights {
  double last, before, rate;
};

/// Damping of the fastest rates, so that none stays.
inline constexpr double substep_damping = 0.05;

/// The fastest rate of decay that n stages hold in a step of length 1.
inline double rate_held_by(int stages) { return (2 - 4 * substep_damping / 3) * stages * stages; }

inline SubstepWeights substep_weights(int stage, int stages) {
  // Chebyshev's polynomials T_j and their slope, at w just above 1.
  const double w = 1 + substep_damping / (stages * stages), x = std::acosh(w);
  const auto T = [x](int j) { return std::cosh(j * x); };
  const double slope = stages * std::sinh(stages * x) / std::sinh(x), scale = T(stages) / slope;
  if (stage == 1) return {1, 0, scale / w};
  const double ratio = 2 * T(stage - 1) / T(stage);
  return {w * ratio, -T(stage - 2) / T(stage), scale * ratio};
}

/// Of each own vertex: where it was before the step and a stage ago, and the force that the fluid
/// feels.
inline constexpr int numbers_of_substeps = 9;

struct BeginSubsteps {
  const double *speeds, *forces, *repulsion;  // repulsion: none, or part of forces
  double *places, *start, *before, *felt;
  double rate;
  TW_HD void operator()(std::int64_t i) const {
    felt[i] = repulsion != nullptr ? forces[i] - repulsion[i] : forces[i];
    start[i] = before[i] = places[i];
    places[i] += rate * speeds[i];
  }
};

/// How far vertices have gone.
struct EndSubsteps {
  const double *places, *start;
  double* speeds;
  TW_HD void operator()(std::int64_t i) const { speeds[i] = places[i] - start[i]; }
};

/// Vertices go with the fluid, and with what forces have changed by since the fluid felt them.
/// (7.18)
struct Substep {
  const double *speeds, *forces, *felt;
  double *places, *before;
  SubstepWeights weights;
  double mobility;
  TW_HD void operator()(std::int64_t i) const {
    const double last = places[i], rate = speeds[i] + mobility * (forces[i] - felt[i]);
    places[i] = weights.last * last + weights.before * before[i] + weights.rate * rate;
    before[i] = last;
  }
};

}  // namespace thalweg::blood::inline TW_HALF
