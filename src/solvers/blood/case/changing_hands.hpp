// SPDX-License-Identifier: Apache-2.0
// When vertices change hands between ranks, and which are copied beforehand.
#pragma once

#include <cstdint>

namespace thalweg::blood {

/// Copies of vertices are made for those that are this much further away than they need be, in
/// spacings, so that cells need not change hands in every step.
inline constexpr double skin = 1;
/// The speed that vertices are taken to have at least, in spacings per step, since the fluid may
/// yet speed up; and the most steps until cells change hands again.
inline constexpr double slowest_assumed = 0.01;
inline constexpr std::int64_t most_steps_between = 50;

}  // namespace thalweg::blood
