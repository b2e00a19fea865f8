// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/split_choice.hpp"

#include "fft/pencils.hpp"
#include "simulation/prediction/choose_split.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/residence.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence {

namespace {

/// Why there is one way only; nothing where there is a choice.
std::string why_one_way(const Parameters& p, int ranks) {
  if (ranks == 1) return "one rank holds all";
  if (p.decomposition.kind == DecompositionKind::slab || p.decomposition.ranks_per_plane > 0)
    return "asked for by the case";
  if (needs_whole_planes(p)) return "a case with device.residence = \"host\" needs whole planes";
  return {};
}

/// Whether the fields must stay on the host, which they can in slabs alone. Collective.
bool needs_the_host(const Parameters& p, const transport::Communicator& comm) {
  return p.device.residence == Residence::automatic && !why_not_on_host(p, 1) &&
         !fit_devices(p, comm);
}

}  // namespace

simulation::SplitChoice choose_split(Parameters& p, const transport::Communicator& comm,
                                     bool on_devices) {
  const auto grids = possible_grids(p, comm.size(), fft::ranks_per_node(comm));
  simulation::SplitChoice choice{.name = name_of(grids.front()),
                                 .why = why_one_way(p, comm.size())};
  if (choice.why.empty()) choice = simulation::choose_split(step_model(p), comm, on_devices);
  p.decomposition.grid = grids[static_cast<std::size_t>(choice.chosen)];
  if (on_devices && choice.chosen > 0 && grids.front().y == 1 && needs_the_host(p, comm)) {
    p.decomposition.grid = grids.front();
    choice.name = name_of(grids.front());
    choice.why = "fields that do not fit the devices stay on the host in slabs alone";
    choice.chosen = 0;
  }
  return choice;
}

}  // namespace thalweg::turbulence
