// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/row_ghosts.hpp"

namespace thalweg::turbulence {

namespace {

/// A plane or a y that a part keeps: of which part it is, and where it stands in both arrays.
struct Kept {
  int owner, at_owner, at;
  bool is_ghost;
};

/// In one direction, ghosts and its own.
std::vector<Kept> kept_by(const fft::Partition& parts, int part) {
  const int all = parts.total(), count = parts.size(part);
  std::vector<Kept> list;
  for (int at = 0; at < count + ghosts; ++at) {
    const int own = at - ghosts_below;
    const int item = ((parts.begin(part) + own) % all + all) % all, owner = parts.part_of(item);
    list.push_back({owner, item - parts.begin(owner) + ghosts_below, at, own < 0 || own >= count});
  }
  return list;
}

/// Parts that keep something of one.
std::vector<int> keepers_of(const fft::Partition& parts, int part) {
  std::vector<int> keepers;
  for (int p = 0; p < parts.parts(); ++p)
    for (const Kept& kept : kept_by(parts, p))
      if (kept.owner == part) {
        keepers.push_back(p);
        break;
      }
  return keepers;
}

/// body(rank that has it, its plane, its y) of every ghost row that a rank keeps.
template <class Body>
void for_each_ghost_row(const fft::Layout& layout, int rank, Body body) {
  const std::vector<Kept> ys = kept_by(layout.ys, layout.block_of(rank));
  for (const Kept& z : kept_by(layout.planes, layout.plane_part(rank)))
    for (const Kept& y : ys)
      if (z.is_ghost || y.is_ghost) body(z.owner * layout.across + y.owner, z, y);
}

/// The rows of a peer, added to the link with it.
class Links {
 public:
  explicit Links(const fft::Layout& layout)
      : values_(values_of_row(layout)), rows_(layout.local_ys() + ghosts) {}

  void add(int peer, int plane, int row) {
    const std::int64_t first = (plane * rows_ + row) * values_;
    std::vector<std::int64_t>& points = by_peer_[peer];
    for (std::int64_t n = first; n < first + values_; ++n) points.push_back(n);
  }
  std::vector<transport::HaloLink> list() && {
    std::vector<transport::HaloLink> links;
    for (auto& [peer, points] : by_peer_) links.push_back({peer, std::move(points)});
    return links;
  }

 private:
  std::int64_t values_, rows_;
  std::map<int, std::vector<std::int64_t>> by_peer_;
};

}  // namespace

RowLinks row_links(const fft::Layout& layout) {
  const int me = layout.rank;
  Links sends(layout), receives(layout);
  for_each_ghost_row(layout, me, [&](int owner, const Kept& z, const Kept& y) {
    receives.add(owner, z.at, y.at);
  });
  const std::vector<int> blocks = keepers_of(layout.ys, layout.block_of(me));
  for (const int part : keepers_of(layout.planes, layout.plane_part(me)))
    for (const int block : blocks) {
      const int rank = part * layout.across + block;
      for_each_ghost_row(layout, rank, [&](int owner, const Kept& z, const Kept& y) {
        if (owner == me) sends.add(rank, z.at_owner, y.at_owner);
      });
    }
  return {std::move(sends).list(), std::move(receives).list()};
}

std::map<int, std::int64_t> ghost_rows(const fft::Layout& layout, int rank) {
  // By planes and by y: their products are quicker than a walk over rows.
  const auto counts = [](const std::vector<Kept>& list) {
    std::map<int, std::int64_t> by_owner;
    for (const Kept& kept : list) ++by_owner[kept.owner];
    return by_owner;
  };
  const auto ys = counts(kept_by(layout.ys, layout.block_of(rank)));
  std::map<int, std::int64_t> rows;
  for (const auto& [part, planes] : counts(kept_by(layout.planes, layout.plane_part(rank))))
    for (const auto& [block, count] : ys) rows[part * layout.across + block] = planes * count;
  rows.erase(rank);
  return rows;
}

std::vector<int> owners_of(const fft::Partition& parts) {
  std::vector<int> owners;
  for (int part = 0; part < parts.parts(); ++part)
    owners.insert(owners.end(), static_cast<std::size_t>(parts.size(part)), part);
  return owners;
}

}  // namespace thalweg::turbulence
