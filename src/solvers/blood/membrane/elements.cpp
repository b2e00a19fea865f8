// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/elements.hpp"

#include <algorithm>

namespace thalweg::blood {

Elements::Elements(int of_mesh, const std::vector<ElementPoint>& all, int least_width)
    : points(static_cast<int>(all.size())), vertices(of_mesh), width(least_width) {
  for (const ElementPoint& point : all) {
    areas.push_back(point.area);
    width = std::max(width, static_cast<int>(point.on.size()));
  }
  const std::size_t values = all.size() * static_cast<std::size_t>(width);
  support.assign(values, 0);
  factors.assign(values * derivatives, 0);
  for (std::size_t q = 0; q < all.size(); ++q) store(all[q].on, q);
  list_places();
}

void Elements::store(const Dependence& on, std::size_t point) {
  const auto all = static_cast<std::size_t>(points), row = static_cast<std::size_t>(width);
  std::size_t k = 0;
  for (const auto& [vertex, of_vertex] : on) {
    support[point * row + k] = vertex;
    for (std::size_t d = 0; d < derivatives; ++d)
      factors[(d * all + point) * row + k] = of_vertex[d];
    ++k;
  }
  for (; k < row; ++k) support[point * row + k] = on.begin()->first;
}

void Elements::list_places() {
  std::vector<std::vector<int>> of(static_cast<std::size_t>(vertices));
  for (std::size_t i = 0; i < support.size(); ++i) {
    std::vector<int>& at = of[static_cast<std::size_t>(support[i])];
    const bool fills_up = !at.empty() && at.back() / width == static_cast<int>(i) / width;
    if (!fills_up) at.push_back(static_cast<int>(i));
  }
  begins.push_back(0);
  for (const std::vector<int>& at : of) {
    places.insert(places.end(), at.begin(), at.end());
    begins.push_back(static_cast<int>(places.size()));
  }
}

}  // namespace thalweg::blood
