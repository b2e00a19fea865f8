// SPDX-License-Identifier: Apache-2.0
// What immersed bodies do on a level: docs/theory/flow.md, section 9.
#include <algorithm>

#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/level/level.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Bits of InvertDiagonal, behind those of the faces.
constexpr int first_bit_of_held = 6;

template <class Real>
void Level<Real>::immerse(ImmersedCells cells) {
  hold(cells.held);
  immersion_.emplace(exec_, comm_, std::move(cells));
}

template <class Real>
void Level<Real>::hold(const std::vector<std::uint8_t>& held) {
  std::vector<HeldCell> cells;
  std::vector<int> marks = closed_faces(conditions_->host_faces(), size_);
  for (std::size_t n = 0; n < held.size(); ++n) {
    if (held[n] == 0) continue;
    cells.push_back({static_cast<std::int64_t>(n), held[n]});
    marks[n] |= held[n] << first_bit_of_held;
  }
  held_ = exec::uploaded(exec_, cells);
  closed_ = exec::uploaded(exec_, marks);
  exec_.wait();
  state_has_changed();
}

/// Marks of handed cells, at the cells of this rank.
template <class Real>
std::vector<std::uint8_t> Level<Real>::gathered(const std::vector<std::uint8_t>& marks) {
  if (!gathering_) return marks;
  auto field = exec::uploaded_as<Real>(marks);
  move(gathering_->gather, {field.view().data});
  const std::vector<Real> values = exec::downloaded(exec_, std::as_const(field).view());
  std::vector<std::uint8_t> own(marks.size());
  std::transform(values.begin(), values.begin() + arena_.behind(), own.begin(),
                 [](Real value) { return static_cast<std::uint8_t>(value); });
  return own;
}

template <class Real>
std::vector<std::uint8_t> Level<Real>::restrict_held(const std::vector<std::uint8_t>& held,
                                                     Level& coarse) const {
  return coarse.gathered(
      coarse_held(arena_.places(), coarse.host_handed_places(), coarse.size_, held, first_axis_));
}

/// Values in bands are made of those of free cells, values in bodies of both: ghosts are filled
/// after each.
template <class Real>
void Level<Real>::set_immersed() {
  if (!immersion_) return;
  const auto set = [&](bool is_of_band) {
    {
      const auto timer = phases_.measure("bodies");
      is_of_band ? immersion_->set_band(state(), size_) : immersion_->set_inside(state(), size_);
    }
    exchange(*halo_, state());
  };
  set(true);
  set(false);
}

template <class Real>
void Level<Real>::hold_rows(double rate) {
  if (immersion_) {
    const auto timer = phases_.measure("bodies");
    immersion_->take_momentum(geometry_, std::as_const(state_).view().data,
                              std::as_const(residual_).view().data, source().of_momentum(size_),
                              rate, force_);
    immersion_->close(residual_.view().data);
  }
  const auto count = static_cast<int>(held_.size());
  if (count == 0) return;
  const auto timer = phases_.measure(phase("fluxes"));
  exec::parallel_for(
      exec_, count, HoldRows<Real>{std::as_const(held_).view().data, residual_.view().data, size_});
}

TW_INSTANTIATE(Level)

}  // namespace thalweg::flow::inline TW_HALF
