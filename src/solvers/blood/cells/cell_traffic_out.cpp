// SPDX-License-Identifier: Apache-2.0
// Cells that leave by openings, or are lost.
#include <algorithm>
#include <array>
#include <utility>

#include "solvers/blood/cells/cell_traffic.hpp"
#include "solvers/blood/cells/fault_text.hpp"
#include "solvers/blood/openings/aside.hpp"

namespace thalweg::blood {

using geometry::Opening, geometry::Vector;

namespace {

/// Of a cell: as many numbers as each has.
void append(std::vector<double>& to, const std::vector<double>& all, std::size_t cell,
            std::size_t numbers) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(cell * numbers);
  to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(numbers));
}

/// Without those whose numbers are listed, which ascend.
void erase(HostCells& cells, const std::vector<std::size_t>& numbers) {
  if (numbers.empty()) return;
  const std::size_t count = cells.identities.size();
  HostCells kept;
  std::size_t next = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (next < numbers.size() && numbers[next] == k) {
      ++next;
      continue;
    }
    kept.identities.push_back(cells.identities[k]);
    append(kept.places, cells.places, k, cells.places.size() / count);
    append(kept.metrics, cells.metrics, k, cells.metrics.size() / count);
    append(kept.speeds, cells.speeds, k, cells.speeds.size() / count);
    append(kept.moves, cells.moves, k, cells.moves.size() / count);
  }
  cells = std::move(kept);
}

}  // namespace

/// Which opening with an outward flow a cell has come to: its number, or -1.
int CellTraffic::opening_reached(const double* places, int vertices, double time) const {
  const double h = p_.vessel.spacing, margin = opening_margin(p_.cells.delta) * h;
  const Vector first = p_.vessel.place({0, 0, 0});
  Vector lower, upper, middle;
  for (std::size_t d = 0; d < 3; ++d) {
    const double* of = places + static_cast<std::ptrdiff_t>(d) * vertices;
    const auto [least, most] = std::minmax_element(of, of + vertices);
    lower[d] = first[d] + h * *least;
    upper[d] = first[d] + h * *most;
    middle[d] = (lower[d] + upper[d]) / 2;
  }
  for (std::size_t n = 0; n < p_.openings.size(); ++n) {
    const OpeningParameters& opening = p_.openings[n];
    const Opening& at = opening.in(p_.vessel);
    const double room =
        at.is_high ? at.center[at.axis] - upper[at.axis] : lower[at.axis] - at.center[at.axis];
    if (!(room < margin)) continue;
    if (opening.kind == OpeningKind::velocity && opening.waveform(time) >= 0) continue;
    const Vector aside = aside_of(p_.vessel, at, middle);
    if (geometry::dot(aside, aside) <= at.farthest_rim * at.farthest_rim)
      return static_cast<int>(n);
  }
  return -1;
}

bool CellTraffic::let_out(std::vector<HostCells>& own, std::int64_t step) {
  if (p_.openings.empty()) return false;
  const double time = static_cast<double>(step) * p_.units().step;
  std::vector<std::int64_t> left(p_.openings.size());
  for (std::size_t s = 0; s < own.size(); ++s) {
    const std::size_t values = 3 * nets_[s].vertices.size();
    std::vector<std::size_t> gone;
    for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
      const int by =
          opening_reached(own[s].places.data() + k * values, static_cast<int>(values / 3), time);
      if (by < 0) continue;
      gone.push_back(k);
      ++left[static_cast<std::size_t>(by)];
    }
    erase(own[s], gone);
  }
  comm_.sum(left);
  bool has_any = false;
  for (std::size_t n = 0; n < left.size(); ++n) {
    left_[n] += left[n];
    has_any = has_any || left[n] > 0;
  }
  return has_any;
}

bool CellTraffic::lose(std::vector<HostCells>& own, const std::vector<Lost>& lost,
                       std::int64_t step) {
  std::vector<std::vector<std::size_t>> numbers(own.size());
  std::string text;
  for (const Lost& cell : lost) {
    numbers[cell.species].push_back(cell.number);
    if (!text.empty()) text += '\n';
    text += removed_cell_text(own[cell.species].identities[cell.number], cell.place, step);
  }
  for (std::size_t s = 0; s < own.size(); ++s) erase(own[s], numbers[s]);
  for (const std::string& of_rank : comm_.gather(text))
    if (!of_rank.empty()) notes_.push_back(of_rank);
  std::array<std::int64_t, 1> count{static_cast<std::int64_t>(lost.size())};
  comm_.sum(count);
  lost_ += count[0];
  return count[0] > 0;
}

std::vector<std::string> CellTraffic::notes() { return std::exchange(notes_, {}); }

}  // namespace thalweg::blood
