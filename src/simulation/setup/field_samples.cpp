// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/field_samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/diagnostics.hpp"

namespace thalweg::simulation {

namespace {

/// A name that makes names of files: steps follow it behind a dash.
template <class Samples>
std::string read_name(io::Case& input, const std::string& key, const Samples& others) {
  const std::string name = input.text(key, {}, "of its files");
  const bool is_plain =
      !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  if (!is_plain && input.has(key))
    input.error(key, "must be of small letters, digits and \"_\", and begin with a letter");
  for (const auto& other : others)
    if (other.name == name) input.error(key, "is that of another one");
  return name;
}

/// Its fields and its schedule, both of which it needs. at: "slice.0."
void read_rest(io::Case& input, const std::string& at, const std::vector<std::string>& images,
               FieldSample& sample) {
  sample.fields = input.texts(at + "fields", {}, "fields that it is of");
  if (sample.fields.empty())
    input.error(at + "fields",
                fmt::format("must name a field or more of \"{}\"", fmt::join(images, "\", \"")));
  require_known(input, at + "fields", "field", sample.fields, images);
  const std::string given =
      input.exactly_one({at + "every_steps", at + "every_time"}, "how often it is written");
  if (!given.empty()) sample.when = Schedule::read(input, at.substr(0, at.size() - 1), {});
}

void read_plane(io::Case& input, const std::string& at, Slice& slice) {
  const std::string axis = input.choice(at + "axis", {"x", "y", "z"}, {}, "across the plane");
  slice.axis = static_cast<std::size_t>(axis[0] - 'x');
  slice.position = input.number(
      at + "position", {.default_value = 0, .meaning = "along the axis", .unit = "length"});
}

/// Planes must pass through the grid. Cells above a plane have what lies in it.
void require_in(io::Case& input, const std::string& at, const Slice& slice,
                const SlicedGrid& grid) {
  if (!grid.bounds) return;
  const double low = (*grid.bounds)[0][slice.axis], high = (*grid.bounds)[1][slice.axis];
  if (slice.position < low || slice.position >= high)
    input.error(at + "position",
                fmt::format("must lie in the grid: from {:g} to below {:g}", low, high));
}

/// The number of the block that a key names; none, and a mistake, where there is no such block.
std::optional<int> read_block(io::Case& input, const std::string& key,
                              const std::vector<io::WholeBlock>& blocks) {
  const std::string name = input.text(key, {}, "of the grid");
  std::vector<std::string> names;
  names.reserve(blocks.size());
  for (const io::WholeBlock& block : blocks) names.push_back(block.name);
  if (!names.empty() && input.has(key)) require_known(input, key, "block", {name}, names);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return static_cast<int>(found - names.begin());
}

/// plane = { block = "ring", i = 5 }. at: "slice.0."
io::BlockLayer read_layer(io::Case& input, const std::string& at, const SlicedGrid& grid) {
  const std::string key = at + "plane.block";
  for (const char* other : {"axis", "position"}) input.at_most_one({at + other, key});
  const std::optional<int> block = read_block(input, key, grid.blocks);
  const std::string index = input.exactly_one({at + "plane.i", at + "plane.j", at + "plane.k"},
                                              "of cells along x, y or z of the block");
  if (index.empty()) return {};
  io::BlockLayer layer{block.value_or(0), static_cast<std::size_t>(index.back() - 'i'), 0};
  io::Number rule{.minimum = 0, .meaning = "of cells, from 0 on"};
  if (block) {
    const auto& cells = grid.blocks[static_cast<std::size_t>(*block)].cells;  // (z, y, x)
    rule.maximum = static_cast<double>(cells[2 - layer.axis] - 1);
  }
  layer.index = input.integer(index, rule);
  return layer;
}

/// read_where(at, slice): where it lies.
template <class ReadWhere>
std::vector<Slice> read_slices(io::Case& input, const std::vector<std::string>& fields,
                               ReadWhere read_where) {
  std::vector<Slice> slices;
  for (int n = 0; n < input.count("slice"); ++n) {
    const std::string at = fmt::format("slice.{}.", n);
    Slice slice;
    slice.name = read_name(input, at + "name", slices);
    read_where(at, slice);
    read_rest(input, at, fields, slice);
    slices.push_back(std::move(slice));
  }
  return slices;
}

Probe read_probe(io::Case& input, const std::string& at, const std::vector<std::string>& images,
                 const std::vector<Probe>& others) {
  Probe probe;
  probe.name = read_name(input, at + "name", others);
  for (const auto& row :
       input.rows(at + "places", {.meaning = "x, y, z of each place", .unit = "length"},
                  {.shortest = 3, .longest = 3}))
    probe.places.push_back({row[0], row[1], row[2]});
  read_rest(input, at, images, probe);
  return probe;
}

}  // namespace

void require_known(io::Case& input, const std::string& key, const char* one,
                   const std::vector<std::string>& names, const std::vector<std::string>& known) {
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string meant = closest(name, known);
    input.error(key,
                fmt::format("there is no {} \"{}\"; the {}s are \"{}\"{}", one, name, one,
                            fmt::join(known, "\", \""),
                            meant.empty() ? "" : fmt::format(". Did you mean \"{}\"?", meant)));
  }
}

std::vector<Slice> read_block_slices(io::Case& input, const std::vector<std::string>& fields,
                                     const SlicedGrid& grid) {
  return read_slices(input, fields, [&](const std::string& at, Slice& slice) {
    if (input.has_table(at + "plane")) {
      slice.layer = read_layer(input, at, grid);
      return;
    }
    read_plane(input, at, slice);
    require_in(input, at, slice, grid);
  });
}

FieldSamples read_samples(io::Case& input, const std::vector<std::string>& images) {
  FieldSamples samples;
  samples.slices = read_slices(
      input, images, [&](const std::string& at, Slice& slice) { read_plane(input, at, slice); });
  for (int n = 0; n < input.count("probe"); ++n)
    samples.probes.push_back(
        read_probe(input, fmt::format("probe.{}.", n), images, samples.probes));
  return samples;
}

}  // namespace thalweg::simulation
