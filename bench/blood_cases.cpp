// SPDX-License-Identifier: Apache-2.0
#include "blood_cases.hpp"

#include <fmt/format.h>

#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::bench {

namespace {

std::string vessel(const std::string& shape, int sites, double spacing,
                   blood::Streaming streaming = {}) {
  const double side = sites * spacing;
  const std::string across = shape == "tube"
                                 ? fmt::format("diameter = {:.17g}\n", side)
                                 : fmt::format("width = {0:.17g}\nheight = {0:.17g}\n", side);
  return fmt::format("[grid]\nspacing = {:.17g}\n[geometry]\nshape = \"{}\"\nlength = {:.17g}\n{}"
                     "[blood]\nviscosity = 1e-3\ndensity = 1000\nrelaxation_time = 0.8\n"
                     "streaming = \"{}\"\n[flow]\npressure_gradient = [1e3, 0, 0]\n",
                     spacing, shape, side, across, blood::name_of(streaming));
}

}  // namespace

std::string plasma(const std::string& shape, int sites, blood::Streaming streaming) {
  return vessel(shape, sites, 1e-6, streaming);
}

std::string suspension(const std::string& shape, int sites, double hematocrit, blood::Delta delta,
                       blood::Spreading spreading, blood::Copies copies) {
  return vessel(shape, sites, 0.5e-6) +
         fmt::format(
             "[cells]\ndelta = \"{}\"\nspreading = \"{}\"\ncopies = \"{}\"\n[[cells.species]]\n"
             "shear_modulus = 5e-6\nbending_modulus = 2e-19\nvolume_modulus = 100\n"
             "hematocrit = {:.17g}\n",
             blood::name_of(delta), blood::name_of(spreading), blood::name_of(copies), hematocrit);
}

blood::Parameters parameters_of(const std::string& text) {
  auto input = io::Case::parse(text, "benchmark", {});
  blood::Parameters p = blood::read_parameters(input);
  input.throw_if_errors();
  return p;
}

double sites_of(const blood::Parameters& p) {
  return static_cast<double>(p.vessel.sites(0, p.vessel.lattice().extent[0]).size());
}

double vertices_of(const blood::Parameters& p) {
  double vertices = 0;
  for (const blood::SpeciesParameters& species : p.cells.species)
    vertices +=
        static_cast<double>(species.count) * blood::vertices_of_icosphere(species.refinement);
  return vertices;
}

}  // namespace thalweg::bench
