// SPDX-License-Identifier: Apache-2.0
// Populations on their way between kernel space, the host and checkpoints.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solvers/blood/cells/fault_text.hpp"
#include "solvers/blood/plasma/plasma.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
void Plasma<Real>::store_populations(std::vector<Real>& values) {
  exec::Array<Real, 1> packed({std::int64_t{directions} * sites_.own()}, exec::Contents::undefined);
  in_state([&]<State state>(const Slots<state>& slots, const auto&) {
    exec::parallel_for(exec_, sites_.own(),
                       StorePopulations<state, Real>{slots, std::as_const(populations_).view().data,
                                                     packed.view().data});
  });
  values = exec::downloaded(exec_, std::as_const(packed).view());
}

template <class Real>
void Plasma<Real>::load_populations(const std::vector<Real>& values) {
  const exec::Array<Real, 1> packed = exec::uploaded(exec_, values);
  in_state([&]<State state>(const Slots<state>& slots, const auto&) {
    exec::parallel_for(
        exec_, sites_.own(),
        LoadPopulations<state, Real>{slots, packed.view().data, populations_.view().data});
  });
  exec_.wait();
}

/// Of this rank's sites.
template <class Real>
std::vector<Real> Plasma<Real>::stored_contrast() {
  exec::Array<Real, 1> packed({sites_.own()}, exec::Contents::undefined);
  const SiteContrast<Real> at = contrast();
  exec::parallel_for(exec_, sites_.own(),
                     StoreContrast<Real>{{at.contrast, at.stretch_nodes, at.first, at.of_site},
                                         packed.view().data});
  return exec::downloaded(exec_, std::as_const(packed).view());
}

template <class Real>
void Plasma<Real>::load_contrast(const std::vector<Real>& values) {
  const exec::Array<Real, 1> packed = exec::uploaded(exec_, values);
  exec::parallel_for(exec_, sites_.own(), LoadContrast<Real>{contrast(), packed.view().data});
  exec_.wait();
}

/// Sites in the order of the lattice, each with its populations as if at home, so that a checkpoint
/// does not depend on ranks or on the state.
template <class Real>
void Plasma<Real>::save(io::CheckpointWriter& file) {
  const SiteItems own = site_items();
  const io::SortedItems items(comm_, own.identities);
  file.items("sites", items);
  file.items<Real>("sites", "populations", items, std::span<const Real>(own.populations),
                   directions);
  if (has_contrast())
    file.items<Real>("sites", "contrast", items, std::span<const Real>(own.contrasts));
  file.attribute("shape", name_of(p_.vessel.shape));
  file.attribute("sites", sites_.total());
  file.attribute("step", steps_);
  file.attribute("time", time_);
  file.attribute("step_size", units_.step);
  if (balance_) store_cuts(file);
  if (cells_) cells_->save(file, exec_);
  if (openings_) openings_->save(file);
  if (wall_averages_) wall_averages_->save(file, comm_);
}

/// Populations and speeds are stored in units of the lattice: the step must be the same.
template <class Real>
void Plasma<Real>::check_fits(const io::CheckpointReader& file) const {
  if (const std::int64_t stored = file.integer("sites");
      stored != sites_.total() || file.text("shape") != name_of(p_.vessel.shape))
    throw InputError(other_vessel_text(file.file(), {file.text("shape"), stored},
                                       {name_of(p_.vessel.shape), sites_.total()}));
  constexpr double rounding = 1e-9;  // of a relaxation time that a message has told
  const double stored = file.number("step_size"), ratio = stored / units_.step;
  if (!(std::abs(ratio - 1) <= rounding))
    throw InputError(other_step_text(file.file(), stored, units_.step,
                                     0.5 + ratio * (p_.relaxation_time - 0.5)));
}

/// This rank's share. Where no cell had another viscosity, the cells fill themselves anew.
template <class Real>
typename Plasma<Real>::SiteItems Plasma<Real>::read_sites(const io::CheckpointReader& file) const {
  const io::ItemShare share = file.items("sites");
  SiteItems stored{share.identities,
                   file.template items<Real>("sites", "populations", share, directions)};
  if (!has_contrast()) return stored;
  if (const auto arrays = file.arrays();
      std::ranges::find(arrays, "sites.contrast") != arrays.end())
    stored.contrasts = file.template items<Real>("sites", "contrast", share);
  else
    stored.contrasts.resize(share.identities.size());
  return stored;
}

template <class Real>
void Plasma<Real>::load(io::CheckpointReader& file) {
  check_fits(file);
  if (balance_) restore_cuts(file);
  const SiteItems stored = read_sites(file);
  steps_ = file.integer("step");
  time_ = file.number("time");
  is_shifted_ = p_.streaming == Streaming::in_place && steps_ % 2 == 1;
  place(stored);
  set_force();
  if (cells_) cells_->load(file, exec_, steps_);
  push_round_loop();
  if (openings_) openings_->load(file);
  if (wall_averages_) wall_averages_->load(file, comm_);
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
