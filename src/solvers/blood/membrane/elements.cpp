// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/elements.hpp"

#include <algorithm>
#include <map>

namespace thalweg::blood {

Dependence::Factors& Dependence::operator[](int vertex) {
  const auto at = std::find_if(list_.begin(), list_.end(),
                               [&](const auto& entry) { return entry.first == vertex; });
  return at != list_.end() ? at->second : list_.emplace_back(vertex, Factors{}).second;
}

Elements::Elements(int of_mesh, const std::vector<ElementPoint>& all, int least_width)
    : points(static_cast<int>(all.size())), vertices(of_mesh), width(least_width) {
  for (const ElementPoint& point : all) {
    areas.push_back(point.area);
    width = std::max(width, static_cast<int>(point.on.size()));
  }
  list_support(all);
  list_factors(all);
  list_points_of();
}

void Elements::list_support(const std::vector<ElementPoint>& all) {
  for (const ElementPoint& point : all) {
    for (const auto& [vertex, factors_of] : point.on) support.push_back(vertex);
    while (support.size() % static_cast<std::size_t>(width) != 0)
      support.push_back(point.on.begin()->first);
  }
}

void Elements::list_factors(const std::vector<ElementPoint>& all) {
  std::map<std::vector<Dependence::Factors>, int> known;
  for (const ElementPoint& point : all) {
    std::vector<Dependence::Factors> row;
    for (const auto& [vertex, of_vertex] : point.on) row.push_back(of_vertex);
    row.resize(static_cast<std::size_t>(width));
    const auto [at, is_new] = known.try_emplace(row, static_cast<int>(known.size()));
    row_of.push_back(at->second);
    if (is_new)
      for (const Dependence::Factors& of : row) factors.insert(factors.end(), of.begin(), of.end());
  }
}

void Elements::list_points_of() {
  std::vector<std::vector<PointOfVertex>> of(static_cast<std::size_t>(vertices));
  for (int point = 0; point < points; ++point)
    for (int k = 0; k < width; ++k) {
      std::vector<PointOfVertex>& known = of[static_cast<std::size_t>(vertex(point, k))];
      const bool fills_up = !known.empty() && known.back().point == point;
      if (!fills_up) known.push_back({point, row_of[static_cast<std::size_t>(point)] * width + k});
    }
  begins.push_back(0);
  for (const std::vector<PointOfVertex>& known : of) {
    points_of.insert(points_of.end(), known.begin(), known.end());
    begins.push_back(static_cast<int>(points_of.size()));
  }
}

}  // namespace thalweg::blood
