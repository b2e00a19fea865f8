// SPDX-License-Identifier: Apache-2.0
// [[boundary]] and [[body]] of a case. Mistakes go to its diagnostics.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Every family of the mesh must have one condition.
void read_boundaries(io::Case& input, const Mesh& mesh, Parameters& p);
/// After the boundaries: bodies are made of their families.
void read_bodies(io::Case& input, const Mesh& mesh, Parameters& p);

}  // namespace thalweg::flow
