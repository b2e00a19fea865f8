// SPDX-License-Identifier: Apache-2.0
// Graphs: work that a stream is given while it is captured is kept, and done as often as the graph
// is launched. What the host may not ask for meanwhile is refused, as CUDA's runtime refuses it.
#include <utility>
#include <vector>

#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/queue.hpp"
#include "emulated_device/report.hpp"

namespace emulated {

struct Graph {
  std::vector<Operation> operations;
};
struct GraphExec {
  std::vector<Operation> operations;
};

}  // namespace emulated

using namespace emulated;

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return runtime_call("cudaStreamBeginCapture", cudaErrorMemoryAllocation, [&] {
    if (mode != cudaStreamCaptureModeThreadLocal)
      return fail(cudaErrorInvalidValue, "only captures of the calling thread are emulated");
    if (!handle || handle == cudaStreamLegacy)
      return fail(cudaErrorStreamCaptureUnsupported, "the legacy stream cannot be captured");
    Stream* stream = stream_of(handle);
    if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
    if (const cudaError_t bad = refuse_while_capturing(); bad != cudaSuccess) return bad;
    stream->captured.emplace();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  return runtime_call("cudaStreamEndCapture", cudaErrorMemoryAllocation, [&] {
    Stream* stream = stream_of(handle);
    if (!stream || !stream->captured)
      return fail(cudaErrorStreamCaptureUnsupported, "the stream is not captured");
    *graph = new Graph{std::move(*stream->captured)};
    stream->captured.reset();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t graph,
                                          unsigned long long flags) {
  return runtime_call("cudaGraphInstantiateWithFlags", cudaErrorMemoryAllocation, [&] {
    if (flags != 0) return fail(cudaErrorInvalidValue, "no flags of graphs are emulated");
    *made = new GraphExec{graph->operations};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t handle) {
  return runtime_call("cudaGraphLaunch", cudaErrorLaunchFailure, [&] {
    Stream* stream = stream_of(handle);
    if (!stream) return fail(cudaErrorInvalidResourceHandle, "the stream was destroyed");
    if (is_capturing())
      return fail(cudaErrorStreamCaptureUnsupported, "graphs within graphs are not emulated");
    ++counts_now().graphs;
    for (const Operation& operation : graph->operations) enqueue(*stream, operation);
    return cudaSuccess;
  });
}

// What a launch has given to a stream is done, as with CUDA, where the graph is gone by then.
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return releasing_call([&] {
    delete graph;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  return releasing_call([&] {
    delete graph;
    return cudaSuccess;
  });
}
