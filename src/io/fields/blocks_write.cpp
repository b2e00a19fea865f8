// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "io/fields/block_checks.hpp"
#include "io/fields/blocks.hpp"
#include "io/fields/cgns.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

namespace {

using Extents = std::array<std::int64_t, 3>;

// HDF5 takes about 1 KiB for a node; a block has ten or so, and each array is one more.
constexpr std::int64_t node_bytes = 2048, nodes_of_block = 16;

/// Arrays that rank 0 makes, block by block, and all ranks then fill.
class Arrays {
 public:
  Arrays(OutputFile& out, const BlockLayout& layout, int of_each_block)
      : out_(out), layout_(layout), of_each_block_(of_each_block),
        places_(layout.blocks.size() * static_cast<std::size_t>(of_each_block)) {}

  /// Set aside space for all of them, and the nodes around them.
  void reserve(std::int64_t width, bool corners) {
    std::int64_t bytes = 0;
    for (const WholeBlock& block : layout_.blocks)
      bytes += product(corners ? with_corners(block.cells) : block.cells) * width * of_each_block_ +
               node_bytes * nodes_of_block;
    out_.reserve(bytes);
  }
  /// In the step that makes them, in order.
  void made(const hdf5::Handle& dataset) {
    places_[next_++] = static_cast<std::int64_t>(H5Dget_offset(dataset));
  }
  void tell_all() { out_.comm().sum(std::span<std::int64_t>(places_)); }
  /// Add what this rank has of array `number` of a block to what it will write.
  void add(const BlockPart& part, int number, const Extents& whole, const Extents& count,
           const void* values, std::int64_t width) {
    const std::int64_t place =
        places_[static_cast<std::size_t>(part.whole * of_each_block_ + number)];
    const auto* bytes = static_cast<const std::byte*>(values);
    for_each_stretch(
        whole, part.first, count, [&](std::int64_t at, std::int64_t from, std::int64_t length) {
          stretches_.push_back({place + at * width, bytes + from * width, length * width});
        });
  }
  void write() { out_.write(stretches_); }

 private:
  OutputFile& out_;
  const BlockLayout& layout_;
  int of_each_block_;
  std::vector<std::int64_t> places_;
  std::size_t next_ = 0;
  std::vector<OutputFile::Stretch> stretches_;
};

/// Names as CGNS and its readers want them: components end with X, Y, Z.
std::vector<std::string> component_names(const BlockField& field) {
  if (field.components == 1) return {field.name};
  return {field.name + "X", field.name + "Y", field.name + "Z"};
}

void make_solution(hid_t base, const BlockLayout& layout, const std::string& grid,
                   const BlockField& field, Arrays& arrays) {
  for (const auto& [name, cells] : layout.blocks) {
    const hdf5::Handle zone = cgns::zone(base, name, cells);
    cgns::link_node(zone, "GridCoordinates", grid, "/Base/" + name + "/GridCoordinates");
    const hdf5::Handle solution = cgns::node(zone, "FlowSolution", "FlowSolution_t");
    cgns::text_node(solution, "GridLocation", "GridLocation_t", "CellCenter");
    for (const std::string& component : component_names(field)) {
      const std::vector<std::int64_t> extents(cells.begin(), cells.end());
      const hdf5::Handle dataset = field.values.index() == 0
                                       ? cgns::array_node<float>(solution, component, extents)
                                       : cgns::array_node<double>(solution, component, extents);
      if (!field.unit.empty()) hdf5::write_attribute(dataset, "unit", field.unit);
      arrays.made(dataset);
    }
  }
}

}  // namespace

void write_block_grid(const std::filesystem::path& file, const transport::Communicator& comm,
                      const BlockLayout& layout, const BlockVertices& vertices) {
  const std::array<const std::vector<double>*, 3> axes{&vertices.x, &vertices.y, &vertices.z};
  together(comm, [&] {
    require_names(layout);
    require_vertices(layout, vertices);
  });
  OutputFile out(file, comm, GroupOrder::by_creation);
  Arrays arrays(out, layout, 3);
  arrays.reserve(sizeof(double), true);
  out.step([&] {
    const hdf5::Handle base = cgns::start_file(out.id());
    for (const auto& [name, cells] : layout.blocks) {
      const hdf5::Handle zone = cgns::zone(base, name, cells);
      const hdf5::Handle grid = cgns::node(zone, "GridCoordinates", "GridCoordinates_t");
      const Extents corners = with_corners(cells);
      for (const char* axis : {"CoordinateX", "CoordinateY", "CoordinateZ"})
        arrays.made(cgns::array_node<double>(grid, axis, {corners.begin(), corners.end()}));
    }
  });
  arrays.tell_all();
  std::int64_t first = 0;
  for (const BlockPart& part : layout.parts) {
    const Extents whole = with_corners(layout.blocks[static_cast<std::size_t>(part.whole)].cells);
    const Extents count = with_corners(part.cells);
    for (int axis = 0; axis < 3; ++axis)
      arrays.add(part, axis, whole, count, axes[static_cast<std::size_t>(axis)]->data() + first,
                 sizeof(double));
    first += product(count);
  }
  arrays.write();
  out.commit();
}

void write_blocks(const std::filesystem::path& file, const transport::Communicator& comm,
                  const BlockLayout& layout, const std::string& grid, const BlockField& field,
                  double time, std::int64_t step) {
  const auto [data, width] = std::visit(
      [](const auto& v) {
        return std::pair(reinterpret_cast<const std::byte*>(v.data()),
                         static_cast<std::int64_t>(sizeof(v[0])));
      },
      field.values);
  together(comm, [&] {
    require_names(layout);
    require_values(layout, field);
  });
  OutputFile out(file, comm, GroupOrder::by_creation);
  Arrays arrays(out, layout, field.components);
  arrays.reserve(width, false);
  out.step([&] {
    const hdf5::Handle base = cgns::start_file(out.id());
    const hdf5::Handle times =
        cgns::number_node<std::int32_t>(base, "BaseIterativeData", "BaseIterativeData_t", {1}, {1});
    cgns::number_node<double>(times, "TimeValues", "DataArray_t", {1}, {time});
    make_solution(base, layout, grid, field, arrays);
    hdf5::write_attribute(base, "step", std::vector{step});
  });
  arrays.tell_all();
  std::int64_t first = 0;
  for (const BlockPart& part : layout.parts) {
    const Extents& whole = layout.blocks[static_cast<std::size_t>(part.whole)].cells;
    for (int c = 0; c < field.components; ++c, first += part.size())
      arrays.add(part, c, whole, part.cells, data + first * width, width);
  }
  arrays.write();
  out.commit();
}

}  // namespace thalweg::io
