// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/route.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"

namespace thalweg::transport {

namespace {

constexpr std::array<std::pair<const char*, Route>, 13> routes{{
    {"direct", Route::direct},
    {"staged", Route::staged},
    {"pairwise", Route::pairwise},
    {"alltoall", Route::alltoall},
    {"alltoallv", Route::alltoallv},
    {"neighbour", Route::neighbour},
    {"two-step", Route::two_step},
    {"three-step", Route::three_step},
    {"spread", Route::spread},
    {"window", Route::window},
    {"shared", Route::shared},
    {"in-place", Route::in_place},
    {"datatype", Route::datatype},
}};

}  // namespace

const std::vector<std::string>& route_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list{"auto"};
    for (const auto& [name, route] : routes) list.emplace_back(name);
    return list;
  }();
  return names;
}

std::string name_of(Route route) {
  const auto found = std::find_if(routes.begin(), routes.end(),
                                  [&](const auto& entry) { return entry.second == route; });
  return found->first;
}

Route route_of(const std::string& name) {
  const auto found = std::find_if(routes.begin(), routes.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  TW_CHECK(found != routes.end(), "no route is called '" + name + "'");
  return found->second;
}

}  // namespace thalweg::transport
