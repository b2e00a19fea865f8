// SPDX-License-Identifier: Apache-2.0
// All receives are posted when the first chunk starts, so that messages never wait in the library's
// own buffers.
#include "transport/comm/requests.hpp"
#include "transport/routes/carriers/carriers.hpp"

namespace thalweg::transport::carriers {

namespace {

class Direct final : public Carrier {
 public:
  explicit Direct(const Plan& plan)
      : comm_(plan.comm), name_(plan.name), sends_(plan.chunks.size()) {
    const Communicator::Native& native = plan.comm.native();
    const int channel = native.next_channel();
    for (std::size_t c = 0; c < plan.chunks.size(); ++c) {
      const int tag = tag_of(channel, c, 0);
      for (const Message& m : plan.chunks[c].sends)
        sends_[c].add_send(plan.send + m.offset, m.bytes, m.peer, tag, native.comm);
      for (const Message& m : plan.chunks[c].receives)
        receives_.add_receive(plan.receive + m.offset, m.bytes, m.peer, tag, native.comm);
    }
  }

  void start(std::size_t chunk) override {
    if (chunk == 0) receives_.start();
    sends_[chunk].start();
    if (chunk > 0) progress();
  }
  /// A rank that receives nothing more lets what it sends go on.
  void progress() override {
    if (!receives_.test()) return;
    for (Requests& sends : sends_)
      if (!sends.test()) return;
  }
  void finish() override {
    wait_for(name_, comm_.native(), receives_);
    for (Requests& sends : sends_) wait_for(name_, comm_.native(), sends);
  }

 private:
  Communicator comm_;
  std::string name_;
  std::vector<Requests> sends_;
  Requests receives_;
};

}  // namespace

std::unique_ptr<Carrier> make_direct(const Plan& plan) { return std::make_unique<Direct>(plan); }

}  // namespace thalweg::transport::carriers
