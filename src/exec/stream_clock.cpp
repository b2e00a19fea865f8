// SPDX-License-Identifier: Apache-2.0
#include "exec/stream_clock.hpp"

#include <deque>
#include <utility>
#include <vector>

namespace thalweg::exec::inline TW_HALF {

#ifdef TW_DEVICE_HALF

namespace {

class StreamClock final : public PhaseClock {
 public:
  /// All events are made now: a step makes none.
  explicit StreamClock(const Exec& exec) : exec_(exec) {
    for (std::size_t n = 0; n < most_ahead + 2; ++n) spare_.emplace_back(Event::timed);
  }
  void mark() override {
    marks_.push_back(std::move(spare_.back()));
    spare_.pop_back();
    marks_.back().record(exec_);
  }
  std::optional<double> next(bool wait) override {
    if (wait) marks_[1].wait();
    if (!marks_[1].done()) return {};
    const double seconds = marks_[1].seconds_since(marks_[0]);
    spare_.push_back(std::move(marks_.front()));
    marks_.pop_front();
    return seconds;
  }

 private:
  const Exec& exec_;
  std::deque<Event> marks_;
  std::vector<Event> spare_;
};

}  // namespace

std::unique_ptr<PhaseClock> make_phase_clock(const Exec& exec) {
  return std::make_unique<StreamClock>(exec);
}

#else

std::unique_ptr<PhaseClock> make_phase_clock(const Exec& /*exec*/) { return make_host_clock(); }

#endif

}  // namespace thalweg::exec::inline TW_HALF
