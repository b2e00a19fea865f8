// SPDX-License-Identifier: Apache-2.0
// Writes blocks and points with known values (form_samples.hpp) at two output times, as a run does,
// for tests of the programs that open them:
//   write_forms_example FOLDER      (any number of ranks)
#include <cstdio>

#include "base/error.hpp"
#include "io/fields/block_slice.hpp"
#include "io/fields/image.hpp"
#include "io/output/output_folder.hpp"
#include "tests/support/form_samples.hpp"

namespace {

using namespace thalweg;

void write_example(const io::OutputFolder& folder, const transport::Communicator& comm) {
  const io::BlockLayout layout = io::testing::layout_for(2 * comm.size(), comm);
  io::write_block_grid(folder.block_grid(), comm, layout, io::testing::vertices_of(layout));
  const auto grid = folder.block_grid(io::BlockForm::vtkhdf);
  io::write_hexahedron_grid(grid, comm, layout, io::testing::vertices_of(layout));
  for (const std::int64_t step : {0, 20}) {
    const double time = 0.025 * static_cast<double>(step);
    for (const auto& field : {io::testing::block_field<float>(layout, "velocity", 3),
                              io::testing::block_field<double>(layout, "pressure", 1)})
      io::write_blocks(folder.block_field(field.name, step), comm, layout, "grid.cgns", field, time,
                       step);
    const auto flux = folder.block_field("flux", step, io::BlockForm::vtkhdf);
    io::write_hexahedra(flux, comm, layout, grid.filename().string(),
                        io::testing::block_field<float>(layout, "flux", 3), time, step);
    io::add_to_series(flux, comm, time);
    const io::BlockSlice cut =
        io::slice_of(layout, io::testing::vertices_of(layout), 1, 2.5);  // of the inlet alone
    io::write_slice(
        folder.slice("cut", step), comm, cut,
        {io::values_in(cut, layout, io::testing::block_field<float>(layout, "velocity", 3))}, time,
        step);
    io::add_to_series(folder.slice("cut", step), comm, time);
    io::PointSet cells = io::testing::tetrahedra(5, comm.rank(), comm.size());
    for (double& place : cells.places) place += time;
    io::write_points(folder.field("cells", step), comm, cells, time, step);
    io::add_to_series(folder.field("cells", step), comm, time);
    io::PointSet wall = io::testing::with_triangle_values(cells);
    wall.values.clear();
    io::write_points(folder.field("wall", step), comm, wall, time, step);
    io::add_to_series(folder.field("wall", step), comm, time);
    cells.triangles.clear();
    cells.triangle_identities.clear();
    io::write_points(folder.field("markers", step), comm, cells, time, step);
    io::add_to_series(folder.field("markers", step), comm, time);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const transport::Session session(&argc, &argv);
  if (argc != 2) throw InputError("usage: write_forms_example FOLDER");
  write_example(io::OutputFolder(argv[1]), transport::Communicator::world());
  return 0;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.status());
}
