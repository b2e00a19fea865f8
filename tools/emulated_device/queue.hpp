// SPDX-License-Identifier: Apache-2.0
// Work that was given to streams and is not done yet. Nothing is done until somebody waits or asks;
// then in any order that the streams and events allow, drawn from the seed.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cuda_runtime.h"

namespace emulated {

/// How often an event was recorded, how many of these records are done, and when the last one was.
struct EventState {
  std::uint64_t recorded = 0, completed = 0;
  std::chrono::steady_clock::time_point when{};
  bool is_done() const { return completed >= recorded; }
};

struct Operation {
  enum Kind { work, record, wait };
  Kind kind = work;
  int device = 0;         // whose memory the work touches, or every_device
  const char* name = "";  // of a kernel, as its launch gives it; empty for all else
  std::function<void()> run{};
  std::shared_ptr<EventState> event{};
  std::uint64_t version = 0;  // of the record that is made or waited for
};

/// Streams stay after their end, so that late use of one is known.
struct Stream {
  int device = 0;
  bool blocking = false;  // ordered with the legacy stream
  bool destroyed = false;
  std::deque<Operation> operations{};
  std::optional<std::vector<Operation>> captured{};  // what it was given since its capture began
};

/// The stream of a handle: nullptr and cudaStreamLegacy are the legacy stream of the current
/// device. nullptr where the stream was destroyed.
Stream* stream_of(cudaStream_t handle);

/// Whether any stream is captured. Then the host may neither wait nor take memory.
bool is_capturing();
cudaError_t refuse_while_capturing();

/// Puts it behind all that the stream was given, with the rules of the legacy stream: it waits for
/// all blocking streams of its device, and they for it. A stream that is captured keeps it.
void enqueue(Stream& stream, Operation operation);

/// Does work until this stream has none left, or the record is made.
void finish(Stream& stream);
void finish(const EventState& event);
/// All work of all streams.
void finish_all();
/// Does some work or none, as a device that goes on while the host asks.
void progress();

}  // namespace emulated
