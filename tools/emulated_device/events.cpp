// SPDX-License-Identifier: Apache-2.0
// Events: points in streams that the host or another stream waits for.
#include <memory>
#include <string>

#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/devices.hpp"
#include "emulated_device/queue.hpp"
#include "emulated_device/report.hpp"

namespace emulated {

/// Events stay after their end, so that late use of one is known.
struct Event {
  int device = 0;
  bool timed = false;
  bool destroyed = false;
  std::shared_ptr<EventState> state = std::make_shared<EventState>();
};

namespace {

cudaError_t check(cudaEvent_t event) {
  if (event && !event->destroyed) return cudaSuccess;
  return fail(cudaErrorInvalidResourceHandle, "the event was destroyed or never made");
}

cudaError_t record(Event& event, Stream* stream) {
  if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
  if (event.device != stream->device)
    return fail(cudaErrorInvalidResourceHandle,
                "an event of device " + std::to_string(event.device) +
                    " is recorded in a stream of device " + std::to_string(stream->device));
  if (const cudaError_t bad = refuse_while_capturing(); bad != cudaSuccess) return bad;
  enqueue(*stream,
          {.kind = Operation::record, .event = event.state, .version = ++event.state->recorded});
  return cudaSuccess;
}

}  // namespace

}  // namespace emulated

using namespace emulated;

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return runtime_call("cudaEventCreateWithFlags", cudaErrorMemoryAllocation, [&] {
    ++counts_now().events;
    *event = new Event{.device = current_device(), .timed = !(flags & cudaEventDisableTiming)};
    return cudaSuccess;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return releasing_call([&] {
    if (check(event) != cudaSuccess) stop("cudaEventDestroy of what is not a living event");
    event->destroyed = true;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return runtime_call("cudaEventRecord", cudaErrorLaunchFailure, [&] {
    const cudaError_t status = check(event);
    return status == cudaSuccess ? record(*event, stream_of(stream)) : status;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
  return runtime_call("cudaStreamWaitEvent", cudaErrorLaunchFailure, [&] {
    if (const cudaError_t status = check(event); status != cudaSuccess) return status;
    Stream* stream = stream_of(handle);
    if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
    if (const cudaError_t bad = refuse_while_capturing(); bad != cudaSuccess) return bad;
    // An event that was never recorded counts as done.
    if (event->state->recorded > 0)
      enqueue(*stream,
              {.kind = Operation::wait, .event = event->state, .version = event->state->recorded});
    return cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return runtime_call("cudaEventSynchronize", cudaErrorLaunchFailure, [&] {
    if (const cudaError_t status = check(event); status != cudaSuccess) return status;
    if (const cudaError_t bad = refuse_while_capturing(); bad != cudaSuccess) return bad;
    ++counts_now().waits;
    finish(*event->state);
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return runtime_call("cudaEventQuery", cudaErrorLaunchFailure, [&] {
    if (const cudaError_t status = check(event); status != cudaSuccess) return status;
    if (!event->state->is_done()) progress();
    return event->state->is_done() ? cudaSuccess
                                   : fail(cudaErrorNotReady, "work before the event is not done");
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return runtime_call("cudaEventElapsedTime", cudaErrorLaunchFailure, [&] {
    for (const cudaEvent_t event : {from, to}) {
      if (const cudaError_t status = check(event); status != cudaSuccess) return status;
      if (!event->timed || event->state->recorded == 0)
        return fail(cudaErrorInvalidResourceHandle,
                    "the event keeps no time or was never recorded");
      if (!event->state->is_done())
        return fail(cudaErrorNotReady, "work before the event is not done");
    }
    using Milliseconds = std::chrono::duration<float, std::milli>;
    *milliseconds = Milliseconds(to->state->when - from->state->when).count();
    return cudaSuccess;
  });
}
