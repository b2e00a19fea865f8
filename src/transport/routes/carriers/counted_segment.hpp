// SPDX-License-Identifier: Apache-2.0
// The shared memory of a plan on one node: counters of each chunk by name, and what is laid there.
#pragma once

#include "transport/comm/mpi_native.hpp"
#include "transport/comm/shared_segment.hpp"
#include "transport/routes/carrier.hpp"

namespace thalweg::transport::carriers {

/// Counter: an enum of the counters' names, of which the last, `counters`, says how many they are.
template <class Counter>
class CountedSegment {
 public:
  /// Collective over the node; with so many bytes of this rank's payload. Throws CommError.
  explicit CountedSegment(const Plan& plan, std::int64_t bytes = 0)
      : me_(plan.comm.native().node_rank),
        segment_(plan.comm, Counter::counters * plan.chunks.size(), bytes) {}

  /// A chunk's counter of a rank of this node, and of this rank.
  std::atomic_ref<std::uint64_t> of(int local, std::size_t chunk, Counter which) const {
    return segment_.counter(local, chunk * Counter::counters + which);
  }
  std::atomic_ref<std::uint64_t> own(std::size_t chunk, Counter which) const {
    return of(me_, chunk, which);
  }
  std::byte* payload(int local) const { return segment_.payload(local); }
  std::byte* own_payload() const { return payload(me_); }

 private:
  int me_;
  SharedSegment segment_;
};

}  // namespace thalweg::transport::carriers
