// SPDX-License-Identifier: Apache-2.0
// Fits find the parameters that synthetic noisy measurements were made with.
#include "transport/model/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "base/error.hpp"
#include "transport/model/cost_model.hpp"
#include "transport/model/least_squares.hpp"

namespace {

using namespace thalweg::transport;

/// Sizes from 8 B to 2^last B, `per_octave` to each doubling.
std::vector<double> sizes(int per_octave, int last) {
  std::vector<double> result;
  for (int i = 3 * per_octave; i <= last * per_octave; ++i)
    result.push_back(std::round(std::pow(2.0, static_cast<double>(i) / per_octave)));
  return result;
}

std::vector<Point> measured(const std::vector<double>& at,
                            const std::function<double(double)>& time, double noise,
                            unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> error(0, noise);
  std::vector<Point> points;
  for (const double s : at) points.push_back({s, time(s) * std::exp(error(random))});
  return points;
}

/// Table I of Bienz et al. (2021), Summit, between two cores over the network.
double summit_network(double s) {
  if (s <= 128) return 1.38e-6 + 3.82e-10 * s;
  if (s <= 8192) return 1.85e-6 + 3.93e-10 * s;
  return 6.56e-6 + 8.51e-11 * s;
}

void expect_near(double found, double expected, double relative, const char* what) {
  EXPECT_NEAR(found / expected, 1, relative) << what << ": " << found << ", not " << expected;
}

TEST(Segments, RecoverTheProtocolsOfANetwork) {
  const auto segments = fit_segments(measured(sizes(4, 19), summit_network, 0.02, 7));
  ASSERT_EQ(segments.size(), 3U);
  // Breaks within one step of the grid.
  EXPECT_NEAR(std::log2(static_cast<double>(segments[0].to_bytes)), 7, 0.26);
  EXPECT_NEAR(std::log2(static_cast<double>(segments[1].to_bytes)), 13, 0.26);
  expect_near(segments[0].alpha, 1.38e-6, 0.03, "alpha, short");
  expect_near(segments[1].alpha, 1.85e-6, 0.03, "alpha, eager");
  expect_near(segments[1].beta, 3.93e-10, 0.05, "beta, eager");
  expect_near(segments[2].alpha, 6.56e-6, 0.05, "alpha, rendezvous");
  expect_near(segments[2].beta, 8.51e-11, 0.05, "beta, rendezvous");
  EXPECT_LT(segments[2].beta_interval.low, 8.51e-11);
  EXPECT_GT(segments[2].beta_interval.high, 8.51e-11);
  EXPECT_LT(segments[2].beta_interval.high / segments[2].beta_interval.low, 1.1);
}

TEST(Segments, OneLineIsNotCut) {
  const auto line = [](double s) { return 2e-6 + 1e-10 * s; };
  for (unsigned seed = 0; seed < 20; ++seed)
    EXPECT_EQ(fit_segments(measured(sizes(4, 24), line, 0.05, seed)).size(), 1U) << seed;
}

TEST(Segments, OutliersDoNotMatter) {
  auto points = measured(
      sizes(4, 24), [](double s) { return 2e-6 + 1e-10 * s; }, 0.02, 3);
  for (std::size_t i = 5; i < points.size(); i += 13) points[i].seconds *= 4;
  const Line line = fit_line(points);
  expect_near(line.alpha, 2e-6, 0.03, "alpha");
  expect_near(line.beta, 1e-10, 0.03, "beta");
}

TEST(Segments, ParametersAreNotNegative) {
  const Line falling = fit_line({{8, 3e-6}, {80, 2e-6}, {800, 1e-6}});
  EXPECT_EQ(falling.beta, 0);
  EXPECT_GT(falling.alpha, 0);
  const Line steep = fit_line({{1000, 1e-6}, {2000, 4e-6}, {4000, 16e-6}});
  EXPECT_EQ(steep.alpha, 0);
  EXPECT_GT(steep.beta, 0);
}

TEST(Segments, HeldOutErrorsAreThoseOfTheNoise) {
  const auto heldout = held_out_errors(measured(sizes(4, 24), summit_network, 0.03, 5));
  ASSERT_TRUE(heldout);
  EXPECT_LT(heldout->median, 0.04);
  EXPECT_GT(heldout->median, 0.01);
  EXPECT_LT(heldout->p95, 0.2);
  EXPECT_FALSE(held_out_errors(measured(sizes(1, 9), summit_network, 0.03, 5)));
}

/// Pairs of ranks between two nodes, all at once.
std::vector<ExchangePoint> pairs(double node_rate, double noise, unsigned seed = 11) {
  const ExchangeFit truth{.alpha = 6.6e-6,
                          .gap = 0,
                          .rank_rate = 1.2e10,
                          .node_rate = node_rate,
                          .node_exponent = 0,
                          .gap_interval = {},
                          .node_rate_interval = {},
                          .heldout = {}};
  std::mt19937 random(seed);
  std::normal_distribution<double> error(0, noise);
  std::vector<ExchangePoint> points;
  for (const double ranks : {1.0, 2.0, 4.0, 8.0, 20.0, 40.0})
    for (double s = 16384; s <= 4e6; s *= 2) {
      ExchangePoint point{ranks, 2, 1, 1, s, 0};
      point.seconds = exchange_seconds(truth, point) * std::exp(error(random));
      points.push_back(point);
    }
  return points;
}

TEST(Injection, RecoversMaxRate) {
  const Injection injection = fit_injection(pairs(2.4e10, 0.05));
  expect_near(injection.alpha, 6.6e-6, 0.1, "alpha");
  expect_near(injection.rank_rate, 1.2e10, 0.05, "R_p");
  expect_near(injection.node_rate, 2.4e10, 0.05, "R_N");
}

TEST(Injection, NineOfTenIntervalsHoldTheTruth) {
  int held = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Interval interval = fit_injection(pairs(2.4e10, 0.05, seed)).node_rate_interval;
    held += int{interval.low < 2.4e10 && 2.4e10 < interval.high};
    EXPECT_LT(interval.high / interval.low, 1.15);
  }
  EXPECT_GE(held, 31);
}

TEST(Injection, ALimitThatIsNotReachedIsNotInvented) {
  const Injection injection = fit_injection(pairs(no_limit, 0.05));
  EXPECT_EQ(injection.node_rate, no_limit);
  expect_near(injection.rank_rate, 1.2e10, 0.05, "R_p");
}

/// An all-to-all among 6 ranks per node.
std::vector<ExchangePoint> transposes(const ExchangeFit& truth, const std::vector<double>& nodes,
                                      double noise) {
  std::mt19937 random(13);
  std::normal_distribution<double> error(0, noise);
  std::vector<ExchangePoint> points;
  for (const double n : nodes)
    for (double s = 4; s <= 131072; s *= 2) {
      ExchangePoint point{6, n, 6 * n - 1, 6 * n - 6, s, 0};
      point.seconds = exchange_seconds(truth, point) * std::exp(error(random));
      points.push_back(point);
    }
  return points;
}

TEST(ExchangeFit, RecoversGapNodeRateAndExponent) {
  ExchangeFit truth;
  truth.alpha = 3.5e-5;
  truth.gap = 6.5e-7;
  truth.node_rate = 1.4e10;
  truth.node_exponent = 0.2;
  const ExchangeFit fit = fit_exchange(transposes(truth, {2, 4, 8}, 0.05));
  expect_near(fit.alpha, truth.alpha, 0.1, "alpha");
  expect_near(fit.gap, truth.gap, 0.15, "g");
  expect_near(fit.node_rate, truth.node_rate, 0.1, "R_N");
  EXPECT_NEAR(fit.node_exponent, truth.node_exponent, 0.06);
  EXPECT_EQ(fit.rank_rate, no_limit);
  EXPECT_LT(fit.gap_interval.low, truth.gap);
  EXPECT_GT(fit.gap_interval.high, truth.gap);
  ASSERT_TRUE(fit.heldout);
  EXPECT_LT(fit.heldout->median, 0.06);
  // And what it was not fitted to.
  for (const ExchangePoint& point : transposes(truth, {32}, 0))
    expect_near(exchange_seconds(fit, point), point.seconds, 0.15, "32 nodes");
}

TEST(LeastSquares, RefuseAStartWithoutResiduals) {
  const LeastSquares problem{
      [](const std::vector<double>& p) { return std::vector<double>{std::log(p[0])}; }, 1.5, 1,
      100};
  EXPECT_NEAR(minimise(problem, {1.5}).parameters[0], 1, 1e-6);
  EXPECT_THROW(minimise(problem, {-1}), thalweg::UsageError);
}

TEST(ExchangeFit, OneNodeHasNoExponent) {
  ExchangeFit truth;
  truth.alpha = 1e-6;
  truth.gap = 4e-7;
  truth.rank_rate = 6e9;
  std::vector<ExchangePoint> points;
  for (double s = 8; s <= 1e6; s *= 2)
    for (const double ranks : {2.0, 4.0}) {
      ExchangePoint point{ranks, 1, ranks - 1, ranks - 1, s, 0};
      point.seconds = exchange_seconds(truth, point);
      points.push_back(point);
    }
  const ExchangeFit fit = fit_exchange(points);
  EXPECT_EQ(fit.node_exponent, 0);
  for (const ExchangePoint& point : points)
    expect_near(exchange_seconds(fit, point), point.seconds, 0.02, "one node");
}

}  // namespace
