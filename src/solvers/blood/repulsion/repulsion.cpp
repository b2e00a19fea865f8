// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/repulsion/repulsion.hpp"

#include <algorithm>
#include <limits>

#include "exec/sort.hpp"

namespace thalweg::blood::inline TW_HALF {

Repulsion::Repulsion(const RepulsionLaw& law, const grid::Lattice& lattice, const grid::Box& box,
                     const std::vector<double>& distances)
    : law_(law), distances_(exec::uploaded(distances)) {
  const double side = std::max(1.0, law.range);
  constexpr double far = std::numeric_limits<double>::infinity();
  bins_.inverse_side = 1 / side;
  for (std::size_t d = 0; d < 3; ++d) {
    if (box.empty()) continue;  // no place is here
    const int begin = box.lower[2 - d], end = box.upper[2 - d];
    // Places are those of the nearest site. Beyond walls they are those of the last one.
    const bool is_open = lattice.periodic[2 - d];
    lower_[d] = begin == 0 && !is_open ? -far : begin - 0.5;
    upper_[d] = end == lattice.extent[2 - d] && !is_open ? far : end - 0.5;
    bins_.origin[d] = begin - 0.5 - side;
    bins_.count[d] = static_cast<int>(std::ceil((end - begin + 2 * side) / side));
  }
  begins_ = exec::Array<int, 1>({bins_.all() + 1});
}

void Repulsion::set_vertices(const exec::Exec& exec, const std::vector<std::int64_t>& cells) {
  const auto vertices = static_cast<std::int64_t>(cells.size());
  cells_ = exec::uploaded(exec, cells);
  forces_ = exec::Array<double, 1>({3 * vertices});
  spots_ = exec::Array<Spot, 1>({vertices});
  keys_ = exec::Array<int, 1>({vertices});
  numbers_ = exec::Array<int, 1>({vertices});
}

void Repulsion::list(const exec::Exec& exec, const std::vector<Part>& parts) {
  for (const Part& part : parts)
    exec::parallel_for(exec, part.vertices,
                       ListSpots{part.places, cells_.view().data, part.first, bins_,
                                 spots_.view().data, keys_.view().data, numbers_.view().data});
  exec::sort_by_key(exec, keys_.view(), numbers_.view());
  const auto vertices = static_cast<std::int64_t>(cells_.size());
  exec::parallel_for(exec, vertices + 1,
                     FindBegins{keys_.view().data, vertices, bins_.all(), begins_.view().data});
}

void Repulsion::find(const exec::Exec& exec, const Nodes& nodes, const Part& part) {
  RepelVertices repel{law_, bins_, spots_.view().data, begins_.view().data, numbers_.view().data,
                      {},   {},    {nodes, nullptr},   part.first,          part.forces};
  std::copy(lower_, lower_ + 3, repel.lower);
  std::copy(upper_, upper_ + 3, repel.upper);
  if (distances_.size() > 0 && law_.wall_strength > 0)
    repel.wall.distances = distances_.view().data;
  exec::parallel_for(exec, part.vertices, repel);
}

}  // namespace thalweg::blood::inline TW_HALF
