// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/itinerary.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.hpp"

namespace thalweg::transport {

namespace {

/// Moves that stay on a rank are none.
PieceSchedule schedule_of(const Piece& piece, const std::vector<int>& stops) {
  PieceSchedule schedule{piece, {}};
  for (std::size_t h = 0; h + 1 < stops.size(); ++h)
    if (stops[h] != stops[h + 1])
      schedule.moves.push_back({static_cast<int>(h), stops[h], stops[h + 1]});
  return schedule;
}

std::vector<PieceSchedule> spread_schedules(const GlobalMessage& m, const NodeMap& nodes) {
  const int from = nodes.node_of(m.source), to = nodes.node_of(m.dest);
  const auto parts = static_cast<std::int64_t>(nodes.members(from).size());
  std::vector<PieceSchedule> list;
  for (std::int64_t j = 0; j < parts; ++j) {
    const std::int64_t begin = m.bytes * j / parts, end = m.bytes * (j + 1) / parts;
    if (begin == end) continue;
    const int helper = static_cast<int>(j);
    list.push_back(
        schedule_of({m.source, m.dest, begin, end - begin},
                    {m.source, nodes.member(from, helper), nodes.member(to, helper), m.dest}));
  }
  return list;
}

}  // namespace

std::vector<PieceSchedule> piece_schedules(Route route, const GlobalMessage& m,
                                           const NodeMap& nodes) {
  const Piece whole{m.source, m.dest, 0, m.bytes};
  if (route == Route::pairwise) {
    const int round = (m.dest - m.source + nodes.ranks()) % nodes.ranks() - 1;
    return {PieceSchedule{whole, {{round, m.source, m.dest}}}};
  }
  if (nodes.together(m.source, m.dest)) return {schedule_of(whole, {m.source, m.dest})};
  const int from = nodes.node_of(m.source), to = nodes.node_of(m.dest);
  if (route == Route::two_step)
    return {schedule_of(whole, {m.source, nodes.member(to, nodes.local(m.source)), m.dest})};
  if (route == Route::three_step)
    return {schedule_of(whole, {m.source, nodes.member(from, to), nodes.member(to, from), m.dest})};
  TW_CHECK(route == Route::spread, "route " + name_of(route) + " has no stops on its way");
  return spread_schedules(m, nodes);
}

namespace {

struct Spot {
  BufferKind buffer = BufferKind::send;
  std::int64_t offset = 0;
};

/// Follows the pieces that rank me touches, hop by hop.
class Planner {
 public:
  Planner(int me, const Chunk& chunk) : me_(me) {
    for (const Message& m : chunk.sends) sent_[m.peer] = m.offset;
    for (const Message& m : chunk.receives) received_[m.peer] = m.offset;
  }

  void add(const PieceSchedule& schedule) {
    bool mine = false;
    for (const Move& move : schedule.moves) {
      mine = mine || move.from == me_ || move.to == me_;
      if (move.from == me_) leaving_[move.hop][move.to].push_back(pieces_.size());
      if (move.to == me_) arriving_[move.hop][move.from].push_back(pieces_.size());
    }
    if (!mine) return;
    const Piece& piece = schedule.piece;
    pieces_.push_back(piece);
    spots_.push_back(piece.source == me_
                         ? Spot{BufferKind::send, sent_.at(piece.dest) + piece.begin}
                         : Spot{BufferKind::transit, -1});
  }

  Itinerary itinerary() {
    std::vector<int> numbers;
    for (const auto* side : {&leaving_, &arriving_})
      for (const auto& [number, groups] : *side) numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (const int number : numbers) {
      Hop hop{number, {}, {}, {}};
      for (auto& [peer, group] : leaving_[number]) leave(hop, peer, group);
      for (auto& [peer, group] : arriving_[number]) arrive(hop, peer, group);
      plan_.hops.push_back(std::move(hop));
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (pieces_[i].dest == me_ && spots_[i].buffer == BufferKind::transit)
        plan_.last.push_back({BufferKind::transit, BufferKind::receive, spots_[i].offset,
                              destination(pieces_[i]), pieces_[i].bytes});
    return std::move(plan_);
  }

 private:
  using Group = std::vector<std::size_t>;  // of pieces_
  using Hops = std::map<int, std::map<int, Group>>;

  std::int64_t destination(const Piece& p) const { return received_.at(p.source) + p.begin; }
  /// Both ends order the pieces of a message alike.
  void sort(Group& group) const {
    std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
      const Piece &p = pieces_[a], &q = pieces_[b];
      return std::tie(p.dest, p.source, p.begin) < std::tie(q.dest, q.source, q.begin);
    });
  }
  std::int64_t bytes_of(const Group& group) const {
    std::int64_t sum = 0;
    for (const std::size_t i : group) sum += pieces_[i].bytes;
    return sum;
  }
  /// Whether the pieces lie one behind the other at the spots that `where` gives.
  template <class Where>
  bool in_one_run(const Group& group, Where where) const {
    const Spot first = where(group.front());
    std::int64_t offset = first.offset;
    for (const std::size_t i : group) {
      const Spot spot = where(i);
      if (spot.buffer != first.buffer || spot.offset != offset) return false;
      offset += pieces_[i].bytes;
    }
    return true;
  }
  std::int64_t transit(std::int64_t bytes) {
    const std::int64_t offset = plan_.transit_bytes;
    plan_.transit_bytes += bytes;
    return offset;
  }

  void leave(Hop& hop, int peer, Group& group) {
    sort(group);
    const std::int64_t bytes = bytes_of(group);
    if (in_one_run(group, [&](std::size_t i) { return spots_[i]; })) {
      const Spot spot = spots_[group.front()];
      hop.sends.push_back({peer, spot.buffer, spot.offset, bytes});
      return;
    }
    const std::int64_t base = transit(bytes);
    std::int64_t offset = base;
    for (const std::size_t i : group) {
      hop.copies.push_back(
          {spots_[i].buffer, BufferKind::transit, spots_[i].offset, offset, pieces_[i].bytes});
      offset += pieces_[i].bytes;
    }
    hop.sends.push_back({peer, BufferKind::transit, base, bytes});
  }

  void arrive(Hop& hop, int peer, Group& group) {
    sort(group);
    const std::int64_t bytes = bytes_of(group);
    // Order matters: a piece for another rank has no destination here.
    const bool all_for_me = std::all_of(group.begin(), group.end(),
                                        [&](std::size_t i) { return pieces_[i].dest == me_; });
    const auto final_spot = [&](std::size_t i) {
      return Spot{BufferKind::receive, destination(pieces_[i])};
    };
    const bool in_place = all_for_me && in_one_run(group, final_spot);
    Spot spot = in_place ? final_spot(group.front()) : Spot{BufferKind::transit, transit(bytes)};
    hop.receives.push_back({peer, spot.buffer, spot.offset, bytes});
    for (const std::size_t i : group) {
      spots_[i] = spot;
      spot.offset += pieces_[i].bytes;
    }
  }

  int me_;
  std::map<int, std::int64_t> sent_, received_;  // offsets by peer
  std::vector<Piece> pieces_;
  std::vector<Spot> spots_;  // where each piece is now
  Hops leaving_, arriving_;  // hop -> peer -> pieces
  Itinerary plan_;
};

}  // namespace

Itinerary plan_itinerary(Route route, int me, const std::vector<GlobalMessage>& messages,
                         const Chunk& chunk, const NodeMap& nodes) {
  Planner planner(me, chunk);
  for (const GlobalMessage& message : messages)
    for (const PieceSchedule& schedule : piece_schedules(route, message, nodes))
      planner.add(schedule);
  return planner.itinerary();
}

}  // namespace thalweg::transport
