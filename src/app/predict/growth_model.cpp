// SPDX-License-Identifier: Apache-2.0
#include "app/predict/growth_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "transport/model/least_squares.hpp"
#include "transport/model/statistics.hpp"

namespace thalweg::app {

namespace {

// What is known before any measurement, as standard deviations. When any one of them is halved or
// doubled, errors of predicting 8 nodes of the published table from 2 and 4 stay between 4.9 and
// 5.9 % (median) and 22 and 24 % (p95): docs/theory/data-movement.md, section 5.
constexpr double deviation = 0.06;       // of a measurement: log
constexpr double usual_exponent = 0.05;  // k
constexpr double exponent_spread = 0.25;
constexpr double exponent_step = 0.08;   // change of k per octave of size
constexpr double constant_bend = 0.15;   // second difference of log a per octave
constexpr double growth_bend = 0.5;      // second difference of log h per octave
constexpr double constant_spread = 1.0;  // log a about the guess from the fastest measurement
constexpr double usual_growth = 0.1;     // h / a of short messages in that guess

using Parameters = std::vector<double>;  // log a, log h, k of each size in turn

struct Terms {
  double a, h, k;
};

Terms terms_at(const Parameters& p, std::size_t size) {
  return {std::exp(p[3 * size]), std::exp(p[3 * size + 1]), p[3 * size + 2]};
}

double grown(const Terms& terms, double nodes) {
  return terms.a + terms.h * (nodes - 1) * std::pow(nodes / 2, terms.k);
}

struct Observation {
  std::size_t size;
  double nodes, seconds;
};

/// All that the fit needs to know.
struct Problem {
  std::vector<double> octaves;  // log2 of the sizes; no bytes lie an octave below one
  std::vector<Observation> observations;
  double log_constant = 0;  // guess of log a

  std::vector<double> residuals(const Parameters& p) const;
  Parameters start() const;
};

std::vector<double> Problem::residuals(const Parameters& p) const {
  std::vector<double> r;
  for (const Observation& o : observations)
    r.push_back(std::log(grown(terms_at(p, o.size), o.nodes) / o.seconds) / deviation);
  const std::size_t count = octaves.size();
  for (std::size_t i = 0; i < count; ++i) {
    r.push_back((p[3 * i] - log_constant) / constant_spread);
    r.push_back((p[3 * i + 2] - usual_exponent) / exponent_spread);
  }
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const double step = std::sqrt(octaves[i + 1] - octaves[i]);
    r.push_back((p[3 * i + 5] - p[3 * i + 2]) / (exponent_step * step));
  }
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double left = octaves[i] - octaves[i - 1], right = octaves[i + 1] - octaves[i];
    for (const std::size_t term : {0U, 1U}) {
      const auto value = [&](std::size_t size) { return p[3 * size + term]; };
      const double bend = (value(i + 1) - value(i)) / right - (value(i) - value(i - 1)) / left;
      r.push_back(bend * (left + right) / 2 / (term == 0 ? constant_bend : growth_bend));
    }
  }
  return r;
}

/// A line in N through the first and the last observation of a size; sizes without any take that of
/// their nearest neighbour.
Parameters Problem::start() const {
  const std::size_t count = octaves.size();
  std::vector<std::optional<Terms>> lines(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Observation *first = nullptr, *last = nullptr;
    for (const Observation& o : observations) {
      if (o.size != i) continue;
      if (!first || o.nodes < first->nodes) first = &o;
      if (!last || o.nodes > last->nodes) last = &o;
    }
    if (!first) continue;
    const double span = std::max(1.0, last->nodes - first->nodes);
    const double slope = std::max((last->seconds - first->seconds) / span, 0.003 * first->seconds);
    const double constant = first->seconds - slope * (first->nodes - 1);
    lines[i] = Terms{std::max(constant, 0.3 * first->seconds), slope, usual_exponent};
  }
  Parameters p;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t nearest = count;
    for (std::size_t j = 0; j < count; ++j)
      if (lines[j] && (nearest == count ||
                       std::abs(octaves[j] - octaves[i]) < std::abs(octaves[nearest] - octaves[i])))
        nearest = j;
    p.insert(p.end(), {std::log(lines[nearest]->a), std::log(lines[nearest]->h), usual_exponent});
  }
  return p;
}

Problem problem_of(const std::vector<CollectiveRow>& rows, const std::vector<std::int64_t>& sizes) {
  Problem problem;
  for (const std::int64_t size : sizes)
    problem.octaves.push_back(std::log2(std::max(0.5, static_cast<double>(size))));
  double constant = transport::no_limit;
  for (const CollectiveRow& row : rows) {
    const auto place = std::lower_bound(sizes.begin(), sizes.end(), row.bytes) - sizes.begin();
    problem.observations.push_back(
        {static_cast<std::size_t>(place), static_cast<double>(row.nodes), row.seconds});
    constant = std::min(constant, row.seconds / (1 + usual_growth * (row.nodes - 1)));
  }
  problem.log_constant = std::log(constant);
  return problem;
}

}  // namespace

struct GrowthModel::Solution {
  std::vector<std::int64_t> sizes;
  transport::LeastSquaresResult result;
  double scatter = 0;  // standard deviation of the logarithms of measurements about the fit
};

GrowthModel::GrowthModel(const std::vector<CollectiveRow>& rows, std::vector<std::int64_t> sizes)
    : solved_(std::make_unique<Solution>()) {
  TW_CHECK(!rows.empty(), "a growth model needs measurements");
  for (const CollectiveRow& row : rows) sizes.push_back(row.bytes);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  const Problem problem = problem_of(rows, sizes);
  transport::LeastSquares squares;
  squares.residuals = [&](const Parameters& p) { return problem.residuals(p); };
  squares.data = static_cast<int>(problem.observations.size());
  solved_->sizes = std::move(sizes);
  solved_->result = transport::minimise(squares, problem.start());
  std::vector<double> scatter;
  for (const Observation& o : problem.observations)
    scatter.push_back(std::abs(
        std::log(grown(terms_at(solved_->result.parameters, o.size), o.nodes) / o.seconds)));
  solved_->scatter = std::max(deviation, 1.4826 * transport::quantile_of(scatter, 0.5));
}

GrowthModel::~GrowthModel() = default;
GrowthModel::GrowthModel(GrowthModel&&) noexcept = default;

transport::Estimate GrowthModel::seconds(int nodes, std::int64_t bytes) const {
  const auto& sizes = solved_->sizes;
  const auto place = std::lower_bound(sizes.begin(), sizes.end(), bytes);
  TW_CHECK(place != sizes.end() && *place == bytes, "a size that the model was not made for");
  const auto size = static_cast<std::size_t>(place - sizes.begin());
  const Terms terms = terms_at(solved_->result.parameters, size);
  const double all = grown(terms, nodes), growth = all - terms.a;
  std::vector<double> gradient(solved_->result.parameters.size());  // of log T
  gradient[3 * size] = terms.a / all;
  gradient[3 * size + 1] = growth / all;
  gradient[3 * size + 2] = growth / all * std::log(nodes / 2.0);
  const double variance =
      transport::variance_of(solved_->result, gradient) + solved_->scatter * solved_->scatter;
  const double factor = std::exp(1.645 * std::sqrt(variance));
  return {all, all / factor, all * factor, "fitted"};
}

}  // namespace thalweg::app
