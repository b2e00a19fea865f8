// SPDX-License-Identifier: Apache-2.0
#include "transport/route.hpp"

#include "base/error.hpp"

namespace thalweg::transport {

const std::vector<std::string>& route_names() {
  static const std::vector<std::string> names{"auto", "direct", "alltoallv"};
  return names;
}

std::string name_of(Route route) { return route == Route::direct ? "direct" : "alltoallv"; }

RouteChoice choose_route(const std::string& name) {
  if (name == "auto") return {Route::direct, "default: pairs start as soon as their part is ready"};
  if (name == "alltoallv") return {Route::alltoallv, "asked for by the case"};
  TW_CHECK(name == "direct", "no route is called '" + name + "'");
  return {Route::direct, "asked for by the case"};
}

}  // namespace thalweg::transport
