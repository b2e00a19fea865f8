// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface_queries.hpp"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "geometry/triangle_distance.hpp"

namespace thalweg::geometry {

namespace {

// Coordinates that Embree sees lie in [-1, 1], and are right to 6e-8.
constexpr double padding = 1e-6;

/// A line, and two directions across it.
struct Line {
  Vector from, step, u, v;

  Line(const Vector& from_place, const Vector& along) : from(from_place), step(along) {
    const auto [first, second] = across(unit(along));
    u = cross(along, first);
    v = cross(along, second);
  }

  /// On which side of an edge the line passes: the sign of det(step, a, b). Where that is zero, the
  /// line is thought to be moved by a little along one direction, and by far less along another
  /// (H. Edelsbrunner, E. P. Muecke, "Simulation of simplicity", ACM Trans. Graph. 9, 1990).
  double side(const Vector& a, const Vector& b) const {
    const Vector p = plus(a, from, -1), q = plus(b, from, -1), edge = plus(b, a, -1);
    if (const double volume = dot(step, cross(p, q)); volume != 0) return volume;
    if (const double moved = -dot(u, edge); moved != 0) return moved;
    return -dot(v, edge);
  }
};

/// Both triangles of an edge must find the same number, so it is computed from the same end.
double side_of(const Line& line, const TriangleSurface& surface, const Triangle& of,
               std::size_t k) {
  const int from = of[k], to = of[(k + 1) % 3];
  const Vector &a = surface.corners[static_cast<std::size_t>(std::min(from, to))],
               &b = surface.corners[static_cast<std::size_t>(std::max(from, to))];
  return from < to ? line.side(a, b) : -line.side(a, b);
}

std::optional<Crossing> crossing(const Line& line, const TriangleSurface& surface, int triangle) {
  const Triangle& of = surface.triangles[static_cast<std::size_t>(triangle)];
  const double first = side_of(line, surface, of, 0);
  for (std::size_t k = 1; k < 3; ++k)
    if (first * side_of(line, surface, of, k) <= 0) return std::nullopt;
  const Vector normal = surface.area_vector(triangle);
  const double slope = dot(normal, line.step);
  if (slope == 0) return std::nullopt;
  const double at = dot(normal, plus(surface.corner(triangle, 0), line.from, -1)) / slope;
  if (at < 0 || at > 1) return std::nullopt;
  return Crossing{at, first > 0 ? 1 : -1, triangle};
}

struct LineContext {
  RTCIntersectContext base;
  const Line* line;
  std::uint8_t kinds;
  std::vector<Crossing>* found;
};

struct NearestContext {
  Vector place;
  std::uint8_t kinds;
  double nearest;  // so far, m
};

}  // namespace

struct SurfaceQueries::Scene {
  Scene(TriangleSurface of, std::vector<std::uint8_t> kinds_of_triangles);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  float seen(const Vector& place, std::size_t d) const {
    return static_cast<float>((place[d] - middle[d]) / half);
  }
  void add_triangles();
  static void bounds(const RTCBoundsFunctionArguments* args);
  static void intersect(const RTCIntersectFunctionNArguments* args);
  static bool measure(RTCPointQueryFunctionArguments* args);

  TriangleSurface surface;
  std::vector<std::uint8_t> kinds;
  Vector middle{};
  double half = 1;  // diagonal of the box around the surface [m]
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
};

SurfaceQueries::Scene::Scene(TriangleSurface of, std::vector<std::uint8_t> kinds_of_triangles)
    : surface(std::move(of)), kinds(std::move(kinds_of_triangles)) {
  TW_CHECK(kinds.size() == surface.triangles.size(), "each triangle has a kind");
  const Bounds box = surface.bounds();
  middle = plus(box.lower, plus(box.upper, box.lower, -1), 0.5);
  half = distance(box.lower, box.upper) / 2;
  TW_CHECK(half > 0, "the surface has an extent");
  device = rtcNewDevice("threads=1");  // ranks beside this one build theirs
  if (!device) throw Error(ExitStatus::resource, "Embree cannot be started");
  scene = rtcNewScene(device);
  rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
  add_triangles();
  rtcCommitScene(scene);
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE)
    throw Error(ExitStatus::resource, "Embree cannot sort the triangles of a surface: no memory?");
}

SurfaceQueries::Scene::~Scene() {
  rtcReleaseScene(scene);
  rtcReleaseDevice(device);
}

void SurfaceQueries::Scene::add_triangles() {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(surface.triangles.size()));
  rtcSetGeometryUserData(geometry, this);
  rtcSetGeometryBoundsFunction(
      geometry, [](const auto* args) { bounds(args); }, nullptr);
  rtcSetGeometryIntersectFunction(geometry, [](const auto* args) { intersect(args); });
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
}

void SurfaceQueries::Scene::bounds(const RTCBoundsFunctionArguments* args) {
  const auto& self = *static_cast<const Scene*>(args->geometryUserPtr);
  float low[3], high[3];
  for (std::size_t d = 0; d < 3; ++d) {
    low[d] = high[d] = self.seen(self.surface.corner(static_cast<int>(args->primID), 0), d);
    for (int k = 1; k < 3; ++k) {
      const float x = self.seen(self.surface.corner(static_cast<int>(args->primID), k), d);
      low[d] = std::min(low[d], x);
      high[d] = std::max(high[d], x);
    }
    low[d] -= static_cast<float>(padding);
    high[d] += static_cast<float>(padding);
  }
  *args->bounds_o = {low[0], low[1], low[2], 0, high[0], high[1], high[2], 0};
}

/// Records the crossing and reports none, so that the line goes on to all others.
void SurfaceQueries::Scene::intersect(const RTCIntersectFunctionNArguments* args) {
  const auto& self = *static_cast<const Scene*>(args->geometryUserPtr);
  const auto& context = *reinterpret_cast<const LineContext*>(args->context);
  const auto triangle = static_cast<int>(args->primID);
  if ((self.kinds[args->primID] & context.kinds) == 0) return;
  if (const auto found = crossing(*context.line, self.surface, triangle))
    context.found->push_back(*found);
}

bool SurfaceQueries::Scene::measure(RTCPointQueryFunctionArguments* args) {
  auto& [self, context] = *static_cast<std::pair<const Scene&, NearestContext&>*>(args->userPtr);
  if ((self.kinds[args->primID] & context.kinds) == 0) return false;
  const auto t = static_cast<int>(args->primID);
  const double distance =
      distance_to_triangle(context.place, self.surface.corner(t, 0), self.surface.corner(t, 1),
                           self.surface.corner(t, 2));
  if (distance >= context.nearest) return false;
  context.nearest = distance;
  args->query->radius = static_cast<float>(distance / self.half + padding);
  return true;
}

SurfaceQueries::SurfaceQueries(TriangleSurface surface, std::vector<std::uint8_t> kinds)
    : scene_(std::make_unique<Scene>(std::move(surface), std::move(kinds))) {}
SurfaceQueries::~SurfaceQueries() = default;
SurfaceQueries::SurfaceQueries(SurfaceQueries&&) noexcept = default;
SurfaceQueries& SurfaceQueries::operator=(SurfaceQueries&&) noexcept = default;

const TriangleSurface& SurfaceQueries::surface() const { return scene_->surface; }

std::vector<Crossing> SurfaceQueries::crossings(const Vector& from, const Vector& step,
                                                std::uint8_t kinds) const {
  const Line line(from, step);
  std::vector<Crossing> found;
  LineContext context{{}, &line, kinds, &found};
  rtcInitIntersectContext(&context.base);
  const double half = scene_->half;
  RTCRayHit ray{};
  ray.ray = {scene_->seen(from, 0),
             scene_->seen(from, 1),
             scene_->seen(from, 2),
             0,
             static_cast<float>(step[0] / half),
             static_cast<float>(step[1] / half),
             static_cast<float>(step[2] / half),
             0,
             1.001F,
             ~0U,
             0,
             0};
  ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene_->scene, &context.base, &ray);
  std::sort(found.begin(), found.end(), [](const Crossing& a, const Crossing& b) {
    return a.at != b.at ? a.at < b.at : a.triangle < b.triangle;
  });
  return found;
}

double SurfaceQueries::distance_to(const Vector& place, std::uint8_t kinds, double most) const {
  NearestContext nearest{place, kinds, most};
  std::pair<const Scene&, NearestContext&> both{*scene_, nearest};
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  RTCPointQuery query{scene_->seen(place, 0), scene_->seen(place, 1), scene_->seen(place, 2), 0,
                      static_cast<float>(most / scene_->half + padding)};
  rtcPointQuery(
      scene_->scene, &query, &context, [](auto* args) { return Scene::measure(args); }, &both);
  return nearest.nearest;
}

}  // namespace thalweg::geometry
