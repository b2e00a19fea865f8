// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace thalweg::blood {

/// Where a step leaves populations. in_place: in the array that it reads. two_arrays: in a second
/// one, with the same results by every bit. docs/theory/blood.md, section 2.
enum class Streaming { in_place, two_arrays };

/// As cases call it.
constexpr const char* name_of(Streaming streaming) {
  return streaming == Streaming::in_place ? "in-place" : "two-arrays";
}

}  // namespace thalweg::blood
