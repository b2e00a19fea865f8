// SPDX-License-Identifier: Apache-2.0
// Moduli of membranes in units of the lattice, and what explicit steps hold of them.
// docs/theory/blood.md, sections 3, 6 and 7.
#pragma once

#include <optional>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// From SI. The time of a viscosity is in steps, and as long as steps need it.
Moduli in_lattice_units(const SpeciesParameters& species, const Parameters& parameters);

/// Of plasma, in units of the lattice. (1.7)
double viscosity_of(const Parameters& parameters);

/// What resists the stretching of a membrane within a step, elastic and viscous; in units of the
/// lattice.
double in_plane_modulus(const Moduli& moduli);

/// (7.17), of a species' bending modulus and the area of a vertex, between fluids whose mean
/// viscosity is given; all in units of the lattice. The shortest waves of stiff membranes go no
/// further than the force on them lasts.
double missing_mobility(Delta delta, double viscosity, double bending, double area);

/// How far a vertex goes in a step, in spacings, with a change of the force on it that the fluid
/// has not felt yet. (7.19)
double substep_mobility(const SpeciesParameters& species, const Parameters& parameters);

/// The fastest rate of decay per step that substeps must hold. (7.20)
double substep_rate(const SpeciesParameters& species, const Parameters& parameters);

/// The part of what an explicit step can hold: of the fastest wave in a flat membrane, or of what
/// substeps are asked for. SI units.
double stiffness(const SpeciesParameters& species, const Parameters& parameters);

/// How many substeps hold the membrane; none where they cannot, or where it takes too many.
std::optional<int> substeps_for(const SpeciesParameters& species, const Parameters& parameters);

/// The mean distance of neighbouring vertices, in spacings.
double edge_of(const SpeciesParameters& species, const Parameters& parameters);

}  // namespace thalweg::blood
