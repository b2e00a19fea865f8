// SPDX-License-Identifier: Apache-2.0
// Blocks of a multi-block grid, whole in files however ranks have split them.
#include "io/fields/blocks.hpp"

#include "io/fields/block_slice.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "tests/support/form_samples.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

std::vector<double> stored(const std::filesystem::path& file, const std::string& node) {
  return DatasetFile::open(file).read_all<double>("Base/" + node + "/ data");
}

/// One rank has all blocks whole.
BlockLayout whole() { return layout_for(1, transport::Communicator::self()); }

/// The values of a component of one block among those of a field of whole blocks.
std::vector<double> part_of(const BlockField& field, std::int64_t before, std::int64_t size) {
  const auto& values = std::get<std::vector<double>>(field.values);
  return {values.begin() + before, values.begin() + before + size};
}

TEST(Blocks, AreWholeInTheFile) {
  const Scratch folder;
  const BlockLayout layout = layout_for(7, world());
  write_block_grid(folder / "grid.cgns", world(), layout, vertices_of(layout));
  write_blocks(folder / "u-000003.cgns", world(), layout, "grid.cgns",
               block_field<double>(layout, "velocity", 3), 0.5, 3);
  const BlockField expected = block_field<double>(whole(), "velocity", 3);
  EXPECT_EQ(stored(folder / "u-000003.cgns", "inlet/FlowSolution/velocityX"),
            part_of(expected, 0, 60));
  EXPECT_EQ(stored(folder / "u-000003.cgns", "inlet/FlowSolution/velocityZ"),
            part_of(expected, 120, 60));
  EXPECT_EQ(stored(folder / "u-000003.cgns", "bend/FlowSolution/velocityY"),
            part_of(expected, 180 + 48, 48));
  // The grid is in a file of its own, to which that of the field refers.
  const auto x = vertices_of(whole()).x;
  EXPECT_EQ(stored(folder / "u-000003.cgns", "bend/GridCoordinates/ link/CoordinateX"),
            std::vector<double>(x.begin() + 3 * 6 * 7, x.end()));
}

TEST(Blocks, HaveTheSameBytesHoweverTheyAreSplitAndDealtOut) {
  const Scratch folder;
  const BlockLayout layout = layout_for(3 * world().size(), world());
  write_block_grid(folder / "grid-all", world(), layout, vertices_of(layout));
  write_blocks(folder / "all", world(), layout, "grid", block_field<float>(layout, "pressure", 1),
               0.5, 3);
  if (world().is_root()) {
    const auto self = transport::Communicator::self();
    write_block_grid(folder / "grid-one", self, whole(), vertices_of(whole()));
    write_blocks(folder / "one", self, whole(), "grid", block_field<float>(whole(), "pressure", 1),
                 0.5, 3);
  }
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "grid-all"), bytes_of(folder / "grid-one"));
  EXPECT_EQ(bytes_of(folder / "all"), bytes_of(folder / "one"));
}

TEST(Blocks, NeedNamesThatCgnsCanHold) {
  const Scratch folder;
  for (const std::string name : {"", "a/b", "inlet", "a name of more than thirty-two characters"}) {
    BlockLayout layout = layout_for(1, world());
    layout.blocks[1].name = name;
    const auto write = [&] {
      write_block_grid(folder / "grid", world(), layout, vertices_of(layout));
    };
    expect_contains(message_of<InputError>(write), "there is \"" + name + "\"");
  }
}

TEST(Blocks, WithoutAValueForEachCellAreRefused) {
  const Scratch folder;
  const BlockLayout layout = layout_for(2, world());
  BlockField field = block_field<double>(layout, "velocity", 3);
  field.components = 1;
  EXPECT_THROW(write_blocks(folder / "f", world(), layout, "grid", field, 0, 0), UsageError);
}

std::vector<std::int64_t> whole_numbers(const std::filesystem::path& file,
                                        const std::string& name) {
  std::vector<std::int64_t> numbers;
  for (const double value : DatasetFile::open(file).read_all<double>(name))
    numbers.push_back(static_cast<std::int64_t>(value));
  return numbers;
}

TEST(Hexahedra, AreAPartitionForEachBlockInTheOrderOfTheirCells) {
  const Scratch folder;
  const BlockLayout layout = layout_for(7, world());
  write_hexahedron_grid(folder / "grid.vtkhdf", world(), layout, vertices_of(layout));
  write_hexahedra(folder / "u-000003.vtkhdf", world(), layout, "grid.vtkhdf",
                  block_field<double>(layout, "velocity", 3), 0.5, 3);
  const std::filesystem::path file = folder / "u-000003.vtkhdf";  // which refers to the grid
  using Numbers = std::vector<std::int64_t>;
  EXPECT_EQ(whole_numbers(file, "VTKHDF/NumberOfPoints"), (Numbers{3 * 6 * 7, 5 * 4 * 5}));
  EXPECT_EQ(whole_numbers(file, "VTKHDF/NumberOfCells"), (Numbers{60, 48}));
  EXPECT_EQ(whole_numbers(file, "VTKHDF/NumberOfConnectivityIds"), (Numbers{480, 384}));
  Numbers offsets, blocks;
  for (const std::int64_t cells : {60, 48}) {
    for (std::int64_t c = 0; c <= cells; ++c) offsets.push_back(8 * c);
    blocks.insert(blocks.end(), static_cast<std::size_t>(cells), cells == 48 ? 1 : 0);
  }
  EXPECT_EQ(whole_numbers(file, "VTKHDF/Offsets"), offsets);
  EXPECT_EQ(whole_numbers(file, "VTKHDF/CellData/block"), blocks);
  EXPECT_EQ(whole_numbers(file, "VTKHDF/Types"), Numbers(108, 12));
}

TEST(Hexahedra, HaveTheirCornersRoundTheLowerFaceThenTheUpperOne) {
  const Scratch folder;
  const BlockLayout layout = layout_for(5, world());
  write_hexahedron_grid(folder / "grid.vtkhdf", world(), layout, vertices_of(layout));
  const auto corners = whole_numbers(folder / "grid.vtkhdf", "VTKHDF/Connectivity");
  const auto places = DatasetFile::open(folder / "grid.vtkhdf").read_all<double>("VTKHDF/Points");
  // Cell (z, y, x) = (1, 2, 3) of "bend", whose cells come behind 60 others and points behind 126.
  const std::size_t cell = 60 + (1 * 3 + 2) * 4 + 3;
  constexpr double steps[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0},
                                  {1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};
  for (std::size_t n = 0; n < 8; ++n) {
    const double z = 1 + steps[n][0], y = 2 + steps[n][1], x = 3 + steps[n][2];
    const auto at = 3 * (126 + static_cast<std::size_t>(corners[8 * cell + n]));
    EXPECT_EQ(places[at], x + 0.25 * y);
    EXPECT_EQ(places[at + 1], y + 10);
    EXPECT_EQ(places[at + 2], 0.5 * z);
  }
}

TEST(Hexahedra, HaveTheSameBytesHoweverTheyAreSplitAndDealtOut) {
  const Scratch folder;
  const auto write = [&](const std::string& name, const BlockLayout& layout,
                         const transport::Communicator& comm) {
    write_hexahedron_grid(folder / ("grid-" + name), comm, layout, vertices_of(layout));
    write_hexahedra(folder / name, comm, layout, "grid", block_field<float>(layout, "u", 3), 0.5,
                    3);
  };
  write("all", layout_for(3 * world().size(), world()), world());
  if (world().is_root()) write("one", whole(), transport::Communicator::self());
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "grid-all"), bytes_of(folder / "grid-one"));
  EXPECT_EQ(bytes_of(folder / "all"), bytes_of(folder / "one"));
}

/// The plane z = 0.5: the second layer of cells along z of both blocks begins there.
void write_layer(const std::filesystem::path& file, const BlockLayout& layout,
                 const transport::Communicator& comm, double position = 0.5) {
  const BlockSlice slice = slice_of(layout, vertices_of(layout), 2, position);
  write_slice(file, comm, slice,
              {values_in(slice, layout, block_field<double>(layout, "velocity", 3)),
               values_in(slice, layout, block_field<float>(layout, "pressure", 1))},
              0.5, 3);
}

TEST(BlockSlices, HaveTheCellsThatThePlaneCuts) {
  const Scratch folder;
  for (const double position : {0.5, 0.9}) {
    write_layer(folder / "cut", layout_for(7, world()), world(), position);
    std::vector<std::int64_t> cells;
    std::vector<double> velocity, pressure;
    for (const auto& [whole, first, ny, nx] : {std::array{0, 30, 5, 6}, {1, 60 + 12, 3, 4}})
      for (int n = 0; n < ny * nx; ++n) {
        cells.push_back(first + n);
        pressure.push_back(cell_value(whole, 0, 1, n / nx, n % nx));
        for (int c = 0; c < 3; ++c) velocity.push_back(cell_value(whole, c, 1, n / nx, n % nx));
      }
    EXPECT_EQ(whole_numbers(folder / "cut", "VTKHDF/CellData/identity"), cells);
    const DatasetFile file = DatasetFile::open(folder / "cut");
    EXPECT_EQ(file.read_all<double>("VTKHDF/CellData/velocity"), velocity);
    EXPECT_EQ(file.read_all<double>("VTKHDF/CellData/pressure"), pressure);
    EXPECT_EQ(whole_numbers(folder / "cut", "VTKHDF/Types"), std::vector<std::int64_t>(42, 12));
    const auto places = file.read_all<double>("VTKHDF/Points");
    ASSERT_EQ(places.size(), 24U * 42);
    for (std::size_t n = 0; n < 42 * 8; ++n) EXPECT_EQ(places[3 * n + 2], n % 8 < 4 ? 0.5 : 1.0);
  }
}

TEST(BlockSlices, HaveTheSameBytesHoweverBlocksAreSplitAndDealtOut) {
  const Scratch folder;
  write_layer(folder / "all", layout_for(3 * world().size(), world()), world());
  if (world().is_root()) write_layer(folder / "one", whole(), transport::Communicator::self());
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "all"), bytes_of(folder / "one"));
}

/// A layer of "bend" across each of its axes: (4, 3, 4) cells, (z, y, x).
void write_layers(const std::filesystem::path& folder, const std::string& name,
                  const BlockLayout& layout, const transport::Communicator& comm) {
  for (const auto& [axis, index] : {std::pair<std::size_t, int>{0, 3}, {1, 1}, {2, 0}}) {
    const BlockSlice slice = slice_of(layout, vertices_of(layout), BlockLayer{1, axis, index});
    write_slice(folder / (name + std::to_string(axis)), comm, slice,
                {values_in(slice, layout, block_field<double>(layout, "velocity", 3))}, 0.5, 3);
  }
}

TEST(BlockLayers, HaveTheCellsWithTheIndexInTheirBlockAlone) {
  const Scratch folder;
  write_layers(folder / "", "cut", layout_for(7, world()), world());
  for (const auto& [axis, index] : {std::pair<std::size_t, int>{0, 3}, {1, 1}, {2, 0}}) {
    std::vector<std::int64_t> cells;
    std::vector<double> velocity;
    for (int n = 0; n < 48; ++n) {
      const int at[] = {n % 4, n / 4 % 3, n / 12};  // x, y, z
      if (at[axis] != index) continue;
      cells.push_back(60 + n);
      for (int c = 0; c < 3; ++c) velocity.push_back(cell_value(1, c, at[2], at[1], at[0]));
    }
    const std::string file = "cut" + std::to_string(axis);
    EXPECT_EQ(whole_numbers(folder / file, "VTKHDF/CellData/identity"), cells);
    EXPECT_EQ(DatasetFile::open(folder / file).read_all<double>("VTKHDF/CellData/velocity"),
              velocity);
  }
}

TEST(BlockLayers, HaveTheSameBytesHoweverBlocksAreSplitAndDealtOut) {
  const Scratch folder;
  write_layers(folder / "", "all", layout_for(3 * world().size(), world()), world());
  if (world().is_root()) write_layers(folder / "", "one", whole(), transport::Communicator::self());
  world().barrier();
  for (const char* axis : {"0", "1", "2"})
    EXPECT_EQ(bytes_of(folder / ("all" + std::string(axis))),
              bytes_of(folder / ("one" + std::string(axis))));
}

TEST(BlockSlices, OfCurvedCellsFollowThem) {
  // Rows of x are sheared by y/4: at x = 3.1 cell 3 of row 0, but cell 2 and 1 of rows 1 to 4.
  const BlockSlice slice = slice_of(whole(), vertices_of(whole()), 0, 3.1);
  std::vector<std::int64_t> expected;
  for (std::int64_t z = 0; z < 2; ++z)
    for (std::int64_t y = 0; y < 5; ++y)
      for (std::int64_t x = 0; x < 6; ++x) {
        const double least = static_cast<double>(x) + 0.25 * static_cast<double>(y);
        if (least <= 3.1 && 3.1 < least + 1.25) expected.push_back((z * 5 + y) * 6 + x);
      }
  std::vector<std::int64_t> of_inlet = slice.identities;
  of_inlet.erase(std::lower_bound(of_inlet.begin(), of_inlet.end(), 60), of_inlet.end());
  EXPECT_EQ(of_inlet, expected);
}

TEST(BlockArena, GivesItsValuesAndTakesThemBack) {
  const grid::BlockPartition split = grid::partition(bent_channel(), 4);
  const grid::BlockArena arena(split.grid, std::vector<int>(split.owners.size(), 0), 0, 2);
  std::vector<float> field(static_cast<std::size_t>(arena.size()), -1), back = field;
  float next = 0;
  for (const grid::BlockPlace& place : arena.places())
    for (int k = 0; k < place.cells[0]; ++k)
      for (int j = 0; j < place.cells[1]; ++j)
        for (int i = 0; i < place.cells[2]; ++i)
          field[static_cast<std::size_t>(place.at(k, j, i))] = next++;
  std::vector<double> values;
  append_from_arena(arena, field.data(), values);
  ASSERT_EQ(values.size(), 108U);
  for (std::size_t n = 0; n < values.size(); ++n) EXPECT_EQ(values[n], static_cast<double>(n));
  put_into_arena(arena, values.data(), back.data());
  EXPECT_EQ(back, field);
}

}  // namespace
}  // namespace thalweg::io::testing
