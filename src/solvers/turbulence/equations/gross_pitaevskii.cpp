// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/equations/gross_pitaevskii.hpp"

#include "solvers/turbulence/equations/fused.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template std::unique_ptr<EquationSet<float>> make_set<float, GrossPitaevskii>(const Parameters&);
template std::unique_ptr<EquationSet<double>> make_set<double, GrossPitaevskii>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
