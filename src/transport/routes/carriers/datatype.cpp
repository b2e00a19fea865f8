// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/datatype.hpp"

#include <algorithm>

#include "transport/comm/requests.hpp"

namespace thalweg::transport {

namespace {

/// An MPI type of absolute addresses. Move-only.
class Scattered {
 public:
  explicit Scattered(ScatteredMessage message) {
    std::sort(message.parts.begin(), message.parts.end(),
              [](const ScatteredPart& a, const ScatteredPart& b) { return a.order < b.order; });
    std::vector<int> lengths;
    std::vector<MPI_Aint> addresses;
    for (const ScatteredPart& part : message.parts) {
      lengths.push_back(static_cast<int>(part.bytes));
      check_mpi(MPI_Get_address(part.data, &addresses.emplace_back()), "MPI_Get_address");
    }
    check_mpi(MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(),
                                       addresses.data(), MPI_BYTE, &type_),
              "MPI_Type_create_hindexed");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~Scattered() {
    if (may_free()) MPI_Type_free(&type_);
  }
  Scattered(const Scattered&) = delete;
  Scattered& operator=(const Scattered&) = delete;
  MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

class Datatype final : public Carrier {
 public:
  Datatype(const Communicator& comm, std::string name, std::vector<ScatteredMessage> sends,
           std::vector<ScatteredMessage> receives)
      : comm_(comm), name_(std::move(name)) {
    const Communicator::Native& native = comm.native();
    const int tag = tag_of(native.next_channel(), 0, 0);
    // A message's type may go once its request is set up: the request keeps it.
    for (ScatteredMessage& m : receives) {
      const int peer = m.peer;
      receives_.add_typed_receive(Scattered(std::move(m)).type(), peer, tag, native.comm);
    }
    for (ScatteredMessage& m : sends) {
      const int peer = m.peer;
      sends_.add_typed_send(Scattered(std::move(m)).type(), peer, tag, native.comm);
    }
  }
  void start(std::size_t /*chunk*/) override {
    receives_.start();
    sends_.start();
  }
  void progress() override { receives_.test(); }
  void finish() override {
    wait_for(name_, comm_.native(), receives_);
    wait_for(name_, comm_.native(), sends_);
  }

 private:
  Communicator comm_;
  std::string name_;
  Requests sends_, receives_;
};

}  // namespace

std::unique_ptr<Carrier> make_datatype_carrier(const Communicator& comm, const std::string& name,
                                               std::vector<ScatteredMessage> sends,
                                               std::vector<ScatteredMessage> receives) {
  return std::make_unique<Datatype>(comm, name, std::move(sends), std::move(receives));
}

}  // namespace thalweg::transport
