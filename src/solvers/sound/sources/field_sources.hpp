// SPDX-License-Identifier: Apache-2.0
// All sources that act on one field, in their order. Several are joined each step into one set of
// planes, so that the update kernels read one source however many there are; a single one costs
// nothing more.
#pragma once

#include "solvers/sound/sources/sources.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real>
class FieldSources {
 public:
  /// Additive with and without the correction, set, and a transducer: no problem has more.
  static constexpr int most = 4;

  /// No source.
  explicit FieldSources(const Domain& domain);
  /// Acts after those that are there.
  void add(Source<Real> source);
  /// What acts on step number `step`. Collective where each point has its own corrected signal.
  SourceView<Real> view(const exec::Exec& exec, std::int64_t step);

 private:
  void make_room();

  int planes_, ny_, nx_;
  Source<Real> none_;
  std::vector<Source<Real>> sources_;
  exec::Array<int, 1> slot_, plane_;  // of each local plane its slot, and the reverse
  exec::Array<Real, 3> add_, keep_;   // (slot, y, x); keep_: where a source sets the field
};

}  // namespace thalweg::sound::inline TW_HALF
