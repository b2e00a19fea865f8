// SPDX-License-Identifier: Apache-2.0
// How many steps lie between what cells do now and then, as fast as the fluid is at the beginning
// of a case: runs ask for its speed anew each time.
#pragma once

#include <cstdint>
#include <string>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// From one change of hands to the next. speed: the fluid's largest, in spacings per step.
std::int64_t steps_between_relocations(double speed);
/// From one mark of what lies within cells to the next.
std::int64_t steps_between_marks(double speed);

std::int64_t steps_between_relocations(const Parameters& parameters);
std::int64_t steps_between_marks(const Parameters& parameters);
/// What predictions take for granted of this, in words.
std::string relocation_text(const Parameters& parameters);

}  // namespace thalweg::blood
