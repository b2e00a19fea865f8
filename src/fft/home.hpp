// SPDX-License-Identifier: Apache-2.0
// Where half-transformed data lies: with the rank that has its planes. Ranks of its node, which
// have rows of it, work on it there, so between them nothing moves; every sweep overwrites, row by
// row or plane by plane, what it has read. Where memory cannot be shared, or the case asks for
// another route, this holds of a rank's own part only. All else goes by messages (tiles.hpp).
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/complex.hpp"
#include "exec/exec.hpp"
#include "exec/placed_array.hpp"
#include "fft/rectangles.hpp"
#include "transport/comm/node_map.hpp"
#include "transport/comm/node_memory.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::fft {

/// Which ranks work on the same memory.
struct Sharing {
  const transport::NodeMap* nodes = nullptr;  // null: each rank on its own
  bool together(int a, int b) const { return nodes ? nodes->together(a, b) : a == b; }
};

/// Where the tile of each row owner lies at one plane owner: the number of complex numbers before
/// it, one longer than there are ranks, for up to `most` fields. Tiles share no cache line.
std::vector<std::int64_t> home_offsets(const Layout& layout, int plane_owner, int most,
                                       Sharing sharing);

}  // namespace thalweg::fft

namespace thalweg::fft::inline TW_HALF {

/// What can be expected for a route of the case, for estimates.
inline Sharing expected_sharing(const transport::Communicator& comm, const std::string& route) {
  const bool wanted =
      exec::kernel_space == exec::Space::host && (route == "auto" || route == "in-place");
  return {wanted && comm.nodes().largest_node() > 1 ? &comm.nodes() : nullptr};
}

/// Complex numbers of an exchange.
template <class Real>
using TileArray = exec::PlacedArray<Complex<Real>, 1>;

template <class Real>
class Home {
 public:
  /// Collective; for up to `most` fields. `route` is that of the exchanges that will use it; space:
  /// as PlacedArray. Throws CommError.
  Home(const Layout& layout, const transport::Communicator& comm, int most,
       const std::string& route, exec::Space space = exec::kernel_space)
      : comm_(comm), most_(most), sharing_(expected_sharing(comm, route)) {
    constexpr std::int64_t unit = sizeof(Complex<Real>);
    const auto size = [&] { return home_offsets(layout, layout.rank, most, sharing_).back(); };
    if (sharing_.nodes) shared_ = transport::NodeMemory::offer(comm, unit * size());
    if (!shared_) {
      sharing_ = {};
      own_ = TileArray<Real>({size()}, space);
    }
    for (int rank = 0; rank < layout.ranks; ++rank)
      if (sharing_.together(rank, layout.rank))
        offsets_[rank] = home_offsets(layout, rank, most, sharing_);
  }

  bool is_shared() const { return shared_ != nullptr; }
  int most() const { return most_; }

  /// Where the tile lies whose rows and planes these ranks have; null where messages carry it.
  Complex<Real>* tile(int row_owner, int plane_owner) {
    const auto found = offsets_.find(plane_owner);
    if (found == offsets_.end() || !sharing_.together(row_owner, plane_owner)) return nullptr;
    Complex<Real>* begin =
        shared_ ? reinterpret_cast<Complex<Real>*>(shared_->of(comm_.nodes().local(plane_owner)))
                : own_.view().data;
    return begin + found->second[static_cast<std::size_t>(row_owner)];
  }
  Sharing sharing() const { return sharing_; }

  /// An exchange begins: the next one of the same direction will have to wait for its readers.
  void started(TileDirection direction, transport::MessagePlan* exchange) {
    last(direction) = exchange;
  }
  /// Wait until what the last exchange of this direction let go has been read.
  void reclaim(TileDirection direction) {
    if (transport::MessagePlan* exchange = last(direction)) exchange->reclaim();
  }
  /// An exchange will not be there any more.
  void forget(const transport::MessagePlan* exchange) {
    for (auto*& one : last_)
      if (one == exchange) one = nullptr;
  }

 private:
  transport::MessagePlan*& last(TileDirection direction) {
    return last_[direction == TileDirection::to_rows ? 1 : 0];
  }

  transport::Communicator comm_;
  int most_;
  Sharing sharing_;
  std::unique_ptr<transport::NodeMemory> shared_;
  TileArray<Real> own_;
  std::map<int, std::vector<std::int64_t>> offsets_;  // by plane owner, then row owner
  std::array<transport::MessagePlan*, 2> last_{};
};

}  // namespace thalweg::fft::inline TW_HALF
