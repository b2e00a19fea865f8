// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/decomposition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "fft/pencils.hpp"

namespace thalweg::turbulence {

namespace {

using fft::RankGrid;

/// Ranks that may share planes.
int most_across(const Parameters& p) {
  return p.decomposition.kind == DecompositionKind::slab || needs_whole_planes(p)
             ? 1
             : fft::largest_across(p.modes());
}

bool is_possible(const Parameters& p, RankGrid grid) {
  return grid.z <= fft::largest_rank_count(p.modes()) && grid.y <= most_across(p);
}

double parts(int n, int ranks) { return static_cast<double>((n + ranks - 1) / ranks) / n; }

/// What the rank that has most has of points, y-lines and rows, as shares of all.
double largest_share(const fft::Modes& m, RankGrid grid) {
  return parts(m.nz, grid.z) * parts(m.ny, grid.y) +
         parts(m.nz, grid.z) * parts(m.columns(), grid.y) +
         parts(m.rows(), grid.z) * parts(m.columns(), grid.y);
}

/// Pencils that are worth comparing, the best first: even shares, then ranks of one node that share
/// planes, then few of them, for their messages are larger.
std::vector<RankGrid> pencils_of(const Parameters& p, int ranks, int ranks_per_node) {
  std::vector<RankGrid> grids;
  for (int across = 2; across <= std::min(ranks, most_across(p)); ++across)
    if (ranks % across == 0 && is_possible(p, {ranks / across, across}))
      grids.push_back({ranks / across, across});
  const auto cost = [&](RankGrid grid) {
    constexpr double beyond_a_node = 1.1;
    return largest_share(p.modes(), grid) * (ranks_per_node % grid.y == 0 ? 1 : beyond_a_node);
  };
  std::stable_sort(grids.begin(), grids.end(),
                   [&](RankGrid a, RankGrid b) { return cost(a) < cost(b); });
  constexpr double too_uneven = 1.5;  // no messages make up for it
  std::erase_if(grids, [&, least = grids.empty() ? 0 : cost(grids.front())](RankGrid grid) {
    return cost(grid) > too_uneven * least;
  });
  constexpr std::size_t most = 12;  // bounds the time of a choice
  grids.resize(std::min(most, grids.size()));
  return grids;
}

}  // namespace

bool needs_whole_planes(const Parameters& p) { return p.device.residence == Residence::host; }

Decomposition read_decomposition(io::Case& input) {
  Decomposition decomposition;
  const std::string kind = input.choice("decomposition.kind", {"auto", "slab", "pencil"}, "auto",
                                        "slabs of planes, or pencils: ranks share planes");
  decomposition.kind = kind == "slab"     ? DecompositionKind::slab
                       : kind == "pencil" ? DecompositionKind::pencil
                                          : DecompositionKind::automatic;
  if (decomposition.kind == DecompositionKind::pencil)
    decomposition.ranks_per_plane = static_cast<int>(
        input.integer("decomposition.ranks_per_plane", {.default_value = 0,
                                                        .minimum = 0,
                                                        .maximum = 65536,
                                                        .meaning = "ranks that share each plane; "
                                                                   "0: chosen"}));
  return decomposition;
}

std::vector<RankGrid> possible_grids(const Parameters& p, int ranks, int ranks_per_node) {
  const RankGrid slabs{ranks, 1};
  std::vector<RankGrid> grids;
  if (p.decomposition.kind != DecompositionKind::pencil || ranks == 1) {
    if (is_possible(p, slabs)) grids.push_back(slabs);
  } else if (const int across = p.decomposition.ranks_per_plane; across > 0) {
    if (ranks % across == 0 && is_possible(p, {ranks / across, across}))
      grids.push_back({ranks / across, across});
    return grids;
  }
  const std::vector<RankGrid> pencils = pencils_of(p, ranks, ranks_per_node);
  grids.insert(grids.end(), pencils.begin(), pencils.end());
  return grids;
}

std::optional<RankGrid> rank_grid(const Parameters& p, int ranks, int ranks_per_node) {
  if (p.decomposition.grid && p.decomposition.grid->ranks() == ranks) return p.decomposition.grid;
  const std::vector<RankGrid> grids = possible_grids(p, ranks, ranks_per_node);
  if (grids.empty()) return {};
  return grids.front();
}

int largest_rank_count(const Parameters& p) {
  const int across = p.decomposition.ranks_per_plane > 0
                         ? std::min(p.decomposition.ranks_per_plane, most_across(p))
                         : most_across(p);
  return fft::largest_rank_count(p.modes()) * across;
}

std::string refusal_text(const Parameters& p, int ranks, int ranks_per_node) {
  const fft::Modes m = p.modes();
  int fewer = ranks;
  while (fewer > 1 && !rank_grid(p, fewer, ranks_per_node)) --fewer;
  std::string text = fmt::format("cannot be split over {} ranks: slabs take at most {}, one for "
                                 "each of the {} planes of z and "
                                 "of the {} kept rows of k_y",
                                 ranks, fft::largest_rank_count(m), m.nz, m.rows());
  if (p.decomposition.kind == DecompositionKind::slab)
    text += ", and decomposition.kind = \"slab\" asks for them";
  else if (needs_whole_planes(p))
    text += ", and a case with device.residence = \"host\" needs them";
  else if (p.decomposition.ranks_per_plane > 0)
    text += fmt::format("; with pencils decomposition.ranks_per_plane = {} must divide the ranks "
                        "and be at most {}, "
                        "one for each of the {} points of y and of the {} kept columns of k_x",
                        p.decomposition.ranks_per_plane, fft::largest_across(m), m.ny, m.columns());
  else
    text += fmt::format("; pencils take as many times at most {}, in whole numbers",
                        fft::largest_across(m));
  return text + fmt::format(". {} rank{} can be used", fewer, fewer == 1 ? "" : "s");
}

std::string name_of(RankGrid grid) {
  return grid.y == 1 ? "slabs" : fmt::format("pencils {} x {}", grid.z, grid.y);
}

fft::Layout layout_of(const Parameters& p, const transport::Communicator& comm, int complex_bytes) {
  const auto grid = rank_grid(p, comm.size(), fft::ranks_per_node(comm));
  TW_CHECK(grid.has_value(), "the grid cannot be split over so many ranks");
  return fft::make_layout(p.modes(), comm.rank(), *grid, complex_bytes);
}

}  // namespace thalweg::turbulence
