// SPDX-License-Identifier: Apache-2.0
// A case in a smaller or larger vessel, as settings (key=value): for measuring a piece of it, and
// for weak scaling.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// Of a large case, a piece that is measured in its place: as many spacings as vectors and cells
/// need. Empty: the case is measured as it is. sites: with fluid.
std::vector<std::string> sample_of(const Parameters& parameters, std::int64_t sites);

/// The case with so many times the sites and cells: longer along its periodic axes, each by the
/// same factor, to whole spacings. Throws InputError for vessels that cannot grow, and for cells
/// that are placed one by one.
std::vector<std::string> grown(const Parameters& parameters, double factor);

}  // namespace thalweg::blood
