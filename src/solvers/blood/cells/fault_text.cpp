// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/cells/fault_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace thalweg::blood {

std::string place_text(const geometry::Vector& place) {
  return fmt::format("x = {:.4g}, y = {:.4g}, z = {:.4g} m", place[0], place[1], place[2]);
}

std::string too_fast_text(double speed) {
  if (!std::isfinite(speed)) return "is not finite";
  return fmt::format("is {:.3g} of a spacing per step: nearly that of sound", speed);
}

std::string lost_cell_text(std::int64_t cell, bool is_torn, bool is_outside) {
  if (is_torn) return fmt::format("cell {} is torn: its vertices are not finite", cell);
  if (is_outside) return fmt::format("the centre of cell {} has left the vessel", cell);
  return fmt::format("cells near cell {} move by more than a spacing within a few steps", cell);
}

std::string removed_cell_text(std::int64_t cell, const geometry::Vector& place, std::int64_t step) {
  return fmt::format("step {}: {} at {}: it was removed (cells.on_loss)", step,
                     lost_cell_text(cell, false, true), place_text(place));
}

std::string other_cells_text(const std::filesystem::path& checkpoint, std::int64_t stored,
                             std::int64_t wanted) {
  return fmt::format("{}: the checkpoint has other cells than the case: it has {} where the case "
                     "has {}.\nRestart with the case it was written for. Nothing was run.",
                     checkpoint.string(), stored, wanted);
}

std::string other_step_text(const std::filesystem::path& checkpoint, double stored, double wanted,
                            double relaxation_time) {
  return fmt::format(
      "{}: the checkpoint is of steps of {:.6g} s, the case of steps of {:.6g} s, but the state of "
      "blood is in units of the step.\nKeep the step: with this viscosity and density it takes "
      "blood.relaxation_time = {:.12g}. Or begin anew. Nothing was run.",
      checkpoint.string(), stored, wanted, relaxation_time);
}

std::string other_vessel_text(const std::filesystem::path& checkpoint, const VesselRecord& stored,
                              const VesselRecord& wanted) {
  return fmt::format(
      "{}: the checkpoint is of a {} with {} lattice sites, the case of a {} with {}.\n"
      "Restart with the case it was written for. Nothing was run.",
      checkpoint.string(), stored.shape, stored.sites, wanted.shape, wanted.sites);
}

}  // namespace thalweg::blood
