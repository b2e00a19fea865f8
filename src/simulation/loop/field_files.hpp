// SPDX-License-Identifier: Apache-2.0
// The fields of a run as files: one for each field and output time.
#pragma once

#include "io/output/output_folder.hpp"
#include "simulation/interface/simulation.hpp"

namespace thalweg::simulation {

class FieldFiles final : public FieldWriter {
 public:
  FieldFiles(const io::OutputFolder& folder, const transport::Communicator& comm,
             std::vector<std::string> names, io::BlockForm blocks)
      : folder_(folder), comm_(comm), names_(std::move(names)), block_form_(blocks) {}

  /// Write what the solver has now. Collective; throws IoError.
  void write(Simulation& solver);

  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid& grid, io::ImageField field) override;
  void blocks(const io::BlockLayout& layout, const std::function<io::BlockVertices()>& vertices,
              const io::BlockField& field) override;
  void points(const std::string& name, const io::PointSet& points) override;

 private:
  const io::OutputFolder& folder_;
  const transport::Communicator& comm_;
  std::vector<std::string> names_;
  io::BlockForm block_form_;
  bool has_block_grid_ = false;
  double time_ = 0;
  std::int64_t step_ = 0;
};

}  // namespace thalweg::simulation
