// SPDX-License-Identifier: Apache-2.0
// The contrast near membranes without atomics: each site sums up what the vertices in reach tell
// it, in a fixed order, as it gathers forces (coupling/force_gather.hpp). docs/theory/blood.md,
// section 12.
#pragma once

#include "solvers/blood/contrast/marks.hpp"
#include "solvers/blood/coupling/sorted_vertices.hpp"

namespace thalweg::blood::inline TW_HALF {

/// What one vertex tells with.
struct Teller {
  Vector3<double> place;
  CurvedNormal<double> at;
  VertexKind kind;
};

template <class Real>
class MarkGather {
 public:
  explicit MarkGather(std::int64_t nodes) : order_(nodes) {}

  /// Other vertices from here on, so many.
  void make_room(std::int64_t vertices);
  /// Vertices from number `first` on, which lie in memory alike. normals: CurvedNormal, packed.
  /// kinds: of each of them.
  void list(const exec::Exec& exec, const Nodes& nodes, const VertexValues<const double>& places,
            const VertexValues<const double>& normals, const VertexKind* kinds, std::int64_t first,
            std::int64_t vertices);
  /// After all vertices were listed: the contrast, by node, at those of this rank's sites that a
  /// vertex reaches. Nodes must be there within `mark_margin` of each site.
  void gather(const exec::Exec& exec, const Nodes& nodes, Real* contrast);

 private:
  SortedVertices order_;
  exec::Array<Teller, 1> tellers_;
};

}  // namespace thalweg::blood::inline TW_HALF
