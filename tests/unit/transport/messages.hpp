// SPDX-License-Identifier: Apache-2.0
// Message lists for tests, and the bytes that a naive exchange would deliver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "transport/routes/carrier.hpp"

namespace thalweg::transport::testing {

/// A byte that tells from whom to whom, in which chunk, where it stands, and in which exchange.
inline std::byte mark(int from, int to, std::size_t chunk, std::int64_t i, int round) {
  return static_cast<std::byte>(
      (17 * from + 31 * to + 7 * static_cast<int>(chunk) + 3 * i + 101 * round + i / 251) & 0xff);
}

/// Bytes that `from` sends to `to` in a chunk: uneven, sometimes none.
inline std::int64_t length(std::int64_t base, int from, int to, std::size_t chunk) {
  return base * ((from + 2 * to + static_cast<int>(chunk)) % 3);
}

/// The lists of one rank, everyone to everyone, and the sizes of its buffers.
struct Lists {
  std::vector<Chunk> chunks;
  std::int64_t base = 0;  // of their lengths
  std::int64_t sent = 0, received = 0;
};

inline Lists uneven_lists(int me, int ranks, std::int64_t base, std::size_t chunks) {
  Lists lists{std::vector<Chunk>(chunks), base};
  const auto add = [](std::vector<Message>& list, int peer, std::int64_t bytes,
                      std::int64_t& used) {
    if (bytes == 0) return;
    list.push_back({peer, used, bytes});
    used += bytes;
  };
  for (std::size_t c = 0; c < chunks; ++c)
    for (int peer = 0; peer < ranks; ++peer) {
      if (peer == me) continue;
      add(lists.chunks[c].sends, peer, length(base, me, peer, c), lists.sent);
      add(lists.chunks[c].receives, peer, length(base, peer, me, c), lists.received);
    }
  return lists;
}

/// Fill what `me` sends in a chunk.
inline void fill(const Lists& lists, int me, std::size_t chunk, int round, std::byte* out) {
  for (const Message& m : lists.chunks[chunk].sends)
    for (std::int64_t i = 0; i < m.bytes; ++i)
      out[m.offset + i] = mark(me, m.peer, chunk, i, round);
}

/// Bytes of the receive buffer that are not what they should be.
inline std::int64_t wrong_bytes(const Lists& lists, int me, int round, const std::byte* in) {
  std::int64_t wrong = 0;
  for (std::size_t c = 0; c < lists.chunks.size(); ++c)
    for (const Message& m : lists.chunks[c].receives)
      for (std::int64_t i = 0; i < m.bytes; ++i)
        wrong += in[m.offset + i] != mark(m.peer, me, c, i, round);
  return wrong;
}

/// Why a route cannot carry a plan's messages; empty if it can. Collective.
inline std::string why_not(const Plan& plan, Route route) {
  for (const Possibility& p : possible_routes(plan))
    if (p.route == route) return p.why_not;
  throw UsageError("no such route");
}

/// The names of routes between buffers on devices.
inline std::vector<std::string> routes_on_devices() {
  auto names = route_names();
  std::erase(names, "auto");
  std::erase(names, "datatype");
  return names;
}

/// What a test of a route is called: GoogleTest allows letters, digits and underscores.
inline std::string route_test_name(const std::string& route, const std::string& arrangement,
                                   std::int64_t base, std::size_t chunks) {
  std::string name = route + "_" + arrangement + "_" + std::to_string(base) + "_bytes_" +
                     std::to_string(chunks) + "_chunks";
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace thalweg::transport::testing
