// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/initial_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "fft/pipeline.hpp"
#include "fft/shared_items.hpp"
#include "io/fields/image.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence {

namespace {

/// The modes that the file's grid and the case both keep.
fft::Modes common_modes(const fft::Modes& wanted, const io::ImageGrid& grid) {
  fft::Modes modes =
      fft::kept_modes(static_cast<int>(grid.points[2]), static_cast<int>(grid.points[1]),
                      static_cast<int>(grid.points[0]), fft::Truncation::none);
  modes.kx = std::min(modes.kx, wanted.kx);
  modes.ky = std::min(modes.ky, wanted.ky);
  modes.kz = std::min(modes.kz, wanted.kz);
  return modes;
}

/// The k_y of `modes` on the ranks that hold them in `wanted`, so that no mode changes rank.
fft::Partition rows_like(const fft::Layout& wanted, const fft::Modes& modes) {
  fft::Partition rows;
  for (int part = 0; part < wanted.row_modes.parts(); ++part) {
    int end = rows.offset.back();
    for (int n = wanted.row_modes.begin(part); n < wanted.row_modes.end(part); ++n)
      if (std::abs(fft::signed_mode(n, wanted.modes.ky)) <= modes.ky) ++end;
    rows.offset.push_back(end);
  }
  return rows;
}

/// The same of columns.
fft::Partition blocks_like(const fft::Layout& wanted, const fft::Modes& modes) {
  fft::Partition blocks = wanted.blocks;
  for (int& column : blocks.offset) column = std::min(column, modes.columns());
  return blocks;
}

/// Refuse a field with fewer planes than ranks need. Throws InputError.
void require_ranks(const Parameters& p, const fft::Layout& layout, const fft::Modes& modes) {
  const int planes = layout.ranks / layout.across;
  if (modes.nz >= planes && modes.ny >= layout.across) return;
  throw InputError(
      fmt::format("{}: the field has {} planes of {} points in y, too few for {} ranks",
                  p.initial.file.string(), modes.nz, modes.ny, layout.ranks));
}

template <class Real>
void take_over(const fft::Layout& from, const Complex<Real>* source, const fft::Layout& to,
               Complex<Real>* target) {
  for (int row = from.first_row(); row < from.first_row() + from.local_rows(); ++row)
    for (int i = 0; i < from.columns_of(row); ++i) {
      const int mx = from.row_column[static_cast<std::size_t>(row)] + i, my = from.row_mode(row);
      for (int d = 0; d < from.depth; ++d) {
        const int mz = fft::signed_mode(d, from.modes.kz);
        if (!to.modes.keeps(mx, my, mz)) continue;
        const int to_depth = mz >= 0 ? mz : mz + to.depth;
        for (int c = 0; c < 3; ++c)
          target[c * to.component_size() +
                 to.index(to.row_of(mx, my) - to.first_row(), to_depth, to.column_of(mx))] =
              source[c * from.component_size() + from.index(row - from.first_row(), d, i)];
      }
    }
}

}  // namespace

template <class Real>
void read_initial_velocity(const Parameters& p, const fft::Layout& layout,
                           const transport::Communicator& comm, Complex<Real>* velocity) {
  const io::ImageGrid grid = io::read_image_grid(p.initial.file, comm, p.initial.dataset);
  const fft::Modes modes = common_modes(layout.modes, grid);
  require_ranks(p, layout, modes);
  const fft::Layout own =
      fft::make_layout(modes, comm.rank(), rows_like(layout, modes), blocks_like(layout, modes),
                       layout.group, sizeof(Complex<Real>));
  const fft::SharedItems planes = fft::shared_planes(own, fft::plane_group(own, comm), 3);
  io::ImageField field =
      io::read_image(p.initial.file, comm, p.initial.dataset, own.first_plane() + planes.begin(),
                     own.first_plane() + planes.end());
  const auto values = planes.parts(std::move(std::get<std::vector<double>>(field.values)));
  exec::Array<Real, 4> points({own.local_planes(), own.local_ys(), modes.nx, 3});
  std::transform(values.begin(), values.end(), points.view().data,
                 [](double v) { return static_cast<Real>(v); });

  Phases phases;
  const exec::Exec exec;
  const fft::Traffic traffic{.to_planes = {}, .to_rows = {3}, .modes_stay = true};
  fft::FusedPipeline<Real> pipeline(own, comm, exec, traffic, {}, phases);
  exec::Array<Complex<Real>, 4> spectrum({3, own.local_rows(), own.depth, own.group});
  const WaveNumbers numbers(own, p.length);
  const DirectionTables<Real> tables(numbers);
  pipeline.template planes<0, 3>("planes", fft::SpreadAsIs<Real>{},
                                 ReadPoints<Real>{std::as_const(points).view()});
  pipeline.template modes<3, 0>("modes",
                                StoreProjected<Real>{spectrum.view(), tables.wave_vectors(),
                                                     static_cast<Real>(1 / modes.points())});
  take_over(own, spectrum.view().data, layout, velocity);
}

template void read_initial_velocity<float>(const Parameters&, const fft::Layout&,
                                           const transport::Communicator&, Complex<float>*);
template void read_initial_velocity<double>(const Parameters&, const fft::Layout&,
                                            const transport::Communicator&, Complex<double>*);

}  // namespace thalweg::turbulence
