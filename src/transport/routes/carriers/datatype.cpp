// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/carriers/datatype.hpp"

#include <deque>

#include "transport/comm/requests.hpp"

namespace thalweg::transport {

namespace {

/// An MPI type of runs of bytes, and whom they go to or come from.
class MessageType {
 public:
  explicit MessageType(const TypedMessage& message) : peer_(message.peer) {
    std::vector<int> lengths;
    std::vector<MPI_Aint> offsets;
    for (const ByteRun& run : message.runs)
      for_parts(run.bytes, [&](std::int64_t offset, int count) {
        lengths.push_back(count);
        offsets.push_back(static_cast<MPI_Aint>(run.offset + offset));
      });
    check_mpi(MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(),
                                       offsets.data(), MPI_BYTE, &type_),
              "MPI_Type_create_hindexed");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~MessageType() {
    if (may_free()) MPI_Type_free(&type_);
  }
  MessageType(const MessageType&) = delete;
  MessageType& operator=(const MessageType&) = delete;

  MPI_Datatype type() const { return type_; }
  int peer() const { return peer_; }

 private:
  int peer_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Fields of a peer follow each other: MPI keeps the order of messages with one tag.
class Datatype final : public Carrier {
 public:
  Datatype(const Communicator& comm, std::string name, const std::vector<TypedMessage>& sends,
           const std::vector<TypedMessage>& receives, FieldAddresses fields)
      : comm_(comm), name_(std::move(name)), fields_(std::move(fields)),
        tag_(tag_of(comm.native().next_channel(), 0, 0)), send_types_(sends.begin(), sends.end()),
        receive_types_(receives.begin(), receives.end()) {}

  void start(std::size_t /*chunk*/) override {
    sends_.clear();
    receives_.clear();
    MPI_Comm comm = comm_.native().comm;
    for (std::byte* field : fields_()) {
      for (const MessageType& m : receive_types_)
        check_mpi(MPI_Irecv(field, 1, m.type(), m.peer(), tag_, comm, receives_.add(m.peer())),
                  "MPI_Irecv");
      for (const MessageType& m : send_types_)
        check_mpi(MPI_Isend(field, 1, m.type(), m.peer(), tag_, comm, sends_.add(m.peer())),
                  "MPI_Isend");
    }
  }
  void progress() override { receives_.test(); }
  void finish() override {
    wait_for(name_, comm_.native(), receives_);
    wait_for(name_, comm_.native(), sends_);
  }

 private:
  Communicator comm_;
  std::string name_;
  FieldAddresses fields_;
  int tag_;
  std::deque<MessageType> send_types_, receive_types_;
  Requests sends_, receives_;
};

}  // namespace

std::unique_ptr<Carrier> make_datatype_carrier(const Communicator& comm, const std::string& name,
                                               const std::vector<TypedMessage>& sends,
                                               const std::vector<TypedMessage>& receives,
                                               FieldAddresses fields) {
  return std::make_unique<Datatype>(comm, name, sends, receives, std::move(fields));
}

}  // namespace thalweg::transport
