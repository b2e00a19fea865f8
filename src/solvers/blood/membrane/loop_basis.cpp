// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/loop_basis.hpp"

#include <cmath>
#include <vector>

namespace thalweg::blood {

namespace {

/// factor u^a v^b w^c with u = 1 - v - w.
struct Term {
  double factor;
  int u, v, w;
};
using Polynomial = std::vector<Term>;

/// Twelve times the function of each control vertex, in the order of patch_places.
const std::array<Polynomial, patch_size>& polynomials() {
  static const std::array<Polynomial, patch_size> all{{{{1, 4, 0, 0}, {2, 3, 1, 0}},
                                                       {{1, 4, 0, 0}, {2, 3, 0, 1}},
                                                       {{1, 4, 0, 0},
                                                        {2, 3, 0, 1},
                                                        {6, 3, 1, 0},
                                                        {6, 2, 1, 1},
                                                        {12, 2, 2, 0},
                                                        {6, 1, 2, 1},
                                                        {6, 1, 3, 0},
                                                        {2, 0, 3, 1},
                                                        {1, 0, 4, 0}},
                                                       {{6, 4, 0, 0},
                                                        {24, 3, 0, 1},
                                                        {24, 2, 0, 2},
                                                        {8, 1, 0, 3},
                                                        {1, 0, 0, 4},
                                                        {24, 3, 1, 0},
                                                        {60, 2, 1, 1},
                                                        {36, 1, 1, 2},
                                                        {6, 0, 1, 3},
                                                        {24, 2, 2, 0},
                                                        {36, 1, 2, 1},
                                                        {12, 0, 2, 2},
                                                        {8, 1, 3, 0},
                                                        {6, 0, 3, 1},
                                                        {1, 0, 4, 0}},
                                                       {{1, 4, 0, 0},
                                                        {6, 3, 0, 1},
                                                        {12, 2, 0, 2},
                                                        {6, 1, 0, 3},
                                                        {1, 0, 0, 4},
                                                        {2, 3, 1, 0},
                                                        {6, 2, 1, 1},
                                                        {6, 1, 1, 2},
                                                        {2, 0, 1, 3}},
                                                       {{2, 1, 3, 0}, {1, 0, 4, 0}},
                                                       {{1, 4, 0, 0},
                                                        {6, 3, 0, 1},
                                                        {12, 2, 0, 2},
                                                        {6, 1, 0, 3},
                                                        {1, 0, 0, 4},
                                                        {8, 3, 1, 0},
                                                        {36, 2, 1, 1},
                                                        {36, 1, 1, 2},
                                                        {8, 0, 1, 3},
                                                        {24, 2, 2, 0},
                                                        {60, 1, 2, 1},
                                                        {24, 0, 2, 2},
                                                        {24, 1, 3, 0},
                                                        {24, 0, 3, 1},
                                                        {6, 0, 4, 0}},
                                                       {{1, 4, 0, 0},
                                                        {8, 3, 0, 1},
                                                        {24, 2, 0, 2},
                                                        {24, 1, 0, 3},
                                                        {6, 0, 0, 4},
                                                        {6, 3, 1, 0},
                                                        {36, 2, 1, 1},
                                                        {60, 1, 1, 2},
                                                        {24, 0, 1, 3},
                                                        {12, 2, 2, 0},
                                                        {36, 1, 2, 1},
                                                        {24, 0, 2, 2},
                                                        {6, 1, 3, 0},
                                                        {8, 0, 3, 1},
                                                        {1, 0, 4, 0}},
                                                       {{2, 1, 0, 3}, {1, 0, 0, 4}},
                                                       {{2, 0, 3, 1}, {1, 0, 4, 0}},
                                                       {{2, 1, 0, 3},
                                                        {1, 0, 0, 4},
                                                        {6, 1, 1, 2},
                                                        {6, 0, 1, 3},
                                                        {6, 1, 2, 1},
                                                        {12, 0, 2, 2},
                                                        {2, 1, 3, 0},
                                                        {6, 0, 3, 1},
                                                        {1, 0, 4, 0}},
                                                       {{1, 0, 0, 4}, {2, 0, 1, 3}}}};
  return all;
}

/// By one of u, v, w: 0, 1, 2.
Polynomial derived(const Polynomial& polynomial, int by) {
  Polynomial result;
  for (const auto& [factor, u, v, w] : polynomial) {
    const int power = by == 0 ? u : by == 1 ? v : w;
    if (power > 0) result.push_back({factor * power, u - (by == 0), v - (by == 1), w - (by == 2)});
  }
  return result;
}

/// By v or w (1 or 2) where u gives way.
Polynomial derived_along(const Polynomial& polynomial, int by) {
  Polynomial result = derived(polynomial, by);
  for (Term term : derived(polynomial, 0)) {
    term.factor = -term.factor;
    result.push_back(term);
  }
  return result;
}

double at(const Polynomial& polynomial, double v, double w) {
  double sum = 0;
  for (const Term& term : polynomial)
    sum += term.factor * std::pow(1 - v - w, term.u) * std::pow(v, term.v) * std::pow(w, term.w);
  return sum / 12;
}

}  // namespace

Basis loop_basis(double v, double w) {
  Basis basis;
  for (std::size_t i = 0; i < patch_size; ++i) {
    const Polynomial& f = polynomials()[i];
    const Polynomial f_v = derived_along(f, 1), f_w = derived_along(f, 2);
    basis[value][i] = at(f, v, w);
    basis[by_v][i] = at(f_v, v, w);
    basis[by_w][i] = at(f_w, v, w);
    basis[by_vv][i] = at(derived_along(f_v, 1), v, w);
    basis[by_vw][i] = at(derived_along(f_v, 2), v, w);
    basis[by_ww][i] = at(derived_along(f_w, 2), v, w);
  }
  return basis;
}

}  // namespace thalweg::blood
