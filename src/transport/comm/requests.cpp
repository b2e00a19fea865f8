// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/requests.hpp"

#include <algorithm>

namespace thalweg::transport {

int tag_of(int channel, std::size_t chunk, int hop) {
  // 32767 is the largest tag that every MPI library must take. A movement has a communicator of its
  // own, so only its own carriers differ by channel: those that its trial holds at once.
  constexpr int channels = 16, chunks = 512, hops = 4;
  return ((channel % channels) * chunks + static_cast<int>(chunk) % chunks) * hops +
         std::min(hop, hops - 1);
}

Requests::~Requests() {
  if (!may_free()) return;
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}

void Requests::add_send(const std::byte* data, std::int64_t bytes, int peer, int tag,
                        MPI_Comm comm) {
  for_parts(bytes, [&](std::int64_t offset, int count) {
    peers_.push_back(peer);
    check_mpi(
        MPI_Send_init(data + offset, count, MPI_BYTE, peer, tag, comm, &requests_.emplace_back()),
        "MPI_Send_init");
  });
}

void Requests::add_receive(std::byte* data, std::int64_t bytes, int peer, int tag, MPI_Comm comm) {
  for_parts(bytes, [&](std::int64_t offset, int count) {
    peers_.push_back(peer);
    check_mpi(
        MPI_Recv_init(data + offset, count, MPI_BYTE, peer, tag, comm, &requests_.emplace_back()),
        "MPI_Recv_init");
  });
}

MPI_Request* Requests::add(int peer) {
  peers_.push_back(peer);
  return &requests_.emplace_back(MPI_REQUEST_NULL);
}

MPI_Request* Requests::add_collective() { return add(everyone); }

void Requests::clear() {
  requests_.clear();
  peers_.clear();
}

void Requests::start() {
  if (!requests_.empty())
    check_mpi(MPI_Startall(static_cast<int>(requests_.size()), requests_.data()), "MPI_Startall");
}

bool Requests::test() {
  int done = 1;
  if (!requests_.empty())
    check_mpi(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done,
                          MPI_STATUSES_IGNORE),
              "MPI_Testall");
  return done != 0;
}

std::vector<int> Requests::unfinished() const {
  std::vector<int> ranks;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    int done = 0;
    if (requests_[i] != MPI_REQUEST_NULL)
      MPI_Request_get_status(requests_[i], &done, MPI_STATUS_IGNORE);
    if (!done && requests_[i] != MPI_REQUEST_NULL && peers_[i] != everyone)
      ranks.push_back(peers_[i]);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

void wait_for(const std::string& movement, const Communicator::Native& native, Requests& requests) {
  wait_until(
      "the movement \"" + movement + "\"", native, [&] { return requests.test(); },
      [&] { return requests.unfinished(); });
}

}  // namespace thalweg::transport
