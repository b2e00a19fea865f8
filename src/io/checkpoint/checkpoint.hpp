// SPDX-License-Identifier: Apache-2.0
// Checkpoints: one HDF5 file that holds all a run needs to go on, on any number of ranks.
// Written to a temporary name, checksummed, synced, renamed: a file with the final name is whole.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/parts/block_layout.hpp"
#include "io/parts/sorted_items.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io {

/// A block of a global 4-D array, row-major: this rank holds [offset, offset + count).
/// Ranks split the first dimension only; a rank may hold nothing.
struct Block {
  std::array<std::int64_t, 4> global{};
  std::int64_t offset = 0;
  std::int64_t count = 0;
};

/// Items that a rank has read: an even share of all.
struct ItemShare {
  Share share;
  std::vector<std::int64_t> identities;  // ascending
};

/// Writes one checkpoint; collective throughout; throws IoError on all ranks if any rank fails
/// (a full disk included), and then leaves no file under the final name.
class CheckpointWriter {
 public:
  /// kind: the solver's name; read back and compared on load.
  CheckpointWriter(const std::filesystem::path& file, const transport::Communicator& comm,
                   const std::string& kind);
  /// Without commit() nothing is left of the file.
  ~CheckpointWriter();
  /// The values of rank 0 are stored.
  void attribute(const std::string& name, double value);
  void attribute(const std::string& name, std::int64_t value);
  void attribute(const std::string& name, const std::string& value);
  /// A text of any length, not empty; that of rank 0 is stored.
  void long_text(const std::string& name, const std::string& value);
  /// The checksum of an array is a sum over its rows of dimension 0, so it does not depend on
  /// ranks.
  void array(const std::string& name, const Block& block, const double* values);
  void array(const std::string& name, const Block& block, const float* values);
  void array(const std::string& name, const Block& block, const std::int64_t* values);
  /// A number in each cell of a multi-block grid: an array of all whole blocks, one behind the
  /// other, however ranks have split them.
  void blocks(const std::string& name, const BlockLayout& layout, const double* values);
  void blocks(const std::string& name, const BlockLayout& layout, const float* values);
  /// Items (cells, particles) in the order of their identities, whoever had them: the array
  /// NAME.identity, and NAME.FIELD for each field of theirs.
  void items(const std::string& name, const SortedItems& items);
  template <class T>
  void items(const std::string& name, const std::string& field, const SortedItems& items,
             std::span<const T> values, int per_item = 1) {
    const auto& [total, offset, count] = items.share();
    array(name + "." + field, Block{{total, per_item, 1, 1}, offset, count},
          items.sorted(values, per_item).data());
  }
  /// Close, sync and rename to the final name.
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads one checkpoint; collective throughout. Throws InputError that says what is wrong with the
/// file: not HDF5, truncated, not ours, checksum differs, or lacking a named item.
class CheckpointReader {
 public:
  CheckpointReader(const std::filesystem::path& file, const transport::Communicator& comm);
  ~CheckpointReader();
  const std::string& kind() const;
  const std::filesystem::path& file() const;
  /// Whether there is a number or a text of this name.
  bool has(const std::string& name) const;
  double number(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  std::string text(const std::string& name) const;
  /// What CheckpointWriter::long_text has written.
  std::string long_text(const std::string& name) const;
  std::vector<std::string> arrays() const;
  /// The extents of a stored array.
  std::array<std::int64_t, 4> extents(const std::string& name) const;
  /// Read this rank's block and check the checksum of the whole array; the blocks of all ranks must
  /// cover every row once. Converts precision.
  void array(const std::string& name, const Block& block, double* values) const;
  void array(const std::string& name, const Block& block, float* values) const;
  /// Whole numbers; not what was written as others.
  void array(const std::string& name, const Block& block, std::int64_t* values) const;
  /// This rank's parts of what CheckpointWriter::blocks has written, on any number of ranks with
  /// any parts. Throws InputError also for other blocks.
  void blocks(const std::string& name, const BlockLayout& layout, double* values) const;
  void blocks(const std::string& name, const BlockLayout& layout, float* values) const;
  /// An even share of what CheckpointWriter::items has written; where they belong, a
  /// transport::Migration takes them.
  ItemShare items(const std::string& name) const;
  template <class T>
  std::vector<T> items(const std::string& name, const std::string& field, const ItemShare& items,
                       int per_item = 1) const {
    const auto& [total, offset, count] = items.share;
    std::vector<T> values(static_cast<std::size_t>(count * per_item));
    array(name + "." + field, Block{{total, per_item, 1, 1}, offset, count}, values.data());
    return values;
  }
  /// Check the checksum of an array without keeping its values.
  void verify(const std::string& name) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Name and version of the library that writes our files.
std::string library_version();

/// The checkpoints in a folder by falling step, temporary files left out.
std::vector<std::filesystem::path> list_checkpoints(const std::filesystem::path& folder);
/// Why a file cannot be used as a checkpoint (reads all of it), or nothing if it is intact.
/// Collective; the same answer on all ranks.
std::optional<std::string> checkpoint_fault(const std::filesystem::path& file,
                                            const transport::Communicator& comm);

/// What a search for a checkpoint to restart from has found.
struct CheckpointSearch {
  std::optional<std::filesystem::path> newest_intact;
  std::vector<std::string> faults;  // of the newer ones that cannot be used, one text each
};
/// Search a folder, newest first, until one is intact. Collective.
CheckpointSearch find_checkpoint(const std::filesystem::path& folder,
                                 const transport::Communicator& comm);
/// Remove all but the newest `keep` (at least 1) checkpoints; `written` was just committed, hence
/// is intact, and stays in any case. Collective; throws IoError on all ranks.
void prune_checkpoints(const std::filesystem::path& folder, int keep,
                       const std::filesystem::path& written, const transport::Communicator& comm);

}  // namespace thalweg::io
