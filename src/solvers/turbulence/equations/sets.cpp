// SPDX-License-Identifier: Apache-2.0
// The list of equation sets: what is added here and in describe.cpp is known to cases.
#include "solvers/turbulence/equations/boussinesq.hpp"
#include "solvers/turbulence/equations/gross_pitaevskii.hpp"
#include "solvers/turbulence/equations/hall_mhd.hpp"
#include "solvers/turbulence/equations/mhd.hpp"
#include "solvers/turbulence/equations/navier_stokes.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
std::unique_ptr<EquationSet<Real>> make_equation_set(const Parameters& p) {
  switch (p.equations) {
  case Equations::navier_stokes: return make_set<Real, NavierStokes>(p);
  case Equations::boussinesq: return make_set<Real, Boussinesq>(p);
  case Equations::mhd: return make_set<Real, Mhd>(p);
  case Equations::hall_mhd: return make_set<Real, HallMhd>(p);
  case Equations::gross_pitaevskii: return make_set<Real, GrossPitaevskii>(p);
  }
  return {};
}

template std::unique_ptr<EquationSet<float>> make_equation_set(const Parameters&);
template std::unique_ptr<EquationSet<double>> make_equation_set(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
