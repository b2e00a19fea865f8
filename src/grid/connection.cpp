// SPDX-License-Identifier: Apache-2.0
// Connections as users and CGNS files state them, brought to index maps.
#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"
#include "grid/blocks.hpp"

namespace thalweg::grid {

namespace {

std::string name_of(const std::vector<Block>& blocks, int block) {
  const bool exists = 0 <= block && index(block) < blocks.size();
  return exists ? fmt::format("\"{}\"", blocks[index(block)].name)
                : fmt::format("number {}", block);
}

[[noreturn]] void refuse(const std::vector<Block>& blocks, int block, int donor,
                         const std::string& what) {
  throw InputError("the connection of block " + name_of(blocks, block) + " to block " +
                   name_of(blocks, donor) + ": " + what);
}

std::string text_of(const std::array<int, 3>& v) {
  return fmt::format("({}, {}, {})", v[0], v[1], v[2]);
}

/// Why a transform is no signed permutation of the axes; empty where it is one.
std::string fault_of(const Transform& transform) {
  std::array<int, 3> uses{};
  for (const int t : transform) {
    if (t == 0 || std::abs(t) > 3)
      return "the transform " + text_of(transform) +
             " must name the axes 1, 2 and 3, each with a "
             "sign";
    ++uses[index(std::abs(t) - 1)];
  }
  for (const int n : uses)
    if (n != 1) return "the transform " + text_of(transform) + " must name each axis once";
  return "";
}

int sign_of(int t) { return t < 0 ? -1 : 1; }
int axis_of(int t) { return std::abs(t) - 1; }

}  // namespace

std::string text_of(const Face& face) {
  return std::string(1, "zyx"[face.axis]) + (face.upper ? "+" : "-");
}

Connection Connection::reverse() const {
  Connection back{donor, donor_face, {}, block, face, map.inverse(), -turn};
  // The layer beyond the face is the donor's own layer at its face.
  Box beyond = patch;
  const std::size_t a = index(face.axis);
  const int step = face.upper ? 1 : -1;
  beyond.lower[a] += step;
  beyond.upper[a] += step;
  back.patch = map(beyond);
  return back;
}

Connection connection_of(const std::vector<Block>& blocks, const FaceConnection& faces) {
  const auto refuse_it = [&](const std::string& what) {
    refuse(blocks, faces.block, faces.donor, what);
  };
  for (const int b : {faces.block, faces.donor})
    if (b < 0 || index(b) >= blocks.size()) refuse_it("there is no such block");
  if (const std::string fault = fault_of(faces.transform); !fault.empty()) refuse_it(fault);
  const Cell n = blocks[index(faces.block)].cells, m = blocks[index(faces.donor)].cells;
  Connection c{faces.block, faces.face, {{}, n}, faces.donor, faces.donor_face, {}};
  const std::size_t normal = index(faces.face.axis);
  (faces.face.upper ? c.patch.lower[normal] : c.patch.upper[normal]) =
      faces.face.upper ? n[normal] - 1 : 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const int t = faces.transform[d];
    const std::size_t a = index(axis_of(t));
    c.map.axis[d] = axis_of(t);
    c.map.sign[d] = sign_of(t);
    if (d != normal) {
      if (n[d] != m[a])
        refuse_it("axis " + std::to_string(d + 1) + " of the face has " + std::to_string(n[d]) +
                  " cells, axis " + std::to_string(a + 1) + " of the donor " +
                  std::to_string(m[a]));
      c.map.shift[d] = t > 0 ? 0 : m[a] - 1;
      continue;
    }
    const int inwards = faces.face.upper != faces.donor_face.upper ? 1 : -1;
    if (axis_of(t) != faces.donor_face.axis || sign_of(t) != inwards)
      refuse_it("the transform " + text_of(faces.transform) + " does not lead out of face " +
                grid::text_of(faces.face) + " into face " + grid::text_of(faces.donor_face));
    const int beyond = faces.face.upper ? n[d] : -1;
    const int there = faces.donor_face.upper ? m[a] - 1 : 0;
    c.map.shift[d] = there - sign_of(t) * beyond;
  }
  return c;
}

namespace {

/// A range of vertices of a face as (z, y, x) from 0.
struct VertexRange {
  Cell begin{}, end{};
  int axis = -1;  // along which it has one vertex
};

/// Vertices (i, j, k) counted from 1.
VertexRange range_of(const std::array<int, 3>& begin, const std::array<int, 3>& end) {
  VertexRange range;
  for (std::size_t d = 0; d < 3; ++d) {
    range.begin[d] = begin[2 - d] - 1;
    range.end[d] = end[2 - d] - 1;
    if (range.begin[d] == range.end[d]) range.axis = range.axis < 0 ? static_cast<int>(d) : 3;
  }
  return range;
}

/// Why a range is no part of a face of the block; empty where it is one.
std::string fault_of(const VertexRange& range, const Block& block, const char* which) {
  const std::string text = std::string("the ") + which + " range ";
  if (range.axis < 0 || range.axis == 3)
    return text + "must have one vertex along one axis and more along the others";
  for (std::size_t d = 0; d < 3; ++d)
    for (const int v : {range.begin[d], range.end[d]})
      if (v < 0 || v > block.cells[d])
        return text + "reaches vertex " + std::to_string(v + 1) + " of " + "kji"[d] + ", of " +
               std::to_string(block.cells[d] + 1);
  const std::size_t a = index(range.axis);
  if (range.begin[a] != 0 && range.begin[a] != block.cells[a])
    return text + "lies inside the block, not on a face";
  return "";
}

Face face_of(const VertexRange& range) { return {range.axis, range.begin[index(range.axis)] != 0}; }

Box patch_of(const VertexRange& range) {
  Box patch;
  for (std::size_t d = 0; d < 3; ++d) {
    patch.lower[d] = std::min(range.begin[d], range.end[d]);
    patch.upper[d] = std::max(range.begin[d], range.end[d]);
  }
  const std::size_t a = index(range.axis);
  const int layer = range.begin[a] == 0 ? 0 : range.begin[a] - 1;
  patch.lower[a] = layer;
  patch.upper[a] = layer + 1;
  return patch;
}

}  // namespace

Connection connection_of(const std::vector<Block>& blocks, const CgnsConnection& cgns) {
  const auto refuse_it = [&](const std::string& what) {
    refuse(blocks, cgns.block, cgns.donor, what);
  };
  for (const int b : {cgns.block, cgns.donor})
    if (b < 0 || index(b) >= blocks.size()) refuse_it("there is no such block");
  if (const std::string fault = fault_of(cgns.transform); !fault.empty()) refuse_it(fault);
  const VertexRange own = range_of(cgns.begin, cgns.end);
  const VertexRange donor = range_of(cgns.donor_begin, cgns.donor_end);
  for (const std::string& fault : {fault_of(own, blocks[index(cgns.block)], "block's"),
                                   fault_of(donor, blocks[index(cgns.donor)], "donor's")})
    if (!fault.empty()) refuse_it(fault);
  Connection c{cgns.block, face_of(own), patch_of(own), cgns.donor, face_of(donor), {}};
  for (std::size_t d = 0; d < 3; ++d) {
    const int t = cgns.transform[2 - d];
    const std::size_t a = index(3 - std::abs(t));
    c.map.axis[d] = static_cast<int>(a);
    c.map.sign[d] = sign_of(t);
    // Vertex v is vertex sign * v + shift of the donor; cell c lies between vertices c and c + 1.
    const int shift = donor.begin[a] - sign_of(t) * own.begin[d];
    if (sign_of(t) * own.end[d] + shift != donor.end[a])
      refuse_it("the transform " + text_of(cgns.transform) +
                " does not bring the end of the range to the end of the donor's");
    c.map.shift[d] = t > 0 ? shift : shift - 1;
  }
  return c;
}

}  // namespace thalweg::grid
