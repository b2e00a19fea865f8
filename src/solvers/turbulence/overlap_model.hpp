// SPDX-License-Identifier: Apache-2.0
// How long chunks take that pass through a device on several streams, from what each takes alone
// (docs/theory/turbulence.md, section 8).
#pragma once

namespace thalweg::turbulence {

/// One chunk's copy to the device, its work there, and its copy back.
struct ChunkSeconds {
  double in = 0, work = 0, out = 0;
};

/// Seconds until so many equal chunks are done. A device does one copy in each direction and the
/// work of one chunk at a time; a stream begins a chunk when its last one is done. (8.7)
double streamed_seconds(const ChunkSeconds& chunk, int chunks, int streams);

}  // namespace thalweg::turbulence
