// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/immersed_text.hpp"

#include <fmt/format.h>

#include <numeric>

#include "base/error.hpp"

namespace thalweg::flow {

void require_resolved(const std::vector<ImmersedBody>& bodies, const std::vector<double>& volumes,
                      const std::vector<double>& in_band, const std::vector<double>& parted,
                      double time) {
  // An edge may be thinner than a cell where it ends.
  constexpr double most_parted = 0.1;
  std::string faults;
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    if (volumes[n] == 0)
      faults +=
          fmt::format("[[immersed]] \"{}\" has no cell whose centre is in it: it lies outside "
                      "of the grid, or is smaller than a cell.\n",
                      bodies[n].name);
    else if (parted[n] > most_parted * in_band[n])
      faults += fmt::format("[[immersed]] \"{}\" is thinner than a cell at {} of {} cells beside "
                            "it: make cells there finer, or it thicker.\n",
                            bodies[n].name, parted[n], in_band[n]);
  }
  const double beside = std::accumulate(in_band.begin(), in_band.end(), 0.0);
  if (faults.empty() && !bodies.empty() && beside == 0)
    faults = "[[immersed]]: no cell of the grid is outside of all bodies: make these smaller, or "
             "the grid larger.\n";
  if (faults.empty()) return;
  if (time == 0) throw InputError(faults + "Nothing was run.");
  throw SimulationError(fmt::format("at time {:.6g}: {}", time, faults));
}

}  // namespace thalweg::flow
