// SPDX-License-Identifier: Apache-2.0
// What sources add to one field at one step, as planes of values that the update kernels read: the
// same on threads and devices, and no branch per point. Only planes that hold source points are
// stored. A source with the k-space correction reaches all points: one signal for all of them is a
// corrected mask times the signal's sample; many signals are corrected anew each step.
#pragma once

#include <memory>

#include "fft/pipeline.hpp"
#include "solvers/sound/operators/operators.hpp"
#include "solvers/sound/operators/point_views.hpp"

namespace thalweg::sound::inline TW_HALF {

/// Applies cos(c_ref dt |k| / 2) to a field. (4.3)
template <class Real>
class SourceCorrection {
 public:
  /// Collective. The operators must outlive this. options.staging: of exchanges that are never
  /// under way while this is applied; null: its own.
  SourceCorrection(const Domain& domain, const transport::Communicator& comm,
                   const exec::Exec& exec, const Operators<Real>& operators,
                   const fft::TileExchangeOptions& options, Phases& phases)
      : pipeline_(domain.layout, comm, exec, fft::Traffic::up_to(1), options, phases),
        operators_(operators) {}
  /// From a source's own planes to all points. Collective.
  void apply(const SourceView<Real>& from, PointFields<Real> to, fft::Extension symmetry);
  const fft::Exchanges<Real>& exchanges() const { return pipeline_.exchanges(); }

 private:
  fft::Pipeline<Real> pipeline_;
  const Operators<Real>& operators_;
};

/// A source as one field sees it.
struct SourceSpec {
  SourceMode mode = SourceMode::additive_plain;
  const std::vector<std::int64_t>* points = nullptr;  // global
  const Signals* signals = nullptr;
  const Transducer* transducer = nullptr;                // in place of the two above
  fft::Extension symmetry = fft::Extension::even_whole;  // of the field, if axisymmetric
};

template <class Real>
class Source {
 public:
  /// No source.
  explicit Source(const Domain& domain);
  /// Collective. The correction is made where it is needed and shared by all sources. Only those
  /// whose points have signals of their own need it later.
  Source(const Domain& domain, const SourceSpec& spec, const exec::Exec& exec,
         const std::function<SourceCorrection<Real>&()>& correction);

  /// What acts on step number `step`. Collective where each point has its own corrected signal.
  SourceView<Real> view(const exec::Exec& exec, std::int64_t step);

  bool is_over(std::int64_t step) const { return step >= steps_; }
  /// Whether it reaches a local plane at any step.
  bool acts_on(int plane) const {
    return corrected_.size() > 0 || has_points_[static_cast<std::size_t>(plane)];
  }
  /// Whether it sets the field, rather than adding to it.
  bool sets() const { return keep_.size() > 0; }

 private:
  using Planes = exec::Array<Real, 3>;
  void find_points(const Domain& domain, const std::vector<std::int64_t>& points);
  void take_signals(const Signals& signals);
  void take_transducer(const Transducer& transducer);
  void set_weights(const exec::Exec& exec, const Signals& signals);
  void set_samples(const exec::Exec& exec, std::int64_t step);
  SourceView<Real> own_planes() const;

  int planes_, ny_, nx_;
  std::int64_t steps_ = 0;
  fft::Extension symmetry_ = fft::Extension::even_whole;
  bool shared_ = false;              // one signal for all points
  std::vector<std::int64_t> local_;  // which of the source's points are on this rank
  exec::Array<std::int64_t, 1> at_;  // where they are in add_
  std::vector<bool> has_points_;     // by local plane
  exec::Array<int, 1> slot_, silent_;
  exec::Array<Real, 1> zeros_, ones_;
  Planes add_, keep_, corrected_;
  exec::Array<int, 1> every_plane_;     // slots of corrected_
  exec::Array<Real, 2> samples_;        // (step, local point); a transducer: (1, sample)
  exec::Array<std::int64_t, 1> delay_;  // of each local point, for a transducer
  exec::Array<int, 1> end_;             // the step of each, if it is not the same for all
  std::vector<float> shared_signal_;
  SourceCorrection<Real>* correction_ = nullptr;  // where it is applied in each step
};

}  // namespace thalweg::sound::inline TW_HALF
