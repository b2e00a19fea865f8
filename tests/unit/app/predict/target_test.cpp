// SPDX-License-Identifier: Apache-2.0
// The machine that a case is predicted for, and whose rates it takes.
#include <gtest/gtest.h>

#include <string>

#include "app/predict/predict_case.hpp"
#include "base/error.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::app;
using namespace thalweg::simulation;

transport::Profile profile_of_abacus() {
  transport::Profile profile;
  profile.fingerprint = {{"processor", "abacus"}, {"cores", "4"}};
  profile.node.ranks = 4;
  profile.node.devices = 2;
  return profile;
}

/// As all cores of such a node measured them.
Rates rates_of_abacus() {
  Rates rates;
  rates.processor = "abacus";
  rates.cores = 4;
  return rates;
}

PredictOptions on_processors() {
  PredictOptions options;
  options.nodes = {1, 2};
  options.gpus_per_node = 0;
  return options;
}

TEST(Target, TakesRatesUnscaledFromTheSameProcessorsAlone) {
  const Target target = target_of(on_processors(), profile_of_abacus());
  EXPECT_EQ(target.ranks_per_node, 4);
  Rates rates = rates_of_abacus();
  EXPECT_TRUE(are_rates_of(target, rates));
  rates.on_devices = true;
  EXPECT_FALSE(are_rates_of(target, rates));
  rates = rates_of_abacus();
  rates.cores = 2;
  EXPECT_FALSE(are_rates_of(target, rates));
  PredictOptions options = on_processors();
  options.gpus_per_node = 2;
  EXPECT_FALSE(are_rates_of(target_of(options, profile_of_abacus()), rates_of_abacus()));
}

TEST(Target, RefusesMoreRanksThanCanBeCounted) {
  PredictOptions options = on_processors();
  options.nodes = {1, 10'000'000};
  options.ranks_per_node = 214;
  EXPECT_NO_THROW(target_of(options, profile_of_abacus()));
  options.ranks_per_node = 215;
  try {
    target_of(options, profile_of_abacus());
    FAIL() << "taken";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("--nodes 10000000 and --ranks-per-node 215"), std::string::npos) << text;
  }
}

}  // namespace
