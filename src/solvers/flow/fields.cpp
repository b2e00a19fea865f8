// SPDX-License-Identifier: Apache-2.0
// What is written of a state: fields of cells.
#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "solvers/flow/solver.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
std::vector<Real> Flow<Real>::host_state() {
  const exec::View<const Real, 1> view{fine().state(), {4 * fine().arena().size()}};
  return exec::downloaded(exec_, view);
}

template <class Real>
void Flow<Real>::set_state(const std::vector<Real>& values) {
  exec::copy_bytes(exec_, fine().state(), values.data(), values.size() * sizeof(Real));
  exec_.wait();
  fine().state_has_changed();
}

template <class Real>
io::BlockLayout Flow<Real>::layout() const {
  return io::block_layout(fine().mesh().blocks, fine().arena());
}

/// A component of fields of the arena, as files have it.
template <class Real>
std::vector<Real> Flow<Real>::field_of(const std::vector<Real>& values, int component) const {
  std::vector<Real> field;
  io::append_from_arena(fine().arena(), values.data() + component * fine().arena().size(), field);
  return field;
}

template <class Real>
io::BlockVertices Flow<Real>::vertices() const {
  io::BlockVertices all;
  for (const grid::BlockPlace& place : fine().arena().places())
    grid::for_each_cell({{}, {place.cells[0] + 1, place.cells[1] + 1, place.cells[2] + 1}},
                        [&](const grid::Cell& v) {
                          const geometry::Vector at = fine().mesh().vertex(place.block, v);
                          all.x.push_back(at[0]);
                          all.y.push_back(at[1]);
                          all.z.push_back(at[2]);
                        });
  return all;
}

/// Velocities, parts one behind the other, each with its components.
template <class Real>
std::vector<Real> Flow<Real>::velocity_of(const std::vector<Real>& values) const {
  std::vector<Real> all;
  for (const grid::BlockPlace& place : fine().arena().places())
    for (int n = 1; n <= 3; ++n)
      grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                          [&](const grid::Cell& c) {
                            all.push_back(values[static_cast<std::size_t>(
                                n * fine().arena().size() + place.at(c[0], c[1], c[2]))]);
                          });
  return all;
}

/// values: pressure and velocity, of a moment or as means, and what behind them.
template <class Real>
io::BlockField Flow<Real>::field_named(const std::string& name,
                                       const std::vector<Real>& values) const {
  if (name == "velocity" || name == "mean_velocity")
    return {name, "length/time", 3, velocity_of(values)};
  const auto at = std::find(std::begin(average_names), std::end(average_names), name);
  TW_CHECK(name == "pressure" || name == "distance" || at != std::end(average_names),
           "no field is called '" + name + "'");
  const bool is_first = name == "pressure" || name == "distance";
  const auto number = is_first ? 0 : static_cast<int>(at - std::begin(average_names));
  const char* unit = name == "distance"              ? "length"
                     : name == "mean_eddy_viscosity" ? "length^2/time"
                                                     : "length^2/time^2";
  return {name, unit, 1, field_of(values, number)};
}

template <class Real>
io::BlockField Flow<Real>::eddy_viscosity() {
  TW_CHECK(p_.has_eddies(), "there is no model of eddies");
  const exec::View<const Real, 1> view{fine().eddy_viscosity(), {fine().arena().size()}};
  return {"eddy_viscosity", "length^2/time", 1, field_of(exec::downloaded(exec_, view), 0)};
}

/// The number of a scalar.
template <class Real>
std::optional<int> Flow<Real>::scalar_named(const std::string& name) const {
  for (std::size_t s = 0; s < p_.scalars.size(); ++s)
    if (p_.scalars[s].name == name) return static_cast<int>(s);
  return std::nullopt;
}

template <class Real>
std::vector<Real> Flow<Real>::host_scalars() {
  const exec::View<const Real, 1> view{scalars_->values(),
                                       {scalars_->count() * fine().arena().size()}};
  return exec::downloaded(exec_, view);
}

template <class Real>
void Flow<Real>::write_fields(simulation::FieldWriter& writer) {
  const io::BlockLayout of_files = layout();
  std::vector<Real> moment, means;  // from the device once, and where asked for
  for (const std::string& name : writer.names()) {
    if (const auto scalar = scalar_named(name)) {
      writer.blocks(of_files, [this] { return vertices(); },
                    {name, "1", 1, field_of(host_scalars(), *scalar)});
      continue;
    }
    if (name == "eddy_viscosity") {
      writer.blocks(
          of_files, [this] { return vertices(); }, eddy_viscosity());
      continue;
    }
    if (name == "distance" && arena_cells_) {
      writer.blocks(
          of_files, [this] { return vertices(); }, field_named(name, distances()));
      continue;
    }
    const bool is_of_moment = name == "velocity" || name == "pressure";
    TW_CHECK(is_of_moment || averages_, "no field is called '" + name + "'");
    std::vector<Real>& values = is_of_moment ? moment : means;
    if (values.empty()) values = is_of_moment ? host_state() : averages_->fields(exec_);
    const io::BlockField field = field_named(name, values);
    writer.blocks(
        of_files, [this] { return vertices(); }, field);
  }
}

template class Flow<float>;
template class Flow<double>;

}  // namespace thalweg::flow::inline TW_HALF
