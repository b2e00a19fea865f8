// SPDX-License-Identifier: Apache-2.0
// Openings are walls where the case gives them no condition: flat parts of a surface in faces of
// its box, ends of tubes, fluid in the faces of an image.
#pragma once

#include <memory>
#include <vector>

#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

/// The same vessel whose walls are its openings, too, but for those of these numbers and those that
/// are joined to others by a period. The list of openings stays as it is.
std::shared_ptr<const Interior> with_closed_openings(std::shared_ptr<const Interior> found,
                                                     const std::vector<int>& open);

}  // namespace thalweg::blood
