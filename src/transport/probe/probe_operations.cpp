// SPDX-License-Identifier: Apache-2.0
#include "transport/probe/probe_operations.hpp"
#include "transport/probe/probe_clock.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport {

namespace {

constexpr std::int64_t page = 4096;
constexpr int probe_tag = 7;

std::int64_t rounded_up(std::int64_t bytes, std::int64_t grain) {
  return (bytes + grain - 1) / grain * grain;
}

void send(const void* from, std::int64_t count, MPI_Datatype type, int to, MPI_Comm comm) {
  check_mpi(MPI_Send(from, static_cast<int>(count), type, to, probe_tag, comm), "MPI_Send");
}

void receive(void* into, std::int64_t count, MPI_Datatype type, int from, MPI_Comm comm) {
  check_mpi(MPI_Recv(into, static_cast<int>(count), type, from, probe_tag, comm, MPI_STATUS_IGNORE),
            "MPI_Recv");
}

void wait_all(std::vector<MPI_Request>& requests) {
  check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
  requests.clear();
}

std::int64_t pages(std::int64_t bytes) {
  return std::max<std::int64_t>(1, rounded_up(bytes, page) / page);
}

struct Both {
  Arena out, in;
  Both(Buffers kind, const Extent& extent)
      : out(kind, extent.largest, 2 * extent.cache_bytes),
        in(kind, extent.largest, 2 * extent.cache_bytes) {}
};

}  // namespace

Arena::Arena(Buffers kind, std::int64_t largest, std::int64_t spread) : kind_(kind) {
  const std::int64_t one = pages(largest);
  const std::int64_t all = kind == Buffers::warm ? one : std::max(2 * one, pages(spread));
  memory_ = Memory({static_cast<int>(all), static_cast<int>(page)});
  std::memset(memory_.view().data, 1, memory_.size());
}

std::byte* Arena::take(std::int64_t bytes) {
  std::byte* start = memory_.view().data;
  if (kind_ == Buffers::warm) return start;
  // Steps of the golden section: parts one after the other would be fetched ahead by the hardware,
  // and parts at equal places in their pages would meet in the same sets of the caches.
  constexpr double golden_section = 0.6180339887498949;
  constexpr std::int64_t grain = 256;
  const std::int64_t places = (static_cast<std::int64_t>(memory_.size()) - bytes) / grain + 1;
  next_ = (next_ + std::llround(golden_section * static_cast<double>(places))) % places;
  return start + grain * next_;
}

Operation ping_pong(const Communicator& pair, Buffers kind, const Extent& extent) {
  auto buffers = std::make_shared<Both>(kind, extent);
  return [pair, buffers](std::int64_t bytes, int repetitions) {
    const MPI_Comm comm = pair.native().comm;
    const int peer = 1 - pair.rank();
    const double start = probe_seconds();
    for (int r = 0; r < repetitions; ++r) {
      std::byte *out = buffers->out.take(bytes), *in = buffers->in.take(bytes);
      if (peer == 1) send(out, bytes, MPI_BYTE, peer, comm);
      receive(in, bytes, MPI_BYTE, peer, comm);
      if (peer == 0) send(out, bytes, MPI_BYTE, peer, comm);
    }
    return (probe_seconds() - start) / 2;
  };
}

namespace {

/// Words, as kernels pack: a call of memcpy per run would cost more than its bytes.
using Word = std::uint64_t;
constexpr std::int64_t word = sizeof(Word);

void pack(std::byte* packed, const std::byte* spread, std::int64_t bytes, std::int64_t run) {
  for (std::int64_t at = 0; at < bytes; at += run)
    for (std::int64_t w = 0; w < run; w += word)
      std::memcpy(packed + at + w, spread + 2 * at + w, word);
}

void unpack(std::byte* spread, const std::byte* packed, std::int64_t bytes, std::int64_t run) {
  for (std::int64_t at = 0; at < bytes; at += run)
    for (std::int64_t w = 0; w < run; w += word)
      std::memcpy(spread + 2 * at + w, packed + at + w, word);
}

/// Runs with gaps as long.
class StridedType {
 public:
  StridedType(std::int64_t bytes, std::int64_t run) {
    check_mpi(MPI_Type_vector(static_cast<int>(bytes / run), static_cast<int>(run),
                              static_cast<int>(2 * run), MPI_BYTE, &type_),
              "MPI_Type_vector");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~StridedType() { MPI_Type_free(&type_); }
  StridedType(const StridedType&) = delete;
  StridedType& operator=(const StridedType&) = delete;
  MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

struct StridedBuffers {
  Both spread, packed;
  explicit StridedBuffers(const Extent& extent)
      : spread(Buffers::warm, {2 * extent.largest, extent.cache_bytes}),
        packed(Buffers::warm, extent) {}
};

double typed_round_trips(const Communicator& pair, StridedBuffers& buffers, std::int64_t bytes,
                         std::int64_t run, int repetitions) {
  const MPI_Comm comm = pair.native().comm;
  const int peer = 1 - pair.rank();
  const StridedType strided(bytes, run);
  std::byte *out = buffers.spread.out.take(2 * bytes), *in = buffers.spread.in.take(2 * bytes);
  const double start = probe_seconds();
  for (int r = 0; r < repetitions; ++r) {
    if (peer == 1) send(out, 1, strided.type(), peer, comm);
    receive(in, 1, strided.type(), peer, comm);
    if (peer == 0) send(out, 1, strided.type(), peer, comm);
  }
  return (probe_seconds() - start) / 2;
}

double packed_round_trips(const Communicator& pair, StridedBuffers& buffers, std::int64_t bytes,
                          std::int64_t run, int repetitions) {
  const MPI_Comm comm = pair.native().comm;
  const int peer = 1 - pair.rank();
  std::byte *out = buffers.spread.out.take(2 * bytes), *in = buffers.spread.in.take(2 * bytes);
  std::byte *packed_out = buffers.packed.out.take(bytes),
            *packed_in = buffers.packed.in.take(bytes);
  const auto give = [&] {
    pack(packed_out, out, bytes, run);
    send(packed_out, bytes, MPI_BYTE, peer, comm);
  };
  const double start = probe_seconds();
  for (int r = 0; r < repetitions; ++r) {
    if (peer == 1) give();
    receive(packed_in, bytes, MPI_BYTE, peer, comm);
    unpack(in, packed_in, bytes, run);
    if (peer == 0) give();
  }
  return (probe_seconds() - start) / 2;
}

}  // namespace

Operation strided_ping_pong(const Communicator& pair, bool typed, std::int64_t run,
                            const Extent& extent) {
  auto buffers = std::make_shared<StridedBuffers>(extent);
  const auto round_trips = typed ? typed_round_trips : packed_round_trips;
  return [=](std::int64_t bytes, int repetitions) {
    return round_trips(pair, *buffers, rounded_up(bytes, run), run, repetitions);
  };
}

Operation pairs_at_once(const Communicator& group, bool one_way, const Extent& extent) {
  auto buffers = std::make_shared<Both>(Buffers::cold, extent);
  return [=](std::int64_t bytes, int repetitions) {
    const MPI_Comm comm = group.native().comm;
    const int half = group.size() / 2;
    const bool lower = group.rank() < half;
    const int peer = lower ? group.rank() + half : group.rank() - half;
    std::vector<MPI_Request> requests;
    double spent = 0;
    for (int r = 0; r < repetitions; ++r) {
      group.barrier();  // or the pairs drift apart, and the node is never full
      const double start = probe_seconds();
      if (!lower || !one_way)
        check_mpi(MPI_Irecv(buffers->in.take(bytes), static_cast<int>(bytes), MPI_BYTE, peer,
                            probe_tag, comm, &requests.emplace_back()),
                  "MPI_Irecv");
      if (lower || !one_way)
        check_mpi(MPI_Isend(buffers->out.take(bytes), static_cast<int>(bytes), MPI_BYTE, peer,
                            probe_tag, comm, &requests.emplace_back()),
                  "MPI_Isend");
      wait_all(requests);
      spent += probe_seconds() - start;
    }
    return spent;
  };
}

Operation many_messages(const Communicator& group, const std::vector<int>& offsets,
                        std::int64_t bytes, int most_messages) {
  const std::int64_t slot = rounded_up(bytes, 64);
  auto buffers = std::make_shared<Both>(Buffers::warm, Extent{slot * most_messages, 0});
  return [=](std::int64_t messages, int repetitions) {
    const MPI_Comm comm = group.native().comm;
    const int ranks = group.size();
    std::byte *out = buffers->out.take(0), *in = buffers->in.take(0);
    std::vector<MPI_Request> requests;
    const double start = probe_seconds();
    for (int r = 0; r < repetitions; ++r) {
      for (std::int64_t m = 0; m < messages; ++m) {
        const int offset = offsets[static_cast<std::size_t>(m) % offsets.size()];
        check_mpi(MPI_Irecv(in + m * slot, static_cast<int>(bytes), MPI_BYTE,
                            (group.rank() - offset + ranks) % ranks, static_cast<int>(m), comm,
                            &requests.emplace_back()),
                  "MPI_Irecv");
      }
      for (std::int64_t m = 0; m < messages; ++m) {
        const int offset = offsets[static_cast<std::size_t>(m) % offsets.size()];
        check_mpi(MPI_Isend(out + m * slot, static_cast<int>(bytes), MPI_BYTE,
                            (group.rank() + offset) % ranks, static_cast<int>(m), comm,
                            &requests.emplace_back()),
                  "MPI_Isend");
      }
      wait_all(requests);
    }
    return probe_seconds() - start;
  };
}

Operation copies(Buffers kind, const Extent& extent) {
  auto buffers = std::make_shared<Both>(kind, extent);
  return [=](std::int64_t bytes, int repetitions) {
    const double start = probe_seconds();
    for (int r = 0; r < repetitions; ++r) {
      std::memcpy(buffers->in.take(bytes), buffers->out.take(bytes),
                  static_cast<std::size_t>(bytes));
      asm volatile("" ::: "memory");  // the copy is wanted though nobody reads it
    }
    return probe_seconds() - start;
  };
}

}  // namespace thalweg::transport
