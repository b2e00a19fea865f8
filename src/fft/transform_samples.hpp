// SPDX-License-Identifier: Apache-2.0
// Transforms whose results both halves must agree on: the part of the self-test of a device that
// this room gives (exec/samples.hpp).
#pragma once

#include "exec/samples.hpp"

namespace thalweg::fft::inline TW_HALF {

/// Complex lines side by side and one after the other, and real planes, both ways.
std::vector<exec::Sample> transform_samples();

}  // namespace thalweg::fft::inline TW_HALF
