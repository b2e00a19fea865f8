// SPDX-License-Identifier: Apache-2.0
// What is measured and written of a state: docs/theory/flow.md, section 6.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "simulation/interface/movement_report.hpp"
#include "solvers/flow/fault_text.hpp"
#include "solvers/flow/solver.hpp"
#include "solvers/flow/sums.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
double Flow<Real>::courant_number() {
  const double own = exec::parallel_max<double>(
      exec_, fine().cells(),
      CourantRate<Real>{fine().geometry(), fine().state(), mesh_.first_axis()});
  return dt_ * comm_.max(own);
}

template <class Real>
std::vector<simulation::Scalar> Flow<Real>::scalars() {
  const Norms rest = norms();
  const auto timer = phases_.measure("diagnostics");
  std::vector<double> sums{exec::parallel_sum<double>(
      exec_, fine().cells(), KineticEnergy<Real>{{fine().geometry(), fine().state()}})};
  for (int n = 0; n < 3; ++n) sums.push_back(0);
  comm_.sum(sums);
  return {{"residual_continuity", "1/time", rest.continuity},
          {"residual_momentum", "length/time^2", rest.momentum},
          {"cycles", "1", static_cast<double>(cycles_)},
          {"kinetic_energy", "length^2/time^2", sums[0] / fine().volume()},
          {"largest_velocity", "length/time", largest_speed()},
          {"wall_force_x", "length^4/time^2", sums[1]},
          {"wall_force_y", "length^4/time^2", sums[2]},
          {"wall_force_z", "length^4/time^2", sums[3]}};
}

template <class Real>
std::optional<double> Flow<Real>::change_of_velocity() {
  const std::int64_t size = fine().arena().size();
  const bool is_first = last_velocity_.size() == 0;
  if (is_first) last_velocity_ = exec::Array<Real, 1>({3 * size});
  const Real* velocity = fine().state() + size;
  std::vector<double> sums{
      exec::parallel_sum<double>(exec_, fine().cells(),
                                 SquaredChange<Real>{fine().geometry(), velocity,
                                                     std::as_const(last_velocity_).view().data}),
      exec::parallel_sum<double>(exec_, fine().cells(),
                                 SquaredSpeed<Real>{fine().geometry(), fine().state()})};
  exec::copy_bytes(exec_, last_velocity_.view().data, velocity,
                   3 * static_cast<std::size_t>(size) * sizeof(Real));
  comm_.sum(sums);
  if (is_first) return std::nullopt;
  return sums[0] == 0 ? 0 : std::sqrt(sums[0] / sums[1]);
}

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

namespace {

constexpr const char* state_names[] = {"pressure", "velocity_x", "velocity_y", "velocity_z"};
constexpr const char* before_names[] = {"velocity_before_x", "velocity_before_y",
                                        "velocity_before_z"};

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
  file.attribute("scheme", std::string(is_steady() ? "steady" : "bdf2"));
  file.attribute("step", steps_);
  file.attribute("time", time_);
  file.attribute("dt", dt_);
  file.attribute("rate", rate_);
  file.attribute("cycles", std::int64_t{cycles_});
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
  steps_ = steps_before_ = file.integer("step");
  time_ = file.number("time");
  dt_ = file.number("dt");
  rate_ = file.number("rate");
  cycles_ = static_cast<int>(file.integer("cycles"));
}

template <class Real>
std::vector<simulation::Fault> Flow<Real>::faults() {
  if (std::isfinite(largest_speed())) return {};
  const std::vector<Real> values = host_state();
  const std::int64_t size = fine().arena().size();
  double at[7] = {-1};  // block, cell x, y, z, place
  for (const grid::BlockPlace& place : fine().arena().places())
    grid::for_each_cell(
        {{}, {place.cells[0], place.cells[1], place.cells[2]}}, [&](const grid::Cell& c) {
          if (at[0] >= 0) return;
          for (std::int64_t n = 0; n < 4; ++n)
            if (!std::isfinite(
                    values[static_cast<std::size_t>(n * size + place.at(c[0], c[1], c[2]))])) {
              const geometry::Vector centre = cell_centre(fine().mesh(), place.block, c);
              const grid::Block& block = fine().mesh().blocks.block(place.block);
              const double found[7] = {static_cast<double>(place.block),
                                       static_cast<double>(block.first[2] + c[2]),
                                       static_cast<double>(block.first[1] + c[1]),
                                       static_cast<double>(block.first[0] + c[0]),
                                       centre[0],
                                       centre[1],
                                       centre[2]};
              std::copy(std::begin(found), std::end(found), at);
              return;
            }
        });
  const int holder =
      static_cast<int>(comm_.min(at[0] >= 0 ? comm_.rank() : std::numeric_limits<int>::max()));
  if (holder >= comm_.size())
    return {{"velocity", "some cell", "is so large that its square is not finite"}};
  comm_.broadcast(at, holder);
  return {
      {"velocity or pressure",
       cell_text({at[4], at[5], at[6]}, fine().mesh().blocks.block(static_cast<int>(at[0])).name,
                 {static_cast<int>(at[1]), static_cast<int>(at[2]), static_cast<int>(at[3])}),
       "is not finite"}};
}

template <class Real>
std::vector<std::string> Flow<Real>::notes() {
  if (unconverged_ == 0) return {};
  // At the first time, and then at each power of two.
  const bool is_told = (unconverged_ & (unconverged_ - 1)) == 0;
  if (!is_told || reached_ <= p_.cycles.tolerance) return {};
  return {unconverged_text({.step = steps_,
                            .steps = unconverged_,
                            .reached = reached_,
                            .tolerance = p_.cycles.tolerance,
                            .cycles = cycles_})};
}

template <class Real>
std::vector<simulation::TransportReport> Flow<Real>::transport() const {
  const auto steps = static_cast<double>(std::max<std::int64_t>(1, steps_ - steps_before_));
  std::vector<simulation::TransportReport> reports;
  for (const std::unique_ptr<Level<Real>>& level : levels_)
    if (const transport::MessagePlan* plan = level->last_exchange()) {
      const auto exchanges = static_cast<double>(plan->statistics().exchanges);
      reports.push_back(simulation::report_of(*plan, exchanges / steps, comm_));
    }
  return reports;
}

template class Flow<float>;
template class Flow<double>;

}  // namespace thalweg::flow::inline TW_HALF
