// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors/sampler.hpp"

#include <algorithm>
#include <cmath>

#include "exec/upload.hpp"
#include "solvers/sound/sensors/interpolation.hpp"
#include "solvers/sound/sensors/sampler_kernels.hpp"

namespace thalweg::sound::inline TW_HALF {

namespace {

std::vector<double> shift_weights(const Axis& axis) {
  std::vector<double> weights;
  const auto k = wave_numbers(axis, axis.points);
  for (int m = 0; m < axis.points; ++m) {
    double sum = 0;
    for (int bin = 0; bin < axis.points; ++bin)
      if (2 * bin != axis.points)  // the Nyquist mode has no value half-way between points
        sum += std::cos(k[static_cast<std::size_t>(bin)] * axis.spacing * (m - 0.5));
    weights.push_back(sum / axis.points);
  }
  return weights;
}

/// Shift weights along a radius, whose line goes on to four times its length. (5.5)
std::vector<double> radial_shift_weights(const Axis& axis) {
  Axis whole = axis;
  whole.points = 4 * axis.points;
  std::vector<double> weights = shift_weights(whole);
  const std::vector<double> once = weights;
  const std::size_t half = once.size() / 2;
  for (std::size_t m = 0; m < once.size(); ++m) weights[m] -= once[(m + half) % once.size()];
  return weights;
}

std::vector<std::int64_t> held(const Sensors& sensors, const Domain& domain) {
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < sensors.points.size(); ++i)
    if (sensors.points[i] >= domain.begin() && sensors.points[i] < domain.end())
      mine.push_back(static_cast<std::int64_t>(i));
  return mine;
}

/// The taps on planes [first, first + count), which become 0 to count - 1.
Taps within(const Taps& taps, int first, int count) {
  Taps inside;
  for (std::size_t i = 0; i < taps.index.size(); ++i) {
    if (taps.index[i] < first || taps.index[i] >= first + count) continue;
    inside.index.push_back(taps.index[i] - first);
    inside.weight.push_back(taps.weight[i]);
  }
  return inside;
}

}  // namespace

template <class Real>
Sampler<Real>::Sampler(const Sensors& sensors, const Domain& domain)
    : domain_(domain), places_(sensors.places), reach_(interpolation_reach(sensors.tolerance)),
      own_(held(sensors, domain)), all_points_(exec::uploaded(sensors.points)),
      sampled_({static_cast<int>(sensors.points.size())}),
      interpolated_({static_cast<int>(sensors.places.size())}) {
  std::vector<std::int64_t> own, at;
  for (const std::int64_t i : own_) {
    own.push_back(sensors.points[static_cast<std::size_t>(i)]);
    at.push_back(own.back() - domain.begin());
  }
  own_points_ = exec::uploaded(own);
  at_ = exec::uploaded(at);
}

template <class Real>
void Sampler<Real>::prepare(Field field) {
  if (is_colocated(field)) {
    const int c = component_of(field);
    shift_[c] = exec::uploaded(is_radial(c) ? radial_shift_weights(domain_.along(c))
                                            : shift_weights(domain_.along(c)));
  }
  if (!places_.empty()) around_.emplace(field, taps_of(field));
}

template <class Real>
bool Sampler<Real>::is_radial(int component) const {
  return domain_.axisymmetric && &domain_.along(component) == &domain_.axis[2];
}

template <class Real>
bool Sampler<Real>::shares_all(Field field) const {
  return is_colocated(field) && domain_.layout.ranks > 1 &&
         &domain_.along(component_of(field)) == &domain_.axis[2];
}

template <class Real>
typename Sampler<Real>::Around Sampler<Real>::taps_of(Field field) const {
  return {taps_along(0, field), taps_along(1, field), taps_along(2, field)};
}

template <class Real>
typename Sampler<Real>::TapTable Sampler<Real>::taps_along(std::size_t axis, Field field) const {
  const Axis& along = domain_.axis[axis];
  const int c = component_of(field);
  // The staggered values stand half a cell further along, and a place is to be met exactly.
  const double shift = is_colocated(field) && along.component == c ? -0.5 : 0;
  std::vector<Taps> taps;
  int most = 1;
  for (const auto& place : places_) {
    const double at =
        along.component < 0 ? 0 : place[static_cast<std::size_t>(along.component)] + shift;
    const bool radial = domain_.axisymmetric && axis == 2;
    taps.push_back(radial
                       ? radial_taps(at, along.points, reach_,
                                     c == 1 ? fft::Extension::odd_half : fft::Extension::even_whole)
                       : periodic_taps(at, along.points, reach_));
    if (axis == 2)
      taps.back() =
          within(taps.back(), domain_.layout.first_plane(), domain_.layout.local_planes());
    most = std::max(most, static_cast<int>(taps.back().index.size()));
  }
  const int count = static_cast<int>(taps.size());
  exec::Array<int, 2, exec::Space::host> index({count, most});
  exec::Array<double, 2, exec::Space::host> weight({count, most});
  std::vector<int> counts;
  for (int i = 0; i < count; ++i) {
    const Taps& of = taps[static_cast<std::size_t>(i)];
    counts.push_back(static_cast<int>(of.index.size()));
    std::copy(of.index.begin(), of.index.end(), &index.view()(i, 0));
    std::copy(of.weight.begin(), of.weight.end(), &weight.view()(i, 0));
  }
  TapTable table{exec::Array<int, 2>({count, most}), exec::Array<double, 2>({count, most}),
                 exec::uploaded(counts)};
  exec::Exec exec;
  exec::copy(exec, table.index.view(), index.view());
  exec::copy(exec, table.weight.view(), weight.view());
  exec.wait();
  return table;
}

template <class Real>
Sample<Real> Sampler<Real>::sample(const exec::Exec& exec, Field field,
                                   const RecordedFields<Real>& fields) {
  const int c = component_of(field);
  const Real* data =
      c < 0 ? fields.pressure.data : fields.velocity.data + c * fields.velocity.field_size;
  Sample<Real> sample;
  if (is_colocated(field))
    sample_colocated(exec, field, data, sample);
  else
    sample_grid(exec, data, sample);
  if (!places_.empty()) sample_places(exec, field, data, sample);
  return sample;
}

template <class Real>
void Sampler<Real>::sample_grid(const exec::Exec& exec, const Real* data, Sample<Real>& sample) {
  sample.own.resize(own_.size());
  exec::parallel_for(exec, static_cast<int>(own_.size()),
                     SampleAt<Real>{data, at_.view().data, sampled_.view().data});
  exec::copy_bytes(exec, sample.own.data(), sampled_.view().data, sample.own.size() * sizeof(Real));
  exec.wait();
}

template <class Real>
void Sampler<Real>::sample_colocated(const exec::Exec& exec, Field field, const Real* data,
                                     Sample<Real>& sample) {
  const bool all = shares_all(field);
  const std::size_t count = (all ? all_points_ : own_points_).size();
  const int c = component_of(field);
  const Axis& axis = domain_.along(c);
  const bool along_z = &axis == &domain_.axis[2];
  const std::int64_t below = along_z                     ? domain_.plane_points()
                             : &axis == &domain_.axis[1] ? domain_.layout.nx
                                                         : 1;
  SampleColocated<Real> kernel{data,
                               (all ? all_points_ : own_points_).view().data,
                               shift_[c].view().data,
                               sampled_.view().data,
                               below,
                               axis.points,
                               static_cast<int>(shift_[c].size()),
                               is_radial(c),
                               0,
                               axis.points,
                               domain_.begin()};
  if (along_z) {
    kernel.begin = domain_.layout.first_plane();
    kernel.end = kernel.begin + domain_.layout.local_planes();
  }
  exec::parallel_for(exec, static_cast<int>(count), kernel);
  std::vector<Real> values(count);
  exec::copy_bytes(exec, values.data(), sampled_.view().data, count * sizeof(Real));
  exec.wait();
  if (all)
    sample.shares.assign(values.begin(), values.end());
  else
    sample.own = std::move(values);
}

template <class Real>
void Sampler<Real>::sample_places(const exec::Exec& exec, Field field, const Real* data,
                                  Sample<Real>& sample) {
  const Around& around = around_.at(field);
  const auto view = [&](std::size_t axis) {
    const TapTable& table = around[axis];
    return TapView{table.index.view().data, table.weight.view().data, table.count.view().data,
                   table.index.view().extent[1]};
  };
  const std::size_t count = places_.size(), before = sample.shares.size();
  const Interpolate<Real> kernel{data,
                                 view(0),
                                 view(1),
                                 view(2),
                                 domain_.layout.ny,
                                 domain_.layout.nx,
                                 interpolated_.view().data};
  exec::parallel_tiles(exec, static_cast<int>(count),
                       static_cast<std::size_t>(kernel.z.most) * sizeof(double), kernel);
  sample.shares.resize(before + count);
  exec::copy_bytes(exec, sample.shares.data() + before, interpolated_.view().data,
                   count * sizeof(double));
  exec.wait();
}

template class Sampler<float>;
template class Sampler<double>;

}  // namespace thalweg::sound::inline TW_HALF
