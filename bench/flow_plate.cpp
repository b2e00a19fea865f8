// SPDX-License-Identifier: Apache-2.0
#include "flow_plate.hpp"

#include <fmt/format.h>

namespace thalweg::bench {

std::string plate_case(const PlateSize& size, PlateCycle cycle) {
  const std::string cycles = cycle == PlateCycle::stages
                                 ? "smoother = \"runge-kutta\"\nlevels = 1\n"
                                 : "smoother = \"block-jacobi\"\nlevels = 2\n";
  return fmt::format(
      "[grid]\nkind = \"plate\"\naround = {}\noutwards = {}\nlayers = {}\nsectors = {}\n"
      "blocks_along = {}\nfirst = 0.005\n[flow]\nviscosity = 1e-3\n[initial]\nkind = \"uniform\"\n"
      "velocity = [1, 0, 0]\n[[boundary]]\nfamily = \"plate\"\nkind = \"wall\"\n[[boundary]]\n"
      "family = \"far\"\nkind = \"far-field\"\nvelocity = [1, 0, 0]\n[time]\nscheme = \"steady\"\n"
      "[cycles]\n{}",
      size.around, size.outwards, size.layers, size.sectors, size.along, cycles);
}

}  // namespace thalweg::bench
