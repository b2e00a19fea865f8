// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/openings/windkessel.hpp"

#include <cstddef>

namespace thalweg::blood {

namespace {

/// The implicit step of Euler: stored' = kept + gained Q.
struct Storage {
  double kept, gained;
};
Storage storage_of(const Windkessel& w, double stored, double step) {
  const double part = step / (w.resistance * w.compliance);
  return {(stored + part * w.distal_pressure) / (1 + part), step / w.compliance / (1 + part)};
}

}  // namespace

PressureLine line_of(const Windkessel& w, double stored, double step) {
  if (w.compliance == 0) return {w.distal_pressure, w.proximal + w.resistance};
  const Storage storage = storage_of(w, stored, step);
  return {storage.kept, w.proximal + storage.gained};
}

double stored_after(const Windkessel& w, double stored, double flow, double step) {
  if (w.compliance == 0) return w.distal_pressure + w.resistance * flow;
  const Storage storage = storage_of(w, stored, step);
  return storage.kept + storage.gained * flow;
}

OpeningPressures meet(const std::vector<PressureLine>& behind, const std::vector<FlowLine>& fluid) {
  // p = offset + z (flow - y (p - r)) gives p = (offset + z flow + z y r) / (1 + z y) for each, and
  // r is the mean of all p.
  double constant = 0, along = 0;
  for (std::size_t n = 0; n < behind.size(); ++n) {
    const double zy = behind[n].slope * fluid[n].slope;
    constant += (behind[n].offset + behind[n].slope * fluid[n].flow) / (1 + zy);
    along += 1 / (1 + zy);
  }
  OpeningPressures result;
  if (behind.empty()) return result;
  result.reference = constant / along;
  for (std::size_t n = 0; n < behind.size(); ++n) {
    const double zy = behind[n].slope * fluid[n].slope;
    result.pressure.push_back(
        (behind[n].offset + behind[n].slope * fluid[n].flow + zy * result.reference) / (1 + zy));
  }
  return result;
}

}  // namespace thalweg::blood
