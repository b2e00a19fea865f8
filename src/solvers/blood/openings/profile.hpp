// SPDX-License-Identifier: Apache-2.0
// How the velocity through an opening is spread over it. docs/theory/blood.md, section 11.
#pragma once

#include <complex>
#include <vector>

#include "solvers/blood/openings/section.hpp"

namespace thalweg::blood {

/// uniform: the same everywhere. parabolic: of a round opening, or between plates. computed: of a
/// developed steady flow through the section. womersley: of a developed pulsatile one.
enum class ProfileKind { uniform, parabolic, computed, womersley };

/// phi of (laplace - i rate) phi = -1 within a section, 0 on its walls, by sites; lengths are in
/// spacings. rate: 2 pi f / nu in units of the lattice; 0 gives the steady profile. (11.3), (11.4)
std::vector<std::complex<double>> developed_flow(const OpeningSection& section, double rate);

/// The velocity half-way along links through an opening, in any unit: the user scales it.
class Profile {
 public:
  /// values: by sites, 0 on walls; between sites they run straight.
  Profile(const OpeningSection& section, std::vector<std::complex<double>> values)
      : section_(&section), values_(std::move(values)) {}
  /// Half-way from a cell of the plane towards (c, d) in units across: one of them is 0.
  std::complex<double> half_way(const grid::Cell& cell, int first, int second) const;

 private:
  const OpeningSection* section_;
  std::vector<std::complex<double>> values_;
};

/// uniform and parabolic at a place in the opening; parabolic is 1 in the middle.
double simple_profile(ProfileKind kind, const Vessel& vessel, const geometry::Opening& opening,
                      const geometry::Vector& place);

}  // namespace thalweg::blood
