// SPDX-License-Identifier: Apache-2.0
// Grids of CGNS files (CGNS/SIDS 4): what of them is read is said in docs/howto/flow.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "io/grids/cgns_nodes.hpp"
#include "io/grids/structured_grid.hpp"

namespace thalweg::io {

namespace {

using cgns::Node;

/// The axis across which faces lie that are given by their cells: one along which they begin and
/// end at the first or the last vertex. A part that is one cell wide does so along others, too.
/// Throws InputError where several are possible.
std::size_t axis_across(const Node& node, const GridZone& zone, const VertexRange& range,
                        std::size_t axes) {
  std::vector<std::size_t> at_last, at_first, thin;
  for (std::size_t d = 0; d < axes; ++d) {
    if (range.begin[d] != range.end[d]) continue;
    const int vertices = zone.vertices[2 - d];
    if (range.begin[d] == vertices) at_last.push_back(d);  // no cell has this number
    if (range.begin[d] == 1) (vertices > 2 ? at_first : thin).push_back(d);
  }
  for (const auto& possible : {at_last, at_first, thin}) {
    if (possible.size() == 1) return possible.front();
    if (possible.empty()) continue;
    throw InputError(fmt::format("\"{}\" is given by FaceCenter, and may lie across {} or {}: "
                                 "state IFaceCenter, JFaceCenter or KFaceCenter, or give vertices",
                                 node.name, "ijk"[possible[0]], "ijk"[possible[1]]));
  }
  throw InputError("\"" + node.name + "\" is given by FaceCenter, but is no part of a face");
}

/// Reads one base of a file.
class BaseReader {
 public:
  BaseReader(const Node& base, StructuredGrid& grid) : base_(base), grid_(grid) {
    const std::vector<std::int64_t> dimensions = cgns::numbers<std::int64_t>(base);
    if (dimensions.size() != 2 || dimensions[0] < 2 || dimensions[0] > 3 ||
        dimensions[1] < dimensions[0])
      throw InputError(
          fmt::format("the base \"{}\" is neither of 2 nor of 3 dimensions", base.name));
    axes_ = static_cast<std::size_t>(dimensions[0]);
    coordinates_ = static_cast<std::size_t>(dimensions[1]);
    grid.is_plane = axes_ == 2;
  }

  void read() {
    zones_ = cgns::children(base_.group, "Zone_t");
    if (zones_.empty()) throw InputError("the base \"" + base_.name + "\" has no zones");
    for (const Node& zone : zones_) within(zone, [&] { read_vertices(zone); });
    for (int z = 0; z < static_cast<int>(zones_.size()); ++z)
      within(zones_[static_cast<std::size_t>(z)], [&] {
        read_connections(z);
        read_families(z);
      });
  }

 private:
  /// What goes wrong is said of the zone.
  template <class Work>
  void within(const Node& zone, Work work) {
    try {
      work();
    } catch (const InputError& error) {
      throw InputError("zone \"" + zone.name + "\": " + error.what());
    }
  }

  void read_vertices(const Node& node) {
    const auto type = cgns::child(node.group, "ZoneType_t");
    if (type && cgns::text(*type) != "Structured")
      throw InputError("it is " + cgns::text(*type) + ", where structured zones are expected");
    const std::vector<std::int64_t> sizes = cgns::numbers<std::int64_t>(node);
    if (sizes.size() != 3 * axes_)
      throw InputError(fmt::format("its size has {} numbers, where a structured zone of {} "
                                   "dimensions has {}",
                                   sizes.size(), axes_, 3 * axes_));
    GridZone zone{node.name, {1, 1, 1}, {}};
    for (std::size_t d = 0; d < axes_; ++d) {
      if (sizes[d] < 2 || sizes[d] > 1 << 24)
        throw InputError(fmt::format("it has {} vertices along {}, where at least 2 are needed",
                                     sizes[d], "ijk"[d]));
      zone.vertices[2 - d] = static_cast<int>(sizes[d]);
    }
    const auto coordinates = cgns::child(node.group, "GridCoordinates_t");
    if (!coordinates) throw InputError("it has no node GridCoordinates");
    for (std::size_t n = 0; n < 3; ++n) zone.at[n] = coordinate(*coordinates, zone, n);
    grid_.zones.push_back(std::move(zone));
  }

  std::vector<double> coordinate(const Node& all, const GridZone& zone, std::size_t n) const {
    const std::string name = std::string("Coordinate") + "XYZ"[n];
    const auto array = cgns::child(all.group, "DataArray_t", name);
    if (!array && n >= coordinates_)
      return std::vector<double>(static_cast<std::size_t>(zone.size()));
    if (!array) throw InputError("it has no " + name);
    const std::vector<std::int64_t> found = cgns::extents_of(*array);
    std::vector<std::int64_t> expected(zone.vertices.end() - static_cast<std::ptrdiff_t>(axes_),
                                       zone.vertices.end());
    if (found != expected)
      throw InputError(fmt::format("{} has {} values, where the zone has {} vertices (layers of "
                                   "ghosts are not read)",
                                   name, count(found), zone.size()));
    std::vector<double> values = cgns::numbers<double>(*array);
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
      throw InputError(name + " has values that are not finite");
    return values;
  }
  static std::int64_t count(const std::vector<std::int64_t>& extents) {
    std::int64_t product = extents.empty() ? 0 : 1;
    for (const std::int64_t n : extents) product *= n;
    return product;
  }

  VertexRange range(const Node& node) const {
    const std::vector<std::int64_t> ends = cgns::numbers<std::int64_t>(node);
    if (ends.size() != 2 * axes_)
      throw InputError(fmt::format("the range {} has {} numbers, where {} are expected", node.name,
                                   ends.size(), 2 * axes_));
    VertexRange range;
    for (std::size_t d = 0; d < axes_; ++d) {
      range.begin[d] = static_cast<int>(ends[d]);
      range.end[d] = static_cast<int>(ends[axes_ + d]);
    }
    return range;
  }
  VertexRange range_named(const Node& parent, const std::string& name) const {
    const auto node = cgns::child(parent.group, "IndexRange_t", name);
    if (!node)
      throw InputError("\"" + parent.name + "\" has no " + name +
                       " (lists of points are not read)");
    return range(*node);
  }

  int number_of(std::string zone) const {
    if (const auto slash = zone.rfind('/'); slash != std::string::npos) zone.erase(0, slash + 1);
    for (std::size_t z = 0; z < zones_.size(); ++z)
      if (zones_[z].name == zone) return static_cast<int>(z);
    throw InputError("it is connected to a zone \"" + zone + "\", which there is not");
  }

  void read_connections(int z) {
    for (const Node& all :
         cgns::children(zones_[static_cast<std::size_t>(z)].group, "ZoneGridConnectivity_t")) {
      for (const Node& node : cgns::children(all.group, "GridConnectivity1to1_t"))
        grid_.connections.push_back(connection(z, node));
      for (const Node& node : cgns::children(all.group, "GridConnectivity_t"))
        grid_.notes.push_back(fmt::format(
            "zone \"{}\": the connection \"{}\" is not 1-to-1: it is left to points that coincide",
            zones_[static_cast<std::size_t>(z)].name, node.name));
    }
  }

  GridConnection connection(int z, const Node& node) const {
    GridConnection c{.zone = z, .donor = number_of(cgns::text(node)), .name = node.name};
    c.range = range_named(node, "PointRange");
    c.donor_range = range_named(node, "PointRangeDonor");
    if (const auto transform = cgns::child(node.group, "\"int[IndexDimension]\"", "Transform")) {
      const std::vector<std::int64_t> axes = cgns::numbers<std::int64_t>(*transform);
      if (axes.size() != axes_)
        throw InputError(
            fmt::format("the transform of \"{}\" has {} numbers, where {} are expected", node.name,
                        axes.size(), axes_));
      for (std::size_t d = 0; d < axes_; ++d) c.transform[d] = static_cast<int>(axes[d]);
    }
    for (const Node& property : cgns::children(node.group, "GridConnectivityProperty_t"))
      for (const Node& periodic : cgns::children(property.group, "Periodic_t"))
        read_periodic(periodic, c);
    return c;
  }

  static void read_periodic(const Node& periodic, GridConnection& c) {
    c.rotation_centre = vector_named(periodic, "RotationCenter");
    c.rotation_angle = vector_named(periodic, "RotationAngle");
    c.translation = vector_named(periodic, "Translation");
    // Files need not say in what angles are. Nobody turns by more than a whole turn.
    const bool is_in_degrees =
        std::any_of(c.rotation_angle.begin(), c.rotation_angle.end(),
                    [](double angle) { return std::abs(angle) > 2 * std::numbers::pi; });
    if (!is_in_degrees) return;
    for (double& angle : c.rotation_angle) angle *= std::numbers::pi / 180;
  }

  /// Zeros where there is none, or fewer numbers.
  static std::array<double, 3> vector_named(const Node& parent, const char* name) {
    std::array<double, 3> vector{};
    if (const auto found = cgns::child(parent.group, "DataArray_t", name)) {
      const std::vector<double> values = cgns::numbers<double>(*found);
      std::copy_n(values.begin(), std::min<std::size_t>(3, values.size()), vector.begin());
    }
    return vector;
  }

  void read_families(int z) {
    for (const Node& all : cgns::children(zones_[static_cast<std::size_t>(z)].group, "ZoneBC_t"))
      for (const Node& node : cgns::children(all.group, "BC_t")) {
        GridFamily family{z, range_named(node, "PointRange"), cgns::text(node), node.name};
        widen_to_vertices(node, grid_.zones[static_cast<std::size_t>(z)], family.range);
        if (const auto name = cgns::child(node.group, "FamilyName_t"))
          family.family = cgns::text(*name);
        grid_.families.push_back(family);
      }
  }

  /// Ranges of faces end one before their vertices do.
  void widen_to_vertices(const Node& node, const GridZone& zone, VertexRange& range) const {
    const auto location = cgns::child(node.group, "GridLocation_t");
    const std::string where = location ? cgns::text(*location) : "Vertex";
    const auto axis = std::string("IJK").find(where.substr(0, 1));
    if (where == "Vertex") return;
    if (where != "FaceCenter" && (axis == std::string::npos || where.substr(1) != "FaceCenter"))
      throw InputError("\"" + node.name + "\" is given by " + where +
                       ", where vertices or faces are expected");
    const std::size_t across =
        axis == std::string::npos ? axis_across(node, zone, range, axes_) : axis;
    for (std::size_t d = 0; d < axes_; ++d)
      if (d != across) ++(range.begin[d] > range.end[d] ? range.begin[d] : range.end[d]);
  }

  const Node& base_;
  StructuredGrid& grid_;
  std::vector<Node> zones_;
  std::size_t axes_ = 3, coordinates_ = 3;
};

void refuse_older_form(const std::filesystem::path& file) {
  if (cgns::form_of(file) == cgns::FileForm::adf)
    throw InputError(file.string() +
                     ": this is a CGNS file of the older form ADF, where HDF5 is "
                     "expected: convert it, e.g. by  adf2hdf " +
                     file.string());
}

}  // namespace

StructuredGrid read_cgns_grid(const std::filesystem::path& file) {
  refuse_older_form(file);
  const hdf5::Handle id = hdf5::open_file(file, transport::Communicator::self());
  StructuredGrid grid;
  try {
    const hdf5::Handle root(H5Gopen2(id, "/", H5P_DEFAULT), "opening the root group");
    const std::vector<Node> bases = cgns::children(root, "CGNSBase_t");
    if (bases.empty())
      throw InputError("this is an HDF5 file, but not a CGNS file: it has no base");
    for (std::size_t b = 1; b < bases.size(); ++b)
      grid.notes.push_back("the base \"" + bases[b].name + "\" is not read: the first one is");
    BaseReader(bases.front(), grid).read();
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what() + ". Nothing was run.");
  } catch (const IoError& error) {
    throw InputError(file.string() + ": the file is damaged: " + error.what() +
                     ". Nothing was run.");
  }
  return grid;
}

}  // namespace thalweg::io
