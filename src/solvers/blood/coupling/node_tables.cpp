// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/coupling/nodes.hpp"

namespace thalweg::blood::inline TW_HALF {

NodeTables::NodeTables(const NodeLayout& layout)
    : rows_(layout.rows()), starts_(exec::uploaded(layout.starts())),
      begins_(exec::uploaded(layout.begins())), ends_(exec::uploaded(layout.ends())),
      bits_(exec::uploaded(layout.bits())) {}

Nodes NodeTables::view() const {
  return {rows_.lower[0],
          rows_.lower[1],
          rows_.upper[0] - rows_.lower[0],
          rows_.upper[1] - rows_.lower[1],
          starts_.view().data,
          begins_.view().data,
          ends_.view().data,
          bits_.view().data};
}

}  // namespace thalweg::blood::inline TW_HALF
