// SPDX-License-Identifier: Apache-2.0
// Predictions of collectives on more nodes than were measured: of times made by a known law, and of
// those that the authors of Bienz et al. (2021) published for Summit.
#include "app/predict/collective_model.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>

#include "base/error.hpp"
#include "base/user_files.hpp"
#include "transport/model/fit.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::app;
using namespace thalweg::transport;

constexpr const char* published = "tests/data/transport/gpu_alltoall_published.csv";

/// An all-to-all of 6 ranks per node: latency, gap and injection with contention.
double law(int nodes, double bytes) {
  const double others = 6 * nodes - 1, off_node = 6 * nodes - 6;
  const double crowd = std::pow(nodes / 2.0, 0.1);
  return 3e-5 + 6e-7 * others + 6 * off_node * bytes * crowd / 1.4e10;
}

std::vector<CollectiveRow> made(const std::vector<int>& nodes, double noise) {
  std::mt19937 random(5);
  std::normal_distribution<double> error(0, noise);
  std::vector<CollectiveRow> rows;
  for (const int n : nodes)
    for (std::int64_t s = 4; s <= 131072; s *= 2)
      rows.push_back({"made", "alltoall", "direct", "library", n, s,
                      law(n, static_cast<double>(s)) * std::exp(error(random))});
  return rows;
}

PredictionErrors all_errors(const std::vector<CollectiveRow>& rows, const std::string& machine,
                            const std::vector<int>& nodes) {
  const auto errors = prediction_errors(predict_collectives(rows, machine, nodes), rows);
  return errors.empty() ? PredictionErrors() : errors.back();
}

TEST(CollectiveModel, ExtrapolatesAKnownLaw) {
  const auto exact = all_errors(made({2, 4, 8, 16, 32}, 0), "made", {16, 32});
  EXPECT_EQ(exact.count, 32);
  EXPECT_LT(exact.median, 0.06);
  EXPECT_LT(exact.p95, 0.15);
  const auto noisy = all_errors(made({2, 4, 8, 16, 32}, 0.06), "made", {16, 32});
  EXPECT_LT(noisy.median, 0.12);
  EXPECT_LT(noisy.p95, 0.35);
}

TEST(CollectiveModel, IntervalsHoldMostMeasurements) {
  const auto rows = made({2, 4, 8, 16}, 0.06);
  int inside = 0, all = 0;
  for (const CollectivePrediction& p : predict_collectives(rows, "made", {16})) {
    const double truth = law(16, static_cast<double>(p.row.bytes));
    inside += int{p.low < truth && truth < p.high};
    ++all;
    EXPECT_LT(p.high / p.low, 3);
  }
  EXPECT_GE(inside, all * 8 / 10);
}

TEST(CollectiveModel, PredictsSizesThatARouteLacks) {
  auto rows = made({2, 4, 8}, 0);
  const auto is_gone = [](const CollectiveRow& row) { return row.bytes == 1024 || row.bytes == 4; };
  std::vector<CollectiveRow> other;
  for (const CollectiveRow& row : rows)
    if (is_gone(row)) other.push_back(row);
  for (CollectiveRow& row : other) row.route = "staged";
  std::erase_if(rows, is_gone);
  rows.insert(rows.end(), other.begin(), other.end());
  int found = 0;
  for (const CollectivePrediction& p : predict_collectives(rows, "made", {16})) {
    if (p.row.route != "direct" || !is_gone(p.row)) continue;
    EXPECT_NEAR(p.row.seconds / law(16, static_cast<double>(p.row.bytes)), 1, 0.15);
    ++found;
  }
  EXPECT_EQ(found, 2);
}

/// Latency alone decides short messages, those without bytes too.
TEST(CollectiveModel, MessagesWithoutBytesArePredictedToo) {
  const auto law_of_waves = [](int nodes, std::int64_t bytes) {
    return 20e-6 + 1e-6 * (nodes - 1) * std::pow(nodes / 2.0, -0.6) +
           3e-10 * static_cast<double>(bytes) * (nodes - 1);
  };
  std::vector<CollectiveRow> rows;
  for (const int n : {2, 4, 8, 16})
    for (const std::int64_t s : {0, 1, 8, 64, 1024, 65536})
      rows.push_back({"made", "alltoall", "direct", "library", n, s, law_of_waves(n, s)});
  const auto with_none = predict_collectives(rows, "made", {64});
  std::erase_if(rows, [](const CollectiveRow& row) { return row.bytes == 0; });
  const auto without = predict_collectives(rows, "made", {64});
  for (const auto* predictions : {&with_none, &without})
    for (const CollectivePrediction& p : *predictions) {
      EXPECT_LT(p.low, law_of_waves(64, p.row.bytes)) << p.row.bytes;
      EXPECT_GT(p.high, law_of_waves(64, p.row.bytes)) << p.row.bytes;
    }
}

/// A library that sends nothing where there are no bytes is far faster then.
TEST(CollectiveModel, MessagesWithoutBytesTellNothingOfOthers) {
  auto rows = made({2, 4, 8}, 0.06);
  const auto before = predict_collectives(rows, "made", {16});
  for (const int n : {2, 4, 8})
    rows.push_back({"made", "alltoall", "direct", "library", n, 0, 1e-6});
  const auto after = predict_collectives(rows, "made", {16});
  ASSERT_EQ(after.size(), before.size() + 1);
  EXPECT_NEAR(after[0].row.seconds, 1e-6, 0.4e-6);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(after[i + 1].row.seconds, before[i].row.seconds) << before[i].row.bytes;
  // A route without such measurements has them as the next size.
  for (const int n : {2, 4, 8})
    rows.push_back({"made", "alltoall", "staged", "library", n, 4, law(n, 4)});
  for (const CollectivePrediction& p : predict_collectives(rows, "made", {16}))
    if (p.row.route == "staged" && p.row.bytes == 0) {
      EXPECT_NEAR(p.row.seconds / law(16, 0), 1, 0.2);
    }
}

void print(const std::vector<PredictionErrors>& errors) {
  for (const PredictionErrors& e : errors)
    std::printf("  %-10s %-11s %-8s %4d points: median %5.1f %%, p95 %5.1f %%, bias %+5.1f %%\n",
                e.operation.empty() ? "all" : e.operation.c_str(), e.route.c_str(),
                e.implementation.c_str(), e.count, 100 * e.median, 100 * e.p95, 100 * e.bias);
}

TEST(PublishedCollectives, EightNodesFollowFromTwoAndFour) {
  auto rows = read_collectives(published);
  const auto predictions = predict_collectives(rows, "summit", {8});
  const auto errors = prediction_errors(predictions, rows);
  print(errors);
  for (const PredictionErrors& e : errors) {
    EXPECT_LE(e.median, 0.20) << e.operation << " " << e.route;
    EXPECT_LE(e.p95, 0.50) << e.operation << " " << e.route;
  }
  EXPECT_LE(errors.back().median, 0.08);
  for (const Regret& r : regret(predictions, rows)) {
    std::printf("  %-10s %d nodes: %d choices, %d right, regret mean %.1f %%, worst %.1f %% "
                "(without a trial %.1f %%)\n",
                r.operation.c_str(), r.nodes, r.choices, r.right, 100 * r.mean, 100 * r.worst,
                100 * r.mean_without_trial);
    EXPECT_LE(r.mean, 0.05);
    EXPECT_LE(r.worst, 0.3);
  }
}

TEST(PublishedCollectives, NineOfTenLieInTheirIntervals) {
  const auto rows = read_collectives(published);
  int inside = 0, all = 0;
  for (const CollectivePrediction& p : predict_collectives(rows, "summit", {8}))
    for (const CollectiveRow& row : rows) {
      const bool same = row.machine == "summit" && row.operation == p.row.operation &&
                        row.route == p.row.route && row.nodes == p.row.nodes &&
                        row.implementation == p.row.implementation && row.bytes == p.row.bytes;
      if (!same) continue;
      ++all;
      inside += int{p.low < row.seconds && row.seconds < p.high};
    }
  EXPECT_EQ(all, 154);
  EXPECT_GE(inside, all * 82 / 100);
  EXPECT_LE(inside, all * 98 / 100);
}

TEST(PublishedCollectives, OneNumberOfNodesTellsTheNext) {
  const auto rows = read_collectives(published);
  std::vector<CollectiveRow> four_and_eight;
  for (const CollectiveRow& row : rows)
    if (row.nodes != 2) four_and_eight.push_back(row);
  const PredictionErrors errors = all_errors(four_and_eight, "summit", {8});
  EXPECT_LE(errors.median, 0.20);
  EXPECT_LE(errors.p95, 0.50);
}

/// Of one operation and the faster of its implementations, the paper's figure 6.
std::vector<ExchangePoint> alltoallv(const std::string& route) {
  std::map<std::pair<int, std::int64_t>, double> best;
  for (const CollectiveRow& row : read_collectives(published)) {
    if (row.machine != "summit" || row.operation != "alltoallv" || row.route != route) continue;
    double& seconds = best.try_emplace({row.nodes, row.bytes}, row.seconds).first->second;
    seconds = std::min(seconds, row.seconds);
  }
  std::vector<ExchangePoint> points;
  for (const auto& [key, seconds] : best)
    points.push_back({6, double(key.first), 6.0 * key.first - 1, 6.0 * key.first - 6,
                      double(key.second), seconds});
  return points;
}

TEST(PublishedCollectives, GapAndInjectionOfSummit) {
  for (const char* route : {"cuda-aware", "3-step"}) {
    const ExchangeFit fit = fit_exchange(alltoallv(route));
    std::printf("  alltoallv %-10s: alpha %.0f us, g %.2f us, R_N %.1f GB/s, k %.2f; held-out "
                "sizes: median %.0f %%, p95 %.0f %%\n",
                route, 1e6 * fit.alpha, 1e6 * fit.gap, 1e-9 * fit.node_rate, fit.node_exponent,
                100 * fit.heldout->median, 100 * fit.heldout->p95);
    // A sixth of what blocking ping-pong finds for device buffers (4.96 us, table I).
    EXPECT_GT(fit.gap, 0.4e-6);
    EXPECT_LT(fit.gap, 1.2e-6);
    // Below the 25 GB/s of the two network ports.
    EXPECT_GT(fit.node_rate, 10e9);
    EXPECT_LT(fit.node_rate, 20e9);
    EXPECT_LT(std::abs(fit.node_exponent), 0.2);
    EXPECT_LT(fit.heldout->median, 0.2);
  }
}

/// The refusal of a table's text.
std::string refusal(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("thalweg-table-" + std::to_string(getpid()) + ".csv");
  write_whole(file, text);
  std::string message;
  try {
    const auto rows = read_collectives(file);
    message = "rows: " + std::to_string(rows.size());
  } catch (const InputError& error) {
    message = error.what();
  }
  std::filesystem::remove(file);
  return message;
}

constexpr const char* header = "machine,operation,nodes,route,implementation,bytes,seconds\n";

TEST(CollectiveTable, AllMistakesAreReportedWithTheirLines) {
  const std::string text =
      refusal(std::string("# a comment\n") + header + "m,a,2,r,i,8,1e-5\nm,a,0,r,i,8,1e-5\n" +
              "m,a,2,r,i,-8,1e-5\nm,a,2,r,i,8,soon\nm,a,2\n");
  EXPECT_NE(text.find(".csv:4  nodes = 0"), std::string::npos) << text;
  EXPECT_NE(text.find(".csv:5  bytes = -8"), std::string::npos) << text;
  EXPECT_NE(text.find(".csv:6  seconds = soon"), std::string::npos) << text;
  EXPECT_NE(text.find(".csv:7  row = m,a,2"), std::string::npos) << text;
}

TEST(CollectiveTable, ColumnsMayStandInAnyOrderAndValidMayBeMissing) {
  EXPECT_EQ(refusal("seconds,bytes,machine,route,nodes,operation,note,implementation\r\n"
                    "1e-5,8,m,r,2,a,hm,i\r\ninf,8,m,r,4,a,hm,i\r\n"),
            "rows: 1");
  EXPECT_EQ(refusal(std::string(header) + "m,a,4,r,i,8,nan\n m , a,2,r,i , 8,\t1e-5 \n"),
            "rows: 1");
  const std::string text = refusal("machine,operation,node,route,implementation,bytes,seconds\n");
  EXPECT_NE(text.find("the column \"nodes\" is missing. Did you mean \"node\"?"), std::string::npos)
      << text;
  EXPECT_NE(refusal("").find("columns' names"), std::string::npos);
}

TEST(CollectiveTable, UnknownMachinesAndEmptyRemaindersAreRefused) {
  const auto rows = made({2, 4}, 0);
  EXPECT_THROW(predict_collectives(rows, "maid", {8}), InputError);
  EXPECT_THROW(predict_collectives(rows, "made", {2, 4}), InputError);
  try {
    predict_collectives({}, "made", {8});
    FAIL() << "predicted from nothing";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no measured row"), std::string::npos) << error.what();
  }
}

}  // namespace
