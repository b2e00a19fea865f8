// SPDX-License-Identifier: Apache-2.0
// What several streams gain where fields lie on the host and pass through a device: figure 3 of
// Rosenberg et al. (2020), by the model of docs/theory/turbulence.md, section 8. Nothing runs on a
// device here: bytes follow from the grid, prices of copies from a profile of a machine, and work
// on the device from the bandwidth of its memory. And the program says so.
//   thalweg-bench-turbulence-streams [--points N] [--profile NAME]... [--memory-bandwidth B/s]
//                                    [--double] [--quick]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <numbers>

#include "base/error.hpp"
#include "fft/batch_shape.hpp"
#include "results.hpp"
#include "solvers/turbulence/bus_model.hpp"
#include "solvers/turbulence/overlap_model.hpp"
#include "solvers/turbulence/residence.hpp"
#include "solvers/turbulence/scheme.hpp"
#include "transport/model/cost_model.hpp"

namespace {

using namespace thalweg;
using turbulence::BusBytes;
using turbulence::ChunkSeconds;

struct Options {
  int points = 256;
  std::vector<std::string> profiles{"summit-spectrum", "duke"};
  double memory_bandwidth = 732e9;  // NVIDIA's number for a P100 with 16 GB, as in the paper
  bool is_double = false;
  bool quick = false;
};

/// A sweep of all stages of a step.
struct Sweep {
  BusBytes bus;
  double device = 0;  // bytes that kernels and transforms read and write in the device's memory
  int copies_in = 1, copies_out = 1;  // of a chunk
};

/// Bytes of one field through the device's memory: by each kernel once, by each transform of one
/// direction once, both read and written.
std::vector<Sweep> sweeps_of(const turbulence::Parameters& p, const fft::Layout& layout,
                             int complex_bytes, int chunks) {
  const turbulence::SetDescription set = turbulence::describe(p);
  const turbulence::Pass pass = turbulence::passes_of(set).front();
  const std::size_t stages = turbulence::scheme_stages(p.scheme).size();
  const auto [load, planes, advance] = turbulence::bus_bytes(pass, layout, stages, complex_bytes);
  const double n = static_cast<double>(stages) * complex_bytes;
  const double rows =
      n * static_cast<double>(layout.row_start.back()) * layout.nz;  // one rank has all
  const double waves = n * (layout.nx / 2 + 1.0) * layout.ny * layout.nz;
  const int there = pass.to_points, back = pass.to_modes;
  // Rows of a field lie together block by block, modes component by component.
  return {{load, load.to_device + there * 5 * rows, pass.loaded, chunks * there},
          // Spread and collect; planes in two directions; the work at points.
          {planes, (there + back) * (rows + 6 * waves)},
          {advance, advance.to_device + advance.to_host + back * 5 * rows,
           chunks * back + 2 * pass.advanced, 2 * pass.advanced}};
}

struct Bus {
  const transport::Path *to_device, *to_host;

  static Bus of(const transport::Profile& profile) {
    using enum transport::Memory;
    const auto path = [&](transport::Memory from, transport::Memory to) {
      const transport::Path* found =
          transport::find_path(profile, transport::Locality::socket, from, to);
      if (!found) throw InputError("the profile has no copies between pinned memory and a device");
      return found;
    };
    return {path(pinned, device), path(device, pinned)};
  }
};

/// Copies of a chunk, each of an equal part of its bytes.
double copy_seconds(const transport::Path& path, double bytes, int copies) {
  return bytes > 0 ? copies * transport::seconds_of(path, bytes / copies).seconds : 0;
}

/// A step's sweeps one after the other.
double step_seconds(const std::vector<Sweep>& sweeps, const Bus& bus, double memory_bandwidth,
                    int chunks, int streams) {
  double sum = 0;
  for (const Sweep& sweep : sweeps) {
    const ChunkSeconds chunk{
        copy_seconds(*bus.to_device, sweep.bus.to_device / chunks, sweep.copies_in),
        sweep.device / chunks / memory_bandwidth,
        copy_seconds(*bus.to_host, sweep.bus.to_host / chunks, sweep.copies_out)};
    sum += turbulence::streamed_seconds(chunk, chunks, streams);
  }
  return sum;
}

turbulence::Parameters navier_stokes(const Options& o) {
  turbulence::Parameters p;
  p.single_precision = !o.is_double;
  p.points.fill(o.points);
  p.length.fill(2 * std::numbers::pi);
  p.viscosity = 1e-3;
  p.scheme = "rk2";
  p.step = 1e-3;
  return p;
}

/// One machine: chunks as many as streams, as in the paper, and eight for each stream.
nlohmann::ordered_json table_of(const Options& o, const std::string& name) {
  const turbulence::Parameters p = navier_stokes(o);
  const int complex_bytes = o.is_double ? 16 : 8;
  const fft::Layout layout = fft::make_layout(p.modes(), 0, 1, complex_bytes);
  const transport::Profile profile = transport::profile_named(name);
  const Bus bus = Bus::of(profile);
  const auto seconds = [&](int chunks, int streams) {
    return step_seconds(sweeps_of(p, layout, complex_bytes, chunks), bus, o.memory_bandwidth,
                        chunks, streams);
  };
  const double one = seconds(1, 1);
  fmt::print("\n{}: {} ({})\n", name, bus.to_device->name, bus.to_device->source);
  fmt::print("| streams | ms, a chunk each | gain | ms, 8 chunks each | gain |\n"
             "|---|---|---|---|---|\n");
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const int streams : {1, 2, 4, 8, 16}) {
    const double few = seconds(streams, streams), many = seconds(8 * streams, streams);
    fmt::print("| {} | {:.1f} | {:.0f} % | {:.1f} | {:.0f} % |\n", streams, 1e3 * few,
               100 * (1 - few / one), 1e3 * many, 100 * (1 - many / one));
    rows.push_back({{"streams", streams}, {"seconds", few}, {"seconds_of_8_chunks_each", many}});
  }
  return {{"profile", name}, {"rows", rows}};
}

int run(const Options& o) {
  fmt::print(
      "A step of Navier-Stokes, {}^3, rk2, {} precision, one rank, fields on the host.\n"
      "By the model, not measured: bytes from the grid, copies from the profile, work on the "
      "device\nfrom {:.0f} GB/s of its memory.\n",
      o.points, o.is_double ? "double" : "single", 1e-9 * o.memory_bandwidth);
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  for (const std::string& profile : o.profiles) tables.push_back(table_of(o, profile));
  bench::write_results("turbulence-streams", {{"points", o.points},
                                              {"model", true},
                                              {"memory_bandwidth", o.memory_bandwidth},
                                              {"machines", tables}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  CLI::App app{"Gain by the number of streams where fields pass through a device"};
  app.add_option("--points", o.points, "in each direction")->check(CLI::Range(8, 8192));
  app.add_option("--profile", o.profiles, "machines: files, or names of shipped profiles");
  app.add_option("--memory-bandwidth", o.memory_bandwidth, "of the device [B/s]")
      ->check(CLI::PositiveNumber);
  app.add_flag("--double", o.is_double, "double precision");
  app.add_flag("--quick", o.quick, "the same: nothing is measured");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(o);
  } catch (const InputError& error) {
    std::cerr << "thalweg-bench-turbulence-streams: " << error.what() << "\n";
    return 2;
  }
}
