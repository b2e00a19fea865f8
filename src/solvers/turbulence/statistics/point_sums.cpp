// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/point_sums.hpp"

#include <algorithm>
#include <cmath>

#include "exec/atomic.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// All powers up to the highest, then the absolute odd ones.
constexpr int odd_orders = (highest_order + 1) / 2, power_sums = highest_order + odd_orders;

/// Powers of component c summed over the y of a plane, over (plane, c, x).
template <class Real>
struct SumPowers {
  exec::View<const Real, 4> field;
  exec::View<double, 3> sums;  // (plane, c power_sums + power, x)
  double centre[3];
  TW_HD void operator()(int z, int c, int x) const {
    // Not centre[c]: an index that is not known keeps an array out of a device's registers.
    const double about = c == 0 ? centre[0] : c == 1 ? centre[1] : centre[2];
    double sum[power_sums] = {};
    for (int y = 0; y < field.extent[1]; ++y) {
      const double v = static_cast<double>(field(z, y, x, c)) - about;
      double power = 1;
      TW_UNROLL
      for (int n = 0; n < highest_order; ++n) {
        power *= v;
        sum[n] += power;
        if (n % 2 == 0) sum[highest_order + n / 2] += power < 0 ? -power : power;
      }
    }
    TW_UNROLL
    for (int n = 0; n < power_sums; ++n) sums(z, c * power_sums + n, x) = sum[n];
  }
};

/// Over (0, plane, sum).
struct SumAlongX {
  exec::View<const double, 3> sums;  // (plane, sum, x)
  exec::View<double, 2> planes;      // (plane, sum)
  TW_HD void operator()(int, int z, int n) const {
    double sum = 0;
    for (int x = 0; x < sums.extent[2]; ++x) sum += sums(z, n, x);
    planes(z, n) = sum;
  }
};

/// The bin of a value, or -1.
struct DeviationBins {
  double mean, scale;  // of (value - mean) to the number of a bin
  int count;
  TW_HD int of(double value) const {
    const double at = (value - mean) * scale + 0.5 * count;
    return at >= 0 && at < count ? static_cast<int>(at) : -1;
  }
};

/// Counts the values of one plane by component and bin.
template <class Real>
struct CountPlane {
  exec::View<const Real, 4> field;
  exec::View<int, 2> counts;  // (plane, component bins + bin)
  DeviationBins bins[3];

  std::size_t scratch_bytes() const {
    return sizeof(int) * static_cast<std::size_t>(counts.extent[1]);
  }
  TW_HD void operator()(const exec::Team& team) const {
    int* own = team.template scratch<int>();
    const CountPlane self = *this;
    const int z = team.tile(), entries = counts.extent[1];
    team.for_each(entries, [=](int n) { own[n] = 0; });
    team.barrier();
    for (int y = 0; y < field.extent[1]; ++y)
      team.for_each(field.extent[2], [=](int x) { self.count(z, y, x, own); });
    team.barrier();
    team.for_each(entries, [=](int n) { self.counts(z, n) = own[n]; });
  }

 private:
  TW_HD void count(int z, int y, int x, int* own) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      if (c >= field.extent[3]) continue;
      const int bin = bins[c].of(static_cast<double>(field(z, y, x, c)));
      if (bin >= 0) exec::atomic_add(own[c * bins[c].count + bin], 1);
    }
  }
};

/// (plane, entry) of all ranks' parts of planes, added up to planes and then in their order.
std::vector<double> total_of(const transport::Communicator& comm, const fft::Layout& layout,
                             const std::vector<double>& planes, std::size_t entries) {
  std::vector<double> all(static_cast<std::size_t>(layout.nz) * entries), total(entries);
  // Zero where this rank has no part: adding zeros is exact.
  std::copy(planes.begin(), planes.end(),
            all.begin() + static_cast<std::ptrdiff_t>(layout.first_plane()) *
                              static_cast<std::ptrdiff_t>(entries));
  comm.sum(all);
  for (std::size_t n = 0; n < all.size(); ++n) total[n % entries] += all[n];
  return total;
}

}  // namespace

template <class Real>
std::vector<Powers> powers_of(const Snapshot<Real>& s, exec::View<const Real, 4> field,
                              const std::vector<double>& centres) {
  const int planes = field.extent[0], components = field.extent[3],
            entries = components * power_sums;
  exec::Array<double, 3> sums({planes, entries, field.extent[2]}, exec::Contents::undefined);
  exec::Array<double, 2> by_plane({planes, entries}, exec::Contents::undefined);
  SumPowers<Real> kernel{field, sums.view(), {}};
  std::copy(centres.begin(), centres.end(), kernel.centre);
  exec::parallel_for(s.exec, exec::Box3{{0, 0, 0}, {planes, components, field.extent[2]}}, kernel);
  exec::parallel_for(s.exec, exec::Box3{{0, 0, 0}, {1, planes, entries}},
                     SumAlongX{std::as_const(sums).view(), by_plane.view()});
  std::vector<double> host(by_plane.size());
  exec::copy_bytes(s.exec, host.data(), by_plane.view().data, host.size() * sizeof(double));
  s.exec.wait();
  const auto total = total_of(s.comm, s.layout, host, static_cast<std::size_t>(entries));
  std::vector<Powers> result(static_cast<std::size_t>(components));
  for (std::size_t c = 0; c < result.size(); ++c)
    for (std::size_t n = 0; n < highest_order; ++n) {
      const double* of = total.data() + c * power_sums;
      result[c].plain[n] = of[n] / s.layout.modes.points();
      if (n % 2 == 0) result[c].absolute[n] = of[highest_order + n / 2] / s.layout.modes.points();
    }
  return result;
}

template <class Real>
std::vector<Moments> moments_of(const Snapshot<Real>& s, exec::View<const Real, 4> field) {
  std::vector<double> means(static_cast<std::size_t>(field.extent[3]));
  const std::vector<Powers> about_zero = powers_of(s, field, means);
  for (std::size_t c = 0; c < means.size(); ++c) means[c] = about_zero[c].plain[0];
  const std::vector<Powers> central = powers_of(s, field, means);
  std::vector<Moments> moments;
  for (std::size_t c = 0; c < means.size(); ++c) {
    const double variance = central[c].plain[1];
    Moments m{means[c], variance, 0, 0};
    if (variance > 0) {
      m.skewness = central[c].plain[2] / std::pow(variance, 1.5);
      m.flatness = central[c].plain[3] / (variance * variance);
    }
    moments.push_back(m);
  }
  return moments;
}

template <class Real>
std::vector<std::vector<double>>
densities_of(const Snapshot<Real>& s, exec::View<const Real, 4> field,
             const std::vector<Moments>& moments, const StatisticsParameters& statistics) {
  const int planes = field.extent[0], bins = statistics.bins, components = field.extent[3];
  const double width = 2 * statistics.range / bins;  // [standard deviations]
  exec::Array<int, 2> counts({planes, components * bins}, exec::Contents::undefined);
  CountPlane<Real> kernel{field, counts.view(), {}};
  for (std::size_t c = 0; c < moments.size(); ++c) {
    const double deviation = std::sqrt(moments[c].variance);
    kernel.bins[c] = {moments[c].mean, deviation > 0 ? 1 / (deviation * width) : 0, bins};
  }
  exec::parallel_tiles(s.exec, planes, kernel.scratch_bytes(), kernel);
  std::vector<int> host(counts.size());
  exec::copy_bytes(s.exec, host.data(), counts.view().data, host.size() * sizeof(int));
  s.exec.wait();
  std::vector<double> total(static_cast<std::size_t>(components * bins));
  for (std::size_t n = 0; n < host.size(); ++n) total[n % total.size()] += host[n];
  s.comm.sum(total);  // of whole numbers: exact in any order
  std::vector<std::vector<double>> densities;
  for (std::size_t c = 0; c < moments.size(); ++c) {
    const auto first = total.begin() + static_cast<std::ptrdiff_t>(c) * bins;
    densities.emplace_back(first, first + bins);
    const double one = moments[c].variance > 0 ? 1 / (s.layout.modes.points() * width) : 0;
    for (double& density : densities.back()) density *= one;
  }
  return densities;
}

double point_sum_bytes(const fft::Layout& layout, int bins) {
  const double planes = layout.local_planes();
  const double sums = sizeof(double) * planes * 3 * power_sums * (layout.nx + 1.0),
               counts = sizeof(int) * planes * 3 * bins;
  return std::max(sums, counts);
}

template std::vector<Powers> powers_of(const Snapshot<float>&, exec::View<const float, 4>,
                                       const std::vector<double>&);
template std::vector<Powers> powers_of(const Snapshot<double>&, exec::View<const double, 4>,
                                       const std::vector<double>&);
template std::vector<Moments> moments_of(const Snapshot<float>&, exec::View<const float, 4>);
template std::vector<Moments> moments_of(const Snapshot<double>&, exec::View<const double, 4>);
template std::vector<std::vector<double>> densities_of(const Snapshot<float>&,
                                                       exec::View<const float, 4>,
                                                       const std::vector<Moments>&,
                                                       const StatisticsParameters&);
template std::vector<std::vector<double>> densities_of(const Snapshot<double>&,
                                                       exec::View<const double, 4>,
                                                       const std::vector<Moments>&,
                                                       const StatisticsParameters&);

}  // namespace thalweg::turbulence::inline TW_HALF
