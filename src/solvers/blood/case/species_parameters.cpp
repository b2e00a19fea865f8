// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/species_parameters.hpp"

#include <fmt/format.h>

#include "solvers/blood/case/species_mesh.hpp"

namespace thalweg::blood {

namespace {

/// Reads one [[cells.species]].
class SpeciesReader {
 public:
  SpeciesReader(io::Case& input, const std::string& path, const PlasmaOfCells& plasma)
      : input_(input), plasma_(plasma), path_(path) {}

  SpeciesParameters read(const std::string& default_name) {
    SpeciesParameters s;
    s.name = input_.text(path_ + "name", default_name, "how results name the species");
    s.shape = read_shape();
    s.refinement = read_refinement(s.shape);
    read_elements(s);
    read_membrane(s.moduli);
    read_bending(s.moduli);
    read_global_terms(s.moduli);
    read_viscosity(s.moduli);
    s.stretching = read_stretching();
    s.substeps = static_cast<int>(
        input_.integer(path_ + "substeps", {.default_value = 1,
                                            .minimum = 1,
                                            .maximum = most_substeps,
                                            .meaning = "of membranes in a step of the fluid, where "
                                                       "they are too stiff for one"}));
    s.contrast = read_contrast();
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

  int read_refinement(const ReferenceShape& shape) {
    const io::Number of_mesh{.default_value = 0,
                             .minimum = 0,
                             .maximum = 4,
                             .meaning = "so often the triangles of the mesh are cut in four"};
    const io::Number of_icosphere{.default_value = 3,
                                  .minimum = 1,
                                  .maximum = 6,
                                  .meaning =
                                      "of an icosphere: 42, 162, 642, 2562, 10242, 40962 vertices"};
    return static_cast<int>(
        input_.integer(path_ + "refinement", shape.mesh ? of_mesh : of_icosphere));
  }

  void read_elements(SpeciesParameters& s) {
    const std::string kind = input_.choice(path_ + "elements", {"loop", "flat"}, "loop",
                                           "loop: a smooth surface; flat: triangles, cheaper");
    if (kind == "flat") {
      s.elements = ElementKind::flat;
      return;
    }
    if (input_.integer(path_ + "quadrature_points", {.default_value = 1,
                                                     .minimum = 1,
                                                     .maximum = 3,
                                                     .meaning = "on each triangle: 1 or 3"}) > 1)
      s.quadrature = Quadrature::three_points;
  }

  ReferenceShape read_shape() {
    const std::string name =
        input_.choice(path_ + "shape", {"biconcave", "sphere", "ellipsoid", "mesh"}, "biconcave",
                      "of a cell where nothing acts on it; its axis is z");
    ReferenceShape shape;
    for (const ShapeOfCell kind :
         {ShapeOfCell::biconcave, ShapeOfCell::sphere, ShapeOfCell::ellipsoid, ShapeOfCell::mesh})
      if (name_of(kind) == name) shape.kind = kind;
    if (shape.kind == ShapeOfCell::mesh) {
      shape.mesh = read_species_mesh(input_, path_);
      return shape;
    }
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

  void read_viscosity(Moduli& m) {
    m.viscosity = not_negative("membrane_viscosity", "against in-plane shear", "N s/m");
    if (m.viscosity == 0) return;
    m.dilatational_viscosity = input_.number(
        path_ + "dilatational_viscosity",
        {.default_value = m.viscosity, .minimum = 0, .meaning = "of area", .unit = "N s/m"});
    m.viscous_time = not_negative("viscosity_time",
                                  "over which rates of strain are means; 0: as steps need", "s");
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

  io::Case& input_;
  const PlasmaOfCells& plasma_;
  const std::string& path_;
};

}  // namespace

double relaxation_time_within(double contrast, double of_plasma) {
  return 0.5 + (1 + contrast) * (of_plasma - 0.5);
}

SpeciesParameters read_species(io::Case& input, int number, const PlasmaOfCells& plasma) {
  const std::string path = fmt::format("cells.species.{}.", number);
  return SpeciesReader(input, path, plasma)
      .read(number == 0 ? "cells" : fmt::format("cells {}", number + 1));
}

}  // namespace thalweg::blood
