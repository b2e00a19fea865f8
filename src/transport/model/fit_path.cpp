// SPDX-License-Identifier: Apache-2.0
// Postal segments of a path. docs/theory/data-movement.md, section 2.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "transport/model/cost_model.hpp"
#include "transport/model/fit.hpp"
#include "transport/model/statistics.hpp"

namespace thalweg::transport {

namespace {

constexpr int least_points = 4;             // per segment
constexpr double least_scale = 0.01;        // relative errors below this are noise of the clock
constexpr double huber_deviations = 1.345;  // 95 % efficient for normal errors

double relative_error(const Line& line, const Point& point) {
  return (line.alpha + line.beta * point.bytes) / point.seconds - 1;
}

/// Weighted least squares on relative error with alpha, beta >= 0: of the unconstrained optimum and
/// the two edges the best that is allowed.
Line weighted_line(const std::vector<Point>& points, const std::vector<double>& weights) {
  double aa = 0, ab = 0, bb = 0, a1 = 0, b1 = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double a = 1 / points[i].seconds, b = points[i].bytes / points[i].seconds;
    aa += weights[i] * a * a;
    ab += weights[i] * a * b;
    bb += weights[i] * b * b;
    a1 += weights[i] * a;
    b1 += weights[i] * b;
  }
  const Line flat{a1 / aa, 0}, through_zero{0, bb > 0 ? b1 / bb : 0};
  const double determinant = aa * bb - ab * ab;
  if (!(determinant > 1e-12 * aa * bb)) return flat;
  const Line free{(a1 * bb - b1 * ab) / determinant, (b1 * aa - a1 * ab) / determinant};
  if (free.alpha >= 0 && free.beta >= 0) return free;
  return free.beta < 0 ? flat : through_zero;
}

double scale_of(const Line& line, const std::vector<Point>& points) {
  std::vector<double> sizes;
  for (const Point& point : points) sizes.push_back(std::abs(relative_error(line, point)));
  return std::max(1.4826 * quantile_of(sizes, 0.5), least_scale);
}

/// Twice Huber's loss of a point's relative error.
double huber_loss(double error, double bound) {
  const double size = std::abs(error);
  return size <= bound ? size * size : 2 * bound * size - bound * bound;
}

std::vector<Point> part(const std::vector<Point>& points, std::size_t first, std::size_t count) {
  const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

/// The loss of one line through points[first, first + count).
double segment_cost(const std::vector<Point>& points, std::size_t first, std::size_t count) {
  constexpr double bound = 0.1;  // errors beyond 10 % are outliers when breaks are compared
  const std::vector<Point> own = part(points, first, count);
  const Line line = fit_line(own);
  double sum = 0;
  for (const Point& point : own) sum += huber_loss(relative_error(line, point), bound);
  return sum;
}

/// The starts of the segments, with the number of segments that the Bayesian information criterion
/// prefers. best[k][j]: least loss of k + 1 segments over the first j points.
class Segmentation {
 public:
  explicit Segmentation(const std::vector<Point>& points) : points_(points) {
    const std::size_t n = points.size(), most = std::max<std::size_t>(1, n / least_points);
    best_.push_back(std::vector<double>(n + 1, no_limit));
    from_.push_back(std::vector<std::size_t>(n + 1, 0));
    for (std::size_t j = least_points; j <= n; ++j) best_[0][j] = segment_cost(points, 0, j);
    for (std::size_t k = 1; k < std::min<std::size_t>(most, 6); ++k) add_segment();
  }

  std::vector<std::size_t> starts() const {
    const auto n = static_cast<double>(points_.size());
    std::size_t chosen = 0;
    double least = no_limit;
    for (std::size_t k = 0; k < best_.size(); ++k) {
      const double noise = least_scale * least_scale;
      // alpha, beta and a break each; a break counts double, since it is the best of many places.
      const double parameters = 4 * static_cast<double>(k) + 2;
      const double criterion = n * std::log(best_[k].back() / n + noise) + parameters * std::log(n);
      if (criterion < least) chosen = k, least = criterion;
    }
    std::vector<std::size_t> result;
    std::size_t end = points_.size();
    for (std::size_t k = chosen + 1; k-- > 0;) {
      end = from_[k][end];
      result.insert(result.begin(), end);
    }
    return result;
  }

 private:
  void add_segment() {
    const std::size_t n = points_.size();
    const std::vector<double>& before = best_.back();
    std::vector<double> best(n + 1, no_limit);
    std::vector<std::size_t> from(n + 1, 0);
    for (std::size_t j = least_points; j <= n; ++j)
      for (std::size_t i = least_points; i + least_points <= j; ++i) {
        if (before[i] == no_limit) continue;
        const double cost = before[i] + cost_of(i, j);
        if (cost < best[j]) best[j] = cost, from[j] = i;
      }
    best_.push_back(best);
    from_.push_back(from);
  }

  double cost_of(std::size_t i, std::size_t j) {
    const std::size_t n = points_.size() + 1;
    if (costs_.empty()) costs_.assign(n * n, -1);
    double& cost = costs_[i * n + j];
    if (cost < 0) cost = segment_cost(points_, i, j - i);
    return cost;
  }

  const std::vector<Point>& points_;
  std::vector<std::vector<double>> best_;
  std::vector<std::vector<std::size_t>> from_;
  std::vector<double> costs_;
};

/// 90 % intervals by refitting with residuals drawn anew.
void set_intervals(Segment& segment, const std::vector<Point>& points) {
  constexpr int draws = 200;
  const Line line{segment.alpha, segment.beta};
  std::vector<double> errors, alphas, betas;
  for (const Point& point : points) errors.push_back(relative_error(line, point));
  std::mt19937 random(1);
  for (int draw = 0; draw < draws; ++draw) {
    std::vector<Point> drawn = points;
    for (Point& point : drawn) {
      const double error = errors[random() % errors.size()];
      point.seconds = (line.alpha + line.beta * point.bytes) / (1 + error);
    }
    const Line again = fit_line(drawn);
    alphas.push_back(again.alpha);
    betas.push_back(again.beta);
  }
  segment.alpha_interval = {quantile_of(alphas, 0.05), quantile_of(alphas, 0.95)};
  segment.beta_interval = {quantile_of(betas, 0.05), quantile_of(betas, 0.95)};
}

Segment segment_of(const std::vector<Point>& points) {
  const Line line = fit_line(points);
  Segment segment;
  segment.from_bytes = std::llround(points.front().bytes);
  segment.to_bytes = std::llround(points.back().bytes);
  segment.alpha = line.alpha;
  segment.beta = line.beta;
  if (points.size() >= least_points) set_intervals(segment, points);
  return segment;
}

}  // namespace

double typical_seconds(const Quantiles& seconds) {
  constexpr double contaminated = 10;
  for (const double value : {seconds.median, seconds.p10})
    if (value <= contaminated * seconds.min) return value;
  return seconds.min;
}

std::vector<Point> points_of(const std::vector<std::int64_t>& bytes,
                             const std::vector<Quantiles>& seconds) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    points.push_back({static_cast<double>(bytes[i]), typical_seconds(seconds[i])});
  return points;
}

Line fit_line(const std::vector<Point>& points) {
  TW_CHECK(!points.empty(), "a line needs points");
  std::vector<double> weights(points.size(), 1);
  Line line = weighted_line(points, weights);
  for (int iteration = 0; iteration < 12; ++iteration) {
    const double bound = huber_deviations * scale_of(line, points);
    for (std::size_t i = 0; i < points.size(); ++i)
      weights[i] =
          std::min(1.0, bound / std::max(std::abs(relative_error(line, points[i])), 1e-12));
    line = weighted_line(points, weights);
  }
  return line;
}

std::vector<Segment> fit_segments(const std::vector<Point>& points) {
  std::vector<Segment> segments;
  if (points.empty()) return segments;
  if (points.size() < least_points) return {segment_of(points)};
  std::vector<std::size_t> starts = Segmentation(points).starts();
  starts.push_back(points.size());
  for (std::size_t k = 0; k + 1 < starts.size(); ++k)
    segments.push_back(segment_of(part(points, starts[k], starts[k + 1] - starts[k])));
  return segments;
}

std::optional<HeldOut> held_out_errors(const std::vector<Point>& points) {
  if (points.size() < 2 * least_points) return std::nullopt;
  std::vector<double> errors;
  for (const std::size_t parity : {0U, 1U}) {
    std::array<std::vector<Point>, 2> halves;  // seen, held out
    for (std::size_t i = 0; i < points.size(); ++i) halves[(i + parity) % 2].push_back(points[i]);
    Path path;
    path.segments = fit_segments(halves[0]);
    for (const Point& point : halves[0]) {
      path.bytes.push_back(std::llround(point.bytes));
      path.seconds.push_back({point.seconds, point.seconds, point.seconds, point.seconds, 1});
    }
    for (const Point& point : halves[1])
      errors.push_back(std::abs(seconds_of(path, point.bytes).seconds / point.seconds - 1));
  }
  return HeldOut{quantile_of(errors, 0.5), quantile_of(errors, 0.95)};
}

void fit_path(Path& path) {
  const std::vector<Point> points = points_of(path.bytes, path.seconds);
  path.segments = fit_segments(points);
  path.heldout = held_out_errors(points);
}

}  // namespace thalweg::transport
