// SPDX-License-Identifier: Apache-2.0
// Host memory that stands for a device's: work is done late, one piece per question, so that what
// is sent or read before it was asked for is seen to be wrong; and memory that other ranks can
// open.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <deque>
#include <functional>
#include <string>

#include "base/error.hpp"
#include "transport/routes/carrier.hpp"

namespace thalweg::transport::testing {

/// Memory in /dev/shm, which has a name by which it is shared. "Its allocation" begins before it.
class DeviceMemory {
 public:
  static constexpr std::int64_t before = 192;

  DeviceMemory(const std::string& name, std::int64_t bytes)
      : name_("/tw-" + std::to_string(getpid()) + "-" + name),
        size_(static_cast<std::size_t>(bytes + before)) {
    const int file = shm_open(name_.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, static_cast<off_t>(size_)) != 0)
      throw DeviceError("no shared memory for " + name_);
    base_ =
        static_cast<std::byte*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
  }
  ~DeviceMemory() {
    munmap(base_, size_);
    shm_unlink(name_.c_str());
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  std::byte* data() const { return base_ + before; }
  const std::string& name() const { return name_; }
  std::size_t size() const { return size_; }

 private:
  std::string name_;
  std::size_t size_;
  std::byte* base_ = nullptr;
};

/// The order in which a rank's stand-in for a device does its work.
class LaggingLink final : public exec::DeviceLink {
 public:
  /// How sharing goes wrong.
  enum class Fault { none, cannot_share, cannot_open, wrong_memory };

  /// lag: questions that each piece of work takes; 0: all is done when it is first asked after.
  explicit LaggingLink(std::vector<const DeviceMemory*> memories, Fault fault = Fault::none,
                       int lag = usual_lag)
      : memories_(std::move(memories)), fault_(fault), lag_(lag) {}
  static constexpr int usual_lag = 3;

  /// Work that comes between copies, as a kernel does.
  void work(std::function<void()> what) { queue_.push_back(std::move(what)), ++asked_; }

  void copy(void* to, const void* from, std::size_t bytes) override {
    work([=] { std::memcpy(to, from, bytes); });
  }
  Mark mark() override { return asked_; }
  /// Does at most one piece of work, and first does none at all for a while.
  bool reached(Mark mark) override {
    if (lag_ == 0) wait();
    if (done_ >= mark) return true;
    if (++questions_ % lag_ == 0) do_one();
    return false;
  }
  void wait() override {
    while (!queue_.empty()) do_one();
  }
  std::shared_ptr<std::byte> pinned(std::size_t bytes) override {
    return {new std::byte[bytes], std::default_delete<std::byte[]>()};
  }
  exec::SharedMemory share(const std::byte* memory) override {
    if (fault_ == Fault::cannot_share) throw DeviceError("this memory is of a pool");
    for (const DeviceMemory* m : memories_)
      if (m->data() == memory) {
        exec::SharedMemory shared;
        std::snprintf(shared.key.data(), shared.key.size(), "%s %zu", m->name().c_str(), m->size());
        shared.offset = DeviceMemory::before - (fault_ == Fault::wrong_memory ? 64 : 0);
        return shared;
      }
    throw DeviceError("no such memory");
  }
  std::shared_ptr<std::byte> open(const exec::SharedMemory& memory) override {
    if (fault_ == Fault::cannot_open) throw DeviceError("another container's memory");
    char name[64];
    std::size_t size = 0;
    if (std::sscanf(memory.key.data(), "%63s %zu", name, &size) != 2)
      throw DeviceError("no such key");
    const int file = shm_open(name, O_RDWR, 0600);
    if (file < 0) throw DeviceError("cannot open " + std::string(name));
    auto* base =
        static_cast<std::byte*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
    const std::shared_ptr<std::byte> all(base, [size](std::byte* p) { munmap(p, size); });
    return {all, base + memory.offset};
  }

 private:
  void do_one() {
    queue_.front()();
    queue_.pop_front();
    ++done_;
  }
  std::vector<const DeviceMemory*> memories_;
  Fault fault_;
  int lag_;
  std::deque<std::function<void()>> queue_;
  Mark asked_ = 0, done_ = 0;
  int questions_ = 0;
};

/// A rank's buffers in what stands for device memory, and the links of a plan on them.
struct OnDevice {
  DeviceMemory send, receive;
  std::shared_ptr<LaggingLink> out, in;

  OnDevice(const std::string& name, std::int64_t sent, std::int64_t received,
           LaggingLink::Fault fault = LaggingLink::Fault::none, int lag = LaggingLink::usual_lag)
      : send(name + "-send", sent), receive(name + "-receive", received),
        out(std::make_shared<LaggingLink>(std::vector<const DeviceMemory*>{&send, &receive}, fault,
                                          lag)),
        in(std::make_shared<LaggingLink>(std::vector<const DeviceMemory*>{})) {}

  std::shared_ptr<DeviceSide> side() const {
    auto helper = std::make_shared<LaggingLink>(std::vector<const DeviceMemory*>{});
    return std::make_shared<DeviceSide>(DeviceSide{out, in, helper});
  }
  Plan plan(const Communicator& comm, const std::vector<Chunk>& chunks) const {
    return {"test",      comm,  chunks,        send.data(), receive.data(),
            "transpose", false, Route::direct, side()};
  }
};

}  // namespace thalweg::transport::testing
