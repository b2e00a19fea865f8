// SPDX-License-Identifier: Apache-2.0
// What the FFT library learned by measuring, kept between runs in the user's cache folder
// ($XDG_CACHE_HOME/thalweg or ~/.cache/thalweg). It saves planning time, and it makes runs repeat
// bit for bit: another plan rounds differently.
#pragma once

#include <functional>

#include "transport/comm/communicator.hpp"

namespace thalweg::fft {

/// Run `make_plans` so that every rank ends with the same plans: rank 0 loads the cached wisdom,
/// plans, saves what is new and shares it; the others then plan by it. Collective.
/// A cache folder that cannot be written is no error: planning is then done again next time.
void plan_together(const transport::Communicator& comm, const std::function<void()>& make_plans);

}  // namespace thalweg::fft
