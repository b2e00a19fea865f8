// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/probe_files.hpp"

#include "simulation/loop/interpolation.hpp"

namespace thalweg::simulation {

namespace {

constexpr std::size_t planes = interpolation_points;

/// What this rank's planes add to the values at one place, by plane and component.
template <class Real>
void add_planes(const std::vector<Real>& values, const io::ImageGrid& grid,
                const io::ImageField& field, const std::array<AxisWeights, 3>& weights,
                double* sums) {
  const auto& [x, y, z] = weights;
  const auto components = static_cast<std::size_t>(field.components);
  for (std::size_t k = 0; k < planes; ++k) {
    if (z.point[k] < field.plane_begin || z.point[k] >= field.plane_end) continue;
    const std::int64_t plane = z.point[k] - field.plane_begin;
    for (std::size_t j = 0; j < planes; ++j)
      for (std::size_t i = 0; i < planes; ++i) {
        const std::int64_t at = (plane * grid.points[1] + y.point[j]) * grid.points[2] + x.point[i];
        for (std::size_t c = 0; c < components; ++c)
          sums[k * components + c] +=
              z.weight[k] * y.weight[j] * x.weight[i] *
              static_cast<double>(values[static_cast<std::size_t>(at) * components + c]);
      }
  }
}

}  // namespace

void ProbeFiles::take(const io::ImageGrid& grid, const io::ImageField& field) {
  const auto components = static_cast<std::size_t>(field.components);
  std::vector<double> sums(probe_.places.size() * planes * components);
  for (std::size_t n = 0; n < probe_.places.size(); ++n) {
    std::array<AxisWeights, 3> weights;  // x, y, z
    for (std::size_t d = 0; d < 3; ++d)
      weights[d] = axis_weights(probe_.places[n][d], static_cast<int>(grid.points[2 - d]),
                                grid.spacing[2 - d], grid.origin[2 - d]);
    std::visit(
        [&](const auto& v) {
          add_planes(v, grid, field, weights, sums.data() + n * planes * components);
        },
        field.values);
  }
  comm_.sum(sums);
  for (std::size_t n = 0; n < probe_.places.size(); ++n)
    for (std::size_t c = 0; c < components; ++c) {
      double value = 0;
      for (std::size_t k = 0; k < planes; ++k) value += sums[(n * planes + k) * components + c];
      row_.push_back(value);
      if (file_) continue;
      const std::string axis = components == 1 ? "" : std::string("_") + "xyz"[c];
      header_.names.push_back(field.name + axis + "_" + std::to_string(n + 1));
      header_.units.push_back(field.unit);
    }
}

void ProbeFiles::write(double time, std::int64_t step) {
  if (!file_) {
    header_.names.insert(header_.names.begin(), {"step", "time"});
    header_.units.insert(header_.units.begin(), {"1", "time"});
    file_.emplace(folder_.probe(probe_.name), comm_, header_, resumed_);
  }
  row_.insert(row_.begin(), {static_cast<double>(step), time});
  file_->append(row_);
  row_.clear();
}

}  // namespace thalweg::simulation
