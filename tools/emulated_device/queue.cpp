// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/queue.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/devices.hpp"
#include "emulated_device/protection.hpp"
#include "emulated_device/report.hpp"

namespace emulated {

namespace {

struct Queues {
  std::vector<Stream*> streams;  // that may have work
  std::map<int, Stream*> legacy;
};
Queues& queues() {
  static auto* q = new Queues;
  return *q;
}

Stream& new_stream(int device, bool blocking) {
  auto* stream = new Stream{.device = device, .blocking = blocking};
  queues().streams.push_back(stream);
  return *stream;
}

Stream& legacy_of(int device) {
  Stream*& stream = queues().legacy[device];
  if (!stream) stream = &new_stream(device, false);
  return *stream;
}

bool is_legacy(const Stream& stream) {
  const auto it = queues().legacy.find(stream.device);
  return it != queues().legacy.end() && it->second == &stream;
}

/// `later` goes on when all is done that `earlier` has now.
void order(Stream& earlier, Stream& later) {
  if (earlier.operations.empty()) return;
  auto event = std::make_shared<EventState>(EventState{.recorded = 1});
  earlier.operations.push_back({.kind = Operation::record, .event = event, .version = 1});
  later.operations.push_back({.kind = Operation::wait, .event = event, .version = 1});
}

void keep_legacy_rules(Stream& stream) {
  if (is_legacy(stream)) {
    for (Stream* other : queues().streams)
      if (other->blocking && other->device == stream.device) order(*other, stream);
  } else if (stream.blocking) {
    order(legacy_of(stream.device), stream);
  }
}

bool can_go_on(const Stream& stream) {
  if (stream.operations.empty()) return false;
  const Operation& next = stream.operations.front();
  return next.kind != Operation::wait || next.event->completed >= next.version;
}

void run_next(Stream& stream, ReachableDevice& reachable) {
  const Operation next = std::move(stream.operations.front());
  stream.operations.pop_front();
  if (next.kind == Operation::record) {
    next.event->completed = std::max(next.event->completed, next.version);
    next.event->when = std::chrono::steady_clock::now();
  }
  if (next.kind == Operation::work) {
    reachable.become(next.device);
    set_running(*next.name ? next.name : nullptr);
    next.run();
    set_running(nullptr);
  }
  if (stream.destroyed && stream.operations.empty()) std::erase(queues().streams, &stream);
}

/// The next operation of any stream that can go on; false if there is none.
bool run_any(ReachableDevice& reachable) {
  std::vector<Stream*> ready;
  for (Stream* stream : queues().streams)
    if (can_go_on(*stream)) ready.push_back(stream);
  if (ready.empty()) return false;
  run_next(*ready[draw(static_cast<unsigned>(ready.size()))], reachable);
  return true;
}

/// Half of the time only the stream that is waited for goes on, as far as it can.
template <class Done>
void run_until(Stream* wanted, Done done) {
  if (done()) return;
  ReachableDevice reachable;
  const bool only_wanted = wanted && draw(2);
  while (!done()) {
    if (only_wanted && can_go_on(*wanted))
      run_next(*wanted, reachable);
    else if (!run_any(reachable))
      stop("the host waits for work that nobody gave");
  }
}

}  // namespace

Stream* stream_of(cudaStream_t handle) {
  if (!handle || handle == cudaStreamLegacy) return &legacy_of(current_device());
  return handle->destroyed ? nullptr : handle;
}

bool is_capturing() {
  return std::ranges::any_of(queues().streams,
                             [](const Stream* s) { return s->captured.has_value(); });
}

cudaError_t refuse_while_capturing() {
  if (!is_capturing()) return cudaSuccess;
  return fail(cudaErrorStreamCaptureUnsupported, "a stream is captured meanwhile");
}

void enqueue(Stream& stream, Operation operation) {
  if (stream.captured) return stream.captured->push_back(std::move(operation));
  keep_legacy_rules(stream);
  stream.operations.push_back(std::move(operation));
}

void finish(Stream& stream) {
  run_until(&stream, [&] { return stream.operations.empty(); });
}

void finish(const EventState& event) {
  run_until(nullptr, [&, until = event.recorded] { return event.completed >= until; });
}

void finish_all() {
  ReachableDevice reachable;
  while (run_any(reachable)) {
  }
}

void progress() {
  constexpr unsigned rare = 4, most = 16;
  if (draw(rare)) return;
  // Several at once: to open and close the memory costs more than most of them.
  ReachableDevice reachable;
  for (unsigned n = draw(most) + 1; n > 0 && run_any(reachable);) --n;
}

}  // namespace emulated

using namespace emulated;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return runtime_call("cudaStreamCreateWithFlags", cudaErrorMemoryAllocation, [&] {
    ++counts_now().streams;
    *stream = &new_stream(current_device(), flags != cudaStreamNonBlocking);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return releasing_call([&] {
    Stream* stream = stream_of(handle);
    if (!stream || is_legacy(*stream)) stop("cudaStreamDestroy of what is not a living stream");
    stream->destroyed = true;  // what it has still to do is done
    if (stream->operations.empty()) std::erase(queues().streams, stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  return runtime_call("cudaStreamSynchronize", cudaErrorLaunchFailure, [&] {
    Stream* stream = stream_of(handle);
    if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
    if (const cudaError_t bad = refuse_while_capturing(); bad != cudaSuccess) return bad;
    ++counts_now().waits;
    finish(*stream);
    return cudaSuccess;
  });
}
