// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/prediction/memory.hpp"

#include <algorithm>

#include "exec/bandwidth.hpp"
#include "solvers/flow/case/decomposition.hpp"
#include "solvers/flow/case/measure_parameters.hpp"
#include "solvers/flow/immersed/cell_kinds.hpp"
#include "solvers/flow/mesh/line_widths.hpp"

namespace thalweg::flow {

namespace {

/// Values, sources, what acts on the flow, values of the last step or as they came; a residual, and
/// fluxes through three faces twice. In single precision an inverse and two changes; closed faces.
double bytes_of_scalars(const Parameters& p, bool is_fine, double value) {
  if (p.scalars.empty()) return 0;
  const auto count = static_cast<double>(p.scalars.size());
  const double of_each = is_fine ? (p.step ? 4 : 3) : 4;
  return (count * of_each + 1 + 6) * value + 3 * sizeof(float) + count * sizeof(int);
}

/// Bytes for each value of a field of a level.
double level_bytes(const Parameters& p, int level, double value) {
  const bool is_fine = level == 0;
  double values = 4 + 4 + 9 + 9 + 1;  // state, residual, metrics
  if (!is_fine) values += 4 + 4;      // source, and the state as it came
  if (is_fine && (p.step || drive_flow(p.scalars))) values += 3;  // source of momentum
  if (is_fine && p.step) values += 3;                             // velocities of the last step
  if (is_fine && p.averages_from) values += average_count(p);
  const bool has_field = p.has_eddies() || p.is_limited || p.flux == Flux::central ||
                         p.flux == Flux::rusanov;  // of the viscosity of eddies
  if (has_field) ++values;
  if (is_fine && p.has_eddies()) values += p.turbulence.is_damped ? 3.5 : 1;  // their lengths
  const double of_scalars = bytes_of_scalars(p, is_fine, value);
  if (p.cycles.smoother == Smoother::runge_kutta) return (values + 5) * value + of_scalars;
  // The inverse, two changes, copies of the state and of areas, friction.
  const double singles = 16 + 8 + 4 + 9 + (has_field ? 3 : 0);
  return values * value + singles * sizeof(float) + sizeof(int) + of_scalars;
}

/// A halo packs ten fields at most, on both sides, and keeps two indices for each point; that of
/// changes has four, that of eddies one, and so have those of scalars and of their changes.
double halo_bytes(const Parameters& p, const grid::Ghosts& ghosts, const std::vector<int>& owners,
                  int rank, double value) {
  double points = 0;
  for (const grid::GhostBox& box : ghosts.filled)
    if (owners[grid::index(box.block)] == rank) points += static_cast<double>(box.ghosts.size());
  const double of_eddies = p.has_eddies() ? 2 * value + 2 * 24 : 0;
  const double of_scalars = p.scalars.empty() ? 0 : 2 * value + 2 * sizeof(float) + 4 * 24;
  return points * (2 * 10 * value + 4 * 24 + 8 * sizeof(float) + of_eddies + of_scalars);
}

/// Messages of eight fields down and four back with two indices for each point; one of eddies, and
/// two of a scalar.
double gathering_bytes(const Parameters& p, double waiting, double value) {
  const double of_eddies = p.has_eddies() ? 2 * (2 * value + 24) : 0;
  const double of_scalars = p.scalars.empty() ? 0 : 2 * (4 * value + 24);
  return waiting * (2 * (2 * 8 * value + 24) + of_eddies + of_scalars);
}

double widths_bytes(const LineWidths& lines, double value) {
  const bool has_uneven =
      std::find(lines.is_even.begin(), lines.is_even.end(), false) != lines.is_even.end();
  return has_uneven ? static_cast<double>(lines.relative.size()) * value : 0;
}

}  // namespace

simulation::MemoryEstimate estimate_memory(const Parameters& p, const transport::Communicator& comm,
                                           const std::string& device) {
  const double value = p.single_precision ? sizeof(float) : sizeof(double);
  const bool is_on_device = device == "cuda";
  const Mesh& mesh = *p.mesh;
  const grid::BlockPartition parts = partition_of(mesh, p, comm.size());
  const std::vector<LevelOwners> owners = owners_of_levels(parts, p, is_on_device);
  MeshLevel level{&mesh, parts.grid};
  double fields = 0, fine = 0, halos = 0;
  for (int n = 0; n < p.cycles.levels; ++n) {
    if (n > 0) level = coarsened(level);
    const LevelOwners& of_level = owners[grid::index(n)];
    const grid::BlockArena arena(level.blocks, of_level.own, comm.rank(), 2);
    const grid::Ghosts ghosts = grid::find_ghosts(level.blocks, 2);
    const double waiting =
                     static_cast<double>(waiting_arena(level.blocks, of_level, comm.rank()).size()),
                 size = static_cast<double>(arena.size()) + waiting;
    if (n == 0) {
      fine = size;
      fields += widths_bytes(line_widths(level, arena, ghosts), value);
    }
    fields += size * level_bytes(p, n, value);
    halos += halo_bytes(p, ghosts, of_level.own, comm.rank(), value) +
             gathering_bytes(p, waiting, value);
  }
  const double last_fields =
      (3 + static_cast<double>(p.scalars.size()) + (p.averages_from ? average_count(p) : 0)) *
      fine * value;
  const double metrics = fine * (19 * sizeof(double) + 9 * value);  // while they are made
  const double written =
      fine *
      (4 + 3 + (p.averages_from ? average_count(p) : 0) + static_cast<double>(p.scalars.size())) *
      value;
  // Where cells are and what they are to bodies, on the host.
  const double bodies = p.immersed.empty() ? 0 : fine * (sizeof(ArenaCell) + sizeof(CellStanding));
  double bytes[] = {mesh.vertex_bytes + bodies +
                        (is_on_device ? halos : fields + last_fields + halos),
                    metrics, written, is_on_device ? fields + last_fields + halos : 0};
  comm.max(bytes);
  return {.arrays_bytes = bytes[0],
          .workspace_bytes = bytes[1],
          .output_bytes = bytes[2],
          .device_bytes = bytes[3]};
}

}  // namespace thalweg::flow
