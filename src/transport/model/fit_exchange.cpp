// SPDX-License-Identifier: Apache-2.0
// The model of whole exchanges. docs/theory/data-movement.md, section 4.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "base/error.hpp"
#include "transport/model/fit.hpp"
#include "transport/model/least_squares.hpp"
#include "transport/model/statistics.hpp"

namespace thalweg::transport {

namespace {

using Points = std::vector<ExchangePoint>;

constexpr double deviation = 0.08;       // of a quiet measurement, relative
constexpr double exponent_spread = 0.5;  // k beforehand: 0 +- 0.5

/// The terms of a fit as parameters: logarithms of alpha, g, 1/R_p, 1/R_N, then k.
struct Model {
  bool gap = true;
  ExchangeTerms terms;

  int count() const {
    return 1 + int{gap} + int{terms.rank_rate} + int{terms.node_rate} + int{terms.node_exponent};
  }
  ExchangeFit fit_of(const std::vector<double>& p) const {
    ExchangeFit fit;
    std::size_t i = 0;
    fit.alpha = std::exp(p[i++]);
    if (gap) fit.gap = std::exp(p[i++]);
    if (terms.rank_rate) fit.rank_rate = std::exp(-p[i++]);
    if (terms.node_rate) fit.node_rate = std::exp(-p[i++]);
    if (terms.node_exponent) fit.node_exponent = p[i++];
    return fit;
  }
};

double node_bytes(const ExchangePoint& point) {
  return point.ranks_per_node * point.off_node * point.bytes;
}

/// Logarithmic errors in standard deviations, and what is known of k beforehand.
std::vector<double> residuals_of(const Model& model, const Points& points,
                                 const std::vector<double>& p) {
  const ExchangeFit fit = model.fit_of(p);
  std::vector<double> residuals;
  for (const ExchangePoint& point : points)
    residuals.push_back(std::log(exchange_seconds(fit, point) / point.seconds) / deviation);
  if (model.terms.node_exponent) residuals.push_back(fit.node_exponent / exponent_spread);
  return residuals;
}

/// A start from the extremes: latency from the fastest point, rates from the most bytes. The rank's
/// and the node's rate start apart, one limiting at a time.
std::vector<double> start_of(const Model& model, const Points& points, double balance) {
  const auto fastest = std::min_element(points.begin(), points.end(),
                                        [](auto& a, auto& b) { return a.seconds < b.seconds; });
  const auto heaviest = std::max_element(
      points.begin(), points.end(), [](auto& a, auto& b) { return node_bytes(a) < node_bytes(b); });
  std::vector<double> p{std::log(fastest->seconds / 2)};
  if (model.gap) p.push_back(std::log(fastest->seconds / 2 / std::max(1.0, fastest->messages)));
  if (model.terms.rank_rate)
    p.push_back(std::log(balance * heaviest->seconds /
                         std::max(1.0, heaviest->messages * heaviest->bytes)));
  if (model.terms.node_rate)
    p.push_back(std::log(heaviest->seconds / balance / std::max(1.0, node_bytes(*heaviest))));
  if (model.terms.node_exponent) p.push_back(0.0);
  return p;
}

LeastSquaresResult solve(const Model& model, const Points& points, std::vector<double> start) {
  LeastSquares problem;
  problem.residuals = [&](const std::vector<double>& p) { return residuals_of(model, points, p); };
  problem.data = static_cast<int>(points.size());
  return minimise(problem, std::move(start));
}

LeastSquaresResult solve(const Model& model, const Points& points) {
  LeastSquaresResult best;
  for (const double balance : {1.0, 0.3, 3.0}) {
    LeastSquaresResult next = solve(model, points, start_of(model, points, balance));
    if (best.parameters.empty() || next.cost < best.cost) best = std::move(next);
  }
  return best;
}

template <typename Value>
std::size_t different(const Points& points, const Value& value) {
  std::set<double> values;
  for (const ExchangePoint& point : points) values.insert(value(point));
  return values.size();
}

/// All subsets of the wanted terms that the points can tell apart.
std::vector<Model> candidates(const Points& points, const ExchangeTerms& wanted) {
  Model full;
  full.gap = different(points, [](auto& p) { return p.messages; }) > 1;
  // With one share of the node's bytes per rank, both rates describe the same.
  const bool shares = different(points, [](auto& p) {
                        return p.off_node > 0 ? p.ranks_per_node * p.off_node / p.messages : 0.0;
                      }) > 1;
  const bool leaves =
      std::any_of(points.begin(), points.end(), [](auto& p) { return p.off_node > 0; });
  const bool grows = different(points, [](auto& p) { return p.nodes; }) > 1;
  std::vector<Model> models;
  for (const bool rank_rate : {false, true})
    for (const bool node_rate : {false, true})
      for (const bool node_exponent : {false, true}) {
        if (rank_rate && (!wanted.rank_rate || (leaves && !shares))) continue;
        if (node_rate && (!wanted.node_rate || !leaves)) continue;
        if (node_exponent && (!wanted.node_exponent || !node_rate || !grows)) continue;
        Model model = full;
        model.terms = {rank_rate, node_rate, node_exponent};
        models.push_back(model);
      }
  return models;
}

struct ChosenModel {
  Model model;
  LeastSquaresResult result;
};

/// The model with the least Bayesian information criterion.
ChosenModel choose(const Points& points, const ExchangeTerms& wanted) {
  const auto n = static_cast<double>(points.size());
  ChosenModel best;
  double least = no_limit;
  for (const Model& model : candidates(points, wanted)) {
    LeastSquaresResult result = solve(model, points);
    const double noise = 0.01 * n;
    const double criterion = n * std::log(result.cost + noise) + model.count() * std::log(n);
    if (criterion >= least) continue;
    least = criterion;
    best = {model, std::move(result)};
  }
  return best;
}

Interval interval_of(const std::vector<double>& values) {
  return {quantile_of(values, 0.05), quantile_of(values, 0.95)};
}

struct Intervals {
  Interval gap, rank_rate, node_rate;
};

/// By refitting with residuals drawn anew.
Intervals bootstrap(const ChosenModel& chosen, const Points& points) {
  constexpr int draws = 60;
  const ExchangeFit fit = chosen.model.fit_of(chosen.result.parameters);
  std::vector<double> ratios, gaps, rank_rates, node_rates;
  for (const ExchangePoint& point : points)
    ratios.push_back(point.seconds / exchange_seconds(fit, point));
  std::mt19937 random(1);
  for (int draw = 0; draw < draws; ++draw) {
    Points drawn = points;
    for (ExchangePoint& point : drawn)
      point.seconds = exchange_seconds(fit, point) * ratios[random() % ratios.size()];
    const auto again =
        chosen.model.fit_of(solve(chosen.model, drawn, chosen.result.parameters).parameters);
    gaps.push_back(again.gap);
    rank_rates.push_back(again.rank_rate);
    node_rates.push_back(again.node_rate);
  }
  Intervals intervals;
  intervals.gap = interval_of(gaps);
  if (chosen.model.terms.rank_rate) intervals.rank_rate = interval_of(rank_rates);
  if (chosen.model.terms.node_rate) intervals.node_rate = interval_of(node_rates);
  return intervals;
}

/// Every second size predicted from the others, both ways round, with the chosen terms.
std::optional<HeldOut> held_out(const Model& model, const Points& points) {
  std::set<double> sizes;
  for (const ExchangePoint& point : points) sizes.insert(point.bytes);
  if (sizes.size() < 8) return std::nullopt;
  const auto parity = [&](const ExchangePoint& point) {
    return std::distance(sizes.begin(), sizes.find(point.bytes)) % 2;
  };
  std::vector<double> errors;
  for (const int held : {0, 1}) {
    Points seen, hidden;
    for (const ExchangePoint& point : points)
      (parity(point) == held ? hidden : seen).push_back(point);
    const ExchangeFit fit = model.fit_of(solve(model, seen).parameters);
    for (const ExchangePoint& point : hidden)
      errors.push_back(std::abs(exchange_seconds(fit, point) / point.seconds - 1));
  }
  return HeldOut{quantile_of(errors, 0.5), quantile_of(errors, 0.95)};
}

}  // namespace

double node_crowding(const ExchangeFit& fit, double nodes) {
  return nodes > 1 ? std::pow(nodes / 2, fit.node_exponent) : 1.0;
}

double exchange_seconds(const ExchangeFit& fit, const ExchangePoint& point) {
  const double rank = point.messages * point.bytes / fit.rank_rate;
  const double node = node_bytes(point) * node_crowding(fit, point.nodes) / fit.node_rate;
  return fit.alpha + fit.gap * std::max(0.0, point.messages - 1) + std::max(rank, node);
}

ExchangeFit fit_exchange(const Points& points, ExchangeTerms terms) {
  TW_CHECK(points.size() >= 4, "an exchange is fitted to at least 4 points");
  const ChosenModel chosen = choose(points, terms);
  ExchangeFit fit = chosen.model.fit_of(chosen.result.parameters);
  const Intervals intervals = bootstrap(chosen, points);
  fit.gap_interval = intervals.gap;
  fit.node_rate_interval = intervals.node_rate;
  fit.heldout = held_out(chosen.model, points);
  return fit;
}

Injection fit_injection(const Points& points) {
  TW_CHECK(points.size() >= 4, "the injection rate is fitted to at least 4 points");
  const ChosenModel chosen = choose(points, {true, true, false});
  const ExchangeFit fit = chosen.model.fit_of(chosen.result.parameters);
  const Intervals intervals = bootstrap(chosen, points);
  Injection injection;
  injection.alpha = fit.alpha;
  injection.rank_rate = fit.rank_rate;
  injection.node_rate = fit.node_rate;
  injection.rank_rate_interval = intervals.rank_rate;
  injection.node_rate_interval = intervals.node_rate;
  return injection;
}

std::vector<ExchangePoint> points_of(const Exchange& exchange) {
  const double per_node = static_cast<double>(exchange.ranks) / exchange.nodes;
  ExchangePoint point;
  point.ranks_per_node = per_node;
  point.nodes = exchange.nodes;
  point.messages = exchange.messages >= 0 ? exchange.messages : exchange.ranks - 1;
  if (exchange.nodes == 1)
    point.off_node = point.messages;
  else
    point.off_node =
        exchange.off_node_messages >= 0 ? exchange.off_node_messages : exchange.ranks - per_node;
  std::vector<ExchangePoint> points;
  for (const Point& measured : points_of(exchange.bytes, exchange.seconds)) {
    point.bytes = measured.bytes;
    point.seconds = measured.seconds;
    points.push_back(point);
  }
  return points;
}

void fit_exchanges(std::vector<Exchange>& exchanges) {
  using Key = std::tuple<std::string, std::string, std::string, bool>;
  const auto key = [](const Exchange& e) {
    return Key{e.movement, e.route, e.implementation, e.nodes > 1};
  };
  std::map<Key, Points> groups;
  for (const Exchange& exchange : exchanges) {
    const Points points = points_of(exchange);
    Points& group = groups[key(exchange)];
    group.insert(group.end(), points.begin(), points.end());
  }
  std::map<Key, ExchangeFit> fits;
  for (const auto& [name, points] : groups)
    if (points.size() >= 4) fits[name] = fit_exchange(points);
  for (Exchange& exchange : exchanges)
    if (fits.contains(key(exchange))) exchange.fit = fits[key(exchange)];
}

}  // namespace thalweg::transport
