// SPDX-License-Identifier: Apache-2.0
#include "transport/profile/profile_table.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace thalweg::transport {

namespace {

/// The largest unit of which there is at least one.
template <std::size_t N>
std::pair<double, const char*> in_units(double value, const std::array<const char*, N>& units,
                                        double factor) {
  std::size_t unit = 0;
  // 999.6 would be written as 1000 or 1e+03.
  for (; unit + 1 < N && value >= 0.9995 * factor; ++unit) value /= factor;
  return {value, units[unit]};
}

std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

std::string error_text(const std::optional<HeldOut>& error) {
  if (!error) return "-";
  return fmt::format("{:.1f} % (95 %: {:.0f} %)", 100 * error->median, 100 * error->p95);
}

constexpr const char* path_row = "{:<44} {:<8} {:>20} {:>10} {:>10}  {}\n";

std::string rows_of(const Path& path) {
  std::string text, name = path_text(path), error = error_text(path.heldout);
  const char* locality = name_of(path.locality);
  for (const Segment& segment : path.segments) {
    text += fmt::format(
        path_row, name, locality,
        fmt::format("{} .. {}", size_text(segment.from_bytes), size_text(segment.to_bytes)),
        time_text(segment.alpha), segment.beta > 0 ? rate_text(1 / segment.beta) : "-", error);
    name.clear(), error.clear(), locality = "";
  }
  return text;
}

std::string paths_text(const Profile& profile) {
  if (profile.paths.empty()) return {};
  std::string text =
      fmt::format(path_row, "PATH", "LOCALITY", "BYTES", "LATENCY", "BANDWIDTH", "HELD-OUT ERROR");
  for (const Path& path : profile.paths) text += rows_of(path);
  return text + "\n";
}

std::string limits_text(const Profile& profile) {
  std::string text;
  for (const Gap& gap : profile.gap)
    text += fmt::format("each further message ({}, {} memory): {}\n", name_of(gap.locality),
                        name_of(gap.memory), time_text(gap.seconds));
  for (const Injection& limit : profile.injection)
    text +=
        fmt::format("pairs at once ({}, {} memory): {} per rank, {}\n", name_of(limit.locality),
                    name_of(limit.memory), rate_text(limit.rank_rate),
                    std::isfinite(limit.node_rate) ? rate_text(limit.node_rate) + " for the node"
                                                   : "the node's limit was not reached");
  if (profile.node.triad_bytes_per_second > 0)
    text += fmt::format("memory bandwidth of the node (triad, all ranks): {}\n",
                        rate_text(profile.node.triad_bytes_per_second));
  return text.empty() ? text : text + "\n";
}

std::string exchanges_text(const Profile& profile) {
  if (profile.exchanges.empty()) return {};
  constexpr const char* row = "{:<10} {:<22} {:>5} {:>5} {:>12} {:>12} {:>12}  {}\n";
  std::string text = fmt::format(row, "EXCHANGE", "ROUTE", "RANKS", "NODES", "SHORTEST",
                                 "AT 64 KiB", "AT LARGEST", "HELD-OUT ERROR");
  for (const Exchange& exchange : profile.exchanges) {
    constexpr std::int64_t middle = 64 << 10;
    std::string at_middle = "-";
    for (std::size_t i = 0; i < exchange.bytes.size(); ++i)
      if (exchange.bytes[i] == middle) at_middle = time_text(exchange.seconds[i].median);
    const std::string how =
        exchange.implementation.empty() ? "" : " (" + exchange.implementation + ")";
    text += fmt::format(row, exchange.movement, exchange.route + how, exchange.ranks,
                        exchange.nodes, time_text(exchange.seconds.front().median), at_middle,
                        time_text(exchange.seconds.back().median),
                        exchange.fit ? error_text(exchange.fit->heldout) : "-");
  }
  return text + "\n";
}

}  // namespace

std::string path_text(const Path& path) {
  std::string text = path.name;
  if (path.processes > 1) text += fmt::format(", {} processes", path.processes);
  if (path.from != Memory::host || path.to != Memory::host)
    text += fmt::format(" ({} to {})", name_of(path.from), name_of(path.to));
  return text;
}

std::string size_text(std::int64_t bytes) {
  if (bytes < 4096) return fmt::format("{} B", bytes);
  const auto [value, unit] =
      in_units(static_cast<double>(bytes), std::array{"B", "KiB", "MiB", "GiB", "TiB"}, 1024);
  if (value == std::floor(value)) return fmt::format("{:.0f} {}", value, unit);
  return three_digits(value) + " " + unit;
}

std::string time_text(double seconds) {
  const auto [value, unit] = in_units(1e9 * seconds, std::array{"ns", "us", "ms", "s"}, 1000);
  return three_digits(value) + " " + unit;
}

std::string rate_text(double bytes_per_second) {
  if (!std::isfinite(bytes_per_second)) return "-";
  const auto [value, unit] =
      in_units(bytes_per_second, std::array{"B/s", "kB/s", "MB/s", "GB/s", "TB/s"}, 1000);
  return three_digits(value) + " " + unit;
}

std::string profile_table(const Profile& profile) {
  std::string text = paths_text(profile) + limits_text(profile) + exchanges_text(profile);
  for (const std::string& warning : profile.warnings) text += "warning: " + warning + "\n";
  return text;
}

}  // namespace thalweg::transport
