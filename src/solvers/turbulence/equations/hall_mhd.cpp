// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/equations/hall_mhd.hpp"

#include "solvers/turbulence/equations/fused.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template std::unique_ptr<EquationSet<float>> make_set<float, HallMhd>(const Parameters&);
template std::unique_ptr<EquationSet<double>> make_set<double, HallMhd>(const Parameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
