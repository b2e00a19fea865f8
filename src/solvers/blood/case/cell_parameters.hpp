// SPDX-License-Identifier: Apache-2.0
// What a case says of cells: [cells] and [[cells.species]]. SI units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/blood/case/growth.hpp"
#include "solvers/blood/coupling/delta.hpp"
#include "solvers/blood/membrane/elements.hpp"
#include "solvers/blood/membrane/energy.hpp"
#include "solvers/blood/membrane/reference_shape.hpp"
#include "solvers/blood/repulsion/law.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Where a cell begins, and which way its axis points (of length 1). Before, it is turned about its
/// own axis by `spin` [radians].
struct Placement {
  geometry::Vector centre{}, axis{0, 0, 1};
  double spin = 0;
  /// Vertices from the centre on, as a run has left them [m]; none: those of the shape at rest.
  std::vector<geometry::Vector> shape{};
  std::string where{};  // in a file of cells: "line 3"; else nothing

  bool lies_as(const Placement& other) const { return axis == other.axis && spin == other.spin; }
};

/// Two opposite forces along x that stretch a cell, each spread over a share of its vertices: those
/// that lie outermost at the beginning. All cells of a species lie alike then.
struct Stretching {
  double force = 0;  // N
  double share = 0.02;
};

/// Beyond these smaller steps of the fluid take less time.
inline constexpr int most_substeps = 100;

struct SpeciesParameters {
  std::string name;
  ReferenceShape shape{};  // m
  int refinement = 3;
  ElementKind elements = ElementKind::loop;
  Quadrature quadrature = Quadrature::one_point;  // of loop elements
  Moduli moduli{};                                // SI
  Stretching stretching{};
  int substeps = 1;  // of the membrane in a step (7.18)
  /// Viscosity of the fluid in its cells over that of plasma, less 1.
  double contrast = 0;
  std::int64_t count = 0;
  std::vector<Placement> placements{};

  /// How often a step finds the elastic forces of a cell: substeps of viscous membranes begin with
  /// those alone.
  int force_sweeps() const { return substeps + (substeps > 1 && moduli.viscosity > 0 ? 1 : 0); }
};

/// How devices bring forces to the lattice. atomic: each vertex adds to the nodes in its reach, in
/// any order. gather: each site sums up what vertices give it, in a fixed order.
enum class Spreading { atomic, gather };

/// What a rank has of the cells of others that reach its nodes. vertices: those that do, with their
/// forces. whole: all vertices of such a cell, whose forces it finds itself (paper 000).
enum class Copies { vertices, whole };

/// As cases call it.
std::string name_of(Delta delta);
std::string name_of(Spreading spreading);
std::string name_of(Copies copies);

struct CellParameters {
  Delta delta = Delta::three_point;
  Spreading spreading = Spreading::atomic;
  Copies copies = Copies::vertices;
  bool mends_kinks = true;        // (7.8)
  bool mends_short_waves = true;  // (7.16)
  std::vector<SpeciesParameters> species{};
  std::filesystem::path shapes_from{};  // a run's membranes, which placements begin with
  RepulsionLaw repulsion{};             // m, N
  Growth growth{};
  double clearance = 0;       // m, between packed cells and from walls
  std::uint64_t seed = 0;     // of packing
  bool removes_lost = false;  // cells that leave through a wall, in place of a stop

  std::int64_t count() const;
  /// Whether the fluid in any cell has another viscosity than plasma.
  bool have_contrast() const;
  /// Whether cells that are there at the beginning are packed.
  bool are_packed() const {
    return std::any_of(species.begin(), species.end(), [](const SpeciesParameters& s) {
      return s.count > 0 && s.placements.empty();
    });
  }
};

/// What cells are placed in and filled with.
struct PlasmaOfCells {
  double viscosity, relaxation_time;  // Pa s; in steps
};
/// The relaxation time where the viscosity differs from that of plasma. (12.4)
double relaxation_time_within(double contrast, double of_plasma);

/// Read and check; mistakes go to the case's diagnostics. vessel: read without mistakes.
CellParameters read_cells(io::Case& input, const Vessel& vessel, const PlasmaOfCells& plasma);

/// How far beyond its vertices the fluid feels a membrane, in spacings: measured on spheres of 8
/// spacings. docs/theory/blood.md, section 13.
constexpr double reach_beyond(Delta delta) {
  return delta == Delta::two_point ? 0.3 : delta == Delta::three_point ? 0.4 : 0.55;
}

/// How far from an opening cells enter, and where they leave: between the opening and the nearest
/// vertex, in spacings. All nodes that a vertex reaches there have fluid, until it is looked for
/// again.
double opening_margin(Delta delta);

/// The vertices of a species at rest, about the origin [m]: the control net of its surface, or of
/// flat triangles the corners.
Mesh control_net(const SpeciesParameters& species);
/// Of its control net, of any size.
Elements elements_on(const Mesh& net, const SpeciesParameters& species);
/// Where the cells of each species begin: as given, or packed, which takes a while. Throws
/// InputError where they do not fit.
std::vector<std::vector<Placement>> place_cells(const CellParameters& cells, const Vessel& vessel);
/// With all lengths so many times as long.
Mesh scaled(Mesh net, double scale);
/// A control net turned and moved to where a cell begins.
Mesh placed(const Mesh& net, const Placement& placement);
/// control_net() and placed() in spacings, from the site (0, 0, 0) on.
Mesh net_on_lattice(const SpeciesParameters& species, const Vessel& vessel);
Mesh placed_on_lattice(const Mesh& net, Placement placement, const Vessel& vessel);

}  // namespace thalweg::blood
