// SPDX-License-Identifier: Apache-2.0
// What is written of a state: fields of cells.
#include <algorithm>

#include "base/error.hpp"
#include "solvers/flow/case/measure_parameters.hpp"
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

/// Vectors, parts one behind the other, each with its components.
template <class Real>
std::vector<Real> Flow<Real>::vectors_of(const std::vector<Real>& values, int first) const {
  std::vector<Real> all;
  for (const grid::BlockPlace& place : fine().arena().places())
    for (int n = first; n < first + 3; ++n)
      grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                          [&](const grid::Cell& c) {
                            all.push_back(values[static_cast<std::size_t>(
                                n * fine().arena().size() + place.at(c[0], c[1], c[2]))]);
                          });
  return all;
}

/// values: what averages hold.
template <class Real>
io::BlockField Flow<Real>::average_named(const std::string& name,
                                         const std::vector<Real>& values) const {
  for (const AverageField& field : average_fields(p_))
    if (field.name == name)
      return {name, field.unit, field.components,
              field.components == 1 ? field_of(values, field.first)
                                    : vectors_of(values, field.first)};
  throw UsageError("no field is called '" + name + "'");
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
      writer.blocks(of_files, [this] { return vertices(); },
                    {name, "length", 1, field_of(distances(), 0)});
      continue;
    }
    const bool is_of_moment = name == "velocity" || name == "pressure";
    TW_CHECK(is_of_moment || averages_, "no field is called '" + name + "'");
    std::vector<Real>& values = is_of_moment ? moment : means;
    if (values.empty()) values = is_of_moment ? host_state() : averages_->fields(exec_);
    const io::BlockField field =
        name == "velocity"   ? io::BlockField{name, "length/time", 3, vectors_of(values, 1)}
        : name == "pressure" ? io::BlockField{name, "length^2/time^2", 1, field_of(values, 0)}
                             : average_named(name, values);
    writer.blocks(
        of_files, [this] { return vertices(); }, field);
  }
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
