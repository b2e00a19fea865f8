// SPDX-License-Identifier: Apache-2.0
#include "io/files/background.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace thalweg::io {

namespace {
constexpr std::size_t most_pending = 8;
}

struct Background::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  std::exception_ptr error;
  bool busy = false, closing = false;
  std::thread thread;

  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return closing || !tasks.empty(); });
      if (tasks.empty()) return;
      const auto task = std::move(tasks.front());
      tasks.pop_front();
      busy = true;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        task();
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      busy = false;
      if (thrown) error = thrown, tasks.clear();
      changed.notify_all();
    }
  }
  void rethrow() const {
    if (error) std::rethrow_exception(error);
  }
};

Background::Background() : state_(std::make_unique<State>()) {
  state_->thread = std::thread([state = state_.get()] { state->work(); });
}

Background::~Background() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closing = true;
  }
  state_->changed.notify_all();
  state_->thread.join();
}

void Background::add(std::function<void()> task) {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [&] { return state_->error || state_->tasks.size() < most_pending; });
  state_->rethrow();
  state_->tasks.push_back(std::move(task));
  state_->changed.notify_all();
}

void Background::finish() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [&] { return state_->tasks.empty() && !state_->busy; });
  state_->rethrow();
}

}  // namespace thalweg::io
