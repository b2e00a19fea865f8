// SPDX-License-Identifier: Apache-2.0
// The viscosity contrast at each node: viscosity over that of plasma, less 1. Kept up to date near
// membranes; elsewhere nothing changes. docs/theory/blood.md, section 12.
#pragma once

#include <memory>
#include <vector>

#include "exec/upload.hpp"
#include "solvers/blood/contrast/mark_gather.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
class ContrastField {
 public:
  /// gathers: sites sum up what vertices tell them; without it vertices add to nodes.
  ContrastField(std::int64_t nodes, bool gathers);

  /// By node.
  Real* values() { return values_.view().data; }
  /// Three for each vertex, where vertices have their places.
  double* normals() { return normals_.view().data; }

  /// Other vertices from here on.
  void set_vertices(const exec::Exec& exec, const std::vector<VertexKind>& kinds);
  /// What vertices [first, first + vertices) tell, whose places lie in groups.
  void mark(const exec::Exec& exec, const Nodes& nodes, const VertexValues<const double>& places,
            std::int64_t first, std::int64_t vertices, BlockRange* ranges);
  /// After all of them.
  void read_marks(const exec::Exec& exec, const Nodes& nodes);

  /// No node lies in a cell, but those listed: three numbers (z, y, x) for each contrast.
  void reset(const exec::Exec& exec, const Nodes& nodes, const exec::Array<int, 1>& listed,
             const exec::Array<double, 1>& contrasts);

 private:
  exec::Array<Real, 1> values_, marks_;       // marks_: none where sites gather
  std::unique_ptr<MarkGather<Real>> gather_;  // none where vertices add
  exec::Array<double, 1> normals_;            // of vertices
  exec::Array<VertexKind, 1> kinds_;          // likewise
};

}  // namespace thalweg::blood::inline TW_HALF
