// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/cell_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/blood/cell_kernels.hpp"
#include "solvers/blood/packing/packing.hpp"

namespace thalweg::blood {

namespace {

/// In the order of Delta.
const std::array<std::string, 4> delta_names{"2-point", "3-point", "4-point", "cosine"};

/// Reads one [[cells.species]].
class SpeciesReader {
 public:
  SpeciesReader(io::Case& input, const Vessel& vessel, const PlasmaOfCells& plasma, int number)
      : input_(input), vessel_(vessel), plasma_(plasma),
        path_("cells.species." + std::to_string(number) + ".") {}

  SpeciesParameters read() {
    SpeciesParameters s;
    s.name = input_.text(path_ + "name", "cells", "how results name the species");
    s.shape = read_shape();
    s.refinement = static_cast<int>(
        input_.integer(path_ + "refinement",
                       {.default_value = 3,
                        .minimum = 1,
                        .maximum = 6,
                        .meaning = "of an icosphere: 42, 162, 642, 2562, 10242, 40962 vertices"}));
    s.quadrature =
        input_.integer(path_ + "quadrature_points", {.default_value = 1,
                                                     .minimum = 1,
                                                     .maximum = 3,
                                                     .meaning = "on each triangle: 1 or 3"}) == 1
            ? Quadrature::one_point
            : Quadrature::three_points;
    read_membrane(s.moduli);
    read_bending(s.moduli);
    read_global_terms(s.moduli);
    s.stretching = read_stretching();
    s.contrast = read_contrast();
    read_number(s);
    return s;
  }

 private:
  double positive(const std::string& key, const std::string& meaning, const std::string& unit) {
    return input_.number(path_ + key,
                         {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = unit});
  }
  double not_negative(const std::string& key, const std::string& meaning, const std::string& unit) {
    return input_.number(path_ + key,
                         {.default_value = 0, .minimum = 0, .meaning = meaning, .unit = unit});
  }

  ReferenceShape read_shape() {
    const std::string name =
        input_.choice(path_ + "shape", {"biconcave", "sphere", "ellipsoid"}, "biconcave",
                      "of a cell where nothing acts on it; its axis is z");
    ReferenceShape shape;
    for (const ShapeOfCell kind :
         {ShapeOfCell::biconcave, ShapeOfCell::sphere, ShapeOfCell::ellipsoid})
      if (name_of(kind) == name) shape.kind = kind;
    if (shape.kind == ShapeOfCell::ellipsoid) {
      shape.radii = input_.numbers3(
          path_ + "radii",
          {.minimum = 0, .exclusive = true, .meaning = "half the axes", .unit = "m"});
      return shape;
    }
    const double radius = shape.kind == ShapeOfCell::biconcave
                              ? input_.number(path_ + "radius", {.default_value = 3.91e-6,
                                                                 .minimum = 0,
                                                                 .exclusive = true,
                                                                 .meaning = "of the rim",
                                                                 .unit = "m"})
                              : positive("radius", "of the sphere", "m");
    shape.radii = {radius, radius, radius};
    return shape;
  }

  void read_membrane(Moduli& m) {
    const std::string law = input_.choice(path_ + "law", {"skalak", "neo-hookean"}, "skalak",
                                          "elastic law of the membrane");
    m.law = law == "skalak" ? MembraneLaw::skalak : MembraneLaw::neo_hookean;
    m.shear = positive("shear_modulus", "of the membrane", "N/m");
    if (m.law == MembraneLaw::skalak)
      m.dilatation = input_.number(path_ + "dilatation",
                                   {.default_value = 50,
                                    .minimum = 0,
                                    .meaning = "C of Skalak's law: resistance to growth of area"});
  }

  void read_bending(Moduli& m) {
    m.bending = not_negative("bending_modulus", "of the membrane", "J");
    if (m.bending == 0) return;
    const std::string law =
        input_.choice(path_ + "bending", {"shell", "helfrich"}, "shell",
                      "shell: at rest in the shape of the species; helfrich: of mean curvature");
    m.bending_law = law == "shell" ? BendingLaw::shell : BendingLaw::helfrich;
    if (m.bending_law == BendingLaw::helfrich)
      m.spontaneous_curvature =
          input_.number(path_ + "spontaneous_curvature",
                        {.default_value = 0, .meaning = "sum of both curvatures", .unit = "1/m"});
  }

  void read_global_terms(Moduli& m) {
    m.area = not_negative("area_modulus", "against growth of the whole area", "N/m");
    m.volume = not_negative("volume_modulus", "against change of volume", "Pa");
  }

  Stretching read_stretching() {
    const double force = not_negative("stretching_force", "pulls both ends apart along x", "N");
    if (force == 0) return {};
    return {force, input_.number(path_ + "stretched_share",
                                 {.default_value = 0.02,
                                  .minimum = 0,
                                  .maximum = 0.5,
                                  .exclusive = true,
                                  .meaning = "of the vertices that each end is"})};
  }

  double read_contrast() {
    const std::string key = path_ + "interior_viscosity";
    const double viscosity =
        input_.number(key, {.default_value = plasma_.viscosity,
                            .minimum = 0,
                            .exclusive = true,
                            .meaning = "dynamic viscosity of the fluid within cells",
                            .unit = "Pa s"});
    const double ratio = viscosity / plasma_.viscosity;
    const double time = relaxation_time_within(ratio - 1, plasma_.relaxation_time);
    // Beyond, populations take several steps to settle, and shear lags behind.
    constexpr double longest = 3.2, shortest = 0.503, wanted = 2;
    if (time > longest)
      input_.error(key, fmt::format("is {:.4g} times that of plasma, so the relaxation time within "
                                    "cells is {:.4g} steps, at most {} gives right results: take "
                                    "blood.relaxation_time = {:.3g} or less",
                                    ratio, time, longest, 0.5 + (wanted - 0.5) / ratio));
    if (time < shortest && time < plasma_.relaxation_time)
      input_.error(key, fmt::format("is {:.4g} times that of plasma, so the relaxation time within "
                                    "cells is {:.4g} steps, at least {} is stable: take a larger "
                                    "blood.relaxation_time",
                                    ratio, time, shortest));
    return ratio - 1;
  }

  /// Where cells are, or how many.
  void read_number(SpeciesParameters& s) {
    const std::vector<std::string> keys{path_ + "centres", path_ + "number", path_ + "hematocrit"};
    // Those that enter need not be there at the beginning.
    const std::string given = input_.count("openings") > 0
                                  ? input_.at_most_one(keys, "where cells begin, or how many")
                                  : input_.exactly_one(keys, "where cells begin, or how many");
    if (given == path_ + "centres") {
      s.placements = read_placements(reach_of(s.shape));
      s.count = static_cast<std::int64_t>(s.placements.size());
    } else if (!given.empty() && vessel_.is_free_form()) {
      input_.error(given,
                   "needs a vessel of a simple shape: give centres in a junction, or in one of "
                   "triangles");
    } else if (given == path_ + "number") {
      s.count =
          input_.integer(given, {.minimum = 1, .maximum = 1e6, .meaning = "of cells, packed"});
    } else if (given == path_ + "hematocrit") {
      const double hematocrit =
          input_.number(given, {.minimum = 0,
                                .maximum = 0.7,
                                .exclusive = true,
                                .meaning = "part of the vessel that cells fill, packed"});
      s.count = count_for(vessel_, hematocrit, volume_of(surface_of(s.shape, 4)));
      if (s.count == 0)
        input_.error(given, "is less than half a cell: take more, or a larger vessel");
    }
  }

  std::vector<Placement> read_placements(double reach) {
    const auto centres = input_.rows(
        path_ + "centres", {.meaning = "where cells begin; the vessel's middle is 0", .unit = "m"},
        {3, 3});
    std::vector<std::vector<double>> axes;
    if (input_.has(path_ + "axes"))
      axes = input_.rows(path_ + "axes", {.meaning = "which way their axes point"}, {3, 3});
    if (axes.size() > 1 && axes.size() != centres.size())
      input_.error(path_ + "axes", "must be one, or one for each of the " +
                                       std::to_string(centres.size()) + " centres");
    std::vector<Placement> placements;
    for (std::size_t k = 0; k < centres.size(); ++k) {
      Placement placement{{centres[k][0], centres[k][1], centres[k][2]}, {0, 0, 1}};
      if (!axes.empty()) {
        const std::vector<double>& axis = axes[axes.size() == 1 ? 0 : std::min(k, axes.size() - 1)];
        placement.axis = {axis[0], axis[1], axis[2]};
      }
      if (geometry::dot(placement.axis, placement.axis) == 0)
        input_.error(path_ + "axes", "must not be 0");
      else
        placement.axis = geometry::unit(placement.axis);
      check_place(placement, k, reach);
      placements.push_back(placement);
    }
    return placements;
  }

  void check_place(const Placement& placement, std::size_t number, double reach) {
    if (!vessel_.is_inside(placement.centre))
      input_.error(path_ + "centres",
                   "number " + std::to_string(number + 1) + " must lie in the vessel");
    for (std::size_t d = 0; d < 3; ++d)
      if (!vessel_.is_walled(d) && 2 * reach > 0.95 * vessel_.size[d])
        input_.error(
            path_ + "centres",
            fmt::format(
                "are of cells {:.3g} m across: the vessel must be longer than that where it "
                "is periodic, so that no cell meets itself; it is {:.3g} m",
                2 * reach, vessel_.size[d]));
  }

  io::Case& input_;
  const Vessel& vessel_;
  const PlasmaOfCells& plasma_;
  std::string path_;
};

/// Half of where a shape is thinnest [m].
double half_thickness(const ReferenceShape& shape) {
  const double thin = *std::min_element(shape.radii.begin(), shape.radii.end());
  return shape.kind == ShapeOfCell::biconcave ? 0.207161 / 2 * thin : thin;  // (6.1)
}

void read_retraction(io::Case& input, const Vessel& vessel, CellParameters& cells) {
  const double spacings = input.number(
      "cells.retraction",
      {.default_value = 0,
       .minimum = 0,
       .maximum = 2,
       .meaning = "of vertices behind the surface that the fluid is to feel, in spacings"});
  for (SpeciesParameters& s : cells.species) {
    s.retraction = spacings * vessel.spacing;
    if (const double thin = half_thickness(s.shape); s.retraction > 0.8 * thin)
      return input.error("cells.retraction",
                         fmt::format("is {:.3g} m, and {} are only {:.3g} m thick at their "
                                     "thinnest: take a smaller grid.spacing",
                                     s.retraction, s.name, 2 * thin));
  }
}

/// Of species that are there at the beginning.
void check_placements(io::Case& input, const CellParameters& cells) {
  const SpeciesParameters* first = nullptr;
  for (std::size_t n = 0; n < cells.species.size(); ++n) {
    const SpeciesParameters& s = cells.species[n];
    if (s.count == 0) continue;
    if (first == nullptr) first = &s;
    if (s.placements.empty() != first->placements.empty())
      input.error(
          "cells.species." + std::to_string(n),
          "must give centres if the first species does, and not if it does not: packed cells "
          "do not know of others");
  }
}

bool enter_by_any(io::Case& input) {
  for (int n = 0; n < input.count("openings"); ++n)
    if (input.has("openings." + std::to_string(n) + ".hematocrit")) return true;
  return false;
}

/// The rotation that turns z to a direction of length 1, about the axis across both: its columns.
std::array<geometry::Vector, 3> turned_to(const geometry::Vector& axis) {
  if (axis[2] < -1 + 1e-12) return {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
  const double x = axis[0], y = axis[1], z = axis[2], k = 1 / (1 + z);
  return {{{1 - k * x * x, -k * x * y, -x}, {-k * x * y, 1 - k * y * y, -y}, axis}};
}

/// A vessel of simple shape that ends where cells may be.
Vessel away_from_openings(Vessel vessel, Delta delta) {
  if (vessel.interior->openings().empty()) return vessel;
  vessel.size[0] -= 2 * opening_margin(delta) * vessel.spacing;
  vessel.interior = make_open_interior(vessel.shape, vessel.size);
  return vessel;
}

}  // namespace

std::string name_of(Delta delta) { return delta_names[static_cast<std::size_t>(delta)]; }

std::int64_t CellParameters::count() const {
  std::int64_t sum = 0;
  for (const SpeciesParameters& s : species) sum += s.count;
  return sum;
}

bool CellParameters::have_contrast() const {
  return std::any_of(species.begin(), species.end(),
                     [](const SpeciesParameters& s) { return s.contrast != 0; });
}

double relaxation_time_within(double contrast, double of_plasma) {
  return 0.5 + (1 + contrast) * (of_plasma - 0.5);
}

CellParameters read_cells(io::Case& input, const Vessel& vessel, const PlasmaOfCells& plasma) {
  CellParameters cells;
  if (!input.has_table("cells")) return cells;
  const std::string delta = input.choice("cells.delta", {delta_names.begin(), delta_names.end()},
                                         "3-point", "between vertices and the lattice");
  cells.delta = static_cast<Delta>(std::find(delta_names.begin(), delta_names.end(), delta) -
                                   delta_names.begin());
  const int count = input.count("cells.species");
  if (count == 0) input.error("cells.species", "must be given: one [[cells.species]] or more");
  for (int n = 0; n < count; ++n)
    cells.species.push_back(SpeciesReader(input, vessel, plasma, n).read());
  read_retraction(input, vessel, cells);
  check_placements(input, cells);
  cells.removes_lost = input.choice("cells.on_loss", {"stop", "remove"}, "stop",
                                    "what follows when a cell has left through a wall") == "remove";
  if (!cells.are_packed() && !enter_by_any(input)) return cells;
  cells.clearance =
      input.number("cells.clearance", {.default_value = 0.3 * vessel.spacing,
                                       .minimum = 0,
                                       .meaning = "between packed cells, and from walls",
                                       .unit = "m"});
  cells.seed = static_cast<std::uint64_t>(input.integer(
      "cells.seed",
      {.default_value = 1, .minimum = 0, .maximum = 1e15, .meaning = "of random places"}));
  return cells;
}

double opening_margin(Delta delta) { return support_of(delta) / 2.0 + skin / 2; }

std::vector<std::vector<Placement>> place_cells(const CellParameters& cells, const Vessel& vessel) {
  std::vector<std::vector<Placement>> all;
  for (const SpeciesParameters& s : cells.species) all.push_back(s.placements);
  if (!cells.are_packed()) return all;
  std::vector<PackedSpecies> kinds;
  for (const SpeciesParameters& s : cells.species) {
    const Mesh net = fitted_control_net(surface_of(s.shape, s.refinement));  // holds the surface
    kinds.push_back({bounding_disc(net.vertices), volume_of(surface_of(s.shape, 4)),
                     static_cast<int>(s.count)});
  }
  for (const PackedCell& cell :
       pack(away_from_openings(vessel, cells.delta), kinds, {cells.clearance, cells.seed, {}})) {
    const auto& rows = cell.rotation;
    all[static_cast<std::size_t>(cell.species)].push_back(
        {cell.centre, {rows[0][2], rows[1][2], rows[2][2]}});
  }
  return all;
}

Mesh control_net(const SpeciesParameters& species) {
  return fitted_control_net(
      retracted(surface_of(species.shape, species.refinement), species.retraction));
}

Mesh placed(const Mesh& net, const Placement& placement) {
  const auto columns = turned_to(placement.axis);
  Mesh result = net;
  for (geometry::Vector& vertex : result.vertices) {
    const geometry::Vector at = vertex;
    vertex = placement.centre;
    for (std::size_t d = 0; d < 3; ++d) vertex = geometry::plus(vertex, columns[d], at[d]);
  }
  return result;
}

}  // namespace thalweg::blood
