// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/probe_clock.hpp"

#include "base/clock.hpp"

namespace thalweg::transport {

namespace {

double (*clock_in_use)() = seconds_now;

}  // namespace

double probe_seconds() { return clock_in_use(); }

void set_probe_clock(double (*clock)()) { clock_in_use = clock ? clock : seconds_now; }

}  // namespace thalweg::transport
