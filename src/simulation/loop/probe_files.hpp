// SPDX-License-Identifier: Apache-2.0
// A probe as a table: a row for each time, of the values at all of its places.
#pragma once

#include <optional>

#include "io/fields/image.hpp"
#include "io/output/history.hpp"
#include "io/output/output_folder.hpp"
#include "simulation/setup/field_samples.hpp"

namespace thalweg::simulation {

class ProbeFiles {
 public:
  ProbeFiles(const Probe& probe, const io::OutputFolder& folder,
             const transport::Communicator& comm, std::optional<io::Resumption> resumed)
      : probe_(probe), folder_(folder), comm_(comm), resumed_(resumed) {}

  const Probe& sample() const { return probe_; }
  /// Interpolate a field of a box that repeats (interpolation.hpp). The sum over planes is taken in
  /// their order, so that it does not depend on ranks. Collective.
  void take(const io::ImageGrid& grid, const io::ImageField& field);
  /// Add a row of what was taken. Collective; throws IoError.
  void write(double time, std::int64_t step);

 private:
  Probe probe_;
  const io::OutputFolder& folder_;
  const transport::Communicator& comm_;
  std::optional<io::Resumption> resumed_;
  io::CsvHeader header_;
  std::vector<double> row_;
  std::optional<io::History> file_;  // from the first row on, which names the columns
};

}  // namespace thalweg::simulation
