// SPDX-License-Identifier: Apache-2.0
// Profiles as JSON (docs/howto/profiles.md): writing.
#include <fmt/format.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

#include "transport/profile/profile.hpp"
#include "transport/profile/profile_json.hpp"

namespace thalweg::transport {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr auto no_throw = json::error_handler_t::replace;  // for text that is not UTF-8

std::string xxhash(const std::string& text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

/// JSON has no infinity: a limit that was never reached is null.
ordered_json limit_json(double rate) {
  return rate == no_limit ? ordered_json(nullptr) : ordered_json(rate);
}

ordered_json interval_json(const Interval& interval) {
  return ordered_json::array({interval.low, interval.high});
}

ordered_json quantiles_json(const std::vector<Quantiles>& seconds) {
  ordered_json result{{"min", ordered_json::array()},
                      {"p10", ordered_json::array()},
                      {"median", ordered_json::array()},
                      {"p90", ordered_json::array()},
                      {"n", ordered_json::array()}};
  for (const Quantiles& q : seconds) {
    result["min"].push_back(q.min);
    result["p10"].push_back(q.p10);
    result["median"].push_back(q.median);
    result["p90"].push_back(q.p90);
    result["n"].push_back(q.n);
  }
  return result;
}

ordered_json heldout_json(const std::optional<HeldOut>& heldout) {
  if (!heldout) return nullptr;
  return {{"median", heldout->median}, {"p95", heldout->p95}};
}

ordered_json segment_json(const Segment& segment) {
  return {{"from_bytes", segment.from_bytes},
          {"to_bytes", segment.to_bytes},
          {"alpha", segment.alpha},
          {"beta", segment.beta},
          {"alpha_interval", interval_json(segment.alpha_interval)},
          {"beta_interval", interval_json(segment.beta_interval)}};
}

template <typename Item>
ordered_json list_json(const std::vector<Item>& items, ordered_json (*item_json)(const Item&)) {
  ordered_json list = ordered_json::array();
  for (const Item& item : items) list.push_back(item_json(item));
  return list;
}

ordered_json path_json(const Path& path) {
  return {{"name", path.name},
          {"locality", name_of(path.locality)},
          {"memory", {name_of(path.from), name_of(path.to)}},
          {"processes", path.processes},
          {"bytes", path.bytes},
          {"seconds", quantiles_json(path.seconds)},
          {"segments", list_json(path.segments, segment_json)},
          {"heldout", heldout_json(path.heldout)},
          {"source", path.source}};
}

ordered_json injection_json(const Injection& injection) {
  return {{"locality", name_of(injection.locality)},
          {"memory", name_of(injection.memory)},
          {"alpha", injection.alpha},
          {"rank_rate", limit_json(injection.rank_rate)},
          {"node_rate", limit_json(injection.node_rate)},
          {"rank_rate_interval", interval_json(injection.rank_rate_interval)},
          {"node_rate_interval", interval_json(injection.node_rate_interval)},
          {"source", injection.source}};
}

ordered_json gap_json(const Gap& gap) {
  return {{"locality", name_of(gap.locality)},
          {"memory", name_of(gap.memory)},
          {"seconds", gap.seconds},
          {"interval", interval_json(gap.interval)},
          {"source", gap.source}};
}

ordered_json fit_json(const std::optional<ExchangeFit>& fit) {
  if (!fit) return nullptr;
  return {{"alpha", fit->alpha},
          {"gap", fit->gap},
          {"rank_rate", limit_json(fit->rank_rate)},
          {"node_rate", limit_json(fit->node_rate)},
          {"node_exponent", fit->node_exponent},
          {"gap_interval", interval_json(fit->gap_interval)},
          {"node_rate_interval", interval_json(fit->node_rate_interval)},
          {"heldout", heldout_json(fit->heldout)}};
}

ordered_json exchange_json(const Exchange& exchange) {
  return {{"movement", exchange.movement},
          {"route", exchange.route},
          {"implementation", exchange.implementation},
          {"ranks", exchange.ranks},
          {"nodes", exchange.nodes},
          {"messages", exchange.messages},
          {"off_node_messages", exchange.off_node_messages},
          {"bytes", exchange.bytes},
          {"seconds", quantiles_json(exchange.seconds)},
          {"fit", fit_json(exchange.fit)},
          {"source", exchange.source}};
}

ordered_json trial_json(const Trial& trial) {
  return {{"movement", trial.movement}, {"route", trial.route}, {"seconds", trial.seconds}};
}

ordered_json node_json(const Node& node) {
  return {{"ranks", node.ranks},
          {"sockets", node.sockets},
          {"devices", node.devices},
          {"triad_bytes_per_second", node.triad_bytes_per_second},
          {"device_bytes_per_second", node.device_bytes_per_second}};
}

/// Where a text's string literal that begins at `at` is over.
std::size_t after_literal(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at + 1;
}

/// The end of a list of plain values that begins at `at`, or 0 where it holds other lists or
/// objects.
std::size_t end_of_plain_list(const std::string& text, std::size_t at) {
  for (++at; at < text.size();) {
    const char c = text[at];
    if (c == ']') return at + 1;
    if (c == '[' || c == '{') return 0;
    at = c == '"' ? after_literal(text, at) : at + 1;
  }
  return 0;
}

/// Indented JSON with lists of plain values in one line each, for people to read.
std::string with_lists_in_lines(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '[' ? end_of_plain_list(text, at) : 0;
    if (end > 0) {
      result += ordered_json::parse(text.substr(at, end - at)).dump(-1, ' ', false, no_throw);
      at = end;
      continue;
    }
    const std::size_t next = text[at] == '"' ? after_literal(text, at) : at + 1;
    result.append(text, at, next - at);
    at = next;
  }
  return result;
}

}  // namespace

std::string profile_checksum(const std::string& text) {
  json profile = json::parse(text);
  profile.erase("checksum");
  return xxhash(profile.dump(-1, ' ', false, no_throw));
}

std::string profile_text(const Profile& profile) {
  ordered_json object{{"version", Profile::current_version},
                      {"checksum", ""},
                      {"fingerprint", profile.fingerprint},
                      {"provenance", profile.provenance},
                      {"warnings", profile.warnings},
                      {"node", node_json(profile.node)},
                      {"paths", list_json(profile.paths, path_json)},
                      {"injection", list_json(profile.injection, injection_json)},
                      {"gap", list_json(profile.gap, gap_json)},
                      {"exchanges", list_json(profile.exchanges, exchange_json)},
                      {"trials", list_json(profile.trials, trial_json)}};
  // Through the text, so that what is summed is what a reader will find.
  const std::string once = object.dump(-1, ' ', false, no_throw);
  object["checksum"] = profile_checksum(once);
  return with_lists_in_lines(object.dump(1, ' ', false, no_throw)) + "\n";
}

std::string fingerprint_key(const Texts& fingerprint) {
  return xxhash(json(fingerprint).dump(-1, ' ', false, no_throw));
}

}  // namespace thalweg::transport
