// SPDX-License-Identifier: Apache-2.0
// What a run is gone on with from.
#include <algorithm>

#include "base/error.hpp"
#include "solvers/flow/case/measure_parameters.hpp"
#include "solvers/flow/fault_text.hpp"
#include "solvers/flow/measures/forces.hpp"
#include "solvers/flow/solver.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

constexpr const char* state_names[] = {"pressure", "velocity_x", "velocity_y", "velocity_z"};
constexpr const char* before_names[] = {"velocity_before_x", "velocity_before_y",
                                        "velocity_before_z"};
constexpr const char *scalar_prefix = "scalar: ", *before_suffix = " before",
                     *averages_begin = "averages_from";

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "\"" : ", \"") + name + '"';
  return all.empty() ? "(none)" : all;
}

}  // namespace

template <class Real>
void Flow<Real>::save(io::CheckpointWriter& file) {
  const io::BlockLayout of_files = layout();
  const std::vector<Real> values = host_state();
  for (int n = 0; n < 4; ++n) file.blocks(state_names[n], of_files, field_of(values, n).data());
  if (!is_steady()) {
    const std::vector<Real> before = exec::downloaded(exec_, std::as_const(before_).view());
    for (int n = 0; n < 3; ++n) file.blocks(before_names[n], of_files, field_of(before, n).data());
  }
  if (averages_) {
    const std::vector<Real> means = averages_->fields(exec_);
    const std::vector<std::string> names = average_names(p_);
    for (std::size_t n = 0; n < names.size(); ++n)
      file.blocks(names[n], of_files, field_of(means, static_cast<int>(n)).data());
    file.attribute("averaged_time", averages_->time());
    file.attribute(averages_begin, *p_.averages_from);
  }
  if (scalars_) save_scalars(file);
  file.attribute("scheme", std::string(is_steady() ? "steady" : "bdf2"));
  file.attribute("step", steps_);
  file.attribute("time", time_);
  file.attribute("dt", dt_);
  file.attribute("rate", rate_);
  file.attribute("cycles", std::int64_t{cycles_});
  for (std::size_t d = 0; p_.mean_velocity && d < 3; ++d)
    file.attribute(driving_columns[d], driving_force_[d]);
}

template <class Real>
void Flow<Real>::load(io::CheckpointReader& file) {
  const std::string scheme = is_steady() ? "steady" : "bdf2";
  if (const std::string stored = file.text("scheme"); stored != scheme)
    throw InputError(file.file().string() + ": the checkpoint has time.scheme = \"" + stored +
                     "\", the case has \"" + scheme + "\".\nNothing was run.");
  const io::BlockLayout of_files = layout();
  const grid::BlockArena& arena = fine().arena();
  std::vector<Real> field(static_cast<std::size_t>(of_files.size()));
  std::vector<Real> values(4 * static_cast<std::size_t>(arena.size()));
  const auto read = [&](const char* name, int component) {
    file.blocks(name, of_files, field.data());
    io::put_into_arena(arena, field.data(), values.data() + component * arena.size());
  };
  if (!is_steady()) {
    for (int n = 0; n < 3; ++n) read(before_names[n], n);
    exec::copy_bytes(exec_, before_.view().data, values.data(), before_.size() * sizeof(Real));
    exec_.wait();
  }
  for (int n = 0; n < 4; ++n) read(state_names[n], n);
  set_state(values);
  load_scalars(file);
  steps_ = steps_before_ = file.integer("step");
  time_ = file.number("time");
  dt_ = file.number("dt");
  rate_ = file.number("rate");
  cycles_ = static_cast<int>(file.integer("cycles"));
  for (std::size_t d = 0; p_.mean_velocity && d < 3; ++d)
    driving_force_[d] = file.number(driving_columns[d]);
  place_bodies(time_);
  set_conditions(time_, 0);
  fine().follow_walls();
  if (averages_) load_averages(file);
}

template <class Real>
void Flow<Real>::save_scalars(io::CheckpointWriter& file) {
  const io::BlockLayout of_files = layout();
  const std::vector<Real> values = host_scalars(),
                          before =
                              exec::downloaded(exec_, std::as_const(scalars_->before()).view());
  for (int s = 0; s < scalars_->count(); ++s) {
    const std::string name = scalar_prefix + p_.scalars[grid::index(s)].name;
    file.blocks(name, of_files, field_of(values, s).data());
    if (!is_steady()) file.blocks(name + before_suffix, of_files, field_of(before, s).data());
  }
}

/// The scalars of the case, no more and no less.
template <class Real>
void Flow<Real>::load_scalars(io::CheckpointReader& file) {
  std::vector<std::string> wanted, stored;
  for (const TransportedScalar& scalar : p_.scalars) wanted.push_back(scalar.name);
  for (const std::string& name : file.arrays())
    if (name.starts_with(scalar_prefix) && !name.ends_with(before_suffix))
      stored.push_back(name.substr(std::string(scalar_prefix).size()));
  if (!std::is_permutation(wanted.begin(), wanted.end(), stored.begin(), stored.end()))
    throw InputError(file.file().string() + ": the checkpoint has the scalars " + listed(stored) +
                     ", the case has " + listed(wanted) + ".\nNothing was run.");
  if (!scalars_) return;
  const io::BlockLayout of_files = layout();
  const grid::BlockArena& arena = fine().arena();
  std::vector<Real> field(static_cast<std::size_t>(of_files.size()));
  std::vector<Real> values(wanted.size() * static_cast<std::size_t>(arena.size()));
  const auto read_all = [&](const std::string& suffix, Real* to) {
    for (std::size_t s = 0; s < wanted.size(); ++s) {
      file.blocks(scalar_prefix + wanted[s] + suffix, of_files, field.data());
      io::put_into_arena(arena, field.data(),
                         values.data() + static_cast<std::int64_t>(s) * arena.size());
    }
    exec::copy_bytes(exec_, to, values.data(), values.size() * sizeof(Real));
    exec_.wait();
  };
  read_all("", scalars_->values());
  if (!is_steady()) read_all(before_suffix, scalars_->before().view().data);
}

/// Averages begin anew where the run before had none, had them from another time on, or had not all
/// that this one has: a model of eddies was changed.
template <class Real>
void Flow<Real>::load_averages(io::CheckpointReader& file) {
  if (file.has(averages_begin) && file.number(averages_begin) != *p_.averages_from) return;
  const std::vector<std::string> stored = file.arrays();
  const std::vector<std::string> names = average_names(p_);
  const auto missing = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(stored.begin(), stored.end(), name) == stored.end();
  });
  if (missing != names.end()) {
    if (missing != names.begin()) averages_note_ = averages_text(*missing);
    return;
  }
  const io::BlockLayout of_files = layout();
  const grid::BlockArena& arena = fine().arena();
  std::vector<Real> field(static_cast<std::size_t>(of_files.size()));
  std::vector<Real> means(names.size() * static_cast<std::size_t>(arena.size()));
  for (std::size_t n = 0; n < names.size(); ++n) {
    file.blocks(names[n], of_files, field.data());
    io::put_into_arena(arena, field.data(),
                       means.data() + static_cast<std::int64_t>(n) * arena.size());
  }
  averages_->set(exec_, means, file.number("averaged_time"));
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
