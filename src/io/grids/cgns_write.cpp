// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "base/error.hpp"
#include "io/fields/cgns.hpp"
#include "io/grids/structured_grid.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

namespace {

void write_range(hid_t parent, const std::string& name, const VertexRange& range) {
  std::vector<std::int32_t> ends(range.begin.begin(), range.begin.end());
  ends.insert(ends.end(), range.end.begin(), range.end.end());
  cgns::number_node<std::int32_t>(parent, name, "IndexRange_t", {2, 3}, ends);
}

void write_connections(hid_t zone, int number, const StructuredGrid& grid) {
  const hdf5::Handle all = cgns::node(zone, "ZoneGridConnectivity", "ZoneGridConnectivity_t");
  int count = 0;
  for (const GridConnection& c : grid.connections) {
    if (c.zone != number) continue;
    const hdf5::Handle node =
        cgns::text_node(all, "connection " + std::to_string(++count), "GridConnectivity1to1_t",
                        grid.zones[static_cast<std::size_t>(c.donor)].name);
    write_range(node, "PointRange", c.range);
    write_range(node, "PointRangeDonor", c.donor_range);
    cgns::number_node<std::int32_t>(node, "Transform", "\"int[IndexDimension]\"", {3},
                                    {c.transform.begin(), c.transform.end()});
    const std::array<double, 3> none{};
    if (c.translation == none && c.rotation_angle == none) continue;
    const hdf5::Handle property =
        cgns::node(node, "GridConnectivityProperty", "GridConnectivityProperty_t");
    const hdf5::Handle periodic = cgns::node(property, "Periodic", "Periodic_t");
    const auto write = [&](const char* name, const std::array<double, 3>& vector) {
      cgns::number_node<double>(periodic, name, "DataArray_t", {3}, {vector.begin(), vector.end()});
    };
    write("RotationCenter", c.rotation_centre);
    write("RotationAngle", c.rotation_angle);
    write("Translation", c.translation);
  }
}

void write_families(hid_t zone, int number, const StructuredGrid& grid) {
  const hdf5::Handle all = cgns::node(zone, "ZoneBC", "ZoneBC_t");
  int count = 0;
  for (const GridFamily& f : grid.families) {
    if (f.zone != number) continue;
    const hdf5::Handle node =
        cgns::text_node(all, "part " + std::to_string(++count), "BC_t", "FamilySpecified");
    write_range(node, "PointRange", f.range);
    cgns::text_node(node, "FamilyName", "FamilyName_t", f.family);
  }
}

void require_names(const StructuredGrid& grid) {
  std::set<std::string> seen;
  for (const GridZone& zone : grid.zones)
    if (zone.name.empty() || zone.name.size() > cgns::longest_name ||
        zone.name.find('/') != std::string::npos || !seen.insert(zone.name).second)
      throw InputError("blocks need names to be written: 1 to 32 characters, no slash, each "
                       "another; there is \"" +
                       zone.name + "\"");
}

}  // namespace

void write_cgns_grid(const std::filesystem::path& file, const StructuredGrid& grid) {
  require_names(grid);
  TW_CHECK(!grid.is_plane, "grids are written in three dimensions");
  OutputFile out(file, transport::Communicator::self(), GroupOrder::by_creation);
  out.step([&] {
    const hdf5::Handle base = cgns::start_file(out.id());
    std::set<std::string> families;
    for (const GridFamily& f : grid.families) families.insert(f.family);
    for (const std::string& family : families) cgns::node(base, family, "Family_t");
    for (int z = 0; z < static_cast<int>(grid.zones.size()); ++z) {
      const GridZone& zone = grid.zones[static_cast<std::size_t>(z)];
      const std::vector<std::int64_t> extents(zone.vertices.begin(), zone.vertices.end());
      const hdf5::Handle node =
          cgns::zone(base, zone.name, {extents[0] - 1, extents[1] - 1, extents[2] - 1});
      const hdf5::Handle coordinates = cgns::node(node, "GridCoordinates", "GridCoordinates_t");
      for (std::size_t n = 0; n < 3; ++n)
        cgns::number_node<double>(coordinates, std::string("Coordinate") + "XYZ"[n], "DataArray_t",
                                  extents, zone.at[n]);
      write_connections(node, z, grid);
      write_families(node, z, grid);
    }
  });
  out.commit();
}

}  // namespace thalweg::io
