// SPDX-License-Identifier: Apache-2.0
#include "transport/movements/message_plan.hpp"

#include "base/clock.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport::inline TW_HALF {

MessagePlan::MessagePlan(const Communicator& comm, std::string name, std::vector<Chunk> chunks,
                         std::byte* send, std::byte* receive, const std::string& route,
                         exec::Space space, MessagePlanOptions extras)
    : comm_(comm.size() > 1 ? comm.apart() : comm), name_(std::move(name)),
      chunks_(std::move(chunks)), send_(send), receive_(receive), extras_(std::move(extras)) {
  for (const Chunk& chunk : chunks_)
    for (const Message& message : chunk.sends) {
      TW_CHECK(message.peer != comm.rank(), "a rank's own part is not a message");
      statistics_.bytes_per_exchange += message.bytes;
      ++statistics_.messages_per_exchange;
      if (comm.nodes().together(message.peer, comm.rank())) continue;
      statistics_.network_bytes_per_exchange += message.bytes;
      ++statistics_.network_messages_per_exchange;
    }
  if (extras_.device) {
    device_ = extras_.device;
  } else if (space == exec::Space::device) {
    out_ = std::make_shared<exec::StreamLink>();
    in_ = std::make_shared<exec::StreamLink>();
    device_ = std::make_shared<DeviceSide>(
        DeviceSide{out_, in_, std::make_shared<exec::StreamLink>(), extras_.staging});
  }
  try {
    choice_ = choose_route(route, plan());
  } catch (const InputError&) {
    // All ranks are refused. What was opened of their buffers is closed together, before those go.
    if (device_) device_->settle();
    throw;
  }
  memory_ = TakenMemory(own_bytes(choice_.route, plan()));
  carrier_ = make_carrier(choice_.route, plan());
  if (device_) device_->settle();
}

Plan MessagePlan::plan() {
  return {
      name_,          comm_,   chunks_,        send_, receive_, extras_.movement, extras_.in_place,
      choice_.beyond, device_, extras_.packing};
}

// A rank alone has no messages, and no stream to wait for.
void MessagePlan::start(const exec::Exec& exec, int chunk) {
  if (comm_.size() == 1) return;
  carrier_->await_device();
  const double begin = seconds_now();
  if (out_) out_->follow(exec);
  if (chunk == 0) first_start_ = begin;
  carrier_->start(static_cast<std::size_t>(chunk));
  statistics_.waited_seconds += seconds_now() - begin;
}

void MessagePlan::finish(const exec::Exec& exec) {
  if (comm_.size() == 1) {
    ++statistics_.exchanges;
    return;
  }
  carrier_->await_device();
  const double begin = seconds_now();
  carrier_->finish();
  if (in_) in_->lead(exec);
  const double end = seconds_now();
  ++statistics_.exchanges;
  statistics_.waited_seconds += end - begin;
  statistics_.spanned_seconds += end - first_start_;
}

void MessagePlan::reclaim() {
  const double begin = seconds_now();
  carrier_->reclaim();
  statistics_.waited_seconds += seconds_now() - begin;
}

}  // namespace thalweg::transport::inline TW_HALF
