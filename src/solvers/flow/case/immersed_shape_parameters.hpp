// SPDX-License-Identifier: Apache-2.0
// Shapes of [[immersed]].
#pragma once

#include "io/case/case.hpp"
#include "solvers/flow/immersed/shape.hpp"

namespace thalweg::flow {

/// The rule of a number above 0.
io::Number positive(const std::string& meaning, const std::string& unit = "length");
/// Number of x, y, z; by default that of z, which is the only one in a flat grid.
std::size_t read_axis(io::Case& input, const std::string& key, const std::string& meaning,
                      bool is_flat);

/// at: of its keys, "immersed.0.". Nothing where there is a mistake. is_sheet: becomes true where
/// it has no inside.
ShapePointer read_shape(io::Case& input, const std::string& at, bool is_flat, bool& is_sheet);

}  // namespace thalweg::flow
