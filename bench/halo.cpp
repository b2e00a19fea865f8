// SPDX-License-Identifier: Apache-2.0
// Halos on this machine: their set-up, packing against copying, and how much of an exchange work
// hides. Run it on two ranks: mpirun -n 2 thalweg-bench-halo.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "base/clock.hpp"
#include "exec/upload.hpp"
#include "results.hpp"
#include "transport/comm/node_map.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg {
namespace {

using exec::Exec;
using transport::Communicator;
using transport::Halo;
using transport::HaloLink;

/// Seconds of the slowest rank, the least of all repeats: other programs can only add to them.
template <class Body>
double seconds_of(const Communicator& comm, int repeats, Body body) {
  body();
  double least = HUGE_VAL;
  for (int i = 0; i < repeats; ++i) {
    comm.barrier();
    const double begin = seconds_now();
    body();
    least = std::min(least, comm.max(seconds_now() - begin));
  }
  return least;
}

/// A box of points with two ghost layers, and its layers below and above along an axis.
struct Box {
  int cells[3];
  static constexpr int ghost = 2;

  std::int64_t size() const {
    return std::int64_t{1} * (cells[0] + 2 * ghost) * (cells[1] + 2 * ghost) *
           (cells[2] + 2 * ghost);
  }
  /// side: -1 lower, +1 upper; the cells at a face, or the ghosts beyond it.
  std::vector<std::int64_t> layers(int axis, int side, bool ghosts) const {
    int extent[3], lower[3], upper[3];
    for (int d = 0; d < 3; ++d) {
      extent[d] = cells[d] + 2 * ghost;
      lower[d] = ghost;
      upper[d] = ghost + cells[d];
    }
    const int at = side < 0 ? (ghosts ? 0 : ghost) : (ghosts ? ghost + cells[axis] : cells[axis]);
    lower[axis] = at;
    upper[axis] = at + ghost;
    return transport::points_of_box(extent, lower, upper);
  }
};

struct Links {
  std::vector<HaloLink> sends, receives;
};

/// A ring of boxes, one per rank, along an axis.
Links ring(const Communicator& comm, const Box& box, int axis) {
  const int above = (comm.rank() + 1) % comm.size();
  const int below = (comm.rank() + comm.size() - 1) % comm.size();
  return {{{above, box.layers(axis, 1, false)}, {below, box.layers(axis, -1, false)}},
          {{below, box.layers(axis, -1, true)}, {above, box.layers(axis, 1, true)}}};
}

using Arrays = std::vector<exec::Array<double, 1>>;

Arrays arrays(int count, std::int64_t size) {
  Arrays list;
  for (int f = 0; f < count; ++f) list.emplace_back(exec::Index<1>{size});
  return list;
}
transport::HaloFields<double> fields_of(Arrays& list) {
  std::vector<double*> pointers;
  for (auto& array : list) pointers.push_back(array.view().data);
  return pointers;
}

/// What set-up takes of a rank's core, which other programs on the machine do not change as they do
/// the time on the wall.
template <class Body>
double core_seconds_of(Body body) {
  const std::clock_t begin = std::clock();
  body();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

nlohmann::ordered_json set_up(const Communicator& comm) {
  const Box box{{8, 512, 512}};
  Arrays field = arrays(1, box.size());
  const Links links = ring(comm, box, 0);
  const std::int64_t points = 2 * Box::ghost * 512 * 512;
  const Exec exec;
  const auto make = [&] {
    Halo<double> halo(comm, "set-up", links.sends, links.receives, 1, "direct");
    halo.prepare(exec, fields_of(field));
  };
  const transport::HaloSide side =
      transport::lay_out_halo(comm.rank(), links.sends, links.receives).sends;
  const double seconds = seconds_of(comm, 5, make), core = core_seconds_of(make);
  const double adding = core_seconds_of([&] { transport::sums_of(side); });
  if (comm.is_root())
    fmt::print(
        "set-up of a halo of {} points: {:.3f} s, {:.3f} s of a core; for adding {:.3f} s of "
        "a core more\n",
        points, seconds, core, adding);
  return {{"points", points},
          {"seconds", seconds},
          {"core_seconds", core},
          {"core_seconds_for_adding", adding}};
}

struct CopyValues {
  const double* from;
  double* to;
  TW_HD void operator()(int i) const { to[i] = from[i]; }
};

/// Bytes that must pass through memory: cache lines are read whole, and changed ones written.
double least_bytes(const std::vector<std::int64_t>& points, bool packs, std::size_t fields) {
  constexpr std::int64_t line = 64, values_of_line = line / sizeof(double);
  std::vector<std::int64_t> lines;
  for (const std::int64_t point : points) lines.push_back(point / values_of_line);
  std::sort(lines.begin(), lines.end());
  const auto touched = std::unique(lines.begin(), lines.end()) - lines.begin();
  const std::int64_t bytes =
      touched * line * (packs ? 1 : 2) + static_cast<std::int64_t>(points.size() * sizeof(double));
  return static_cast<double>(bytes) * static_cast<double>(fields);
}

/// Bytes per second, read and written, of copying what no cache holds.
double copy_rate(const Communicator& comm, std::int64_t size) {
  Arrays big = arrays(2, size);
  const Exec exec;
  const double seconds = seconds_of(comm, 11, [&] {
    exec::parallel_for(exec, static_cast<int>(size),
                       CopyValues{big[0].view().data, big[1].view().data});
    exec.wait();
  });
  return 2.0 * static_cast<double>(size) * sizeof(double) / seconds;
}

/// Packing or unpacking of the layers at both faces of an axis, wanted bytes per second: over the
/// rate at which arrays are copied that no cache holds, and over that of copying only as many bytes
/// again and again, which caches hold. And the rate of the cache lines touched, over the first.
struct PackingRatios {
  double of_memory, of_caches, lines_of_memory;
};
template <bool Pack>
PackingRatios packing_ratios(const Communicator& comm, const Box& box, int axis, Arrays& fields,
                             double memory_rate) {
  const int other = comm.rank() + 1;  // no rank: nothing is sent
  std::vector<HaloLink> link{{other, box.layers(axis, 1, false)},
                             {other, box.layers(axis, -1, false)}};
  const transport::HaloSide side = transport::lay_out_halo(comm.rank(), link, {}).sends;
  const transport::HaloTiles tiles = transport::tiles_of(side);
  const auto table = exec::uploaded(tiles.tiles);
  const auto offsets = exec::uploaded(tiles.offsets);
  const auto values = static_cast<int>(side.points.size() * fields.size());
  Arrays buffers = arrays(2, values);
  const Exec exec;
  const transport::halo::MovePoints<double, Pack> move{table.view().data, offsets.view().data,
                                                       fields_of(fields), buffers[0].view().data};
  const double packing = seconds_of(comm, 31, [&] {
    exec::parallel_tiles(exec, tiles.message_tiles * static_cast<int>(fields.size()), 0, move);
    exec.wait();
  });
  const double copying = seconds_of(comm, 31, [&] {
    exec::parallel_for(exec, values, CopyValues{buffers[0].view().data, buffers[1].view().data});
    exec.wait();
  });
  const double wanted = 2.0 * values * sizeof(double) / memory_rate;
  const double least = least_bytes(side.points, Pack, fields.size()) / memory_rate;
  return {wanted / packing, copying / packing, least / packing};
}

nlohmann::ordered_json ratios(const PackingRatios& r) {
  return {{"of_memory", r.of_memory},
          {"of_caches", r.of_caches},
          {"lines_of_memory", r.lines_of_memory}};
}

nlohmann::ordered_json packing(const Communicator& comm, int field_count) {
  const Box box{{192, 192, 192}};
  Arrays fields = arrays(field_count, box.size());
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const double memory_rate = copy_rate(comm, box.size());
  for (int axis = 0; axis < 3; ++axis) {
    const PackingRatios pack = packing_ratios<true>(comm, box, axis, fields, memory_rate);
    const PackingRatios unpack = packing_ratios<false>(comm, box, axis, fields, memory_rate);
    rows.push_back({{"axis", std::string(1, "zyx"[axis])},
                    {"pack", ratios(pack)},
                    {"unpack", ratios(unpack)}});
    if (comm.is_root())
      fmt::print(
          "two layers at both {} faces of 192^3 points, {} fields: packing at {:.2f} of the "
          "copy bandwidth of memory ({:.2f} of that of caches, cache lines {:.2f}), unpacking at "
          "{:.2f} ({:.2f}, {:.2f})\n",
          "zyx"[axis], field_count, pack.of_memory, pack.of_caches, pack.lines_of_memory,
          unpack.of_memory, unpack.of_caches, unpack.lines_of_memory);
  }
  return rows;
}

/// Work that does nothing but take its time, in pieces.
class Work {
 public:
  explicit Work(double seconds) {
    const double begin = seconds_now();
    constexpr int tries = 1000;
    for (int i = 0; i < tries; ++i) turn();
    turns_ = static_cast<std::int64_t>(seconds / ((seconds_now() - begin) / tries));
  }
  /// meanwhile() between pieces.
  template <class Meanwhile>
  void run(Meanwhile meanwhile) {
    constexpr std::int64_t pieces = 64;
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
      for (std::int64_t i = turns_ * piece / pieces; i < turns_ * (piece + 1) / pieces; ++i) turn();
      meanwhile();
    }
  }
  double result() const { return values_[0]; }

 private:
  void turn() {
    for (double& value : values_) value = value * 0.999 + 0.001;
  }
  double values_[256] = {};
  std::int64_t turns_ = 0;
};

nlohmann::ordered_json overlap(const Communicator& comm, int edge, const std::string& route) {
  const Box box{{16, edge, edge}};
  Arrays fields = arrays(4, box.size());
  const Links links = ring(comm, box, 0);
  Halo<double> halo(comm, "overlap", links.sends, links.receives, 4, route);
  const Exec exec;
  const transport::HaloFields<double> list = fields_of(fields);
  const auto exchange = [&](auto meanwhile) {
    halo.start(exec, list);
    meanwhile();
    halo.finish(exec);
    exec.wait();
  };
  const int repeats = 21;
  const double alone = seconds_of(comm, repeats, [&] { exchange([] {}); });
  Work work(2 * alone);
  const double working = seconds_of(comm, repeats, [&] { work.run([] {}); });
  const double both =
      seconds_of(comm, repeats, [&] { exchange([&] { work.run([&] { halo.progress(); }); }); });
  const double hidden = (alone + working - both) / alone;
  const std::int64_t bytes = halo.plan(4).statistics().bytes_per_exchange;
  if (comm.is_root())
    fmt::print(
        "{:9} B per rank by {}: exchange {:.3f} ms, work {:.3f} ms, both {:.3f} ms: {:.0f} % "
        "hidden\n",
        bytes, name_of(halo.plan(4).choice().route), 1e3 * alone, 1e3 * working, 1e3 * both,
        100 * hidden);
  return {{"bytes", bytes},
          {"route", name_of(halo.plan(4).choice().route)},
          {"exchange_seconds", alone},
          {"work_seconds", working},
          {"both_seconds", both},
          {"hidden", hidden},
          {"result", work.result()}};
}

void run(const Communicator& comm, const std::string& route) {
  nlohmann::ordered_json all = {{"ranks", comm.size()}, {"nodes", comm.nodes().nodes()}};
  all["set_up"] = set_up(comm);
  for (const int fields : {1, 4}) all["packing"][std::to_string(fields)] = packing(comm, fields);
  for (const int edge : {16, 64, 256})
    if (comm.size() > 1) all["overlap"].push_back(overlap(comm, edge, route));
  if (comm.is_root()) bench::write_results("halo", all);
}

}  // namespace
}  // namespace thalweg

int main(int argc, char** argv) {
  std::string route = "auto";
  CLI::App program("Set-up, packing and overlap of halos");
  program.add_option("--route", route, "as transport.route of a case");
  CLI11_PARSE(program, argc, argv);
  const thalweg::transport::Session session(&argc, &argv);
  try {
    thalweg::exec::set_threads(1);
    thalweg::run(thalweg::transport::Communicator::world(), route);
  } catch (const thalweg::Error& error) {
    fmt::print(stderr, "thalweg-bench-halo: {}\n", error.what());
    return static_cast<int>(error.status());
  }
  return 0;
}
