// SPDX-License-Identifier: Apache-2.0
// The set-up of Halo (halo.hpp).
#pragma once

#include <algorithm>

#include "exec/upload.hpp"
#include "transport/movements/halo.hpp"
#include "transport/routes/carriers/datatype.hpp"

namespace thalweg::transport::inline TW_HALF {

namespace halo {

/// One side's messages as they lie in the fields.
template <class T>
std::vector<ScatteredMessage> scattered(const HaloSide& side, const std::vector<T*>& fields) {
  std::vector<ScatteredMessage> list;
  for (const Message& m : side.messages) {
    ScatteredMessage message{m.peer, {}};
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (const HaloRun& run : side.runs)
        if (m.offset <= run.packed && run.packed < m.offset + m.bytes)
          message.parts.push_back({run.packed + static_cast<std::int64_t>(f) * run.stride,
                                   reinterpret_cast<std::byte*>(fields[f] + run.point),
                                   run.length * static_cast<std::int64_t>(sizeof(T))});
    list.push_back(std::move(message));
  }
  return list;
}

}  // namespace halo

template <class T>
Halo<T>::Halo(const Communicator& comm, std::string name, const std::vector<HaloLink>& sends,
              const std::vector<HaloLink>& receives, const std::vector<T*>& fields,
              const std::string& route, exec::Space space)
    : field_count_(static_cast<int>(fields.size())), fields_(exec::uploaded(fields)) {
  const HaloLayout layout = lay_out_halo(comm.rank(), sends, receives, field_count_);
  packs_ = exec::uploaded(layout.sends.runs);
  unpacks_ = exec::uploaded(layout.receives.runs);
  own_packs_ = exec::uploaded(layout.sends.own_runs);
  own_unpacks_ = exec::uploaded(layout.receives.own_runs);
  send_ = make_buffer(layout.sends.points);
  receive_ = make_buffer(layout.receives.points);
  own_ = make_buffer(layout.sends.own_points);
  messages_ = std::make_unique<Transpose>(
      comm, name, std::vector<Chunk>{chunk_of(layout)},
      reinterpret_cast<std::byte*>(send_.view().data),
      reinterpret_cast<std::byte*>(receive_.view().data), route, space,
      TransposeExtras{"halo", false, packing_of(comm, name, layout, fields)});
}

template <class T>
Chunk Halo<T>::chunk_of(const HaloLayout& layout) const {
  constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
  Chunk chunk{layout.sends.messages, layout.receives.messages};
  for (auto* side : {&chunk.sends, &chunk.receives})
    for (Message& m : *side) m = {m.peer, m.offset * unit, m.bytes * unit};
  return chunk;
}

template <class T>
std::shared_ptr<const Packing>
Halo<T>::packing_of(const Communicator& comm, const std::string& name, const HaloLayout& layout,
                    const std::vector<T*>& fields) {
  auto packing = std::make_shared<Packing>();
  packing->pack = [this] {
    const exec::Exec exec;
    move<true>(exec, packs_, send_);
    exec.wait();
  };
  packing->unpack = [this] {
    const exec::Exec exec;
    move<false>(exec, unpacks_, receive_);
    exec.wait();
  };
  packing->make_typed = [=] {
    return make_datatype_carrier(comm, name, halo::scattered(layout.sends, fields),
                                 halo::scattered(layout.receives, fields));
  };
  const auto runs = std::max<std::size_t>(1, layout.sends.runs.size());
  packing->run_bytes = static_cast<double>(layout.sends.points) * sizeof(T) /
                       static_cast<double>(runs * std::max<std::size_t>(1, fields.size()));
  return packing;
}

template <class T>
void Halo<T>::start(const exec::Exec& exec) {
  messages_->recheck();
  if (is_packed()) move<true>(exec, packs_, send_);
  messages_->start(exec, 0);
  move<true>(exec, own_packs_, own_);
}

template <class T>
void Halo<T>::finish(const exec::Exec& exec) {
  move<false>(exec, own_unpacks_, own_);
  messages_->finish(exec);
  if (is_packed()) move<false>(exec, unpacks_, receive_);
}

}  // namespace thalweg::transport::inline TW_HALF
