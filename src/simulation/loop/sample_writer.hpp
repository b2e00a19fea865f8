// SPDX-License-Identifier: Apache-2.0
// Slices and probes of a run. What several of them are of at one time, the solver computes once.
#pragma once

#include <deque>

#include "simulation/interface/simulation.hpp"
#include "simulation/loop/probe_files.hpp"
#include "simulation/loop/slice_files.hpp"

namespace thalweg::simulation {

class SampleWriter final : public FieldWriter {
 public:
  /// resumed: the files of an earlier run go on.
  SampleWriter(const FieldSamples& samples, const io::OutputFolder& folder,
               const transport::Communicator& comm, std::optional<io::Resumption> resumed);

  /// Write what is due after the step that began at time `before`; tells whether anything was.
  /// Collective; throws IoError.
  bool record(Simulation& solver, double before);

  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid& grid, io::ImageField field) override;
  void blocks(const io::BlockLayout& layout, const std::function<io::BlockVertices()>& vertices,
              const io::BlockField& field) override;
  void points(const std::string&, const io::PointSet&) override;

 private:
  std::vector<SliceFiles> slices_;
  std::deque<ProbeFiles> probes_;  // that stay in their place: files are open
  std::vector<SliceFiles*> due_slices_;
  std::vector<ProbeFiles*> due_probes_;
  std::vector<std::string> names_;  // fields of all that is due
};

}  // namespace thalweg::simulation
