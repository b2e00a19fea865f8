// SPDX-License-Identifier: Apache-2.0
// Where the cells of blocks stand in a checkpoint: all whole blocks, one behind the other.
#pragma once

#include "io/hdf5/output_file.hpp"
#include "io/parts/block_layout.hpp"

namespace thalweg::io {

/// The cells of this rank's parts, in the order of their values.
std::vector<RowRun> runs_of(const BlockLayout& layout);
/// Of the names and sizes of all blocks: a file of others is told by it.
std::uint64_t checksum_of(const BlockLayout& layout);

}  // namespace thalweg::io
