// SPDX-License-Identifier: Apache-2.0
// What the probe measured of a machine, with the fits and their errors: the profile. Plain data,
// its JSON form (docs/howto/profiles.md) and the places where profiles are kept. The models that
// use it are in cost_model.hpp; docs/theory/data-movement.md has their equations.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thalweg::transport {

/// How far two ranks, or a rank and a device, stand apart.
enum class Locality { self, socket, node, network };
/// Where a buffer lies. `host` is ordinary memory in messages between ranks; the others say how
/// the host memory of a copy to or from a device was allocated.
enum class Memory { host, pinned, pageable, mapped, write_combined, device };

/// The name in profiles: "self", "socket", ...; "host", "pinned", ...
const char* name_of(Locality locality);
const char* name_of(Memory memory);
/// Nothing for a word that is no such name.
std::optional<Locality> locality_of(const std::string& name);
std::optional<Memory> memory_of(const std::string& name);

/// What the profile says where the measured sizes never reached a limit.
inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Repeated measurements of one thing [s].
struct Quantiles {
  double min = 0, p10 = 0, median = 0, p90 = 0;
  std::int64_t n = 0;
};

/// The time that stands for repeated measurements: the median; where it is more than ten times the
/// least, other programs had the cores, and the 10 % quantile or, if need be, the least stands. Up
/// to six times is what the levels of a cache make between one batch and the next.
double typical_seconds(const Quantiles& seconds);

/// A 90 % confidence interval; low == high == 0 where none was computed.
struct Interval {
  double low = 0, high = 0;
};

/// One protocol of a path: T = alpha + beta s for from_bytes <= s <= to_bytes (eq. 1).
struct Segment {
  std::int64_t from_bytes = 0, to_bytes = 0;
  double alpha = 0, beta = 0;  // [s], [s/B]
  Interval alpha_interval, beta_interval;
};

/// Relative errors of sizes that a fit did not see.
struct HeldOut {
  double median = 0, p95 = 0;
  /// What a quiet machine keeps to; beyond, the times changed while they were measured.
  static constexpr double quiet_median = 0.08, quiet_p95 = 0.35;
  bool is_quiet() const { return median <= quiet_median && p95 <= quiet_p95; }
};

/// One way between two memories.
struct Path {
  std::string name;
  Locality locality = Locality::self;
  Memory from = Memory::host, to = Memory::host;
  int processes = 1;                // at once through the same device or link
  std::vector<std::int64_t> bytes;  // ascending
  std::vector<Quantiles> seconds;   // one per entry of bytes
  std::vector<Segment> segments;    // ascending
  std::optional<HeldOut> heldout;
  std::string source;  // where the numbers come from, if not from the probe
};

/// The rates of the max-rate model T = alpha + ppn s / min(R_N, ppn R_p) (eq. 3).
struct Injection {
  Locality locality = Locality::network;
  Memory memory = Memory::host;
  double alpha = 0;             // [s]
  double rank_rate = no_limit;  // R_p [B/s]
  double node_rate = no_limit;  // R_N [B/s]; no_limit: never reached
  Interval rank_rate_interval, node_rate_interval;
  std::string source;
};

/// What each message after the first one costs among many outstanding ones (eq. 4).
struct Gap {
  Locality locality = Locality::network;
  Memory memory = Memory::host;
  double seconds = 0;
  Interval interval;
  std::string source;
};

/// The fitted model of one route (eq. 5).
struct ExchangeFit {
  double alpha = 0;             // [s]
  double gap = 0;               // g [s]
  double rank_rate = no_limit;  // R_p [B/s]
  double node_rate = no_limit;  // R_N [B/s]
  double node_exponent = 0;     // k of c(N) = (N/2)^k
  Interval gap_interval, node_rate_interval;
  std::optional<HeldOut> heldout;
};

/// Whole exchanges of one route as measured on so many ranks and nodes.
struct Exchange {
  std::string movement;  // "transpose", "halo"
  std::string route;
  std::string implementation;  // "", "library", "pairwise", ...
  int ranks = 1, nodes = 1;
  // What one rank sends: -1 stands for those of a transpose, to all other ranks.
  int messages = -1, off_node_messages = -1;
  std::vector<std::int64_t> bytes;  // per destination, ascending
  std::vector<Quantiles> seconds;
  std::optional<ExchangeFit> fit;  // the same in all exchanges of one movement and route
  std::string source;
};

/// A choice that a trial made: by which route a movement went, and how long it took.
struct Trial {
  std::string movement;  // its signature: everything that its cost depends on
  std::string route;
  double seconds = 0;
};

/// One node.
struct Node {
  int ranks = 1;  // per node, in the measurements
  int sockets = 1;
  int devices = 0;
  double triad_bytes_per_second = 0;   // of all cores together; 0: not measured
  double device_bytes_per_second = 0;  // of one device
};

using Texts = std::map<std::string, std::string>;

struct Profile {
  /// The version of the format; a file of another version is refused.
  static constexpr int current_version = 1;

  Texts fingerprint;  // what makes measurements valid: processor, cores, MPI, devices, ...
  Texts provenance;   // date, host, command, settings, source, ...
  std::vector<std::string> warnings;
  Node node;
  std::vector<Path> paths;
  std::vector<Injection> injection;
  std::vector<Gap> gap;
  std::vector<Exchange> exchanges;
  std::vector<Trial> trials;
};

/// The JSON text of a profile, with version and checksum.
std::string profile_text(const Profile& profile);

/// Read a profile's text. `file` is its name in messages. Throws InputError that says what is
/// wrong, where and what to do: no JSON, another version, a wrong checksum, a missing key, a value
/// of a wrong kind.
Profile parse_profile(const std::string& text, const std::string& file);

/// Read a profile's file; throws InputError where there is none or none can be reached, or as
/// parse_profile does.
Profile read_profile(const std::filesystem::path& file);

/// Write a profile whole or not at all; makes its folder. Throws IoError.
void write_profile(const Profile& profile, const std::filesystem::path& file);

/// Refuse a profile of another machine: throws InputError that names what differs.
void require_fingerprint(const Profile& profile, const Texts& here, const std::string& file);

/// 16 hexadecimal digits that stand for a fingerprint in file names.
std::string fingerprint_key(const Texts& fingerprint);

/// Where the profile of such a machine is kept: profile-KEY.json in the user's cache folder; empty
/// where there is no such folder.
std::filesystem::path profile_place(const Texts& fingerprint);

/// The profile kept for such a machine, if there is an intact one; a file that cannot be used or
/// reached is none, and `why_not`, if given, then says why.
std::optional<Profile> find_profile(const Texts& fingerprint, std::string* why_not = nullptr);

/// As profile_place(); throws IoError where there is no such folder.
std::filesystem::path store_place(const Texts& fingerprint);

/// Keep a profile in the user's cache folder; returns its file. Throws IoError.
std::filesystem::path store_profile(const Profile& profile);

/// Names of the profiles shipped with the program; of other data in a folder beside them.
std::vector<std::string> shipped_names(const std::string& folder = {});

/// The file that a word means: a file of that name, or one shipped with the program. Throws
/// InputError with the shipped names.
std::filesystem::path shipped_file(const std::string& word, const std::string& folder = {});

/// Read the profile that `--profile WORD` means. Throws as shipped_file and read_profile do.
Profile profile_named(const std::string& word);

}  // namespace thalweg::transport
