// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/initial_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "fft/pencils.hpp"
#include "fft/shared_items.hpp"
#include "io/fields/image.hpp"
#include "solvers/turbulence/initial/point_values.hpp"
#include "solvers/turbulence/kernels.hpp"

namespace thalweg::turbulence {

namespace {

std::string field_text(const FileField& field) {
  return fmt::format("{}, \"{}\"", field.file.string(), field.dataset);
}

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
void require_ranks(const std::string& name, const fft::Layout& layout, const fft::Modes& modes) {
  const int planes = layout.ranks / layout.across;
  if (modes.nz >= planes && modes.ny >= layout.across) return;
  throw InputError(fmt::format("{} has {} planes of {} points in y, too few for {} ranks", name,
                               modes.nz, modes.ny, layout.ranks));
}

/// All components of `source` to as many of `target`.
template <class Real>
void take_over(const fft::Layout& from, SpectralView<Real> source, const fft::Layout& to,
               Complex<Real>* target) {
  for (int row = 0; row < from.local_rows(); ++row) {
    const int all_rows = from.first_row() + row;
    for (int i = 0; i < from.columns_of(all_rows); ++i) {
      const int mx = from.row_column[static_cast<std::size_t>(all_rows)] + i,
                my = from.row_mode(all_rows);
      for (int d = 0; d < from.depth; ++d) {
        const int mz = fft::signed_mode(d, from.modes.kz);
        if (!to.modes.keeps(mx, my, mz)) continue;
        const int to_depth = mz >= 0 ? mz : mz + to.depth;
        for (int c = 0; c < source.extent[0]; ++c)
          target[c * to.component_size() + to.index(to.row_of(mx, my) - to.first_row(), to_depth,
                                                    to.column_of(mx))] = source(c, row, d, i);
      }
    }
  }
}

/// The values of one or three components at this rank's points, (plane, y, x, component of three).
template <class Real>
exec::Array<Real, 4> points_of(const FileField& field, const fft::Layout& own,
                               const transport::Communicator& comm) {
  const fft::SharedItems planes =
      fft::shared_planes(own, fft::plane_group(own, comm), field.components);
  io::ImageField read =
      io::read_image(field.file, comm, field.dataset, own.first_plane() + planes.begin(),
                     own.first_plane() + planes.end(), field.components);
  const auto values = planes.parts(std::move(std::get<std::vector<double>>(read.values)));
  exec::Array<Real, 4> points({own.local_planes(), own.local_ys(), own.modes.nx, 3});
  const auto components = static_cast<std::size_t>(field.components);
  for (std::size_t n = 0; n < values.size(); ++n)
    points.view().data[n / components * 3 + n % components] = static_cast<Real>(values[n]);
  return points;
}

template <class Real>
std::vector<std::string> read_field(const Parameters& p, const FileField& field,
                                    const fft::Layout& layout, const transport::Communicator& comm,
                                    Complex<Real>* state) {
  const std::string name = field_text(field);
  const io::ImageGrid grid = io::read_image_grid(field.file, comm, field.dataset, field.components);
  const fft::Modes modes = common_modes(layout.modes, grid);
  require_ranks(name, layout, modes);
  const fft::Layout own =
      fft::make_layout(modes, comm.rank(), rows_like(layout, modes), blocks_like(layout, modes),
                       layout.group, sizeof(Complex<Real>));
  const exec::Array<Real, 4> points = points_of<Real>(field, own, comm);
  exec::Array<Complex<Real>, 4> spectrum(
      {field.components, own.local_rows(), own.depth, own.group});
  const Squares squares =
      modes_of_values(p, own, layout.modes, comm, points.view(), spectrum.view());
  take_over(own, spectrum.view(), layout, state + field.first * layout.component_size());
  return losses<Real>(name, squares);
}

}  // namespace

template <class Real>
std::vector<std::string>
read_initial_fields(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
                    const transport::Communicator& comm, Complex<Real>* state) {
  std::vector<std::string> lines;
  for (const FileField& field : p.initial.file_fields) {
    for (const std::string& line : read_field(p, field, layout, comm, state)) lines.push_back(line);
    for (const StateField& to : set.fields)
      if (to.first == field.first && to.kind == FieldKind::magnetic)
        set_uniform_field(p, to, true, field_text(field), layout, comm, state);
  }
  return lines;
}

template std::vector<std::string> read_initial_fields(const Parameters&, const SetDescription&,
                                                      const fft::Layout&,
                                                      const transport::Communicator&,
                                                      Complex<float>*);
template std::vector<std::string> read_initial_fields(const Parameters&, const SetDescription&,
                                                      const fft::Layout&,
                                                      const transport::Communicator&,
                                                      Complex<double>*);

}  // namespace thalweg::turbulence
