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

/// A corner as seen along a line: across it, and how far along. The line itself is at (0, 0).
struct Seen {
  double x, y, along;
};

class Line {
 public:
  Line(const Vector& from, const Vector& step)
      : from_(from), length_(std::sqrt(dot(step, step))), direction_(unit(step)),
        across_(across(direction_)) {}

  /// The same whichever triangle a corner is seen as a part of.
  Seen seen(const Vector& corner) const {
    const Vector p = plus(corner, from_, -1);
    return {dot(p, across_[0]), dot(p, across_[1]), dot(p, direction_) / length_};
  }

 private:
  Vector from_;
  double length_;
  Vector direction_;
  std::array<Vector, 2> across_;
};

/// det(p, q), twice the area of the triangle that two corners make with the line. Its sign is
/// exact: what rounding may have changed is computed once more with the remainders (W. Kahan's
/// difference of products).
double determinant(const Seen& p, const Seen& q) {
  const double first = p.x * q.y, second = p.y * q.x, difference = first - second;
  if (std::abs(difference) > 1e-15 * (std::abs(first) + std::abs(second))) return difference;
  return std::fma(p.x, q.y, -second) + std::fma(-p.y, q.x, second);
}

/// On which side of an edge the line passes: 1 or -1, the other way round for the edge turned
/// round. Where it meets the edge, it is thought to be moved by a little along x and by far less
/// along y (H. Edelsbrunner, E. P. Muecke, "Simulation of simplicity", ACM Trans. Graph. 9, 1990).
int side_of(const Seen& p, const Seen& q, double determinant) {
  if (determinant != 0) return determinant > 0 ? 1 : -1;
  if (p.y != q.y) return p.y > q.y ? 1 : -1;
  return q.x > p.x ? 1 : (q.x < p.x ? -1 : 0);
}

std::optional<Crossing> crossing(const Line& line, const TriangleSurface& surface, int triangle) {
  const Seen seen[] = {line.seen(surface.corner(triangle, 0)),
                       line.seen(surface.corner(triangle, 1)),
                       line.seen(surface.corner(triangle, 2))};
  double weights = 0, sum = 0;
  int sides = 0;
  for (int k = 0; k < 3; ++k) {
    const Seen &p = seen[k], &q = seen[(k + 1) % 3];
    const double weight = determinant(p, q);  // of the corner across
    sides += side_of(p, q, weight);
    weights += weight;
    sum += weight * seen[(k + 2) % 3].along;
  }
  if (std::abs(sides) != 3) return std::nullopt;
  const double at = sum / weights;
  if (!(at >= 0 && at <= 1)) return std::nullopt;
  return Crossing{at, sides > 0 ? 1 : -1, triangle};
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
  Nearest nearest;  // so far
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
  /// By the places of their corners; there may be no other (-1).
  bool is_before(int triangle, int other) const;
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

bool SurfaceQueries::Scene::is_before(int triangle, int other) const {
  for (int k = 0; k < 3 && other >= 0; ++k)
    if (surface.corner(triangle, k) != surface.corner(other, k))
      return surface.corner(triangle, k) < surface.corner(other, k);
  return false;
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
  Nearest& nearest = context.nearest;
  if (distance > nearest.distance) return false;
  if (distance == nearest.distance && !self.is_before(t, nearest.triangle)) return false;
  nearest = {t, distance};
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

Nearest SurfaceQueries::nearest_to(const Vector& place, std::uint8_t kinds, double most) const {
  NearestContext nearest{place, kinds, {-1, most}};
  std::pair<const Scene&, NearestContext&> both{*scene_, nearest};
  RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  RTCPointQuery query{scene_->seen(place, 0), scene_->seen(place, 1), scene_->seen(place, 2), 0,
                      static_cast<float>(most / scene_->half + padding)};
  rtcPointQuery(
      scene_->scene, &query, &context, [](auto* args) { return Scene::measure(args); }, &both);
  return nearest.nearest;
}

double SurfaceQueries::distance_to(const Vector& place, std::uint8_t kinds, double most) const {
  return nearest_to(place, kinds, most).distance;
}

}  // namespace thalweg::geometry
