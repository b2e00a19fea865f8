// SPDX-License-Identifier: Apache-2.0
#include "transport/movements/halo_runs.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"

namespace thalweg::transport {

std::vector<std::int64_t> points_of_box(const int (&extent)[3], const int (&lower)[3],
                                        const int (&upper)[3]) {
  std::vector<std::int64_t> points;
  for (std::int64_t z = lower[0]; z < upper[0]; ++z)
    for (std::int64_t y = lower[1]; y < upper[1]; ++y)
      for (std::int64_t x = lower[2]; x < upper[2]; ++x)
        points.push_back((z * extent[1] + y) * extent[2] + x);
  return points;
}

namespace {

/// Longer runs are cut, so that many threads share the work of a few long rows.
constexpr int longest_run = 256;

void add_runs(const std::vector<std::int64_t>& points, std::int64_t packed,
              std::vector<HaloRun>& runs) {
  const auto stride = static_cast<std::int64_t>(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool goes_on =
        i > 0 && points[i] == points[i - 1] + 1 && runs.back().length < longest_run;
    if (goes_on)
      ++runs.back().length;
    else
      runs.push_back({points[i], packed + static_cast<std::int64_t>(i), stride, 1});
  }
}

HaloSide side_of(int me, const std::vector<HaloLink>& links, int fields) {
  std::map<int, std::vector<const HaloLink*>> by_peer;
  for (const HaloLink& link : links)
    if (!link.points.empty()) by_peer[link.peer].push_back(&link);
  HaloSide side;
  for (const auto& [peer, list] : by_peer) {
    auto& used = peer == me ? side.own_points : side.points;
    auto& runs = peer == me ? side.own_runs : side.runs;
    const std::int64_t begin = used;
    for (const HaloLink* link : list) {
      add_runs(link->points, used, runs);
      used += static_cast<std::int64_t>(link->points.size()) * fields;
    }
    if (peer != me) side.messages.push_back({peer, begin, used - begin});
  }
  return side;
}

}  // namespace

HaloLayout lay_out_halo(int me, const std::vector<HaloLink>& sends,
                        const std::vector<HaloLink>& receives, int fields) {
  HaloLayout layout{side_of(me, sends, fields), side_of(me, receives, fields)};
  TW_CHECK(layout.sends.own_points == layout.receives.own_points,
           "a rank's links to itself must have equally many points on both sides");
  return layout;
}

}  // namespace thalweg::transport
