// SPDX-License-Identifier: Apache-2.0
// What a restart needs of a state.
#include <algorithm>

#include "fft/shared_items.hpp"
#include "solvers/turbulence/initial/means.hpp"
#include "solvers/turbulence/solver.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
void Solver<Real>::with_host_state(bool changes,
                                   const std::function<void(Complex<Real>*)>& action) {
  if (state_.is_on_host()) {
    exec_.wait();
    action(state_.view().data);
  } else {
    std::vector<Complex<Real>> host(state_.size());
    exec::copy_bytes(exec_, host.data(), state_.view().data, host.size() * sizeof(Complex<Real>));
    exec_.wait();
    action(host.data());
    if (!changes) return;
    exec::copy_bytes(exec_, state_.view().data, host.data(), host.size() * sizeof(Complex<Real>));
    exec_.wait();
  }
}

namespace {

/// Call copy(index in the file, index in memory) for every mode of one component: the file holds
/// them by (k_y, k_x, k_z) without padding; here the k_x are those of this rank.
template <class Copy>
void for_each_mode(const fft::Layout& layout, Copy copy) {
  const int block = layout.block_of(layout.rank), groups = layout.groups_of(block);
  const std::int64_t columns = layout.blocks.size(block), depth = layout.depth;
  for (int row = 0; row < layout.local_rows(); ++row) {
    const int first = row % groups * layout.group;
    for (int i = 0; i < layout.group && first + i < columns; ++i)
      for (int d = 0; d < depth; ++d)
        copy((row / groups * columns + first + i) * depth + d, layout.index(row, d, i));
  }
}
/// How many these are.
std::size_t mode_count(const fft::Layout& layout) {
  const int part = layout.plane_part(layout.rank), block = layout.block_of(layout.rank);
  return static_cast<std::size_t>(layout.row_modes.size(part)) *
         static_cast<std::size_t>(layout.blocks.size(block)) *
         static_cast<std::size_t>(layout.depth);
}

}  // namespace

/// (k_y, k_x, k_z, re/im), modes in the order 0..k, -k..-1.
template <class Real>
io::Block Solver<Real>::checkpoint_block() const {
  const fft::Modes& modes = layout_.modes;
  const fft::SharedItems rows = fft::shared_modes(layout_, group_);
  return {{modes.rows(), modes.columns(), modes.depth(), 2},
          layout_.row_modes.begin(layout_.plane_part(layout_.rank)) + rows.begin(),
          rows.end() - rows.begin()};
}

template <class Real>
void Solver<Real>::save(io::CheckpointWriter& file) {
  const io::Block block = checkpoint_block();
  const fft::SharedItems rows = fft::shared_modes(layout_, group_);
  const std::vector<std::string> names = component_names(set_);
  with_host_state(false, [&](const Complex<Real>* state) {
    std::vector<Complex<Real>> packed;
    for (std::size_t c = 0; c < names.size(); ++c) {
      const Complex<Real>* from = state + static_cast<std::int64_t>(c) * layout_.component_size();
      packed.resize(mode_count(layout_));
      for_each_mode(layout_, [&](std::int64_t to, std::int64_t at) {
        packed[static_cast<std::size_t>(to)] = from[at];
      });
      packed = rows.whole(std::move(packed));
      file.array(names[c], block, reinterpret_cast<const Real*>(packed.data()));
    }
  });
  const char* axes[] = {"x", "y", "z"};
  for (std::size_t d = 0; d < 3; ++d) {
    file.attribute(std::string("points_") + axes[d], std::int64_t{p_.points[d]});
    file.attribute(std::string("length_") + axes[d], p_.length[d]);
  }
  file.attribute("equations", name_with_scalars(set_));
  file.attribute("particles", species_text(p_.particles));
  if (particles_) particles_->save(file, exec_);
  if (averages_) averages_->save(exec_, file);
  file.attribute("step", steps_);
  file.attribute("time", time_);
  file.attribute("dt", dt_);
  file.attribute("courant_rate", courant_rate());
  file.attribute("initial_energy", initial_energy_);
  save_last_row(file);
  forcing_.save(exec_, file);
}

template <class Real>
void Solver<Real>::save_last_row(io::CheckpointWriter& file) {
  const Row row = last_row_.value_or(Row{.time = -1});
  file.attribute("last_row_time", row.time);
  file.attribute("last_row_energy", row.energy);
  file.attribute("last_row_dissipation", row.dissipation);
  file.attribute("last_row_work", row.work);
  file.attribute("last_row_power", row.power);
  file.attribute("last_row_magnetic", row.magnetic);
}

/// A restart that is allowed to change the forcing begins its sums anew: in the first row the
/// budget is not known.
template <class Real>
void Solver<Real>::load_last_row(io::CheckpointReader& file) {
  last_row_.reset();
  const bool is_same = forcing_.load(exec_, file);
  const double time = file.number("last_row_time");
  if (!is_same || time < 0) return;
  const bool is_linear = p_.forcing.kind == ForcingKind::linear;
  const double power = file.number("last_row_power");
  if (is_linear != (power > 0)) return;
  last_row_ = Row{time,
                  file.number("last_row_energy"),
                  file.number("last_row_dissipation"),
                  file.number("last_row_work"),
                  power,
                  file.number("last_row_magnetic")};
}

namespace {

/// Refuse a checkpoint of another grid, box, equation or truncation. Throws InputError.
void require_same_case(const io::CheckpointReader& file, const Parameters& p,
                       const SetDescription& set, const io::Block& block) {
  const auto refuse = [&](const std::string& what, const std::string& stored,
                          const std::string& wanted) {
    throw InputError(file.file().string() + ": the checkpoint has " + what + " " + stored +
                     ", the case has " + wanted +
                     ".\nRestart with the case it was written for, or start from its fields with "
                     "initial.kind = \"file\". Nothing was run.");
  };
  const auto join = [](auto a, auto b, auto c) {
    return std::to_string(a) + " x " + std::to_string(b) + " x " + std::to_string(c);
  };
  if (const std::string equations = file.text("equations"); equations != name_with_scalars(set))
    refuse("equations", equations, name_with_scalars(set));
  if (const std::string particles = file.text("particles"); particles != species_text(p.particles))
    refuse("particles", particles, species_text(p.particles));
  const std::int64_t stored[3] = {file.integer("points_x"), file.integer("points_y"),
                                  file.integer("points_z")};
  if (stored[0] != p.points[0] || stored[1] != p.points[1] || stored[2] != p.points[2])
    refuse("grid.points", join(stored[0], stored[1], stored[2]),
           join(p.points[0], p.points[1], p.points[2]));
  const double length[3] = {file.number("length_x"), file.number("length_y"),
                            file.number("length_z")};
  if (length[0] != p.length[0] || length[1] != p.length[1] || length[2] != p.length[2])
    refuse("grid.length", join(length[0], length[1], length[2]),
           join(p.length[0], p.length[1], p.length[2]));
  const auto modes = file.extents(component_names(set).front());
  if (modes != block.global)
    refuse("modes (turbulence.dealias)", join(modes[1], modes[0], modes[2]),
           join(block.global[1], block.global[0], block.global[2]));
}

}  // namespace

template <class Real>
void Solver<Real>::load(io::CheckpointReader& file) {
  const io::Block block = checkpoint_block();
  require_same_case(file, p_, set_, block);
  const fft::SharedItems rows = fft::shared_modes(layout_, group_);
  const std::vector<std::string> names = component_names(set_);
  with_host_state(true, [&](Complex<Real>* state) {
    std::vector<Complex<Real>> packed;
    for (std::size_t c = 0; c < names.size(); ++c) {
      packed.resize(static_cast<std::size_t>(block.count * block.global[1] * block.global[2]));
      file.array(names[c], block, reinterpret_cast<Real*>(packed.data()));
      packed = rows.parts(std::move(packed));
      Complex<Real>* to = state + static_cast<std::int64_t>(c) * layout_.component_size();
      for_each_mode(layout_, [&](std::int64_t from, std::int64_t at) {
        to[at] = packed[static_cast<std::size_t>(from)];
      });
    }
    // A restart may change what makes a mean grow.
    if (p_.forcing.kind == ForcingKind::linear) require_no_mean(state);
    require_no_ascent(p_, set_, layout_, comm_, state);
  });
  if (particles_) particles_->load(file, exec_);
  steps_ = file.integer("step");
  time_ = file.number("time");
  if (averages_) averages_->load(exec_, file, time_);
  dt_ = file.number("dt");
  courant_rate_ = file.number("courant_rate");
  initial_energy_ = file.number("initial_energy");
  load_last_row(file);
  sums_known_ = false;
  // What a force brought in that this restart leaves out is no runaway.
  if (p_.forcing.kind == ForcingKind::none && !set_.is_quantum())
    initial_energy_ = std::max(initial_energy_, total_energy(set_, sums()));
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
