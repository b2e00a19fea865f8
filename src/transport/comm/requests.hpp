// SPDX-License-Identifier: Apache-2.0
// Persistent MPI requests that know whom they wait for, and waiting that ends.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "transport/comm/message.hpp"
#include "transport/comm/watch.hpp"

namespace thalweg::transport {

/// part(first, count) for every part of so many items, each of `most` or fewer.
template <class Part>
void for_parts(std::int64_t items, Part part, std::int64_t most = Communicator::largest_piece) {
  for (std::int64_t done = 0; done < items; done += most)
    part(done, static_cast<int>(std::min(most, items - done)));
}

/// MPI's tag of a message: carriers of one movement differ in `channel`, the
/// chunks of one plan in `chunk`, and messages that meet the same peer twice in `hop`.
int tag_of(int channel, std::size_t chunk, int hop);

/// Requests of one kind, each with its peer. Move-only.
class Requests {
 public:
  Requests() = default;
  Requests(Requests&&) noexcept = default;
  Requests& operator=(Requests&&) noexcept = default;
  ~Requests();

  /// Set up a persistent message, in parts where it is long. Throws CommError.
  void add_send(const std::byte* data, std::int64_t bytes, int peer, int tag, MPI_Comm comm);
  void add_receive(std::byte* data, std::int64_t bytes, int peer, int tag, MPI_Comm comm);
  /// Room for one that the caller starts.
  MPI_Request* add(int peer);
  /// Room for a nonblocking collective that the caller starts; it waits for everyone.
  MPI_Request* add_collective();

  bool empty() const { return requests_.empty(); }
  /// Forget requests that are done; the room for them stays.
  void clear();
  void start();
  /// Whether all are done; never waits.
  bool test();
  /// Peers of those that are not.
  std::vector<int> unfinished() const;

 private:
  std::vector<MPI_Request> requests_;
  std::vector<int> peers_;
};

/// Peers that have not sent: of chunks with lists `receiving` of what owns a `request`.
template <class Chunks>
std::vector<int> peers_awaited(const Chunks& chunks) {
  std::vector<int> ranks;
  for (const auto& chunk : chunks)
    for (const auto& receipt : chunk.receiving)
      for (const int rank : receipt.request.unfinished()) ranks.push_back(rank);
  return ranks;
}

/// The peer of a collective's request.
inline constexpr int everyone = -1;

/// Wait for these requests of a movement, as wait_until() does.
void wait_for(const std::string& movement, const Communicator::Native& native, Requests& requests);

}  // namespace thalweg::transport
