// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/error.hpp"

namespace thalweg::blood {

namespace {

using Edge = std::pair<int, int>;
using Triangles = std::vector<std::array<int, 3>>;

Edge edge(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

/// Numbers of the vertices in the middles of edges, counted on from `first`.
std::map<Edge, int> numbered_edges(const Triangles& triangles, int first) {
  std::map<Edge, int> numbers;
  for (const auto& [a, b, c] : triangles)
    for (const Edge& e : {edge(a, b), edge(b, c), edge(c, a)})
      numbers.try_emplace(e, first + static_cast<int>(numbers.size()));
  return numbers;
}

Triangles children(const Triangles& triangles, const std::map<Edge, int>& middles) {
  Triangles all;
  for (const auto& [a, b, c] : triangles) {
    const int ab = middles.at(edge(a, b)), bc = middles.at(edge(b, c)), ca = middles.at(edge(c, a));
    all.insert(all.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {bc, ca, ab}});
  }
  return all;
}

Mesh icosahedron() {
  const double g = std::numbers::phi;
  return {{{-1, g, 0},
           {1, g, 0},
           {-1, -g, 0},
           {1, -g, 0},
           {0, -1, g},
           {0, 1, g},
           {0, -1, -g},
           {0, 1, -g},
           {g, 0, -1},
           {g, 0, 1},
           {-g, 0, -1},
           {-g, 0, 1}},
          {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
           {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
           {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
}

/// The factor of n neighbours in the new place of a vertex.
double smoothing_factor(int n) {
  const double c = 3.0 / 8 + std::cos(2 * std::numbers::pi / n) / 4;
  return (5.0 / 8 - c * c) / n;
}

}  // namespace

Mesh numbered_by_use(const Mesh& mesh) {
  std::vector<int> numbers(mesh.vertices.size(), -1);
  Mesh result;
  for (const auto& corners : mesh.triangles) {
    std::array<int, 3> renumbered{};
    for (std::size_t k = 0; k < 3; ++k) {
      int& number = numbers[static_cast<std::size_t>(corners[k])];
      if (number < 0) {
        number = static_cast<int>(result.vertices.size());
        result.vertices.push_back(mesh.vertices[static_cast<std::size_t>(corners[k])]);
      }
      renumbered[k] = number;
    }
    result.triangles.push_back(renumbered);
  }
  return result;
}

Mesh icosphere(int refinement) {
  Mesh mesh = icosahedron();
  for (int level = 0; level < refinement; ++level) {
    const auto middles = numbered_edges(mesh.triangles, static_cast<int>(mesh.vertices.size()));
    mesh.triangles = children(mesh.triangles, middles);
    mesh.vertices.resize(mesh.vertices.size() + middles.size());
    for (const auto& [ends, middle] : middles)
      mesh.vertices[static_cast<std::size_t>(middle)] =
          geometry::plus(mesh.vertices[static_cast<std::size_t>(ends.first)],
                         mesh.vertices[static_cast<std::size_t>(ends.second)]);
    for (geometry::Vector& vertex : mesh.vertices) vertex = geometry::unit(vertex);
  }
  for (geometry::Vector& vertex : mesh.vertices) vertex = geometry::unit(vertex);
  return numbered_by_use(mesh);
}

namespace {

/// Of a triangle: as long as twice its area.
geometry::Vector normal_of(const Mesh& mesh, const std::array<int, 3>& triangle) {
  const auto corner = [&](std::size_t k) {
    return mesh.vertices[static_cast<std::size_t>(triangle[k])];
  };
  return geometry::cross(geometry::plus(corner(1), corner(0), -1),
                         geometry::plus(corner(2), corner(0), -1));
}

}  // namespace

double area_of(const Mesh& mesh) {
  double sum = 0;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    const geometry::Vector normal = normal_of(mesh, triangle);
    sum += std::sqrt(geometry::dot(normal, normal)) / 2;
  }
  return sum;
}

double volume_of(const Mesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    sum += geometry::dot(mesh.vertices[static_cast<std::size_t>(a)],
                         geometry::cross(mesh.vertices[static_cast<std::size_t>(b)],
                                         mesh.vertices[static_cast<std::size_t>(c)])) /
           6;
  return sum;
}

geometry::Vector centre_of(const Mesh& mesh) {
  // Pyramids over the triangles, from a vertex: far from the origin they would cancel.
  const geometry::Vector apex = mesh.vertices.front();
  geometry::Vector moment{};
  double sum = 0;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    geometry::Vector corners{};
    for (const int corner : triangle)
      corners = geometry::plus(
          corners, geometry::plus(mesh.vertices[static_cast<std::size_t>(corner)], apex, -1));
    const double volume = geometry::dot(normal_of(mesh, triangle), corners) / 18;
    moment = geometry::plus(moment, corners, volume / 4);
    sum += volume;
  }
  return geometry::plus(apex, moment, 1 / sum);
}

Neighbours::Neighbours(const Mesh& mesh) : rings_(mesh.vertices.size()) {
  std::vector<std::map<int, int>> next(mesh.vertices.size());
  for (const auto& corners : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int at = corners[k], from = corners[(k + 1) % 3], to = corners[(k + 2) % 3];
      TW_CHECK(next[static_cast<std::size_t>(at)].emplace(from, to).second,
               "an edge of a membrane belongs to two triangles, which go round it in turn");
    }
  for (std::size_t v = 0; v < rings_.size(); ++v) {
    TW_CHECK(!next[v].empty(), "every vertex of a membrane belongs to triangles");
    int at = next[v].begin()->first;
    do {
      rings_[v].push_back(at);
      const auto following = next[v].find(at);
      TW_CHECK(following != next[v].end(), "a membrane is closed");
      at = following->second;
    } while (at != rings_[v].front());
    TW_CHECK(rings_[v].size() == next[v].size(), "a membrane touches itself nowhere");
  }
}

int Neighbours::after(int vertex, int neighbour) const {
  const std::vector<int>& ring = of(vertex);
  const auto at = std::find(ring.begin(), ring.end(), neighbour);
  TW_CHECK(at != ring.end(), "vertices of a triangle are neighbours");
  return at + 1 == ring.end() ? ring.front() : *(at + 1);
}

Refined refined(const Triangles& triangles, const Neighbours& neighbours) {
  int vertices = 0;
  for (const auto& corners : triangles)
    vertices = std::max(vertices, 1 + *std::max_element(corners.begin(), corners.end()));
  const auto middles = numbered_edges(triangles, vertices);
  Refined result{children(triangles, middles), {}};
  for (int v = 0; v < vertices; ++v) {
    const double factor = smoothing_factor(neighbours.count(v));
    Combination parts{{v, 1 - neighbours.count(v) * factor}};
    for (const int n : neighbours.of(v)) parts.emplace_back(n, factor);
    result.vertices.push_back(std::move(parts));
  }
  result.vertices.resize(result.vertices.size() + middles.size());
  for (const auto& [ends, middle] : middles) {
    const auto [a, b] = ends;
    // The two triangles of an edge end at those neighbours that follow its ends.
    result.vertices[static_cast<std::size_t>(middle)] = {{a, 3.0 / 8},
                                                         {b, 3.0 / 8},
                                                         {neighbours.after(a, b), 1.0 / 8},
                                                         {neighbours.after(b, a), 1.0 / 8}};
  }
  return result;
}

double limit_factor(int neighbours) {
  return 1 / (neighbours + 3 / (8 * smoothing_factor(neighbours)));
}

namespace {

/// Where the limit surface has a vertex of its control net.
geometry::Vector limit_of(const std::vector<geometry::Vector>& net, const Neighbours& neighbours,
                          std::size_t vertex) {
  const std::vector<int>& ring = neighbours.of(static_cast<int>(vertex));
  const auto n = static_cast<int>(ring.size());
  const double factor = limit_factor(n), own = 1 - n * factor;
  geometry::Vector limit = geometry::plus({}, net[vertex], own);
  for (const int k : ring) limit = geometry::plus(limit, net[static_cast<std::size_t>(k)], factor);
  return limit;
}

}  // namespace

Mesh fitted_control_net(const Mesh& mesh) {
  const Neighbours neighbours(mesh);
  Mesh net = mesh;
  // What the limit misses is added again and again. The worst part of it, which changes its sign
  // from vertex to vertex, shrinks to 3/4 each time, to 7/8 beside vertices with few neighbours.
  constexpr int rounds = 130;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<geometry::Vector> before = net.vertices;
    for (std::size_t v = 0; v < before.size(); ++v) {
      const geometry::Vector missed =
          geometry::plus(mesh.vertices[v], limit_of(before, neighbours, v), -1);
      net.vertices[v] = geometry::plus(net.vertices[v], missed);
    }
  }
  return net;
}

Mesh refined_surface(const Mesh& mesh, int times) {
  if (times == 0) return mesh;
  Mesh net = fitted_control_net(mesh);
  for (int round = 0; round < times; ++round) {
    const Refined next = refined(net.triangles, Neighbours(net));
    Mesh finer{std::vector<geometry::Vector>(next.vertices.size()), next.triangles};
    for (std::size_t v = 0; v < finer.vertices.size(); ++v)
      for (const auto& [from, factor] : next.vertices[v])
        finer.vertices[v] =
            geometry::plus(finer.vertices[v], net.vertices[static_cast<std::size_t>(from)], factor);
    net = std::move(finer);
  }
  const Neighbours neighbours(net);
  Mesh surface = net;
  for (std::size_t v = 0; v < net.vertices.size(); ++v)
    surface.vertices[v] = limit_of(net.vertices, neighbours, v);
  return numbered_by_use(surface);
}

}  // namespace thalweg::blood
