// SPDX-License-Identifier: Apache-2.0
// What [grid] says of boxes.
#pragma once

#include "io/case/case.hpp"
#include "solvers/flow/mesh/generators.hpp"

namespace thalweg::flow {

/// Mistakes go to the case's diagnostics; the box is not to be made then.
BoxGrid read_box(io::Case& input, bool is_wavy);

}  // namespace thalweg::flow
