// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/recordings.hpp"

namespace thalweg::turbulence {

simulation::checks::Recordings recordings() {
  simulation::checks::Recordings names{
      .history = {"energy", "enstrophy", "helicity", "dissipation", "dissipation_from_energy",
                  "dissipation_mismatch", "divergence_max", "cfl", "kmax_eta", "integral_scale",
                  "taylor_scale", "reynolds_taylor"},
      .tables = {},
      .sensors = {}};
  for (const char* spectrum : {"spectrum", "spectrum_parallel", "spectrum_perpendicular"})
    names.tables.push_back({spectrum, {"k", "energy", "enstrophy", "helicity"}, "spectra"});
  names.tables.push_back(
      {"statistics", {"time", "skewness_x", "skewness_y", "skewness_z", "skewness"}, "spectra"});
  return names;
}

}  // namespace thalweg::turbulence
