// SPDX-License-Identifier: Apache-2.0
// The clock that the probe measures with.
#pragma once

namespace thalweg::transport {

/// Seconds since some moment in the past: seconds_now() unless a test has set another clock.
double probe_seconds();

/// Measure with another clock, for tests whose outcome must not depend on the machine; nullptr:
/// seconds_now() again. Not collective.
void set_probe_clock(double (*clock)());

}  // namespace thalweg::transport
