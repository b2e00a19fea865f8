// SPDX-License-Identifier: Apache-2.0
// The section [transport]: a route of all movements, and of a kind of them.
#include "simulation/setup/transport_options.hpp"

#include <gtest/gtest.h>

namespace thalweg::simulation {
namespace {

io::Case section(const std::string& text) {
  return io::Case::parse("[transport]\n" + text, "case.toml");
}

TEST(TransportOptions, AKindTakesTheRouteOfAllUnlessItHasItsOwn) {
  io::Case input = section("route = \"window\"\nroutes.cells = \"pairwise\"\n");
  const TransportOptions options = read_transport(input, {"populations", "cells"});
  EXPECT_FALSE(input.has_errors());
  EXPECT_EQ(options.route_of("populations"), "window");
  EXPECT_EQ(options.route_of("cells"), "pairwise");
}

TEST(TransportOptions, ARouteThatDoesNotExistIsAMistakeOfItsKey) {
  io::Case input = section("routes.cells = \"by hand\"\n");
  read_transport(input, {"cells"});
  EXPECT_TRUE(input.has_errors());
}

}  // namespace
}  // namespace thalweg::simulation
