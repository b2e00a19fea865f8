// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/sample_writer.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace thalweg::simulation {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Those of `all` whose schedule says so; their fields join the names.
template <class All>
auto due_of(All& all, const Simulation& solver, double before, std::vector<std::string>& names) {
  std::vector<typename All::value_type*> due;
  for (auto& files : all) {
    if (!files.sample().when.is_due(solver.steps(), before, solver.time())) continue;
    due.push_back(&files);
    for (const std::string& name : files.sample().fields)
      if (!contains(names, name)) names.push_back(name);
  }
  return due;
}

}  // namespace

SampleWriter::SampleWriter(const FieldSamples& samples, const io::OutputFolder& folder,
                           const transport::Communicator& comm,
                           std::optional<io::Resumption> resumed) {
  for (const Slice& slice : samples.slices) slices_.emplace_back(slice, folder, comm);
  for (const Probe& probe : samples.probes) probes_.emplace_back(probe, folder, comm, resumed);
}

bool SampleWriter::record(Simulation& solver, double before) {
  names_.clear();
  due_slices_ = due_of(slices_, solver, before, names_);
  due_probes_ = due_of(probes_, solver, before, names_);
  if (names_.empty()) return false;
  solver.write_fields(*this);
  for (SliceFiles* slice : due_slices_) slice->write(solver.time(), solver.steps());
  for (ProbeFiles* probe : due_probes_) probe->write(solver.time(), solver.steps());
  return true;
}

void SampleWriter::image(const io::ImageGrid& grid, io::ImageField field) {
  for (SliceFiles* slice : due_slices_)
    if (contains(slice->sample().fields, field.name)) slice->take(grid, field);
  for (ProbeFiles* probe : due_probes_)
    if (contains(probe->sample().fields, field.name)) probe->take(grid, field);
}

void SampleWriter::blocks(const io::BlockLayout& layout,
                          const std::function<io::BlockVertices()>& vertices,
                          const io::BlockField& field) {
  for (SliceFiles* slice : due_slices_)
    if (contains(slice->sample().fields, field.name)) slice->take(layout, vertices, field);
}

void SampleWriter::points(const std::string&, const io::PointSet&) {
  TW_CHECK(false, "slices are of images and blocks");
}

}  // namespace thalweg::simulation
