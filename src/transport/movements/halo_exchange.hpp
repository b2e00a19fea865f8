// SPDX-License-Identifier: Apache-2.0
// An exchange of Halo (halo.hpp): kernels, and messages between them.
#pragma once

#include "transport/movements/halo.hpp"

namespace thalweg::transport::inline TW_HALF {

template <class T>
template <bool Pack>
void Halo<T>::move_messages(const exec::Exec& exec, const Tiles& tiles, Buffer& buffer) {
  exec::parallel_tiles(exec, tiles.messages * fields_.count, 0,
                       halo::MovePoints<T, Pack>{tiles.tiles.view().data, tiles.offsets.view().data,
                                                 fields_, buffer.view().data});
}

template <class T>
void Halo<T>::copy_own(const exec::Exec& exec) {
  const int own = receives_.own;
  exec::parallel_tiles(exec, own * fields_.count, 0,
                       halo::CopyOwnPoints<T>{receives_.tiles.view().data + receives_.messages,
                                              receives_.offsets.view().data,
                                              own_sources_.view().data, fields_});
}

/// To the slot of this rank's own at the end of send_, beside what comes from others.
template <class T>
void Halo<T>::pack_own_ghosts(const exec::Exec& exec) {
  const std::int64_t shift = layout_.sends.own.begin - layout_.receives.own.begin;
  exec::parallel_tiles(exec, receives_.own * fields_.count, 0,
                       halo::MovePoints<T, true>{receives_.tiles.view().data + receives_.messages,
                                                 receives_.offsets.view().data, fields_,
                                                 send_.view().data + shift * fields_.count});
}

template <class T>
void Halo<T>::add_parts(const exec::Exec& exec) {
  const int points = static_cast<int>(sums_->points.size());
  const int tiles = (points + tile_points - 1) / tile_points;
  exec::parallel_tiles(exec, tiles * fields_.count, 0,
                       halo::AddParts<T>{sums_->points.view().data, sums_->begins.view().data,
                                         sums_->parts.view().data, sums_->slots.view().data, tiles,
                                         points, fields_, send_.view().data});
}

template <class T>
void Halo<T>::prepare(const exec::Exec& exec, const HaloFields<T>& fields) {
  begin(fields);
  plan_of(exec, forward_);
}

template <class T>
template <class Watch, class Act>
void Halo<T>::watched(const Watch& watch, const Act& act) const {
  if (!has_messages()) return act();
  [[maybe_unused]] const auto watching = watch();
  act();
}

template <class T>
template <class Watch>
void Halo<T>::start(const exec::Exec& exec, const HaloFields<T>& fields, const Watch& watch) {
  begin(fields);
  activate(plan_of(exec, forward_));
  if (active_->choice().route != Route::datatype) move_messages<true>(exec, sends_, send_);
  watched(watch, [&] { active_->start(exec, 0); });
  copy_own(exec);
}

template <class T>
void Halo<T>::start_reverse(const exec::Exec& exec, const HaloFields<T>& fields,
                            Combine /*combine*/) requires halo::Addable<T> {
  begin(fields);
  if (!sums_) upload_sums();
  activate(plan_of(exec, reverse_));
  move_messages<true>(exec, receives_, receive_);
  active_->start(exec, 0);
  pack_own_ghosts(exec);
}

template <class T>
void Halo<T>::progress() {
  if (active_) active_->progress();
}

template <class T>
template <class Watch>
void Halo<T>::finish(const exec::Exec& exec, const Watch& watch) {
  TW_CHECK(active_, "the halo \"" + name_ + "\" is finished without a start");
  MessagePlan* const plan = std::exchange(active_, nullptr);
  watched(watch, [&] { plan->finish(exec); });
  if constexpr (halo::Addable<T>)
    if (plan == reverse_[static_cast<std::size_t>(fields_.count) - 1].get()) return add_parts(exec);
  if (plan->choice().route != Route::datatype) move_messages<false>(exec, receives_, receive_);
}

}  // namespace thalweg::transport::inline TW_HALF
