// SPDX-License-Identifier: Apache-2.0
// Work of a captured stream is kept, and done once for each launch of its graph.
#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

void add(int* value, int more) { *value += more; }
void multiply(int* value, int factor) { *value *= factor; }

/// A graph of what give(stream) gives.
class OwnGraph {
 public:
  template <class Give>
  OwnGraph(cudaStream_t stream, Give give) {
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    give(stream);
    cudaGraph_t graph = nullptr;
    require(cudaStreamEndCapture(stream, &graph));
    require(cudaGraphInstantiateWithFlags(&graph_, graph, 0));
    require(cudaGraphDestroy(graph));
  }
  ~OwnGraph() { cudaGraphExecDestroy(graph_); }
  OwnGraph(const OwnGraph&) = delete;
  OwnGraph& operator=(const OwnGraph&) = delete;
  void launch(cudaStream_t stream) const { require(cudaGraphLaunch(graph_, stream)); }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

TEST(Graphs, DoTheirWorkInOrderOnceForEachLaunch) {
  const DeviceValues<int> value(std::vector<int>{1});
  const OwnStream stream;
  const OwnGraph graph(stream, [&](cudaStream_t s) {
    require(launch({1, 1}, s, add, value.data(), 2));
    require(launch({1, 1}, s, multiply, value.data(), 3));
  });
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(value.read().front(), 1);
  graph.launch(stream);
  require(launch({1, 1}, stream, add, value.data(), 1));
  graph.launch(stream);
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(value.read().front(), (((1 + 2) * 3 + 1) + 2) * 3);
}

TEST(Graphs, AreDoneWhereTheyAreGoneAfterTheLaunch) {
  const DeviceValues<int> value(std::vector<int>{1});
  const OwnStream stream;
  {
    const OwnGraph graph(stream, [&](cudaStream_t s) {
      require(launch({1, 1}, s, add, value.data(), 4));
    });
    graph.launch(stream);
  }
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(value.read().front(), 5);
}

TEST(Graphs, AllowNoWaitAndNoMemoryWhileTheyAreRecorded) {
  const OwnStream stream;
  cudaEvent_t event = nullptr;
  require(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  void* memory = nullptr;
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaEventRecord(event, stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamWaitEvent(stream, event), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaMalloc(&memory, 16), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaMallocHost(&memory, 16), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
            cudaErrorStreamCaptureUnsupported);
  cudaGraph_t graph = nullptr;
  require(cudaStreamEndCapture(stream, &graph));
  require(cudaGraphDestroy(graph));
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnsupported);
  cudaEventDestroy(event);
}

}  // namespace
}  // namespace emulated::testing
