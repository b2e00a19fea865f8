// SPDX-License-Identifier: Apache-2.0
// Index sets of a halo, and where their points lie in packed messages.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/space.hpp"
#include "transport/comm/message.hpp"

namespace thalweg::transport {

/// Points of a field, as linear indices into its array, that go to or come from one rank. Both
/// sides list them in the same order.
struct HaloLink {
  int peer = 0;
  std::vector<std::int64_t> points;
};

/// The linear indices of a box [lower, upper) in an array of extents (z, y, x), x fastest.
std::vector<std::int64_t> points_of_box(const int (&extent)[3], const int (&lower)[3],
                                        const int (&upper)[3]);

/// Consecutive points, and where they lie in a packed buffer: field f at packed + f * stride.
struct HaloRun {
  std::int64_t point = 0, packed = 0, stride = 0;
  int length = 0;
};

/// One side of a halo: messages by peer, and what this rank sends to itself.
struct HaloSide {
  std::vector<HaloRun> runs, own_runs;
  std::vector<Message> messages;  // offsets and lengths in points of one field
  std::int64_t points = 0, own_points = 0;
};

struct HaloLayout {
  HaloSide sends, receives;
};

/// Links of a peer follow each other in one message, point by point as (link, field, point).
/// Throws UsageError if this rank's links to itself do not match.
HaloLayout lay_out_halo(int me, const std::vector<HaloLink>& sends,
                        const std::vector<HaloLink>& receives, int fields);

}  // namespace thalweg::transport
