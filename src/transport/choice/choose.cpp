// SPDX-License-Identifier: Apache-2.0
#include "transport/choice/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/choice/spare_memory.hpp"
#include "transport/choice/trial.hpp"
#include "transport/comm/group.hpp"
#include "transport/routes/carriers/vicinity.hpp"
#include "transport/routes/itinerary.hpp"

namespace thalweg::transport {

namespace {

/// What is the same for movements of one shape.
std::string shape_of(const Plan& plan) {
  double bytes = 0;
  for (const Chunk& chunk : plan.chunks)
    for (const Message& m : chunk.sends) bytes += static_cast<double>(m.bytes);
  const auto octave = [&](double of_rank) {
    const double most = plan.comm.max(of_rank);
    return most > 0 ? std::lround(std::log2(most)) : -1;
  };
  std::string shape =
      fmt::format("{}{}{}, {} ranks, {} nodes, {} chunks, 2^{} bytes", plan.movement,
                  plan.in_place ? " in place" : "", plan.device ? " between devices" : "",
                  plan.comm.size(), plan.comm.nodes().nodes(), plan.chunks.size(), octave(bytes));
  if (plan.packing) shape += fmt::format(" in runs of 2^{} bytes", octave(plan.packing->run_bytes));
  return shape;
}

/// By group and shape: ranks of one group may share another with ranks that know less.
using ChoiceKey = std::pair<std::vector<int>, std::string>;

std::map<ChoiceKey, RouteChoice>& remembered() {
  static std::map<ChoiceKey, RouteChoice> choices;
  return choices;
}

std::vector<Candidate> candidates_of(const Plan& plan) {
  std::vector<Candidate> list;
  for (const Possibility& p : possible_routes(plan)) list.push_back({p.route, p.why_not, 0, 0});
  return list;
}

/// Collective: leaves out routes whose own buffers do not fit into the memory that is spare. The
/// usual route has none, so however many are compared with it, one at a time takes spare memory.
void leave_out_large(const Plan& plan, double spare, std::vector<Candidate>& candidates) {
  for (Candidate& c : candidates) {
    if (!c.why_not.empty()) continue;
    if (const double bytes = own_bytes(c.route, plan); bytes > spare)
      c.why_not = fmt::format("its own buffers would take {:.3g} GB, and {:.3g} GB are spare",
                              bytes / 1e9, std::max(0.0, spare) / 1e9);
  }
}

/// Collective: whether that holds of what was chosen before for another movement.
bool still_fits(const RouteChoice& choice, Plan plan, double spare) {
  plan.beyond = choice.beyond;
  return own_bytes(choice.route, plan) <= spare;
}

RouteChoice as_asked(const std::string& asked, const Plan& plan) {
  const Route route = route_of(asked);
  RouteChoice choice{route, "asked for by the case", candidates_of(plan)};
  for (const Candidate& c : choice.candidates)
    if (c.route == route && !c.why_not.empty())
      throw InputError(fmt::format(
          "the route \"{}\" that the case asks for (transport.route, transport.routes) is not "
          "possible for the movement \"{}\": {}. Take \"auto\" or another route "
          "(docs/transport.md). Nothing was run.",
          asked, plan.name, c.why_not));
  return choice;
}

/// Whether a route that nothing is known of is worth the memory of a trial: those that copy what
/// they send lose to the library's single copy where messages are large.
bool may_win(Route route, double largest_message) {
  if (route == Route::alltoall) return largest_message <= 32 << 10;
  if (route == Route::window) return largest_message <= 256 << 10;
  return true;
}

/// Which candidates are worth a trial. With a price: all that the errors of the model leave in the
/// running, and these errors are large where a machine has changed since it was probed. Without a
/// price: all that may win. And always direct messages, so that no choice is worse than the
/// default.
std::vector<Route> worth_trying(Route usual, const std::vector<Candidate>& candidates,
                                double largest_message) {
  constexpr double in_the_running = 10;  // times the best price
  std::vector<const Candidate*> priced;
  std::vector<Route> routes;
  for (const Candidate& c : candidates) {
    if (!c.why_not.empty()) continue;
    if (c.predicted_seconds > 0)
      priced.push_back(&c);
    else if (may_win(c.route, largest_message))
      routes.push_back(c.route);
  }
  double best = std::numeric_limits<double>::max();
  for (const Candidate* c : priced) best = std::min(best, c->predicted_seconds);
  for (const Candidate* c : priced)
    if (c->predicted_seconds < in_the_running * best) routes.push_back(c->route);
  if (std::find(routes.begin(), routes.end(), usual) == routes.end()) routes.push_back(usual);
  return routes;
}

void try_candidate(const Plan& plan, Candidate& candidate, double& best) {
  candidate.tried_seconds = try_route(candidate.route, plan, best);
  best = std::min(best, candidate.tried_seconds);
}

RouteChoice choose_by_trial(const Plan& plan, std::vector<Candidate> candidates) {
  double largest = 0;
  for (const Chunk& chunk : plan.chunks)
    for (const Message& m : chunk.sends) largest = std::max(largest, static_cast<double>(m.bytes));
  const std::vector<Route> routes =
      worth_trying(plan.usual_route(), candidates, plan.comm.max(largest));
  double best = std::numeric_limits<double>::max();
  for (Candidate& c : candidates) {
    if (std::find(routes.begin(), routes.end(), c.route) == routes.end()) continue;
    try_candidate(plan, c, best);
  }
  const std::vector<Comparison> compared = compare_finalists(plan, candidates, best);
  return best_compared(plan.usual_route(), std::move(candidates), compared);
}

/// Where the ranks of a node work on the same memory, only what leaves it has a choice of routes.
RouteChoice choose_in_place(Plan plan) {
  RouteChoice choice;
  if (plan.comm.nodes().nodes() > 1) {
    choice = choose_route("auto", carriers::beyond_the_node(plan));
    choice.beyond = choice.route;
    choice.why = fmt::format("within nodes nothing has to move; between them {}: {}",
                             name_of(choice.beyond), choice.why);
  } else {
    Plan messages = plan;  // what the case could ask for instead, and its price
    messages.in_place = false;
    choice.candidates = candidates_of(messages);
    predict_routes(messages, choice.candidates);
    choice.why = "one node: nothing has to move";
  }
  choice.route = Route::in_place;
  plan.beyond = choice.beyond;
  double best = std::numeric_limits<double>::max();
  for (Candidate& c : choice.candidates) {
    if (c.route != Route::in_place) continue;
    std::vector<Candidate> alone{{c.route, "", 0, 0}};
    predict_routes(plan, alone);
    c = alone.front();
    try_candidate(plan, c, best);
  }
  return choice;
}

/// Collective: the trial of movements of this shape that the first rank knows of, its route empty
/// where there is none. Other ranks may know another, from other groups.
Trial trial_known(const Communicator& comm, const std::string& shape) {
  Trial trial;
  if (const Profile* profile = profile_in_use(); comm.is_root() && profile)
    for (const Trial& t : profile->trials)
      if (t.movement == shape) trial = t;
  trial.route = comm.broadcast(trial.route);
  comm.broadcast(std::span(&trial.seconds, 1));
  return trial;
}

/// What an earlier run found for movements of this shape, if that route is still possible and about
/// as fast as it was then.
std::optional<RouteChoice> from_profile(const Plan& plan, const std::string& shape,
                                        std::vector<Candidate>& candidates) {
  constexpr double drifted = 2;
  const Trial trial = trial_known(plan.comm, shape);
  double best = std::numeric_limits<double>::max();
  for (Candidate& c : candidates) {
    if (trial.route != name_of(c.route) || !c.why_not.empty()) continue;
    try_candidate(plan, c, best);
    if (c.tried_seconds > drifted * trial.seconds) return std::nullopt;
    return RouteChoice{c.route, "an earlier trial, kept in the profile", candidates};
  }
  return std::nullopt;
}

}  // namespace

namespace {

double of_chosen(const RouteChoice& choice, double Candidate::*seconds) {
  for (const Candidate& c : choice.candidates)
    if (c.route == choice.route) return c.*seconds;
  return 0;
}

}  // namespace

double RouteChoice::predicted_seconds() const {
  return of_chosen(*this, &Candidate::predicted_seconds);
}
double RouteChoice::tried_seconds() const { return of_chosen(*this, &Candidate::tried_seconds); }

void forget_choices() { remembered().clear(); }

RouteChoice choose_route(const std::string& asked, const Plan& plan) {
  if (asked != "auto") return as_asked(asked, plan);
  if (plan.comm.size() == 1) return {Route::direct, "one rank: nothing to send", {}};
  const std::string shape = shape_of(plan);
  const ChoiceKey key(group_of(plan.comm), shape);
  const double spare = plan.comm.min(spare_memory());
  const auto known = remembered().find(key);
  if (known != remembered().end() && still_fits(known->second, plan, spare)) return known->second;
  if (plan.in_place) return remembered()[key] = choose_in_place(plan);
  std::vector<Candidate> candidates = candidates_of(plan);
  leave_out_large(plan, spare, candidates);
  predict_routes(plan, candidates);
  std::optional<RouteChoice> choice = from_profile(plan, shape, candidates);
  if (!choice) {
    choice = choose_by_trial(plan, std::move(candidates));
    remember_trial(plan.comm, {shape, name_of(choice->route), choice->tried_seconds()});
  }
  return remembered()[key] = *choice;
}

}  // namespace thalweg::transport
