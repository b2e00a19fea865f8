// SPDX-License-Identifier: Apache-2.0
// Fields that stay on the host and pass through a device in chunks (docs/design/streaming.md).
#pragma once

namespace thalweg::fft {

struct Streaming {
  int streams = 0;     // of the device, which take chunks by turns; 0: fields stay on the device
  int chunks = 0;      // that a rank's rows, and the most planes that a rank has, are cut into
  int components = 0;  // of all arrays of modes that one sweep over rows works on

  bool is_on() const { return streams > 0; }
};

}  // namespace thalweg::fft
