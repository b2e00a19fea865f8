// SPDX-License-Identifier: Apache-2.0
// Means over time of fields at points, and of what fluctuates about them: docs/theory/
// turbulence.md, section 14.
#pragma once

#include <algorithm>
#include <functional>

#include "exec/placed_array.hpp"
#include "fft/shared_items.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "solvers/turbulence/statistics/averaged_fields.hpp"
#include "solvers/turbulence/statistics/snapshot.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
class Averages {
 public:
  /// Sets a field (plane, y, x, component) by its name, where kernels run.
  using Evaluate = std::function<void(const std::string& name, exec::View<Real, 4> out)>;

  /// group: the ranks that share planes. space: of whole fields.
  Averages(const AverageParameters& averages, const SetDescription& set, const fft::Layout& layout,
           const transport::Communicator& group, exec::Space space);

  /// Whether a state is taken after a step that ends there.
  bool is_due(double time, std::int64_t step) const {
    return step % parameters_.every_steps == 0 && time > begin();
  }
  /// Take a state for the time since the last one that was. (14.7) Collective.
  void add(const exec::Exec& exec, double time, const Evaluate& evaluate);
  const std::vector<AverageOutput>& outputs() const { return outputs_; }
  /// One of them, to (plane, y, x, component).
  void copy_to(const exec::Exec& exec, const AverageOutput& output, exec::View<Real, 4> out) const;

  /// What a restart goes on with; without it, it begins anew. Collective.
  void save(const exec::Exec& exec, io::CheckpointWriter& file) const;
  void load(const exec::Exec& exec, const io::CheckpointReader& file, double time);

 private:
  double begin() const { return std::max(parameters_.from, last_); }
  /// The planes that this rank stores of a field, and which of the file these are.
  fft::SharedItems planes_of(const AveragedField& field) const {
    return fft::shared_planes(layout_, group_, field.components());
  }
  io::Block block_of(const AveragedField& field, const fft::SharedItems& planes) const;
  static std::string array_name(const AveragedField& field) {
    return "averages_" + field.head.name;
  }

  AverageParameters parameters_;
  fft::Layout layout_;
  transport::Communicator group_;
  std::vector<AveragedField> fields_;
  std::vector<AverageOutput> outputs_;
  std::vector<exec::PlacedArray<Real, 4>> sums_;  // by field
  exec::PlacedArray<Real, 4> now_;                // of a state
  double total_ = 0, last_ = 0;                   // time that was taken; when
};

/// Bytes that stay where whole fields lie, on this rank.
double average_bytes(const AverageParameters& averages, const SetDescription& set,
                     const fft::Layout& layout, int real_bytes);

}  // namespace thalweg::turbulence::inline TW_HALF
