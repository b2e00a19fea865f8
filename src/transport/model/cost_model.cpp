// SPDX-License-Identifier: Apache-2.0
#include "transport/model/cost_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "transport/model/fit.hpp"
#include "transport/routes/route.hpp"

namespace thalweg::transport {

namespace {

/// An interval that holds what a fit got wrong on sizes that it did not see.
Estimate with_errors(double seconds, const std::optional<HeldOut>& heldout, const char* basis) {
  const double factor = 1 + (heldout ? heldout->p95 : 0.5);
  return {seconds, seconds / factor, seconds * factor, basis};
}

double interpolated(const std::vector<std::int64_t>& bytes, const std::vector<Quantiles>& seconds,
                    double (*value)(const Quantiles&), double size) {
  const auto above =
      std::lower_bound(bytes.begin(), bytes.end(), size,
                       [](std::int64_t b, double s) { return static_cast<double>(b) < s; });
  const auto j = static_cast<std::size_t>(above - bytes.begin());
  if (j == 0 || static_cast<double>(bytes[j]) == size) return value(seconds[j]);
  // Sizes may be zero, so log(1 + s).
  const double low = std::log1p(static_cast<double>(bytes[j - 1]));
  const double high = std::log1p(static_cast<double>(bytes[j]));
  const double fraction = (std::log1p(size) - low) / (high - low);
  return std::pow(value(seconds[j - 1]), 1 - fraction) * std::pow(value(seconds[j]), fraction);
}

double least_likely(const Quantiles& q) { return std::min(q.p10, typical_seconds(q)); }
double most_likely(const Quantiles& q) { return std::max(q.p90, typical_seconds(q)); }

bool inside(const std::vector<std::int64_t>& bytes, double size) {
  return !bytes.empty() && size >= static_cast<double>(bytes.front()) &&
         size <= static_cast<double>(bytes.back());
}

Estimate interpolated(const std::vector<std::int64_t>& bytes, const std::vector<Quantiles>& seconds,
                      double size) {
  return {interpolated(bytes, seconds, typical_seconds, size),
          interpolated(bytes, seconds, least_likely, size),
          interpolated(bytes, seconds, most_likely, size), "interpolated"};
}

/// Where one protocol ends and the next begins, between the sizes that were seen of them: the
/// limits of libraries are powers of two, and the limit itself goes by the next protocol.
double switch_size(const Segment& before, const Segment& after) {
  const auto last = static_cast<double>(before.to_bytes);
  const auto first = static_cast<double>(after.from_bytes);
  const double power = std::exp2(std::floor(std::log2(std::max(1.0, first))));
  return power > last ? power : std::sqrt(last * first);
}

const Segment& segment_at(const std::vector<Segment>& segments, double size) {
  std::size_t i = 0;
  while (i + 1 < segments.size() && size >= switch_size(segments[i], segments[i + 1])) ++i;
  return segments[i];
}

/// Between two measurements of different protocols: that of the size itself, scaled to the
/// neighbour that it shares with it.
std::optional<Estimate> across_a_switch(const Path& path, double size) {
  const auto above =
      std::lower_bound(path.bytes.begin(), path.bytes.end(), size,
                       [](std::int64_t b, double s) { return static_cast<double>(b) < s; });
  if (path.segments.size() < 2 || above == path.bytes.begin()) return std::nullopt;
  const auto right = static_cast<std::size_t>(above - path.bytes.begin()), left = right - 1;
  const auto bytes = [&](std::size_t i) { return static_cast<double>(path.bytes[i]); };
  const Segment& own = segment_at(path.segments, size);
  const bool of_left = &own == &segment_at(path.segments, bytes(left));
  const bool of_right = &own == &segment_at(path.segments, bytes(right));
  if (of_left == of_right) return std::nullopt;
  const std::size_t near = of_left ? left : right;
  const double scale = (own.alpha + own.beta * size) / (own.alpha + own.beta * bytes(near));
  const Quantiles& q = path.seconds[near];
  return Estimate{typical_seconds(q) * scale, least_likely(q) * scale, most_likely(q) * scale,
                  "interpolated"};
}

struct Sums {
  double messages = 0, bytes = 0, off_node_messages = 0, off_node_bytes = 0;
};

Sums sums_of(std::span<const Load> loads) {
  Sums sums;
  for (const Load& load : loads) {
    if (load.locality == Locality::self) continue;
    sums.messages += static_cast<double>(load.messages);
    sums.bytes += static_cast<double>(load.bytes);
    if (load.locality != Locality::network) continue;
    sums.off_node_messages += static_cast<double>(load.messages);
    sums.off_node_bytes += static_cast<double>(load.bytes);
  }
  return sums;
}

bool is_of(const Exchange& exchange, const Traffic& traffic) {
  return exchange.movement == traffic.movement && exchange.route == traffic.route &&
         exchange.implementation == traffic.implementation;
}

/// The busiest rank decides where all ranks of all nodes were measured together.
Sums busiest(const Traffic& traffic) {
  Sums most;
  for (const auto& loads : traffic.ranks) {
    const Sums sums = sums_of(loads);
    if (sums.bytes >= most.bytes && sums.messages >= most.messages) most = sums;
  }
  return most;
}

std::optional<Estimate> measured(const Profile& profile, const Traffic& traffic) {
  const Sums sums = busiest(traffic);
  if (sums.messages == 0) return std::nullopt;
  const double size = traffic.in_place && sums.off_node_messages > 0
                          ? sums.off_node_bytes / sums.off_node_messages
                          : sums.bytes / sums.messages;
  for (const Exchange& exchange : profile.exchanges) {
    const bool same =
        is_of(exchange, traffic) && exchange.nodes == traffic.nodes &&
        exchange.ranks == traffic.ranks_per_node * traffic.nodes - traffic.empty_places;
    if (!same || !inside(exchange.bytes, size)) continue;
    if (points_of(exchange).front().messages != sums.messages) continue;
    return interpolated(exchange.bytes, exchange.seconds, size);
  }
  return std::nullopt;
}

/// Eq. 5 with the loads as they are: the slowest rank of the slowest node.
double fitted_seconds(const ExchangeFit& fit, const Traffic& traffic) {
  const auto per_node = static_cast<std::size_t>(std::max(1, traffic.ranks_per_node));
  double longest = 0;
  for (std::size_t first = 0; first < traffic.ranks.size(); first += per_node) {
    double node_bytes = 0, messages = 0, rank_bytes = 0;
    for (std::size_t r = first; r < std::min(first + per_node, traffic.ranks.size()); ++r) {
      const Sums sums = sums_of(traffic.ranks[r]);
      node_bytes += traffic.nodes > 1 ? sums.off_node_bytes : sums.bytes;
      messages = std::max(messages, sums.messages);
      rank_bytes = std::max(rank_bytes, sums.bytes);
    }
    if (messages == 0) continue;
    const double crowd = node_crowding(fit, traffic.nodes);
    longest = std::max(
        longest, fit.alpha + fit.gap * (messages - 1) +
                     std::max(rank_bytes / fit.rank_rate, node_bytes * crowd / fit.node_rate));
  }
  return longest;
}

std::optional<Estimate> fitted(const Profile& profile, const Traffic& traffic) {
  for (const Exchange& exchange : profile.exchanges)
    if (is_of(exchange, traffic) && exchange.fit && (exchange.nodes > 1) == (traffic.nodes > 1))
      return with_errors(fitted_seconds(*exchange.fit, traffic), exchange.fit->heldout, "fitted");
  return std::nullopt;
}

double gap_of(const Profile& profile, Locality locality, Memory memory) {
  for (const Gap& gap : profile.gap)
    if (gap.locality == locality && gap.memory == memory) return gap.seconds;
  return 0;
}

Injection injection_of(const Profile& profile, Memory memory) {
  for (const Injection& injection : profile.injection)
    if (injection.locality == Locality::network && injection.memory == memory) return injection;
  return {};
}

/// One rank's messages of one locality (eq. 6): the first takes the path's time; each further one
/// the gap or, if that is longer, the time that its bytes take.
double composed_seconds(const Profile& profile, const Load& load, Memory memory) {
  if (load.messages == 0) return 0;
  const Path* path = find_path(profile, load.locality, memory, memory);
  if (!path)
    throw InputError(fmt::format("the profile has no path from {0} to {0} memory over \"{1}\"; "
                                 "measure it with `thalweg probe`",
                                 name_of(memory), name_of(load.locality)));
  const auto count = static_cast<double>(load.messages);
  const double one = seconds_of(*path, static_cast<double>(load.bytes) / count).seconds;
  const double latency = seconds_of(*path, 0).seconds;
  const double gap = gap_of(profile, load.locality, memory);
  return one + (count - 1) * std::max(gap, one - latency);
}

/// In place, nothing moves within a node: what is left is a word per message, and what goes beyond.
Traffic words_within_nodes(Traffic traffic) {
  constexpr std::int64_t word = 8;
  for (auto& loads : traffic.ranks)
    for (Load& load : loads)
      if (load.locality != Locality::network) load.bytes = word * load.messages;
  return traffic;
}

}  // namespace

Estimate seconds_of(const Path& path, double bytes) {
  if (inside(path.bytes, bytes)) {
    const auto estimate = across_a_switch(path, bytes);
    return estimate ? *estimate : interpolated(path.bytes, path.seconds, bytes);
  }
  if (!path.segments.empty()) {
    const Segment& segment = segment_at(path.segments, bytes);
    return with_errors(segment.alpha + segment.beta * bytes, path.heldout, "fitted");
  }
  TW_CHECK(!path.bytes.empty(), "the path " + path.name + " has neither points nor segments");
  return interpolated(path.bytes, path.seconds,
                      std::clamp(bytes, static_cast<double>(path.bytes.front()),
                                 static_cast<double>(path.bytes.back())));
}

const Path* find_path(const Profile& profile, Locality locality, Memory from, Memory to,
                      int processes) {
  const Path* best = nullptr;
  const auto distance = [&](const Path& path) {
    return std::abs(std::log(static_cast<double>(path.processes) / processes));
  };
  for (const Path& path : profile.paths) {
    if (path.locality != locality || path.from != from || path.to != to) continue;
    if (!best || distance(path) < distance(*best)) best = &path;
  }
  return best;
}

Estimate composed_exchange(const Profile& profile, const Traffic& traffic) {
  const auto per_node = static_cast<std::size_t>(std::max(1, traffic.ranks_per_node));
  const Injection injection = injection_of(profile, traffic.memory);
  double longest = 0;
  for (std::size_t first = 0; first < traffic.ranks.size(); first += per_node) {
    double node_bytes = 0;
    for (std::size_t r = first; r < std::min(first + per_node, traffic.ranks.size()); ++r) {
      double rank_seconds = 0;
      for (const Load& load : traffic.ranks[r])
        if (load.locality != Locality::self)
          rank_seconds += composed_seconds(profile, load, traffic.memory);
      longest = std::max(longest, rank_seconds);
      node_bytes += sums_of(traffic.ranks[r]).off_node_bytes;
    }
    longest = std::max(longest, injection.alpha + node_bytes / injection.node_rate);
  }
  // Pairs alone do not tell what all ranks together do: measured all-to-alls take up to twice as
  // long.
  return {longest, longest / 2, longest * 2, "composed"};
}

Estimate exchange_seconds(const Profile& profile, const Traffic& asked) {
  const bool all_in_place = asked.route == name_of(Route::in_place);
  Traffic traffic = all_in_place || asked.in_place ? words_within_nodes(asked) : asked;
  if (all_in_place) traffic.route = name_of(Route::window);  // words travel as these do
  if (const auto estimate = measured(profile, traffic)) return *estimate;
  if (const auto estimate = fitted(profile, traffic)) return *estimate;
  return composed_exchange(profile, traffic);
}

}  // namespace thalweg::transport
