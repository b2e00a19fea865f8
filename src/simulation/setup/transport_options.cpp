// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/transport_options.hpp"

#include <algorithm>
#include <filesystem>

#include "transport/routes/route.hpp"

namespace thalweg::simulation {

int TransportOptions::chunks_of(int extent, int wanted) const {
  if (!overlap) return 1;
  return std::max(1, std::min(chunks > 0 ? chunks : wanted, extent));
}

const std::string& TransportOptions::route_of(const std::string& kind) const {
  const auto own = routes.find(kind);
  return own == routes.end() ? route : own->second;
}

TransportOptions read_transport(io::Case& input, const std::vector<std::string>& kinds) {
  TransportOptions options;
  options.route = input.choice("transport.route", transport::route_names(), options.route);
  for (const std::string& kind : kinds)
    if (const std::string key = "transport.routes." + kind; input.has(key))
      options.routes[kind] = input.choice(key, transport::route_names(), std::nullopt);
  options.chunks = static_cast<int>(input.integer(
      "transport.chunks", {.default_value = 0,
                           .minimum = 0,
                           .maximum = 1024,
                           .meaning = "parts that each transpose is cut into; 0: chosen"}));
  options.overlap = input.boolean("transport.overlap", options.overlap,
                                  "whether messages travel behind the work");
  options.profile = input.text("transport.profile", options.profile,
                               "measurements of this machine: auto, none, a file or a name");
  // Shipped profiles have names; files lie in the case's folder, or where the program was started.
  if (options.profile != "auto" && options.profile != "none")
    if (const auto file = input.folder() / options.profile; std::filesystem::is_regular_file(file))
      options.profile = file.string();
  options.patience =
      input.number("transport.patience", {.default_value = options.patience,
                                          .minimum = 1,
                                          .meaning = "wait for a rank that does not answer",
                                          .unit = "s"});
  options.device_trial = input.number(
      "transport.device_trial",
      {.default_value = options.device_trial,
       .minimum = 0,
       .maximum = 3600,
       .meaning = "longest trial whether MPI takes device memory; 0: not tried, not used",
       .unit = "s"});
  return options;
}

}  // namespace thalweg::simulation
