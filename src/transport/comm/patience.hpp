// SPDX-License-Identifier: Apache-2.0
// How long a rank waits for others.
#pragma once

namespace thalweg::transport {

/// Seconds that a movement waits for a rank before it gives up; 600 unless set. Not collective.
double patience();
void set_patience(double seconds);

}  // namespace thalweg::transport
