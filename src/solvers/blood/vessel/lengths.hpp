// SPDX-License-Identifier: Apache-2.0
// Lengths among the keys of a vessel.
#pragma once

#include <string>

#include "io/case/case.hpp"

namespace thalweg::blood {

/// Above 0, in metres; other values are errors of the case.
inline double read_length(io::Case& input, const std::string& key, const std::string& meaning) {
  return input.number(key, {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = "m"});
}

}  // namespace thalweg::blood
