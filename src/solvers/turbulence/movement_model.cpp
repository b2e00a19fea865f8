// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/movement_model.hpp"

#include "base/complex.hpp"
#include "fft/pencils.hpp"
#include "solvers/turbulence/particles/row_ghosts.hpp"
#include "solvers/turbulence/scheme.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence {

namespace {

/// Rows of velocity for ranks around, as splines need them.
simulation::MovementWork ghost_work(const fft::Layout& layout, std::int64_t bytes_of_row,
                                    const transport::Placement& placement) {
  transport::RankLoads loads(static_cast<std::size_t>(layout.ranks));
  for (int to = 0; to < layout.ranks; ++to)
    for (const auto& [from, rows] : ghost_rows(layout, to))
      loads[static_cast<std::size_t>(from)].push_back(
          {placement.locality(from, to), 1, rows * bytes_of_row});
  return {.name = spline_phases[2], .behind = {}, .chunks = {std::move(loads)}, .kind = "halo"};
}

/// What the ranks that share planes send each other, of all groups.
std::vector<transport::RankLoads> line_loads(fft::Layout layout, fft::TileDirection direction,
                                             int chunks, int complex_bytes, int fields,
                                             const transport::Placement& placement) {
  std::vector<transport::RankLoads> all;
  for (layout.rank = 0; layout.rank < layout.ranks; layout.rank += layout.across) {
    const fft::Layout lines = fft::line_layout(layout, complex_bytes);
    const fft::Rectangles rectangles(lines, direction, fft::line_chunks(lines, chunks));
    auto group =
        fft::loads_of(rectangles, std::int64_t{fields} * complex_bytes, placement, layout.rank);
    if (all.size() < group.size())
      all.resize(group.size(), transport::RankLoads(static_cast<std::size_t>(layout.rank)));
    group.resize(all.size(), transport::RankLoads(static_cast<std::size_t>(layout.across)));
    for (std::size_t c = 0; c < all.size(); ++c)
      all[c].insert(all[c].end(), group[c].begin(), group[c].end());
  }
  return all;
}

/// The transposes of one split, as messages.
class Transposes {
 public:
  Transposes(const Parameters& p, const fft::Layout& layout, int complex_bytes,
             const transport::Placement& placement)
      : p_(p), layout_(layout), complex_bytes_(complex_bytes), placement_(placement) {}

  /// Fields from modes to points: behind a sweep over z-lines, and where ranks share planes behind
  /// that over planes.
  void to_points(int fields, const std::string& lines, const std::string& planes, double times) {
    add_planes(fft::TileDirection::to_planes, fields, lines, times);
    add_lines(fft::TileDirection::to_planes, fields, planes, times);
  }
  /// And back, behind a sweep over planes.
  void to_modes(int fields, const std::string& planes, double times) {
    add_lines(fft::TileDirection::to_rows, fields, planes, times);
    add_planes(fft::TileDirection::to_rows, fields, planes, times);
  }
  std::vector<simulation::MovementWork> list;

 private:
  void add_planes(fft::TileDirection direction, int fields, const std::string& behind,
                  double times) {
    const fft::Rectangles rectangles(layout_, direction, chunk_count(p_, layout_));
    add(fft::name_of(direction), behind, times,
        fft::loads_of(rectangles, std::int64_t{fields} * complex_bytes_, placement_));
  }
  void add_lines(fft::TileDirection direction, int fields, const std::string& behind,
                 double times) {
    if (layout_.across == 1) return;
    add(fft::name_of(direction, true), behind, times,
        line_loads(layout_, direction, chunk_count(p_, layout_), complex_bytes_, fields,
                   placement_));
  }
  void add(const std::string& name, const std::string& behind, double times,
           std::vector<transport::RankLoads> loads) {
    as_messages(p_, placement_, complex_bytes_, loads);
    list.push_back({name, behind, times, std::move(loads)});
  }

  const Parameters& p_;
  const fft::Layout& layout_;
  int complex_bytes_;
  const transport::Placement& placement_;
};

}  // namespace

std::vector<simulation::MovementWork> movements_of(const Parameters& p, const SetDescription& set,
                                                   const fft::Layout& layout,
                                                   const transport::Placement& placement) {
  const int complex_bytes = p.single_precision ? sizeof(Complex<float>) : sizeof(Complex<double>);
  const auto stages = static_cast<double>(scheme_stages(p.scheme).size());
  Transposes transposes(p, layout, complex_bytes, placement);
  for (const Pass& pass : passes_of(set)) {
    const double times = stages * pass.per_stage;
    transposes.to_points(pass.to_points, pass.inverse_lines, pass.planes, times);
    transposes.to_modes(pass.to_modes, pass.planes, times);
  }
  if (!p.averages.fields.empty()) {
    const AverageWork averages = average_work(p, set, layout, complex_bytes, {});
    transposes.to_points(averages.fields_there, averages_phase, averages_phase,
                         averages.calls * averages.passes_there);
    if (averages.passes_back > 0)
      transposes.to_modes(averages.fields_back, averages_phase,
                          averages.calls * averages.passes_back);
  }
  if (p.particles.empty()) return std::move(transposes.list);
  transposes.to_points(3, spline_phases[0], spline_phases[1], 1);
  transposes.list.push_back(
      ghost_work(layout, values_of_row(layout) * complex_bytes / 2, placement));
  return std::move(transposes.list);
}

}  // namespace thalweg::turbulence
