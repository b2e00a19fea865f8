// SPDX-License-Identifier: Apache-2.0
// Work that is done again and again with the same arguments. A device gets it as a graph.
#pragma once

#include <optional>

#include "exec/launch_graph.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Key: all that the work hands over by value and that may change, compared by ==.
template <class Key>
class RepeatedWork {
 public:
  /// work(), in the order of exec. On a device it is recorded when it is asked for a second time
  /// with the same key, and then launched as one until the key changes: what LaunchGraph asks of
  /// work() must hold.
  template <class Work>
  void run([[maybe_unused]] const Exec& exec, [[maybe_unused]] const Key& key, Work work) {
#ifdef TW_DEVICE_HALF
    if (!key_ || !(*key_ == key)) {
      graph_.reset();
      key_ = key;
      return work();
    }
    if (!graph_) graph_.emplace(exec, work);
    graph_->launch(exec);
#else
    work();
#endif
  }

 private:
#ifdef TW_DEVICE_HALF
  std::optional<Key> key_;
  std::optional<LaunchGraph> graph_;
#endif
};

}  // namespace thalweg::exec::inline TW_HALF
