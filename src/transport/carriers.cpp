// SPDX-License-Identifier: Apache-2.0
// The routes of a transpose, each as a Carrier between host buffers.
#include <limits>

#include "transport/mpi_native.hpp"
#include "transport/transpose.hpp"

namespace thalweg::transport {

namespace {

/// Counts of MPI calls are int: bytes are sent as blocks of this size, and the rest as bytes.
constexpr std::int64_t largest_part = std::int64_t{1} << 30;

/// Persistent nonblocking messages between all pairs. All receives are posted when the first chunk
/// starts, so that messages never wait in the library's own buffers.
class Direct final : public Carrier {
 public:
  Direct(const Communicator& comm, const std::vector<Chunk>& chunks, std::byte* send,
         std::byte* receive)
      : sends_(chunks.size()) {
    const MPI_Comm native = comm.native().comm;
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      const int tag = static_cast<int>(c);
      for (const Message& message : chunks[c].sends)
        for_parts(message, [&](std::int64_t offset, int bytes) {
          check_mpi(MPI_Send_init(send + offset, bytes, MPI_BYTE, message.peer, tag, native,
                                  &sends_[c].emplace_back()),
                    "MPI_Send_init");
        });
      for (const Message& message : chunks[c].receives)
        for_parts(message, [&](std::int64_t offset, int bytes) {
          check_mpi(MPI_Recv_init(receive + offset, bytes, MPI_BYTE, message.peer, tag, native,
                                  &receives_.emplace_back()),
                    "MPI_Recv_init");
        });
    }
  }
  ~Direct() override {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized) return;
    for (auto& chunk : sends_)
      for (MPI_Request& request : chunk) MPI_Request_free(&request);
    for (MPI_Request& request : receives_) MPI_Request_free(&request);
  }
  Direct(const Direct&) = delete;
  Direct& operator=(const Direct&) = delete;

  void start(std::size_t chunk) override {
    if (chunk == 0) start_all(receives_);
    start_all(sends_[chunk]);
    if (chunk > 0) progress();
  }
  void progress() override {
    int done = 0;
    check_mpi(MPI_Testall(size_of(receives_), receives_.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
  }
  void finish() override {
    wait_all(receives_);
    for (auto& chunk : sends_) wait_all(chunk);
  }

 private:
  using Requests = std::vector<MPI_Request>;
  static int size_of(const Requests& requests) { return static_cast<int>(requests.size()); }
  template <class Visit>
  static void for_parts(const Message& message, Visit visit) {
    for (std::int64_t done = 0; done < message.bytes; done += largest_part)
      visit(message.offset + done, static_cast<int>(std::min(largest_part, message.bytes - done)));
  }
  static void start_all(Requests& requests) {
    if (!requests.empty())
      check_mpi(MPI_Startall(size_of(requests), requests.data()), "MPI_Startall");
  }
  static void wait_all(Requests& requests) {
    check_mpi(MPI_Waitall(size_of(requests), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  std::vector<Requests> sends_;
  Requests receives_;
};

/// One nonblocking MPI_Ialltoallw per chunk; w, because its displacements come with a type each,
/// which lets offsets and counts pass 2 GiB.
class Alltoallv final : public Carrier {
 public:
  Alltoallv(const Communicator& comm, const std::vector<Chunk>& chunks, std::byte* send,
            std::byte* receive)
      : comm_(comm.native().comm), send_(send), receive_(receive) {
    for (const Chunk& chunk : chunks)
      parts_.push_back({Side(chunk.sends, comm.size()), Side(chunk.receives, comm.size())});
  }

  void start(std::size_t chunk) override {
    const Part& part = parts_[chunk];
    check_mpi(MPI_Ialltoallw(send_, part.sends.counts.data(), part.sends.displacements.data(),
                             part.sends.types.data(), receive_, part.receives.counts.data(),
                             part.receives.displacements.data(), part.receives.types.data(), comm_,
                             &requests_.emplace_back()),
              "MPI_Ialltoallw");
  }
  void progress() override {
    int done = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done,
                          MPI_STATUSES_IGNORE),
              "MPI_Testall");
  }
  void finish() override {
    check_mpi(
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
        "MPI_Waitall");
    requests_.clear();
  }

 private:
  /// What goes to or comes from each rank: a type that holds offset and length, or nothing.
  struct Side {
    std::vector<int> counts, displacements;
    std::vector<MPI_Datatype> types;

    Side(const std::vector<Message>& messages, int ranks)
        : counts(static_cast<std::size_t>(ranks)), displacements(static_cast<std::size_t>(ranks)),
          types(static_cast<std::size_t>(ranks), MPI_BYTE) {
      for (const Message& message : messages) {
        const auto peer = static_cast<std::size_t>(message.peer);
        types[peer] = type_of(message);
        counts[peer] = 1;
      }
    }
    ~Side() {
      int finalized = 0;
      MPI_Finalized(&finalized);
      if (finalized) return;
      for (MPI_Datatype& type : types)
        if (type != MPI_BYTE) MPI_Type_free(&type);
    }
    Side(Side&& other) noexcept
        : counts(std::move(other.counts)), displacements(std::move(other.displacements)),
          types(std::move(other.types)) {
      other.types.clear();
    }
    Side& operator=(Side&&) = delete;

    static MPI_Datatype type_of(const Message& message) {
      const int blocks = static_cast<int>(message.bytes / largest_part);
      const int rest = static_cast<int>(message.bytes % largest_part);
      MPI_Datatype block = MPI_DATATYPE_NULL, type = MPI_DATATYPE_NULL;
      check_mpi(MPI_Type_contiguous(static_cast<int>(largest_part), MPI_BYTE, &block),
                "MPI_Type_contiguous");
      const int lengths[2] = {blocks, rest};
      const MPI_Aint offsets[2] = {message.offset, message.offset + blocks * largest_part};
      const MPI_Datatype types[2] = {block, MPI_BYTE};
      check_mpi(MPI_Type_create_struct(2, lengths, offsets, types, &type),
                "MPI_Type_create_struct");
      check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
      MPI_Type_free(&block);
      return type;
    }
  };
  struct Part {
    Side sends, receives;
  };

  MPI_Comm comm_;
  std::byte *send_, *receive_;
  std::vector<Part> parts_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::unique_ptr<Carrier> make_carrier(Route route, const Communicator& comm,
                                      const std::vector<Chunk>& chunks, std::byte* send,
                                      std::byte* receive) {
  if (route == Route::alltoallv) return std::make_unique<Alltoallv>(comm, chunks, send, receive);
  return std::make_unique<Direct>(comm, chunks, send, receive);
}

}  // namespace thalweg::transport
