// SPDX-License-Identifier: Apache-2.0
// Work is done when somebody waits for it, in an order that streams and events allow.
#include <set>
#include <string>

#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

// Pinned memory: the host can look at it before it waits.
class Steps {
 public:
  Steps() { require(cudaMallocHost(reinterpret_cast<void**>(&text_), 64)), clear(); }
  ~Steps() { cudaFreeHost(text_); }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  void clear() { *text_ = 0; }
  std::string text() const { return text_; }
  /// The stream appends a letter.
  void give(cudaStream_t stream, char letter) {
    require(launch({1, 1}, stream, append, text_, letter));
  }

 private:
  static void append(char* text, char letter) {
    while (*text) ++text;
    text[0] = letter, text[1] = 0;
  }
  char* text_ = nullptr;
};

struct OwnEvent {
  cudaEvent_t event = nullptr;
  OwnEvent() { require(cudaEventCreateWithFlags(&event, cudaEventDisableTiming)); }
  ~OwnEvent() { cudaEventDestroy(event); }
};

/// All results of running the same work many times.
template <class Run>
std::set<std::string> outcomes(Run run) {
  std::set<std::string> found;
  for (int n = 0; n < 200; ++n) {
    Steps steps;
    run(steps);
    found.insert(steps.text());
  }
  return found;
}

TEST(Streams, DoNothingUntilSomebodyWaits) {
  Steps steps;
  const OwnStream stream;
  steps.give(stream, 'a');
  EXPECT_EQ(steps.text(), "");
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(steps.text(), "a");
}

TEST(Streams, KeepTheirOwnOrderAndNoOther) {
  const OwnStream one, other;
  const auto found = outcomes([&](Steps& steps) {
    steps.give(one, 'a'), steps.give(other, 'x'), steps.give(one, 'b');
    require(cudaStreamSynchronize(one));
    require(cudaStreamSynchronize(other));
  });
  EXPECT_EQ(found, (std::set<std::string>{"abx", "axb", "xab"}));
}

TEST(Streams, GoOnWithoutTheOthersWhereOnlyTheyAreWaitedFor) {
  const OwnStream one, other;
  const auto found = outcomes([&](Steps& steps) {
    steps.give(one, 'a'), steps.give(other, 'x');
    require(cudaStreamSynchronize(one));
    steps.give(one, 'b');
    require(cudaStreamSynchronize(one));
    require(cudaStreamSynchronize(other));
  });
  EXPECT_EQ(found, (std::set<std::string>{"abx", "axb", "xab"}));
}

TEST(Events, OrderStreams) {
  const OwnStream one, other;
  const OwnEvent point;
  const auto found = outcomes([&](Steps& steps) {
    steps.give(one, 'a');
    require(cudaEventRecord(point.event, one));
    steps.give(one, 'b');
    require(cudaStreamWaitEvent(other, point.event));
    steps.give(other, 'x');
    require(cudaStreamSynchronize(other));
    require(cudaStreamSynchronize(one));
  });
  EXPECT_EQ(found, (std::set<std::string>{"abx", "axb"}));
}

TEST(Events, AreWaitedForAsTheyWereRecordedThen) {
  const OwnStream one, other;
  const OwnEvent point;
  Steps steps;
  steps.give(one, 'a');
  require(cudaEventRecord(point.event, one));
  require(cudaStreamWaitEvent(other, point.event));
  steps.give(one, 'b');
  require(cudaEventRecord(point.event, one));  // after the wait was given
  steps.give(other, 'x');
  EXPECT_EQ(cudaEventQuery(point.event), cudaErrorNotReady);
  require(cudaEventSynchronize(point.event));
  EXPECT_EQ(steps.text().substr(0, 1), "a");
  require(cudaStreamSynchronize(other));
}

TEST(Events, AreReachedByAskingAgainAndAgain) {
  const OwnStream stream;
  int asked = 0;
  for (int repeat = 0; repeat < 50; ++repeat) {
    const OwnEvent point;
    Steps steps;
    EXPECT_EQ(cudaEventQuery(point.event), cudaSuccess);  // never recorded
    for (int n = 0; n < 5; ++n) steps.give(stream, 'a');
    require(cudaEventRecord(point.event, stream));
    int more = 0;
    while (cudaEventQuery(point.event) == cudaErrorNotReady) ASSERT_LT(++more, 1000);
    asked += more;
    EXPECT_EQ(steps.text(), "aaaaa");
    cudaGetLastError();
  }
  EXPECT_GT(asked, 10);
}

TEST(LegacyStream, IsOrderedWithBlockingStreamsOnly) {
  const OwnStream blocking(cudaStreamDefault), other;
  const auto given = [&](cudaStream_t stream) {
    return outcomes([&](Steps& steps) {
      steps.give(stream, 'a'), steps.give(nullptr, 'l'), steps.give(stream, 'b');
      require(cudaStreamSynchronize(stream));
      require(cudaStreamSynchronize(cudaStreamLegacy));
    });
  };
  EXPECT_EQ(given(blocking), (std::set<std::string>{"alb"}));
  EXPECT_EQ(given(other), (std::set<std::string>{"abl", "alb", "lab"}));
}

TEST(LegacyStream, FillsLater) {
  const DeviceValues<int> values(std::vector<int>{0, 0});
  const OwnStream stream;
  std::set<int> found;
  int* seen = nullptr;
  require(cudaMallocHost(reinterpret_cast<void**>(&seen), 4));
  for (int n = 0; n < 100; ++n) {
    require(cudaMemset(values.data(), n % 2, 8));
    require(cudaMemcpyAsync(seen, values.data(), 4, cudaMemcpyDeviceToHost, stream));
    require(cudaStreamSynchronize(stream));
    found.insert(*seen);
    require(cudaStreamSynchronize(cudaStreamLegacy));
  }
  EXPECT_EQ(found, (std::set<int>{0, 0x01010101}));  // both the new and the old value
  require(cudaFreeHost(seen));
}

TEST(Streams, FinishTheirWorkAfterTheirEnd) {
  Steps steps;
  {
    const OwnStream stream;
    steps.give(stream, 'a');
  }
  require(cudaFree(nullptr));
  const DeviceValues<int> values(1);
  { const DeviceValues<int> ends(1); }  // to release memory the device finishes its work
  EXPECT_EQ(steps.text(), "a");
}

TEST(Handles, AreRefusedAfterTheirEnd) {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  require(cudaEventCreateWithFlags(&event, 0));
  require(cudaStreamDestroy(stream));
  require(cudaEventDestroy(event));
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(event, nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorInvalidResourceHandle);
  EXPECT_DEATH(cudaStreamDestroy(stream), "cudaStreamDestroy of what is not a living stream");
  EXPECT_DEATH(cudaEventDestroy(event), "cudaEventDestroy of what is not a living event");
}

TEST(Events, TellTheTimeBetweenThemOnceTheyHaveCome) {
  const OwnStream stream;
  cudaEvent_t begin = nullptr, end = nullptr;
  for (cudaEvent_t* event : {&begin, &end})
    require(cudaEventCreateWithFlags(event, cudaEventDefault));
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, begin, end), cudaErrorInvalidResourceHandle);
  require(cudaEventRecord(begin, stream));
  require(cudaEventRecord(end, stream));
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, begin, end), cudaErrorNotReady);
  require(cudaEventSynchronize(end));
  require(cudaEventElapsedTime(&milliseconds, begin, end));
  EXPECT_GE(milliseconds, 0);
  for (const cudaEvent_t event : {begin, end}) require(cudaEventDestroy(event));
}

TEST(Events, ThatKeepNoTimeTellNone) {
  const OwnStream stream;
  const OwnEvent begin, end;
  for (const cudaEvent_t event : {begin.event, end.event}) require(cudaEventRecord(event, stream));
  require(cudaEventSynchronize(end.event));
  float milliseconds = 0;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, begin.event, end.event),
            cudaErrorInvalidResourceHandle);
}

}  // namespace
}  // namespace emulated::testing
