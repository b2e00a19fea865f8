// SPDX-License-Identifier: Apache-2.0
// On how many nodes a test runs: 1, unless tests/nodes/run.py started it.
#pragma once

#include <cstdlib>

namespace thalweg::test {

inline int node_count() {
  const char* nodes = std::getenv("TW_NODES");
  return nodes ? std::atoi(nodes) : 1;
}

}  // namespace thalweg::test
