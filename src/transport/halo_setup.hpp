// SPDX-License-Identifier: Apache-2.0
// The set-up of Halo (halo.hpp).
#pragma once

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "exec/upload.hpp"
#include "transport/halo.hpp"

namespace thalweg::transport::inline TW_HALF {

template <class T>
Halo<T>::Halo(const Communicator& comm, std::string name, const std::vector<HaloLink>& sends,
              const std::vector<HaloLink>& receives, const std::vector<T*>& fields,
              const std::string& route, exec::Space space)
    : field_count_(static_cast<int>(fields.size())), fields_(exec::uploaded(fields)) {
  const HaloLayout layout = lay_out_halo(comm.rank(), sends, receives, field_count_);
  own_packs_ = exec::uploaded(layout.sends.own_runs);
  own_unpacks_ = exec::uploaded(layout.receives.own_runs);
  own_ = make_buffer(layout.sends.own_points);
  for (const Message& m : layout.sends.messages)
    bytes_ += m.bytes * static_cast<std::int64_t>(sizeof(T));
  messages_ = static_cast<std::int64_t>(layout.sends.messages.size());
  if (route != "datatype") {
    set_up_packed(comm, name, layout, route, space);
    if (route == "auto") choose_types(comm, name, layout, fields, space);
    return;
  }
  if (!types_possible(space))
    throw InputError("transport.route = \"datatype\" is not possible for the movement \"" + name +
                     "\": " + no_types_on_devices);
  choice_ = {Route::datatype, "asked for by the case", {}};
  set_up_types(comm, name, layout, fields);
}

template <class T>
void Halo<T>::set_up_packed(const Communicator& comm, const std::string& name,
                            const HaloLayout& layout, const std::string& route, exec::Space space) {
  packs_ = exec::uploaded(layout.sends.runs);
  unpacks_ = exec::uploaded(layout.receives.runs);
  send_ = make_buffer(layout.sends.points);
  receive_ = make_buffer(layout.receives.points);
  constexpr auto unit = static_cast<std::int64_t>(sizeof(T));
  Chunk chunk{layout.sends.messages, layout.receives.messages};
  for (auto* side : {&chunk.sends, &chunk.receives})
    for (Message& m : *side) m = {m.peer, m.offset * unit, m.bytes * unit};
  packed_ = std::make_unique<Transpose>(
      comm, name, std::vector<Chunk>{chunk}, reinterpret_cast<std::byte*>(send_.view().data),
      reinterpret_cast<std::byte*>(receive_.view().data), route, space, "halo");
  choice_ = packed_->choice();
}

template <class T>
void Halo<T>::set_up_types(const Communicator& comm, const std::string& name,
                           const HaloLayout& layout, const std::vector<T*>& fields) {
  const auto scattered = [&](const HaloSide& side) {
    std::vector<ScatteredMessage> list;
    for (const Message& m : side.messages) {
      ScatteredMessage message{m.peer, {}};
      for (int f = 0; f < field_count_; ++f)
        for (const HaloRun& run : side.runs)
          if (m.offset <= run.packed && run.packed < m.offset + m.bytes)
            message.parts.push_back(
                {run.packed + f * run.stride,
                 reinterpret_cast<std::byte*>(fields[static_cast<std::size_t>(f)] + run.point),
                 run.length * static_cast<std::int64_t>(sizeof(T))});
      list.push_back(std::move(message));
    }
    return list;
  };
  types_ = make_datatype_carrier(comm, name, scattered(layout.sends), scattered(layout.receives));
}

/// The slowest rank's median of several exchanges.
template <class T>
double Halo<T>::seconds(const Communicator& comm) {
  constexpr int repeats = 7;
  const exec::Exec exec;
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    comm.barrier();
    const auto begin = std::chrono::steady_clock::now();
    start(exec);
    finish(exec);
    exec.wait();
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return comm.max(times[repeats / 2]);
}

/// Packing is part of the price of all routes but this one, so it is compared as a whole.
template <class T>
void Halo<T>::choose_types(const Communicator& comm, const std::string& name,
                           const HaloLayout& layout, const std::vector<T*>& fields,
                           exec::Space space) {
  if (comm.size() == 1 || !types_possible(space)) return;
  constexpr double worthwhile = 0.95;
  const double with_packing = seconds(comm);
  set_up_types(comm, name, layout, fields);
  const double with_types = seconds(comm);
  for (Candidate& c : choice_.candidates)
    if (c.route == Route::datatype) c = {Route::datatype, "", 0, with_types};
  if (with_types < worthwhile * with_packing) {
    choice_.route = Route::datatype;
    choice_.why = "tried: faster than packing";
    packed_.reset();
  } else {
    types_.reset();
  }
}

template <class T>
void Halo<T>::start(const exec::Exec& exec) {
  if (types_) {
    types_->start(0);
  } else {
    move<true>(exec, packs_, send_);
    packed_->start(exec, 0);
  }
  move<true>(exec, own_packs_, own_);
}

template <class T>
void Halo<T>::finish(const exec::Exec& exec) {
  move<false>(exec, own_unpacks_, own_);
  if (types_) return types_->finish();
  packed_->finish(exec);
  move<false>(exec, unpacks_, receive_);
}

}  // namespace thalweg::transport::inline TW_HALF
