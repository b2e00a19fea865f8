// SPDX-License-Identifier: Apache-2.0
// The clock of phases that give their work to an exec. On a device a moment is an event in its
// stream: it comes when the device gets there, and nobody waits for it.
#pragma once

#include <memory>

#include "base/phases.hpp"
#include "exec/stream.hpp"

namespace thalweg::exec::inline TW_HALF {

/// The exec must outlive the clock. Marks and reads throw DeviceError where CUDA fails.
std::unique_ptr<PhaseClock> make_phase_clock(const Exec& exec);

}  // namespace thalweg::exec::inline TW_HALF
