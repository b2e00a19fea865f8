// SPDX-License-Identifier: Apache-2.0
// What Halo does (halo.hpp).
#pragma once

#include <algorithm>
#include <utility>

#include "exec/upload.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::transport::inline TW_HALF {

template <class T>
Halo<T>::Halo(const Communicator& comm, std::string name, const std::vector<HaloLink>& sends,
              const std::vector<HaloLink>& receives, int most_fields, std::string route)
    : comm_(comm), name_(std::move(name)), route_(std::move(route)), most_fields_(most_fields),
      layout_(lay_out_halo(comm.rank(), sends, receives)), sends_(upload(layout_.sends)),
      receives_(upload(layout_.receives)) {
  TW_CHECK(1 <= most_fields && most_fields <= most_halo_fields,
           "a halo moves 1 to " + std::to_string(most_halo_fields) + " fields at once, not " +
               std::to_string(most_fields));
  const auto& own = layout_.sends.own;
  const auto begin = layout_.sends.points.begin() + own.begin;
  own_sources_ = exec::uploaded(std::vector<std::int64_t>(begin, begin + own.count));
  send_ = Buffer({(own.begin + own.count) * most_fields});
  receive_ = Buffer({layout_.receives.own.begin * most_fields});
  const std::int64_t most_bytes = std::max(layout_.sends.own.begin, layout_.receives.own.begin) *
                                  most_fields * static_cast<std::int64_t>(sizeof(T));
  staging_ = std::make_shared<Staging>(most_bytes, most_bytes);
  forward_.resize(static_cast<std::size_t>(most_fields));
  reverse_.resize(static_cast<std::size_t>(most_fields));
}

template <class T>
typename Halo<T>::Tiles Halo<T>::upload(const HaloSide& side) {
  const HaloTiles tiles = tiles_of(side);
  return {exec::uploaded(tiles.tiles), exec::uploaded(tiles.offsets), tiles.message_tiles,
          static_cast<int>(tiles.tiles.size()) - tiles.message_tiles};
}

template <class T>
void Halo<T>::upload_sums() {
  const HaloSums sums = sums_of(layout_.sends);
  std::vector<HaloSlot> slots = layout_.sends.slots;
  slots.push_back(layout_.sends.own);
  sums_ = std::make_unique<Sums>(Sums{exec::uploaded(sums.points), exec::uploaded(sums.begins),
                                      exec::uploaded(sums.parts), exec::uploaded(slots)});
}

template <class T>
std::vector<Message> Halo<T>::messages_of(const HaloSide& side) const {
  const std::int64_t bytes = fields_.count * static_cast<std::int64_t>(sizeof(T));
  std::vector<Message> messages;
  for (const HaloSlot& slot : side.slots)
    messages.push_back({slot.peer, slot.begin * bytes, slot.count * bytes});
  return messages;
}

template <class T>
std::vector<TypedMessage> Halo<T>::typed(const HaloSide& side) const {
  constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
  std::vector<TypedMessage> messages;
  for (const HaloSlot& slot : side.slots) {
    messages.push_back({slot.peer, {}});
    for (const PointRun& run : runs_of(side, slot))
      messages.back().runs.push_back({run.first * unit, run.length * unit});
  }
  return messages;
}

/// Used in trials only, while no exchange is under way and after exec was waited for.
template <class T>
std::shared_ptr<const Packing> Halo<T>::packing() {
  auto packing = std::make_shared<Packing>();
  packing->pack = [this] {
    const exec::Exec exec;
    move_messages<true>(exec, sends_, send_);
    exec.wait();
  };
  packing->unpack = [this] {
    const exec::Exec exec;
    move_messages<false>(exec, receives_, receive_);
    exec.wait();
  };
  packing->make_typed = [this](const Communicator& own) {
    const auto fields = [this] {
      std::vector<std::byte*> list;
      for (int f = 0; f < fields_.count; ++f)
        list.push_back(reinterpret_cast<std::byte*>(fields_.at[f]));
      return list;
    };
    return make_datatype_carrier(own, name_, typed(layout_.sends), typed(layout_.receives), fields);
  };
  std::size_t runs = 0;
  for (const HaloSlot& slot : layout_.sends.slots) runs += runs_of(layout_.sends, slot).size();
  packing->run_bytes = static_cast<double>(layout_.sends.own.begin) * sizeof(T) /
                       static_cast<double>(std::max<std::size_t>(1, runs));
  return packing;
}

template <class T>
std::unique_ptr<MessagePlan> Halo<T>::make_plan(bool reverse) {
  const Chunk chunk = reverse ? Chunk{messages_of(layout_.receives), messages_of(layout_.sends)}
                              : Chunk{messages_of(layout_.sends), messages_of(layout_.receives)};
  auto* out = reinterpret_cast<std::byte*>((reverse ? receive_ : send_).view().data);
  auto* in = reinterpret_cast<std::byte*>((reverse ? send_ : receive_).view().data);
  // MPI libraries do not add what they receive to what is there: in reverse all is packed.
  const std::string route = reverse && route_ == "datatype" ? "direct" : route_;
  return std::make_unique<MessagePlan>(
      comm_, reverse ? name_ + ", in reverse" : name_, std::vector<Chunk>{chunk}, out, in, route,
      exec::kernel_space,
      MessagePlanOptions{"halo", false, reverse ? nullptr : packing(), staging_});
}

template <class T>
void Halo<T>::begin(const HaloFields<T>& fields) {
  TW_CHECK(!active_, "the halo \"" + name_ + "\" is started a second time before finish()");
  TW_CHECK(1 <= fields.count && fields.count <= most_fields_,
           "the halo \"" + name_ + "\" was made for up to " + std::to_string(most_fields_) +
               " fields, not " + std::to_string(fields.count));
  fields_ = fields;
}

template <class T>
void Halo<T>::activate(MessagePlan& plan) {
  active_ = &plan;
  last_ = {&plan, plan.statistics()};
}

template <class T>
MessagePlan& Halo<T>::plan_of(const exec::Exec& exec, Plans& plans) {
  auto& plan = plans[static_cast<std::size_t>(fields_.count) - 1];
  if (plan) return *plan;
  // What exec was given may still write the fields or read their ghost points, which trials of
  // routes read and write in an order of their own.
  exec.wait();
  plan = make_plan(&plans == &reverse_);
  return *plan;
}

template <class T>
const MessagePlan& Halo<T>::made(const Plans& plans, int fields) const {
  TW_CHECK(1 <= fields && fields <= most_fields_ && plans[static_cast<std::size_t>(fields) - 1],
           "the halo \"" + name_ + "\" has not yet exchanged " + std::to_string(fields) +
               " fields this way");
  return *plans[static_cast<std::size_t>(fields) - 1];
}

}  // namespace thalweg::transport::inline TW_HALF

#include "transport/movements/halo_exchange.hpp"
