// SPDX-License-Identifier: Apache-2.0
// Profiles as JSON (docs/howto/profiles.md): reading, with the place of whatever is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "transport/profile/profile.hpp"
#include "transport/profile/profile_json.hpp"

namespace thalweg::transport {

namespace {

using nlohmann::json;

/// What a profile's text can be wrong in beyond JSON itself, with its place.
[[noreturn]] void fail_at(const std::string& place, const std::string& what) {
  throw InputError(place + ": " + what);
}

double limit_at(const json& object, const char* key) {
  const json& value = object.at(key);
  return value.is_null() ? no_limit : value.get<double>();
}

Interval interval_at(const json& object, const char* key) {
  if (!object.contains(key)) return {};
  return {object.at(key).at(0).get<double>(), object.at(key).at(1).get<double>()};
}

std::string text_at(const json& object, const char* key) {
  return object.contains(key) ? object.at(key).get<std::string>() : std::string();
}

Locality locality_at(const json& object, const std::string& place) {
  const auto name = object.at("locality").get<std::string>();
  const auto locality = locality_of(name);
  if (!locality)
    fail_at(place + "/locality", "\"" + name + "\" is none of self, socket, node, network");
  return *locality;
}

Memory memory_in(const json& value, const std::string& place) {
  const auto name = value.get<std::string>();
  const auto memory = memory_of(name);
  if (!memory)
    fail_at(place + "/memory",
            "\"" + name + "\" is none of host, pinned, pageable, mapped, write_combined, device");
  return *memory;
}

std::vector<Quantiles> quantiles_at(const json& object, std::size_t count,
                                    const std::string& place) {
  const json& seconds = object.at("seconds");
  for (const char* key : {"min", "p10", "median", "p90", "n"})
    if (seconds.at(key).size() != count)
      fail_at(place + "/seconds/" + key,
              fmt::format("{} values for {} sizes in bytes", seconds.at(key).size(), count));
  std::vector<Quantiles> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = {seconds.at("min").at(i).get<double>(), seconds.at("p10").at(i).get<double>(),
                 seconds.at("median").at(i).get<double>(), seconds.at("p90").at(i).get<double>(),
                 seconds.at("n").at(i).get<std::int64_t>()};
  return result;
}

std::vector<std::int64_t> bytes_at(const json& object, const std::string& place) {
  auto bytes = object.at("bytes").get<std::vector<std::int64_t>>();
  if (!std::is_sorted(bytes.begin(), bytes.end(), std::less_equal<>()))
    fail_at(place + "/bytes", "sizes must ascend");
  return bytes;
}

std::optional<HeldOut> heldout_at(const json& object) {
  if (!object.contains("heldout") || object.at("heldout").is_null()) return std::nullopt;
  const json& heldout = object.at("heldout");
  return HeldOut{heldout.at("median").get<double>(), heldout.at("p95").get<double>()};
}

Segment segment_from(const json& object, const std::string&) {
  return {object.at("from_bytes").get<std::int64_t>(),
          object.at("to_bytes").get<std::int64_t>(),
          object.at("alpha").get<double>(),
          object.at("beta").get<double>(),
          interval_at(object, "alpha_interval"),
          interval_at(object, "beta_interval")};
}

/// Read a list by a function of each object and its place.
template <typename From>
auto list_at(const json& object, const char* key, const std::string& place, const From& from) {
  const json& list = object.at(key);
  if (!list.is_array()) fail_at(place + "/" + key, "a list is expected");
  std::vector<decltype(from(list, place))> result;
  for (std::size_t i = 0; i < list.size(); ++i)
    result.push_back(from(list[i], fmt::format("{}/{}/{}", place, key, i)));
  return result;
}

Path path_from(const json& object, const std::string& place) {
  Path path;
  path.name = object.at("name").get<std::string>();
  path.locality = locality_at(object, place);
  path.from = memory_in(object.at("memory").at(0), place);
  path.to = memory_in(object.at("memory").at(1), place);
  if (object.contains("processes")) path.processes = object.at("processes").get<int>();
  path.bytes = bytes_at(object, place);
  path.seconds = quantiles_at(object, path.bytes.size(), place);
  path.segments = list_at(object, "segments", place, segment_from);
  path.heldout = heldout_at(object);
  path.source = text_at(object, "source");
  return path;
}

Injection injection_from(const json& object, const std::string& place) {
  Injection injection;
  injection.locality = locality_at(object, place);
  injection.memory = memory_in(object.at("memory"), place);
  injection.alpha = object.at("alpha").get<double>();
  injection.rank_rate = limit_at(object, "rank_rate");
  injection.node_rate = limit_at(object, "node_rate");
  injection.rank_rate_interval = interval_at(object, "rank_rate_interval");
  injection.node_rate_interval = interval_at(object, "node_rate_interval");
  injection.source = text_at(object, "source");
  return injection;
}

Gap gap_from(const json& object, const std::string& place) {
  return {locality_at(object, place), memory_in(object.at("memory"), place),
          object.at("seconds").get<double>(), interval_at(object, "interval"),
          text_at(object, "source")};
}

std::optional<ExchangeFit> fit_at(const json& object) {
  if (!object.contains("fit") || object.at("fit").is_null()) return std::nullopt;
  const json& from = object.at("fit");
  ExchangeFit fit;
  fit.alpha = from.at("alpha").get<double>();
  fit.gap = from.at("gap").get<double>();
  fit.rank_rate = limit_at(from, "rank_rate");
  fit.node_rate = limit_at(from, "node_rate");
  fit.node_exponent = from.at("node_exponent").get<double>();
  fit.gap_interval = interval_at(from, "gap_interval");
  fit.node_rate_interval = interval_at(from, "node_rate_interval");
  fit.heldout = heldout_at(from);
  return fit;
}

Exchange exchange_from(const json& object, const std::string& place) {
  Exchange exchange;
  exchange.movement = object.at("movement").get<std::string>();
  exchange.route = object.at("route").get<std::string>();
  exchange.implementation = text_at(object, "implementation");
  exchange.ranks = object.at("ranks").get<int>();
  exchange.nodes = object.at("nodes").get<int>();
  exchange.messages = object.value("messages", -1);
  exchange.off_node_messages = object.value("off_node_messages", -1);
  exchange.bytes = bytes_at(object, place);
  exchange.seconds = quantiles_at(object, exchange.bytes.size(), place);
  exchange.fit = fit_at(object);
  exchange.source = text_at(object, "source");
  return exchange;
}

Trial trial_from(const json& object, const std::string&) {
  return {object.at("movement").get<std::string>(), object.at("route").get<std::string>(),
          object.at("seconds").get<double>()};
}

Node node_from(const json& object) {
  return {object.at("ranks").get<int>(), object.at("sockets").get<int>(),
          object.at("devices").get<int>(), object.at("triad_bytes_per_second").get<double>(),
          object.at("device_bytes_per_second").get<double>()};
}

Profile profile_from(const json& object) {
  Profile profile;
  profile.fingerprint = object.at("fingerprint").get<Texts>();
  profile.provenance = object.at("provenance").get<Texts>();
  profile.warnings = object.at("warnings").get<std::vector<std::string>>();
  profile.node = node_from(object.at("node"));
  profile.paths = list_at(object, "paths", "", path_from);
  profile.injection = list_at(object, "injection", "", injection_from);
  profile.gap = list_at(object, "gap", "", gap_from);
  profile.exchanges = list_at(object, "exchanges", "", exchange_from);
  profile.trials = list_at(object, "trials", "", trial_from);
  return profile;
}

constexpr const char* measure_again =
    "Measure again with `thalweg probe`, or name another file with --profile.";

void check_version(const json& object, const std::string& file) {
  const auto version = object.at("version").get<int>();
  if (version == Profile::current_version) return;
  throw InputError(fmt::format("{}: this profile has version {}, this program reads version {}. {}",
                               file, version, Profile::current_version, measure_again));
}

void check_sum(const json& object, const std::string& text, const std::string& file) {
  const auto stated = object.at("checksum").get<std::string>();
  const std::string found = profile_checksum(text);
  if (stated == found) return;
  throw InputError(fmt::format("{}: the checksum is {}, but the contents give {}: the file was "
                               "damaged or edited. {} If you edited it, let its \"checksum\" be "
                               "\"{}\".",
                               file, stated, found, measure_again, found));
}

/// The library's message without its own name and number.
std::string plain(const std::string& what) {
  const auto end = what.find("] ");
  return end == std::string::npos ? what : what.substr(end + 2);
}

}  // namespace

Profile parse_profile(const std::string& text, const std::string& file) {
  try {
    const json object = json::parse(text);
    check_version(object, file);
    check_sum(object, text, file);
    return profile_from(object);
  } catch (const json::exception& error) {
    throw InputError(fmt::format("{}: this is no whole profile: {}. {}", file, plain(error.what()),
                                 measure_again));
  } catch (const InputError& error) {
    const std::string what = error.what();
    throw InputError(what.starts_with(file) ? what : file + what);
  }
}

}  // namespace thalweg::transport
