// SPDX-License-Identifier: Apache-2.0
// The ways that a transpose's messages may travel, and how one is chosen. A new route is a name
// here and a class in transpose.cpp.
#pragma once

#include <string>
#include <vector>

namespace thalweg::transport {

/// direct: packed nonblocking messages between all pairs. alltoallv: the library's collective.
enum class Route { direct, alltoallv };

/// A route and the reason for it, as reports show them.
struct RouteChoice {
  Route route = Route::direct;
  std::string why;
};

/// Names that choose_route takes: auto, direct, alltoallv.
const std::vector<std::string>& route_names();
std::string name_of(Route route);
/// The route that a case asks for; for "auto" the default. Throws UsageError for another name.
RouteChoice choose_route(const std::string& name);

}  // namespace thalweg::transport
