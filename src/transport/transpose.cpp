// SPDX-License-Identifier: Apache-2.0
#include "transport/transpose.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "transport/itinerary.hpp"

namespace thalweg::transport::inline TW_HALF {

namespace {

/// Pinned memory for every byte that the messages of one side touch.
template <class Side>
exec::Array<std::byte, 2, exec::Space::pinned> pinned_for(const std::vector<Chunk>& chunks,
                                                          Side side) {
  constexpr std::int64_t row = 1 << 16;  // two dimensions, because extents are 32-bit
  std::int64_t end = 0;
  for (const Chunk& chunk : chunks)
    for (const Message& message : side(chunk)) end = std::max(end, message.offset + message.bytes);
  return exec::Array<std::byte, 2, exec::Space::pinned>(
      {static_cast<int>((end + row - 1) / row), static_cast<int>(row)});
}

}  // namespace

Transpose::Transpose(const Communicator& comm, std::string name, std::vector<Chunk> chunks,
                     std::byte* send, std::byte* receive, const std::string& route,
                     exec::Space space, std::string movement, const NodeMemory* lent)
    : comm_(comm), name_(std::move(name)), movement_(std::move(movement)), asked_(route),
      chunks_(std::move(chunks)), send_(send), receive_(receive), lent_(lent),
      staged_(space == exec::Space::device) {
  for (const Chunk& chunk : chunks_)
    for (const Message& message : chunk.sends) {
      TW_CHECK(message.peer != comm.rank(), "a rank's own part is not a message");
      statistics_.bytes_per_exchange += message.bytes;
      ++statistics_.messages_per_exchange;
      if (comm.nodes().together(message.peer, comm.rank())) continue;
      statistics_.network_bytes_per_exchange += message.bytes;
      ++statistics_.network_messages_per_exchange;
    }
  if (staged_) {
    staged_send_ = pinned_for(
        chunks_, [](const Chunk& c) -> const auto& { return c.sends; });
    staged_receive_ = pinned_for(
        chunks_, [](const Chunk& c) -> const auto& { return c.receives; });
  }
  choice_ = choose_route(asked_, plan());
  carrier_ = make_carrier(choice_.route, plan());
}

Plan Transpose::plan() {
  return {name_,
          comm_,
          chunks_,
          staged_ ? staged_send_.view().data : send_,
          staged_ ? staged_receive_.view().data : receive_,
          movement_,
          staged_,
          staged_ ? nullptr : lent_};
}

/// Every so many exchanges: where they wait much longer than they used to, the machine is no longer
/// what was tried, and the routes are tried again.
void Transpose::recheck() {
  constexpr std::int64_t recheck_every = 512;
  constexpr double drifted = 3;
  if (asked_ != "auto" || comm_.size() == 1 || statistics_.exchanges == 0 ||
      statistics_.exchanges % recheck_every != 0)
    return;
  const double waited = comm_.max(statistics_.waited_seconds - window_waited_);
  window_waited_ = statistics_.waited_seconds;
  if (usual_wait_ == 0) usual_wait_ = waited;
  if (waited < drifted * usual_wait_) return;
  usual_wait_ = 0;
  carrier_.reset();
  choice_ = choose_route(asked_, plan(), true);
  choice_.why += " (tried again after " + std::to_string(statistics_.exchanges) +
                 " exchanges, which had slowed down)";
  carrier_ = make_carrier(choice_.route, plan());
}

void Transpose::start(const exec::Exec& exec, int chunk) {
  const double begin = seconds_now();
  if (chunk == 0) {
    recheck();
    first_start_ = begin;
  }
  const auto index = static_cast<std::size_t>(chunk);
  if (staged_) stage_out(exec, chunks_[index]);
  carrier_->start(index);
  statistics_.waited_seconds += seconds_now() - begin;
}

void Transpose::finish(const exec::Exec& exec) {
  const double begin = seconds_now();
  carrier_->finish();
  if (staged_) stage_in(exec);
  const double end = seconds_now();
  ++statistics_.exchanges;
  statistics_.waited_seconds += end - begin;
  statistics_.spanned_seconds += end - first_start_;
}

const std::byte* Transpose::arrived(std::size_t chunk, std::size_t i) const {
  const std::byte* in_place = carrier_->in_place(chunk, i);
  return in_place ? in_place : receive_ + chunks_[chunk].receives[i].offset;
}

void Transpose::reclaim() {
  const double begin = seconds_now();
  carrier_->reclaim();
  statistics_.waited_seconds += seconds_now() - begin;
}

void Transpose::stage_out(const exec::Exec& exec, const Chunk& chunk) {
  for (const Message& message : chunk.sends)
    exec::copy_bytes(exec, staged_send_.view().data + message.offset, send_ + message.offset,
                     static_cast<std::size_t>(message.bytes));
  exec.wait();
}

void Transpose::stage_in(const exec::Exec& exec) {
  for (const Chunk& chunk : chunks_)
    for (const Message& message : chunk.receives)
      exec::copy_bytes(exec, receive_ + message.offset,
                       staged_receive_.view().data + message.offset,
                       static_cast<std::size_t>(message.bytes));
}

}  // namespace thalweg::transport::inline TW_HALF
