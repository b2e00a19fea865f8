// SPDX-License-Identifier: Apache-2.0
// Work that a thread of its own does in order, so that a step need not wait for a disk.
#pragma once

#include <functional>
#include <memory>

namespace thalweg::io {

class Background {
 public:
  Background();
  /// Waits for what is still to be done; what fails then is lost: call finish() before.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Have a task done after those given before. Waits while too many are pending. Throws what an
  /// earlier task threw; then nothing more is done.
  void add(std::function<void()> task);
  /// All tasks are done. Throws what one of them threw.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace thalweg::io
