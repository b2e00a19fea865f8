// SPDX-License-Identifier: Apache-2.0
// The MPI library's own all-to-alls, one nonblocking call per chunk.
#include <algorithm>
#include <climits>
#include <cstring>
#include <utility>

#include "transport/comm/abandoned.hpp"
#include "transport/comm/requests.hpp"
#include "transport/routes/carriers/carriers.hpp"

namespace thalweg::transport::carriers {

namespace {

/// What the three have in common: a call per chunk, and waiting for all calls.
class Collective : public Carrier {
 public:
  explicit Collective(const Plan& plan) : plan_(plan) {}
  void start(std::size_t chunk) override {
    call(chunk, pending_.add_collective());
    ++started_;
  }
  void progress() override { pending_.test(); }
  void finish() override {
    wait_for(plan_.name, plan_.comm.native(), pending_);
    for (std::size_t chunk = 0; chunk < started_; ++chunk) unpack(chunk);
    pending_.clear();
    started_ = 0;
  }

 protected:
  virtual void call(std::size_t chunk, MPI_Request* request) = 0;
  virtual void unpack(std::size_t /*chunk*/) {}
  MPI_Comm comm() const { return plan_.comm.native().comm; }
  const Plan& plan() const { return plan_; }

 private:
  Plan plan_;
  Requests pending_;
  std::size_t started_ = 0;
};

/// MPI_Ialltoall on blocks of the largest message: for many small messages of one size.
class Alltoall final : public Collective {
 public:
  explicit Alltoall(const Plan& plan) : Collective(plan) {
    const auto ranks = static_cast<std::size_t>(plan.comm.size());
    for (const Chunk& chunk : plan.chunks) {
      std::int64_t most = 0;
      for (const Message& m : chunk.sends) most = std::max(most, m.bytes);
      const auto block = static_cast<std::size_t>(plan.comm.max(static_cast<double>(most)));
      blocks_.push_back(
          {block, std::vector<std::byte>(block * ranks), std::vector<std::byte>(block * ranks)});
    }
  }

 private:
  void call(std::size_t chunk, MPI_Request* request) override {
    Blocks& b = blocks_[chunk];
    for (const Message& m : plan().chunks[chunk].sends)
      std::memcpy(b.out.data() + b.size * static_cast<std::size_t>(m.peer), plan().send + m.offset,
                  static_cast<std::size_t>(m.bytes));
    const int count = static_cast<int>(b.size);
    check_mpi(
        MPI_Ialltoall(b.out.data(), count, MPI_BYTE, b.in.data(), count, MPI_BYTE, comm(), request),
        "MPI_Ialltoall");
  }
  void unpack(std::size_t chunk) override {
    const Blocks& b = blocks_[chunk];
    for (const Message& m : plan().chunks[chunk].receives)
      std::memcpy(plan().receive + m.offset,
                  b.in.data() + b.size * static_cast<std::size_t>(m.peer),
                  static_cast<std::size_t>(m.bytes));
  }
  struct Blocks {
    std::size_t size;
    std::vector<std::byte> out, in;
  };
  std::vector<Blocks> blocks_;
};

/// An MPI type that holds offset and length of a message, which lets both pass 2 GiB.
MPI_Datatype type_of(const Message& message) {
  const int blocks = static_cast<int>(message.bytes / Communicator::largest_piece);
  const int rest = static_cast<int>(message.bytes % Communicator::largest_piece);
  MPI_Datatype block = MPI_DATATYPE_NULL, type = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(static_cast<int>(Communicator::largest_piece), MPI_BYTE, &block),
            "MPI_Type_contiguous");
  const int lengths[2] = {blocks, rest};
  const MPI_Aint offsets[2] = {message.offset,
                               message.offset + blocks * Communicator::largest_piece};
  const MPI_Datatype types[2] = {block, MPI_BYTE};
  check_mpi(MPI_Type_create_struct(2, lengths, offsets, types, &type), "MPI_Type_create_struct");
  check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
  MPI_Type_free(&block);
  return type;
}

/// What goes to or comes from each rank as a count of 0 or 1 of such a type. Move-only.
struct TypedSide {
  std::vector<int> counts;
  std::vector<MPI_Datatype> types;

  TypedSide() = default;
  TypedSide(TypedSide&&) noexcept = default;
  TypedSide& operator=(TypedSide&&) noexcept = default;
  ~TypedSide() {
    if (!may_free()) return;
    for (MPI_Datatype& type : types)
      if (type != MPI_BYTE) MPI_Type_free(&type);
  }
  void add(const Message* message) {
    counts.push_back(message ? 1 : 0);
    types.push_back(message ? type_of(*message) : MPI_BYTE);
  }
};

const Message* message_of(const std::vector<Message>& messages, int peer) {
  for (const Message& m : messages)
    if (m.peer == peer) return &m;
  return nullptr;
}

/// MPI_Ialltoallv on bytes, or MPI_Ialltoallw where an offset or a length passes 2 GiB anywhere.
class Alltoallv final : public Collective {
 public:
  explicit Alltoallv(const Plan& plan) : Collective(plan) {
    const auto ranks = static_cast<std::size_t>(plan.comm.size());
    zeros_.assign(ranks, 0);
    std::int64_t end = 0;
    for (const Chunk& chunk : plan.chunks)
      for (const auto* side : {&chunk.sends, &chunk.receives})
        for (const Message& m : *side) end = std::max(end, m.offset + m.bytes);
    fits_ = plan.comm.agree(end <= INT_MAX);
    for (const Chunk& chunk : plan.chunks) {
      if (fits_)
        plain_.push_back({PlainSide(chunk.sends, ranks), PlainSide(chunk.receives, ranks)});
      else
        typed_.push_back({typed(chunk.sends, ranks), typed(chunk.receives, ranks)});
    }
  }

 private:
  struct PlainSide {
    std::vector<int> counts, offsets;
    PlainSide(const std::vector<Message>& messages, std::size_t ranks)
        : counts(ranks), offsets(ranks) {
      for (const Message& m : messages) {
        counts[static_cast<std::size_t>(m.peer)] = static_cast<int>(m.bytes);
        offsets[static_cast<std::size_t>(m.peer)] = static_cast<int>(m.offset);
      }
    }
  };
  template <class Side>
  struct Pair {
    Side sends, receives;
  };
  static TypedSide typed(const std::vector<Message>& messages, std::size_t ranks) {
    TypedSide side;
    for (std::size_t peer = 0; peer < ranks; ++peer)
      side.add(message_of(messages, static_cast<int>(peer)));
    return side;
  }
  void call(std::size_t chunk, MPI_Request* request) override {
    if (fits_) {
      const auto& [s, r] = plain_[chunk];
      check_mpi(MPI_Ialltoallv(plan().send, s.counts.data(), s.offsets.data(), MPI_BYTE,
                               plan().receive, r.counts.data(), r.offsets.data(), MPI_BYTE, comm(),
                               request),
                "MPI_Ialltoallv");
      return;
    }
    const auto& [s, r] = typed_[chunk];
    check_mpi(MPI_Ialltoallw(plan().send, s.counts.data(), zeros_.data(), s.types.data(),
                             plan().receive, r.counts.data(), zeros_.data(), r.types.data(), comm(),
                             request),
              "MPI_Ialltoallw");
  }
  bool fits_ = true;
  std::vector<Pair<PlainSide>> plain_;
  std::vector<Pair<TypedSide>> typed_;
  std::vector<int> zeros_;
};

/// MPI_Ineighbor_alltoallw on a graph of those that have something to say to each other.
class Neighbour final : public Collective {
 public:
  explicit Neighbour(const Plan& plan) : Collective(plan) {
    for (const Chunk& chunk : plan.chunks) graphs_.emplace_back(plan, chunk);
  }

 private:
  struct Graph {
    MPI_Comm comm = MPI_COMM_NULL;
    TypedSide sends, receives;
    std::vector<MPI_Aint> zeros;
    std::string name;  // to be given back by
    int ranks = 1;

    Graph(const Plan& plan, const Chunk& chunk)
        : name(plan.comm.native().next_name()), ranks(plan.comm.size()) {
      std::vector<int> sources, dests;
      for (const Message& m : chunk.sends) dests.push_back(m.peer), sends.add(&m);
      for (const Message& m : chunk.receives) sources.push_back(m.peer), receives.add(&m);
      zeros.assign(std::max(sources.size(), dests.size()) + 1, 0);
      check_mpi(MPI_Dist_graph_create_adjacent(
                    plan.comm.native().comm, static_cast<int>(sources.size()), sources.data(),
                    MPI_UNWEIGHTED, static_cast<int>(dests.size()), dests.data(), MPI_UNWEIGHTED,
                    MPI_INFO_NULL, 0, &comm),
                "MPI_Dist_graph_create_adjacent");
    }
    Graph(Graph&& other) noexcept
        : comm(std::exchange(other.comm, MPI_COMM_NULL)), sends(std::move(other.sends)),
          receives(std::move(other.receives)), zeros(std::move(other.zeros)),
          name(std::move(other.name)), ranks(other.ranks) {}
    Graph& operator=(Graph&&) = delete;
    ~Graph() {
      if (comm != MPI_COMM_NULL) give_back(comm, name, ranks);
    }
  };
  void call(std::size_t chunk, MPI_Request* request) override {
    const Graph& g = graphs_[chunk];
    check_mpi(MPI_Ineighbor_alltoallw(plan().send, g.sends.counts.data(), g.zeros.data(),
                                      g.sends.types.data(), plan().receive,
                                      g.receives.counts.data(), g.zeros.data(),
                                      g.receives.types.data(), g.comm, request),
              "MPI_Ineighbor_alltoallw");
  }
  std::vector<Graph> graphs_;
};

}  // namespace

std::unique_ptr<Carrier> make_alltoall(const Plan& plan) {
  return std::make_unique<Alltoall>(plan);
}
std::unique_ptr<Carrier> make_alltoallv(const Plan& plan) {
  return std::make_unique<Alltoallv>(plan);
}
std::unique_ptr<Carrier> make_neighbour(const Plan& plan) {
  return std::make_unique<Neighbour>(plan);
}

}  // namespace thalweg::transport::carriers
