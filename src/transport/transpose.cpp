// SPDX-License-Identifier: Apache-2.0
#include "transport/transpose.hpp"

#include <algorithm>
#include <chrono>

namespace thalweg::transport::inline TW_HALF {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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
                     exec::Space space)
    : name_(std::move(name)), chunks_(std::move(chunks)), send_(send), receive_(receive),
      staged_(space == exec::Space::device) {
  for (const Chunk& chunk : chunks_)
    for (const Message& message : chunk.sends) {
      TW_CHECK(message.peer != comm.rank(), "a rank's own part is not a message");
      statistics_.bytes_per_exchange += message.bytes;
      ++statistics_.messages_per_exchange;
    }
  if (staged_) {
    staged_send_ = pinned_for(
        chunks_, [](const Chunk& c) -> const auto& { return c.sends; });
    staged_receive_ = pinned_for(
        chunks_, [](const Chunk& c) -> const auto& { return c.receives; });
  }
  const Plan plan{name_, comm, chunks_, staged_ ? staged_send_.view().data : send_,
                  staged_ ? staged_receive_.view().data : receive_};
  choice_ = choose_route(route, plan);
  carrier_ = make_carrier(choice_.route, plan);
}

void Transpose::start(const exec::Exec& exec, int chunk) {
  const double begin = now();
  if (chunk == 0) first_start_ = begin;
  const auto index = static_cast<std::size_t>(chunk);
  if (staged_) stage_out(exec, chunks_[index]);
  carrier_->start(index);
  statistics_.waited_seconds += now() - begin;
}

void Transpose::finish(const exec::Exec& exec) {
  const double begin = now();
  carrier_->finish();
  if (staged_) stage_in(exec);
  const double end = now();
  ++statistics_.exchanges;
  statistics_.waited_seconds += end - begin;
  statistics_.spanned_seconds += end - first_start_;
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
