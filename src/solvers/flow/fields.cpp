// SPDX-License-Identifier: Apache-2.0
// What is written of a state: fields of cells, and tables along lines.
#include <algorithm>

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

template <class Real>
void Flow<Real>::write_fields(simulation::FieldWriter& writer) {
  const std::vector<Real> values = host_state();
  const io::BlockLayout of_files = layout();
  for (const std::string& name : writer.names()) {
    TW_CHECK(name == "velocity" || name == "pressure", "no field is called '" + name + "'");
    io::BlockField field{name, "length^2/time^2", 1, field_of(values, 0)};
    if (name == "velocity") {
      std::vector<Real> all;
      // Parts one behind the other, each with its components.
      for (const grid::BlockPlace& place : fine().arena().places())
        for (int n = 1; n <= 3; ++n)
          grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                              [&](const grid::Cell& c) {
                                all.push_back(values[static_cast<std::size_t>(
                                    n * fine().arena().size() + place.at(c[0], c[1], c[2]))]);
                              });
      field = {name, "length/time", 3, std::move(all)};
    }
    writer.blocks(
        of_files, [this] { return vertices(); }, field);
  }
}

template <class Real>
std::vector<simulation::Table> Flow<Real>::tables(const std::vector<std::string>& names) {
  std::vector<simulation::Table> tables;
  fine().fill_ghosts();
  const std::vector<Real> values = host_state();
  for (std::size_t n = 0; n < p_.lines.size(); ++n)
    if (std::find(names.begin(), names.end(), p_.lines[n].name) != names.end())
      tables.push_back(line_table(n, values));
  return tables;
}

template <class Real>
simulation::Table Flow<Real>::line_table(std::size_t number,
                                         const std::vector<Real>& values) const {
  const LinePoints& line = lines_[number];
  const std::size_t count = line.places.size();
  std::vector<double> sums(4 * count);
  for (const LinePoint& point : line.own)
    for (std::size_t n = 0; n < 4; ++n)
      for (std::size_t s = 0; s < 7; ++s)
        sums[n * count + grid::index(point.number)] +=
            point.weights[s] *
            static_cast<double>(values[n * static_cast<std::size_t>(fine().arena().size()) +
                                       static_cast<std::size_t>(point.cells[s])]);
  comm_.sum(sums);
  simulation::Table table{p_.lines[number].name,
                          line_columns(),
                          {"length", "length", "length", "length", "length^2/time^2", "length/time",
                           "length/time", "length/time"},
                          {line.distances}};
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<double>& column = table.values.emplace_back();
    for (const geometry::Vector& place : line.places) column.push_back(place[d]);
  }
  for (std::size_t n = 0; n < 4; ++n) {
    const auto begin = sums.begin() + static_cast<std::ptrdiff_t>(n * count);
    table.values.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  return table;
}

template class Flow<float>;
template class Flow<double>;

}  // namespace thalweg::flow::inline TW_HALF
