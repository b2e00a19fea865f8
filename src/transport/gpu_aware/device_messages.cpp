// SPDX-License-Identifier: Apache-2.0
#include "transport/gpu_aware/device_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "exec/device_copies.hpp"
#include "transport/comm/requests.hpp"

namespace thalweg::transport {

std::vector<TrialWay> trial_ways(const NodeMap& nodes, const std::vector<bool>& takes_part) {
  std::vector<std::vector<int>> parts;  // of each node with some
  for (int node = 0; node < nodes.nodes(); ++node) {
    std::vector<int> part;
    for (const int rank : nodes.members(node))
      if (takes_part[static_cast<std::size_t>(rank)]) part.push_back(rank);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  std::vector<TrialWay> ways;
  const auto add = [&](int from, int to) {
    if (from != to && std::ranges::count(ways, TrialWay{from, to}) == 0) ways.push_back({from, to});
  };
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const auto& here = parts[n];
    const auto& next = parts[(n + 1) % parts.size()];
    for (std::size_t i = 0; i < here.size(); ++i) add(here[i], here[(i + 1) % here.size()]);
    for (std::size_t i = 0; parts.size() > 1 && i < std::max(here.size(), next.size()); ++i)
      add(here[i % here.size()], next[i % next.size()]);
  }
  return ways;
}

namespace {

using Bytes = std::vector<unsigned char>;

Bytes bytes_of(const TrialWay& way, std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i)
    bytes[i] = static_cast<unsigned char>(7 * i + count + 31 * static_cast<std::size_t>(way.from) +
                                          17 * static_cast<std::size_t>(way.to) + i / 251);
  return bytes;
}

/// All messages of one length, under way at once. The requests are such as the route direct uses.
class TrialRound {
 public:
  TrialRound(MPI_Comm comm, int me, const std::vector<TrialWay>& ways, std::size_t count)
      : count_(count) {
    constexpr int tag = 0;
    const auto length = static_cast<std::int64_t>(count);
    for (const TrialWay& way : ways) {
      if (way.to == me) receives_.add_receive(memory(received_, way), length, way.from, tag, comm);
      if (way.from == me) sends_.add_send(memory(sent_, way), length, way.to, tag, comm);
    }
  }

  /// What went wrong, after at most so many seconds.
  std::string run(double seconds) {
    for (const Part& part : received_) part.memory->write(Bytes(count_).data(), count_);
    for (const Part& part : sent_) part.memory->write(bytes_of(part.way, count_).data(), count_);
    under_way_ = true;
    receives_.start();
    sends_.start();
    const double begin = seconds_now();
    for (;;) {
      const bool received = receives_.test(), sent = sends_.test();
      if (received && sent) break;
      std::this_thread::yield();
      if (seconds_now() - begin < seconds) continue;
      const auto late = (received ? sends_ : receives_).unfinished();
      if (late.empty()) continue;  // just now
      return fmt::format("{} B of device memory did not {} rank {} within {:.3g} s", count_,
                         received ? "leave for" : "arrive from", late.front(), seconds);
    }
    under_way_ = false;
    return compared();
  }
  bool is_under_way() const { return under_way_; }

 private:
  struct Part {
    TrialWay way;
    std::unique_ptr<exec::DeviceBuffer> memory;
  };

  std::byte* memory(std::vector<Part>& side, const TrialWay& way) const {
    side.push_back({way, exec::make_device_buffer(count_)});
    return static_cast<std::byte*>(side.back().memory->data());
  }
  std::string compared() const {
    Bytes bytes(count_);
    for (const Part& part : received_) {
      part.memory->read(bytes.data(), bytes.size());
      if (bytes != bytes_of(part.way, count_))
        return fmt::format("{} B of device memory from rank {} arrived changed", count_,
                           part.way.from);
    }
    return "";
  }

  std::size_t count_;
  std::vector<Part> sent_, received_;
  Requests sends_, receives_;
  bool under_way_ = false;
};

/// The library may still write to what it has been given.
void leave_for_ever(std::unique_ptr<TrialRound> round) {
  static auto* const left = new std::vector<std::unique_ptr<TrialRound>>;
  left->push_back(std::move(round));
}

}  // namespace

std::string send_device_memory(MPI_Comm comm, int me, const std::vector<TrialWay>& ways,
                               std::size_t length, double seconds, const AgreeOnTrouble& agree) {
  std::unique_ptr<TrialRound> round;
  const auto trouble_of = [](const auto& step) -> std::string {
    try {
      return step();
    } catch (const Error& error) {
      return error.what();
    }
  };
  const std::string none = agree(trouble_of([&] {
    round = std::make_unique<TrialRound>(comm, me, ways, length);
    return std::string();
  }));
  if (!none.empty()) return none;
  const std::string trouble = trouble_of([&] { return round->run(seconds); });
  if (round->is_under_way()) leave_for_ever(std::move(round));
  return agree(trouble);
}

}  // namespace thalweg::transport
