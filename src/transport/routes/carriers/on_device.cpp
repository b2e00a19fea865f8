// SPDX-License-Identifier: Apache-2.0
// Plans whose buffers lie in device memory: a chunk goes once the device has filled it, which the
// host finds out without stopping the device. Staged routes copy it to pinned memory first, where
// any carrier for host memory takes it.
#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "transport/comm/patience.hpp"
#include "transport/routes/carriers/carriers.hpp"

namespace thalweg::transport::carriers {

namespace {

/// Copies between the buffers and the staging area: one each per run of bytes, not per message.
class StagingCopies {
 public:
  explicit StagingCopies(const Plan& plan)
      : staging_(plan.device->staging), send_(plan.send), receive_(plan.receive),
        staged_send_(plan.device->staged_send), staged_receive_(plan.device->staged_receive) {
    for (const Chunk& chunk : plan.chunks) {
      out_.push_back(runs_of(chunk.sends));
      for (const ByteRun& run : runs_of(chunk.receives)) in_.push_back(run);
    }
  }
  void copy_out(exec::DeviceLink& link, std::size_t chunk) const {
    for (const ByteRun& run : out_[chunk])
      link.copy(staged_send_.get() + run.offset, send_ + run.offset,
                static_cast<std::size_t>(run.bytes));
  }
  void copy_in(const std::shared_ptr<exec::DeviceLink>& link) const {
    for (const ByteRun& run : in_)
      link->copy(receive_ + run.offset, staged_receive_.get() + run.offset,
                 static_cast<std::size_t>(run.bytes));
    staging_->is_read_by(link, link->mark());
  }
  bool may_receive() const { return staging_->is_free(); }

 private:
  std::shared_ptr<Staging> staging_;
  std::byte *send_, *receive_;
  std::shared_ptr<std::byte> staged_send_, staged_receive_;
  std::vector<std::vector<ByteRun>> out_;  // by chunk
  std::vector<ByteRun> in_;
};

/// Hands each chunk to the carrier that takes it further once it is ready. At most one chunk waits
/// for the device when start() returns, so that messages of one leave while the next is computed,
/// and the device always has that next one to do.
class OnDevice final : public Carrier {
 public:
  OnDevice(const Plan& plan, std::unique_ptr<Carrier> further,
           std::unique_ptr<StagingCopies> copies)
      : name_(plan.name), device_(plan.device), copies_(std::move(copies)),
        further_(std::move(further)) {}
  ~OnDevice() override {
    try {
      device_->in->wait();  // copies still come out of the staging area
    } catch (const DeviceError&) {
      return;  // whoever uses the device next learns of it
    }
  }

  void start(std::size_t chunk) override {
    wait_for_device();
    if (copies_) copies_->copy_out(*device_->out, chunk);
    waiting_ = true;
    chunk_ = chunk;
    ready_ = device_->out->mark();
    let_go();
  }
  void await_device() override { wait_for_device(); }
  void progress() override {
    let_go();
    further_->progress();
  }
  void finish() override {
    wait_for_device();
    further_->finish();
    if (copies_) copies_->copy_in(device_->in);
    arrived_ = device_->in->mark();
  }

 private:
  /// Whether no chunk waits for the device any more.
  bool let_go() {
    if (!waiting_) return true;
    // The first chunk's messages may overwrite what was received last time, by this plan or by
    // another that shares the staging area.
    if (!device_->out->reached(ready_) || !device_->in->reached(arrived_)) return false;
    if (copies_ && !copies_->may_receive()) return false;
    waiting_ = false;
    further_->start(chunk_);
    return true;
  }
  /// Not wait_until(): this waits for this rank's own device, not for another rank.
  void wait_for_device() {
    const double begin = seconds_now();
    while (!let_go()) {
      further_->progress();
      if (seconds_now() - begin > patience())
        throw DeviceError(fmt::format(
            "the movement \"{}\" waited {:.0f} s for this rank's device, which does not come to "
            "the end of its work. The last checkpoint is intact: look at that device, then "
            "continue with --restart (transport.patience sets the wait).",
            name_, patience()));
    }
  }

  std::string name_;
  std::shared_ptr<DeviceSide> device_;
  std::unique_ptr<StagingCopies> copies_;
  std::unique_ptr<Carrier> further_;
  bool waiting_ = false;
  std::size_t chunk_ = 0;
  exec::DeviceLink::Mark ready_ = 0, arrived_ = 0;
};

Plan through_pinned_memory(const Plan& plan) {
  DeviceSide& device = *plan.device;
  const std::int64_t sent = buffer_end(plan.chunks, &Chunk::sends);
  const std::int64_t received = buffer_end(plan.chunks, &Chunk::receives);
  if (!device.staging) device.staging = std::make_shared<Staging>(sent, received);
  if (!device.staged_send) device.staged_send = device.staging->send(*device.out, sent);
  if (!device.staged_receive)
    device.staged_receive = device.staging->receive(*device.out, received);
  Plan host = plan;
  host.send = device.staged_send.get();
  host.receive = device.staged_receive.get();
  host.device.reset();
  return host;
}

}  // namespace

std::unique_ptr<Carrier> make_on_device(Route route, const Plan& plan) {
  if (route == Route::direct) return std::make_unique<OnDevice>(plan, make_direct(plan), nullptr);
  if (route == Route::shared) return std::make_unique<OnDevice>(plan, make_shared(plan), nullptr);
  auto further = make_carrier(route, through_pinned_memory(plan));
  return std::make_unique<OnDevice>(plan, std::move(further),
                                    std::make_unique<StagingCopies>(plan));
}

}  // namespace thalweg::transport::carriers
