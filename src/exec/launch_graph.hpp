// SPDX-License-Identifier: Apache-2.0
// Launches that are recorded once and then given to the device together. To start a small kernel
// takes longer than what it does; of a graph the device knows all starts before the first.
#pragma once

#include "exec/stream.hpp"

#ifdef TW_DEVICE_HALF
namespace thalweg::exec::inline TW_HALF {

class LaunchGraph {
 public:
  /// Keeps what work() gives to exec: nothing of it is done now. It must neither wait nor take
  /// memory from CUDA, and all that it hands over by value stays as it is now. Throws DeviceError,
  /// and what work() throws.
  template <class Work>
  LaunchGraph(const DeviceExec& exec, Work work) {
    check(cudaStreamBeginCapture(exec.native(), cudaStreamCaptureModeThreadLocal),
          "recording a graph");
    try {
      work();
    } catch (...) {
      discard_recording(exec);
      throw;
    }
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(exec.native(), &graph), "the end of recording a graph");
    const cudaError_t status = cudaGraphInstantiateWithFlags(&graph_, graph, 0);
    cudaGraphDestroy(graph);
    check(status, "making a graph");
  }
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;
  ~LaunchGraph() { cudaGraphExecDestroy(graph_); }

  /// As if all of it were given to exec now.
  void launch(const DeviceExec& exec) const {
    check(cudaGraphLaunch(graph_, exec.native()), "launching a graph");
  }

 private:
  /// CUDA keeps the error that ended it.
  static void discard_recording(const DeviceExec& exec) {
    cudaGraph_t graph = nullptr;
    if (cudaStreamEndCapture(exec.native(), &graph) == cudaSuccess)
      cudaGraphDestroy(graph);
    else
      cudaGetLastError();
  }
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace thalweg::exec::inline TW_HALF
#endif
