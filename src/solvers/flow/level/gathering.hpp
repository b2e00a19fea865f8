// SPDX-License-Identifier: Apache-2.0
// Coarse levels that one rank has, and several the level above: what goes down to them and comes
// back (docs/design/flow.md).
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "grid/block_arena.hpp"
#include "solvers/flow/case/decomposition.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::flow::inline TW_HALF {

/// The cells of blocks, for loops.
std::vector<exec::Box3> boxes_of(const std::vector<grid::BlockPlace>& places);

/// The blocks of a coarse level as the ranks have them that have what they are made of. They lie
/// behind the blocks of the level in each of its fields, with one layer of ghosts.
class WaitingBlocks {
 public:
  /// arena: of the level, with values for them behind its blocks.
  WaitingBlocks(const grid::BlockGrid& blocks, const LevelOwners& owners,
                const grid::BlockArena& arena, int rank);

  const std::vector<grid::BlockPlace>& host_places() const { return host_places_; }
  const grid::BlockPlace* places() const { return places_.view().data; }
  const exec::Blocks<>& cells() const { return cells_; }

 private:
  std::vector<grid::BlockPlace> host_places_;
  exec::Array<grid::BlockPlace, 1> places_;
  exec::Blocks<> cells_;
};

/// What brings fields from waiting blocks to those of the level, and back with the ghosts beyond
/// their faces.
struct GatheringLinks {
  grid::BlockLinks gather, hand_back;
};
/// first_axis: across which cells are halved. Not collective.
GatheringLinks gathering_links(const grid::BlockGrid& blocks, const LevelOwners& owners,
                               const WaitingBlocks& waiting, const grid::BlockArena& arena,
                               int rank, int first_axis);

/// All components of arrays, `size` values apart.
template <class T>
transport::HaloFields<T> fields_of(std::initializer_list<T*> arrays, int components,
                                   std::int64_t size) {
  transport::HaloFields<T> fields;
  for (T* array : arrays)
    for (int n = 0; n < components; ++n) fields.at[fields.count++] = array + n * size;
  return fields;
}

/// What moves fields along these links.
template <class Real>
struct Gathering {
  /// Collective. No exchange moves more than most_fields fields.
  Gathering(const transport::Communicator& comm, const std::string& name,
            const GatheringLinks& links, int most_fields, const std::string& route)
      : gather(comm, name + ": gathered", links.gather.sends, links.gather.receives, most_fields,
               route),
        hand_back(comm, name + ": handed back", links.hand_back.sends, links.hand_back.receives,
                  most_fields, route) {}

  /// None before the first.
  std::vector<const transport::MessagePlan*> last_exchanges() const {
    std::vector<const transport::MessagePlan*> plans{gather.last().plan, hand_back.last().plan};
    std::erase(plans, nullptr);
    return plans;
  }

  transport::Halo<Real> gather, hand_back;
};

}  // namespace thalweg::flow::inline TW_HALF
