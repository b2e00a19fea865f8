// SPDX-License-Identifier: Apache-2.0
// What histories and checkpoints have of cells that enter, leave and are lost.
#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "solvers/blood/cells/cell_traffic.hpp"

namespace thalweg::blood {

namespace {

std::int64_t sum_of(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

constexpr int numbers_of_reservoir_cell = 9;

/// 0 for an opening that has a condition since this restart.
std::int64_t stored_count(const io::CheckpointReader& file, const std::string& name) {
  return file.has(name) ? file.integer(name) : 0;
}

}  // namespace

std::vector<simulation::Scalar> CellTraffic::scalars() const {
  std::vector<simulation::Scalar> all;
  if (!p_.openings.empty()) {
    all.push_back({"cells_entered", "1", static_cast<double>(sum_of(entered_))});
    all.push_back({"cells_left", "1", static_cast<double>(sum_of(left_))});
  }
  if (p_.cells.removes_lost) all.push_back({"cells_lost", "1", static_cast<double>(lost_)});
  if (!feeds_.empty()) all.push_back({"cells_waiting", "1", waiting()});
  for (std::size_t n = 0; n < p_.openings.size(); ++n) {
    const std::string& name = p_.openings[n].name;
    if (p_.openings[n].feeds())
      all.push_back({"cells_entered_" + name, "1", static_cast<double>(entered_[n])});
    all.push_back({"cells_left_" + name, "1", static_cast<double>(left_[n])});
  }
  return all;
}

std::vector<std::string> CellTraffic::columns(const Parameters& p) {
  if (p.cells.species.empty()) return {};
  std::vector<std::string> names;
  bool has_feed = false;
  for (const OpeningParameters& opening : p.openings) has_feed = has_feed || opening.feeds();
  if (!p.openings.empty()) names = {"cells_entered", "cells_left"};
  if (p.cells.removes_lost) names.emplace_back("cells_lost");
  if (has_feed) names.emplace_back("cells_waiting");
  for (const OpeningParameters& opening : p.openings) {
    if (opening.feeds()) names.push_back("cells_entered_" + opening.name);
    names.push_back("cells_left_" + opening.name);
  }
  return names;
}

void CellTraffic::save(io::CheckpointWriter& file, const std::string& name,
                       const Feed& feed) const {
  std::vector<std::int64_t> identities, entered;
  std::vector<double> numbers;
  if (comm_.is_root())
    for (std::size_t n = 0; n < feed.cells.size(); ++n) {
      const auto& [species, centre, axis, first, period] = feed.cells[n];
      identities.push_back(static_cast<std::int64_t>(n));
      entered.push_back(feed.entered[n]);
      numbers.insert(numbers.end(), {static_cast<double>(species), centre[0], centre[1], centre[2],
                                     axis[0], axis[1], axis[2], first, period});
    }
  const io::SortedItems items(comm_, identities);
  file.items(name, items);
  file.items<std::int64_t>(name, "entered", items, std::span<const std::int64_t>(entered));
  file.items<double>(name, "cells", items, std::span<const double>(numbers),
                     numbers_of_reservoir_cell);
  file.attribute(name + "_volume", feed.volume);
  for (std::size_t s = 0; s < p_.cells.species.size(); ++s)
    file.attribute(name + "_hematocrit" + std::to_string(s),
                   p_.openings[feed.opening].hematocrits[s]);
}

void CellTraffic::save(io::CheckpointWriter& file) const {
  file.attribute("next_cell", next_identity_);
  file.attribute("cells_lost", lost_);
  for (std::size_t n = 0; n < p_.openings.size(); ++n) {
    file.attribute("cells_entered_" + p_.openings[n].name, entered_[n]);
    file.attribute("cells_left_" + p_.openings[n].name, left_[n]);
    file.attribute("cells_enter_by_" + p_.openings[n].name,
                   std::int64_t{p_.openings[n].feeds() ? 1 : 0});
  }
  for (const Feed& feed : feeds_) save(file, "reservoir_" + p_.openings[feed.opening].name, feed);
}

/// Every rank reads a part, and gets all.
void CellTraffic::load(io::CheckpointReader& file, const std::string& name, Feed& feed) const {
  const io::ItemShare share = file.items(name);
  const auto total = static_cast<std::size_t>(share.share.total);
  const auto entered = file.items<std::int64_t>(name, "entered", share);
  const auto numbers = file.items<double>(name, "cells", share, numbers_of_reservoir_cell);
  std::vector<double> all(total * numbers_of_reservoir_cell);
  feed.entered.assign(total, 0);
  for (std::size_t n = 0; n < entered.size(); ++n) {
    const auto at = static_cast<std::size_t>(share.identities[n]);
    feed.entered[at] = entered[n];
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(n) * numbers_of_reservoir_cell,
                numbers_of_reservoir_cell,
                all.begin() + static_cast<std::ptrdiff_t>(at) * numbers_of_reservoir_cell);
  }
  comm_.sum(feed.entered);
  comm_.sum(all);
  feed.cells.clear();
  for (std::size_t n = 0; n < total; ++n) {
    const double* v = all.data() + n * numbers_of_reservoir_cell;
    feed.cells.push_back(
        {static_cast<int>(v[0]), {v[1], v[2], v[3]}, {v[4], v[5], v[6]}, v[7], v[8]});
  }
  feed.volume = file.number(name + "_volume");
}

/// Whether the checkpoint has this feed, of the same hematocrits.
bool CellTraffic::is_stored(const io::CheckpointReader& file, const Feed& feed) const {
  const OpeningParameters& opening = p_.openings[feed.opening];
  if (stored_count(file, "cells_enter_by_" + opening.name) == 0) return false;
  for (std::size_t s = 0; s < opening.hematocrits.size(); ++s)
    if (file.number("reservoir_" + opening.name + "_hematocrit" + std::to_string(s)) !=
        opening.hematocrits[s])
      return false;
  return true;
}

/// A feed that the case has changed at the restart begins anew.
void CellTraffic::load(io::CheckpointReader& file) {
  for (Feed& feed : feeds_) {
    if (is_stored(file, feed))
      load(file, "reservoir_" + p_.openings[feed.opening].name, feed);
    else
      fill(feed);
  }
  next_identity_ = file.integer("next_cell");
  lost_ = file.integer("cells_lost");
  for (std::size_t n = 0; n < p_.openings.size(); ++n) {
    entered_[n] = stored_count(file, "cells_entered_" + p_.openings[n].name);
    left_[n] = stored_count(file, "cells_left_" + p_.openings[n].name);
  }
}

}  // namespace thalweg::blood
