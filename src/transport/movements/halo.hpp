// SPDX-License-Identifier: Apache-2.0
// The neighbour movement: points of this rank's arrays go to ghost points of other ranks' arrays,
// or of its own where a direction is periodic. A persistent plan: set up once, then start() and
// finish() every time, with interior work in between.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/exec.hpp"
#include "transport/movements/halo_runs.hpp"
#include "transport/movements/transpose.hpp"

namespace thalweg::transport::inline TW_HALF {

namespace halo {

/// Copies runs of points between fields and a packed buffer.
template <class T, bool Pack>
struct MoveRuns {
  const HaloRun* runs;
  int run_count;
  T* const* fields;
  T* buffer;

  TW_HD void operator()(int task) const {
    const HaloRun run = runs[task % run_count];
    const int field = task / run_count;
    T* at = fields[field] + run.point;
    T* packed = buffer + run.packed + field * run.stride;
    for (int i = 0; i < run.length; ++i)
      if constexpr (Pack)
        packed[i] = at[i];
      else
        at[i] = packed[i];
  }
};

}  // namespace halo

/// T: any trivially copyable type.
template <class T>
class Halo {
 public:
  /// Collective. `sends` and `receives`: which points of every field go to and come from whom. The
  /// k-th link from rank a to rank b fills the k-th link that b has from a, point by point; links
  /// of a rank to itself likewise. Fields lie in `space`, all of the same extents, and must outlive
  /// the plan. Where routes are tried ghost points are written, here and at the start of a later
  /// exchange where the time has drifted. Throws UsageError for links that do not match within this
  /// rank, CommError, and InputError for a route that is not possible here.
  Halo(const Communicator& comm, std::string name, const std::vector<HaloLink>& sends,
       const std::vector<HaloLink>& receives, const std::vector<T*>& fields,
       const std::string& route = "auto", exec::Space space = exec::kernel_space);
  // The plan keeps addresses of its parts.
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  /// Field values are complete in the order of exec: let the halo go.
  void start(const exec::Exec& exec);
  void progress() { messages_->progress(); }
  /// Ghost points are filled, in the order of exec. Collective.
  void finish(const exec::Exec& exec);

  const RouteChoice& choice() const { return messages_->choice(); }
  /// Bytes and messages of one exchange that this rank sends to others.
  std::int64_t bytes() const { return messages_->statistics().bytes_per_exchange; }
  std::int64_t messages() const { return messages_->statistics().messages_per_exchange; }

 private:
  using Buffer = exec::Array<T, 2>;
  static Buffer make_buffer(std::int64_t n) {
    constexpr int row = 1024;  // two dimensions, because extents are 32-bit
    return Buffer({static_cast<int>((n + row - 1) / row), row});
  }
  template <bool Pack>
  void move(const exec::Exec& exec, const exec::Array<HaloRun, 1>& runs, Buffer& buffer) {
    const int count = static_cast<int>(runs.size());
    exec::parallel_for(
        exec, count * field_count_,
        halo::MoveRuns<T, Pack>{runs.view().data, count, fields_.view().data, buffer.view().data});
  }
  /// Messages of packed points, in bytes.
  Chunk chunk_of(const HaloLayout& layout) const;
  std::shared_ptr<const Packing> packing_of(const Communicator& comm, const std::string& name,
                                            const HaloLayout& layout,
                                            const std::vector<T*>& fields);
  bool is_packed() const { return choice().route != Route::datatype; }

  int field_count_ = 0;
  exec::Array<T*, 1> fields_;
  exec::Array<HaloRun, 1> packs_, unpacks_, own_packs_, own_unpacks_;
  Buffer send_, receive_, own_;
  std::unique_ptr<Transpose> messages_;
};

}  // namespace thalweg::transport::inline TW_HALF

#include "transport/movements/halo_setup.hpp"
