// SPDX-License-Identifier: Apache-2.0
#include "grid/blocks.hpp"

#include <utility>

#include "base/error.hpp"

namespace thalweg::grid {

namespace {

/// The cells of a block at a face, one thick.
Box layer_at(const Cell& cells, Face face) {
  Box layer{{}, cells};
  const std::size_t a = index(face.axis);
  (face.upper ? layer.lower[a] : layer.upper[a]) = face.upper ? cells[a] - 1 : 1;
  return layer;
}

std::string text_of(const std::vector<Block>& blocks, const Connection& c) {
  return "the connection of face " + grid::text_of(c.face) + " of block \"" +
         blocks[index(c.block)].name + "\", cells " + grid::text_of(c.patch) + ", to face " +
         grid::text_of(c.donor_face) + " of block \"" + blocks[index(c.donor)].name + "\"";
}

/// What is wrong with one connection by itself; empty where nothing is.
std::string fault_of(const std::vector<Block>& blocks, const Connection& c) {
  for (const int b : {c.block, c.donor})
    if (b < 0 || index(b) >= blocks.size())
      return "a connection names block number " + std::to_string(b) + " of " +
             std::to_string(blocks.size());
  if (c.patch.empty() || !layer_at(blocks[index(c.block)].cells, c.face).contains(c.patch))
    return text_of(blocks, c) + ": these cells are no part of the face";
  const Box there = c.reverse().patch;
  if (!layer_at(blocks[index(c.donor)].cells, c.donor_face).contains(there))
    return text_of(blocks, c) + ": it leads to cells " + grid::text_of(there) +
           ", which are no part of the donor's face";
  return "";
}

}  // namespace

BlockGrid::BlockGrid(std::vector<Block> blocks, const std::vector<Connection>& connections)
    : blocks_(std::move(blocks)), faces_(blocks_.size()) {
  std::string faults;
  const auto note = [&](const std::string& fault) { faults += fault + "\n"; };
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].whole < 0) blocks_[b].whole = static_cast<int>(b);
    if (cells(static_cast<int>(b)).empty())
      note("block \"" + blocks_[b].name +
           "\" has no cells: " + grid::text_of(cells(static_cast<int>(b))));
  }
  const auto add = [&](const Connection& c) {
    auto& list = faces_[index(c.block)][face_index(c.face)];
    for (const Connection& other : list) {
      if (other == c) return;  // given in both directions
      if (!intersection(other.patch, c.patch).empty())
        note(text_of(blocks_, c) + " overlaps that of cells " + grid::text_of(other.patch));
    }
    list.push_back(c);
  };
  for (const Connection& c : connections) {
    if (const std::string fault = fault_of(blocks_, c); !fault.empty()) {
      note(fault);
      continue;
    }
    add(c);
    add(c.reverse());
  }
  if (!faults.empty()) throw InputError(faults + "Nothing was run.");
}

const std::vector<Connection>& BlockGrid::at(int block, Face face) const {
  return faces_[index(block)][face_index(face)];
}

std::vector<Connection> BlockGrid::connections() const {
  std::vector<Connection> all;
  for (const auto& faces : faces_)
    for (const auto& list : faces) all.insert(all.end(), list.begin(), list.end());
  return all;
}

namespace {

/// A block's cut: cells from `at` on along `axis` belong to block number `upper`.
struct BlockCut {
  int block, upper;
  std::size_t axis;
  int at;
};

/// What follows from the cut for the side `block` of a connection: its parts.
std::vector<Connection> cut_block_side(const Connection& c, const BlockCut& cut) {
  if (c.block != cut.block) return {c};
  std::vector<Connection> parts;
  Connection lower = c, upper = c;
  lower.patch.upper[cut.axis] = std::min(c.patch.upper[cut.axis], cut.at);
  if (!lower.patch.empty()) parts.push_back(lower);
  upper.patch.lower[cut.axis] = std::max(c.patch.lower[cut.axis], cut.at);
  if (upper.patch.empty()) return parts;
  upper.block = cut.upper;
  // Indices of the upper part begin at the cut.
  IndexMap to_whole;
  to_whole.shift[cut.axis] = cut.at;
  upper.patch.lower[cut.axis] -= cut.at;
  upper.patch.upper[cut.axis] -= cut.at;
  upper.map = to_whole.then(c.map);
  parts.push_back(upper);
  return parts;
}

}  // namespace

BlockGrid BlockGrid::split(int number, int axis, int at) const {
  TW_CHECK(0 <= number && number < size() && 0 <= axis && axis < 3, "no such block or axis");
  const std::size_t a = index(axis);
  TW_CHECK(0 < at && at < block(number).cells[a],
           "block \"" + block(number).name + "\" has " + std::to_string(block(number).cells[a]) +
               " cells along axis " + std::to_string(axis) + ": it cannot be cut before cell " +
               std::to_string(at));
  const BlockCut cut{number, size(), a, at};
  std::vector<Block> parts = blocks_;
  Block upper = block(number);
  upper.cells[a] -= at;
  upper.first[a] += at;
  parts[index(number)].cells[a] = at;
  parts.push_back(upper);
  std::vector<Connection> all;
  for (const Connection& c : connections())
    for (const Connection& part : cut_block_side(c, cut))
      for (const Connection& both : cut_block_side(part.reverse(), cut)) all.push_back(both);
  all.push_back(
      connection_of(parts, FaceConnection{number, {axis, true}, cut.upper, {axis, false}}));
  return BlockGrid(std::move(parts), all);
}

}  // namespace thalweg::grid
