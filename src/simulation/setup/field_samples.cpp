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
  input.exactly_one({at + "every_steps", at + "every_time"}, "how often it is written");
  sample.when = Schedule::read(input, at.substr(0, at.size() - 1), {});
}

Slice read_slice(io::Case& input, const std::string& at, const std::vector<std::string>& images,
                 const std::vector<Slice>& others) {
  Slice slice;
  slice.name = read_name(input, at + "name", others);
  const std::string axis = input.choice(at + "axis", {"x", "y", "z"}, {}, "across the plane");
  slice.axis = static_cast<std::size_t>(axis[0] - 'x');
  slice.position = input.number(
      at + "position", {.default_value = 0, .meaning = "along the axis", .unit = "length"});
  read_rest(input, at, images, slice);
  return slice;
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

std::vector<Slice> read_slices(io::Case& input, const std::vector<std::string>& fields) {
  std::vector<Slice> slices;
  for (int n = 0; n < input.count("slice"); ++n)
    slices.push_back(read_slice(input, fmt::format("slice.{}.", n), fields, slices));
  return slices;
}

FieldSamples read_samples(io::Case& input, const std::vector<std::string>& images) {
  FieldSamples samples;
  samples.slices = read_slices(input, images);
  for (int n = 0; n < input.count("probe"); ++n)
    samples.probes.push_back(
        read_probe(input, fmt::format("probe.{}.", n), images, samples.probes));
  return samples;
}

}  // namespace thalweg::simulation
