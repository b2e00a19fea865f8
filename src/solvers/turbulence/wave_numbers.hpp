// SPDX-License-Identifier: Apache-2.0
// Wave numbers of one rank's modes, direction by direction, as tables, and the decay that follows
// from them.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "exec/upload.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

/// k_i = 2 pi m_i / L_i [1/length]; x by column, y by local row, z by depth index. Entries that pad
/// columns are 0.
struct WaveNumbers {
  std::vector<double> x, y, z;
  std::vector<int> first_column;  // of a local row

  /// length: x, y, z.
  WaveNumbers(const fft::Layout& layout, const std::array<double, 3>& length);
};

inline namespace TW_HALF {

/// Three tables (x, y, z) where kernels can read them.
template <class Real>
class DirectionTables {
 public:
  DirectionTables() = default;
  explicit DirectionTables(const WaveNumbers& k)
      : x_(exec::uploaded_as<Real>(k.x)), y_(exec::uploaded_as<Real>(k.y)),
        z_(exec::uploaded_as<Real>(k.z)), first_column_(exec::uploaded(k.first_column)) {}

  WaveVectors<Real> wave_vectors() const {
    return {x_.view().data, y_.view().data, z_.view().data, first_column_.view().data};
  }

 private:
  exec::Array<Real, 1> x_, y_, z_;
  exec::Array<int, 1> first_column_;
};

/// exp(-exponent) of what diffuses. (5.5)
template <class Real>
TW_HD void set_factor(double exponent, Real& factor) {
  using std::exp;
  factor = static_cast<Real>(exp(-exponent));
}
/// exp(-i exponent) of a wave function. (12.5)
template <class Real>
TW_HD void set_factor(double exponent, Complex<Real>& factor) {
  using std::cos;
  using std::sin;
  factor = {static_cast<Real>(cos(exponent)), static_cast<Real>(-sin(exponent))};
}

/// The factor of k^2 nu h over (stage, 0, entry), less A h in the entries of x; h is a share of the
/// step.
template <class Factor>
struct TabulateDecay {
  exec::View<const double, 1> k, share;
  exec::View<Factor, 2> factor;
  double viscous_time;  // nu dt
  double growth;        // A dt
  int columns;          // entries of x
  TW_HD void operator()(int stage, int, int n) const {
    const double grown = n < columns ? growth : 0;
    set_factor(share(stage) * (viscous_time * k(n) * k(n) - grown), factor(stage, n));
  }
};

/// exp(-nu k^2 (c_{s+1} - c_s) dt) by direction, for every stage s of a step; of a wave function
/// with i nu. Computed where the step runs: a step that changes its size allocates nothing and
/// sends nothing to a device. (5.5), (12.5)
template <class Factor>
class DecayTables {
 public:
  DecayTables(const WaveNumbers& numbers, const std::vector<Stage>& stages)
      : k_(exec::uploaded(joined(numbers))), share_(exec::uploaded(shares(stages))),
        columns_(numbers.x.size()), rows_(numbers.y.size()),
        factor_({static_cast<int>(stages.size()), static_cast<int>(k_.size())}) {}
  /// viscous_time: nu dt, or the dispersion times dt; growth: A dt of a force A u (11.2). Tables of
  /// 1 where both are 0.
  void tabulate(const exec::Exec& exec, double viscous_time, double growth = 0) {
    const auto stages = static_cast<int>(share_.size()), entries = static_cast<int>(k_.size());
    exec::parallel_for(exec, exec::Box3{{0, 0, 0}, {stages, 1, entries}},
                       TabulateDecay<Factor>{std::as_const(k_).view(), std::as_const(share_).view(),
                                             factor_.view(), viscous_time, growth,
                                             static_cast<int>(columns_)});
  }
  Decay<Factor> of(std::size_t stage) const {
    const Factor* first = factor_.view().data + stage * k_.size();
    return {first, first + columns_, first + columns_ + rows_};
  }

 private:
  static std::vector<double> joined(const WaveNumbers& numbers) {
    std::vector<double> all = numbers.x;
    all.insert(all.end(), numbers.y.begin(), numbers.y.end());
    all.insert(all.end(), numbers.z.begin(), numbers.z.end());
    return all;
  }
  /// The share of the step between the beginnings of each stage and of the next.
  static std::vector<double> shares(const std::vector<Stage>& stages) {
    std::vector<double> result;
    for (std::size_t s = 0; s < stages.size(); ++s)
      result.push_back((s + 1 < stages.size() ? stages[s + 1].c : 1.0) - stages[s].c);
    return result;
  }
  exec::Array<double, 1> k_;      // x, y, z one after the other
  exec::Array<double, 1> share_;  // by stage
  std::size_t columns_, rows_;
  exec::Array<Factor, 2> factor_;  // (stage, entry of k)
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
