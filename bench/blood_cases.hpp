// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of blood run: vessels of plasma, and red cells in them.
#pragma once

#include <string>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::bench {

/// A case as users write it. shape: as cases call it. So many lattice sites wide, at a spacing of
/// 1 um.
std::string plasma(const std::string& shape, int sites, blood::Streaming streaming);

/// Red cells at rest, packed, at a spacing of 0.5 um.
std::string suspension(const std::string& shape, int sites, double hematocrit, blood::Delta delta,
                       blood::Spreading spreading = {}, blood::Copies copies = {});

blood::Parameters parameters_of(const std::string& text);

/// Sites with fluid, of all ranks.
double sites_of(const blood::Parameters& p);
/// Of the cells of all ranks.
double vertices_of(const blood::Parameters& p);

}  // namespace thalweg::bench
