// SPDX-License-Identifier: Apache-2.0
// All routes of one movement on this machine, measured in turn beside the one that is chosen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/array.hpp"
#include "transport/choose.hpp"
#include "transport/profile.hpp"

namespace thalweg::bench {

using namespace transport;

/// The q-quantile; 0 of nothing.
double quantile(std::vector<double> values, double q);

/// The ranks in a periodic box as square as it can be; a rank's neighbours in all 26 directions.
std::vector<int> halo_peers(const Communicator& comm);
std::vector<int> transpose_peers(const Communicator& comm);

/// One movement of one size, with its buffers: such memory as solvers have.
struct Case {
  using Buffer = exec::Array<std::byte, 1, exec::Space::host>;
  std::string movement;
  std::int64_t bytes;  // per destination
  Buffer send, receive;
  Plan plan;

  Case(const Communicator& comm, std::string kind, const std::vector<int>& peers,
       std::int64_t size);
};

struct Measured {
  Candidate candidate;
  std::unique_ptr<Carrier> carrier;
  std::vector<double> seconds;  // one per round
  double median() const { return quantile(seconds, 0.5); }
};

/// How much slower one route was than another in the same rounds.
struct Loss {
  double median = 0;
  Interval interval;  // 95 %
};

struct Outcome {
  std::string movement;
  std::int64_t bytes = 0;
  RouteChoice choice;
  std::vector<Measured> routes;
  Measured direct_again;

  const Measured& of(Route route) const;
  const Measured& chosen() const { return of(choice.route); }
  const Measured& best() const;
  Loss regret() const;
  Loss against_direct() const;
  Loss noise() const;
};

/// Collective: choose a route, then time all of them in so many rounds.
Outcome run_case(Case& c, int rounds);

}  // namespace thalweg::bench
