// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/prediction/balance_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/device_info.hpp"
#include "simulation/interface/memory.hpp"
#include "solvers/blood/lattice/d3q19.hpp"
#include "solvers/blood/lattice/sites.hpp"
#include "solvers/blood/prediction/memory.hpp"

namespace thalweg::blood {

bool fits_memory(const Parameters& p, const transport::Communicator& comm, bool on_device,
                 double most, double all) {
  // Copies of other ranks' sites, and room between populations, are numbered too.
  constexpr double with_copies = 1.25;
  if (directions * (with_copies * most + most_padding) > std::numeric_limits<int>::max())
    return false;
  const auto estimate = estimate_memory(p, comm.size(), on_device ? "cuda" : "cpu");
  const double growth = std::max(1.0, most * comm.size() / all);
  const double more = (growth - 1) * simulation::new_bytes(estimate);
  bool fits = more * comm.node_size() <= simulation::available_bytes();
  if (const auto devices = exec::devices(); on_device && !devices.empty()) {
    const double sharing = std::ceil(comm.node_size() / static_cast<double>(devices.size()));
    fits = fits && growth * estimate.device_bytes * sharing <=
                       static_cast<double>(devices.front().memory_bytes);
  }
  return comm.min(fits ? 1 : 0) > 0;
}

}  // namespace thalweg::blood
