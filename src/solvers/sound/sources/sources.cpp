// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sources/sources.hpp"

#include "solvers/sound/operators/mode_kernels.hpp"

#include <map>

namespace thalweg::sound::inline TW_HALF {

namespace {

/// A source's planes on their way to modes.
template <class Real>
struct LoadSource {
  SourceView<Real> source;
  struct Row {
    const Real* add;
    TW_HD void operator()(int x, const Real*, Real* out) const { out[0] = add[x]; }
  };
  TW_HD Row row(int z, int y) const { return {source.row(z, y).add}; }
};

template <class Real>
struct StorePoints {
  PointFields<Real> field;
  struct Row {
    Real* values;
    TW_HD void operator()(int x, const Real* in, Real*) const { values[x] = in[0]; }
  };
  TW_HD Row row(int z, int y) const { return {field.row(0, z, y)}; }
};

/// add[at[i]] = sample of point i.
template <class Real>
struct SetSamples {
  Real* add;
  const std::int64_t* at;
  const Real* samples;  // of this step
  TW_HD void operator()(int i) const { add[at[i]] = samples[i]; }
};

/// add[at[i]] = sample of point i of a transducer, whose points read one signal with delays.
template <class Real>
struct SetDelayed {
  Real* add;
  const std::int64_t *at, *delay;
  const Real* signal;  // from this step on
  TW_HD void operator()(int i) const { add[at[i]] = signal[delay[i]]; }
};

/// Clear a mask of ones at the source's points.
template <class Real>
struct ClearAt {
  Real* keep;
  const std::int64_t* at;
  TW_HD void operator()(int i) const { keep[at[i]] = 0; }
};

/// The mask of a step: points whose signal has ended are left alone.
template <class Real>
struct SetMask {
  Real* keep;
  const std::int64_t* at;
  const int* end;
  int step;
  TW_HD void operator()(int i) const { keep[at[i]] = step < end[i] ? Real{0} : Real{1}; }
};

}  // namespace

template <class Real>
void SourceCorrection<Real>::apply(const SourceView<Real>& from, PointFields<Real> to,
                                   fft::Extension symmetry) {
  pipeline_.template planes<0, 1>("sources", SpreadAsIs<Real>{}, LoadSource<Real>{from});
  const auto filter = [&]<class Function>(Function cosine) {
    pipeline_.template modes<1, 1>(
        "sources", SourceFilter<Real, Function>{operators_.modes(), cosine, symmetry});
  };
  if (operators_.series_suffices())
    filter(Cosine<Real>{});
  else
    filter(WideCosine<Real>{});
  pipeline_.template planes<1, 0>("sources", SpreadAsIs<Real>{}, StorePoints<Real>{to});
}

template <class Real>
Source<Real>::Source(const Domain& domain)
    : planes_(domain.layout.local_planes()), ny_(domain.layout.ny), nx_(domain.layout.nx),
      has_points_(static_cast<std::size_t>(planes_)),
      silent_(exec::uploaded(std::vector<int>(static_cast<std::size_t>(planes_), -1))),
      zeros_(exec::uploaded(std::vector<Real>(static_cast<std::size_t>(nx_), 0))),
      ones_(exec::uploaded(std::vector<Real>(static_cast<std::size_t>(nx_), 1))) {}

template <class Real>
Source<Real>::Source(const Domain& domain, const SourceSpec& spec, const exec::Exec& exec,
                     const std::function<SourceCorrection<Real>&()>& correction)
    : Source(domain) {
  symmetry_ = spec.symmetry;
  find_points(domain, *spec.points);
  if (spec.transducer)
    take_transducer(*spec.transducer);
  else
    take_signals(*spec.signals);
  const int count = static_cast<int>(local_.size());
  if (spec.mode == SourceMode::dirichlet) {
    keep_ = Planes(add_.view().extent);
    std::vector<Real> ones(keep_.size(), 1);
    exec::copy_bytes(exec, keep_.view().data, ones.data(), ones.size() * sizeof(Real));
    exec::parallel_for(exec, count, ClearAt<Real>{keep_.view().data, at_.view().data});
    exec.wait();
  }
  if (shared_) set_weights(exec, *spec.signals);
  if (spec.mode != SourceMode::additive || spec.transducer) return;
  SourceCorrection<Real>& corrects = correction();
  corrected_ = Planes({planes_, ny_, nx_});
  std::vector<int> all(static_cast<std::size_t>(planes_));
  for (int z = 0; z < planes_; ++z) all[static_cast<std::size_t>(z)] = z;
  every_plane_ = exec::uploaded(all);
  if (!shared_) {
    correction_ = &corrects;
    return;
  }
  corrects.apply(own_planes(), {corrected_.view().data, 0, ny_, nx_}, symmetry_);
  exec.wait();
}

/// Points that share a signal: its sample only scales their planes.
template <class Real>
void Source<Real>::set_weights(const exec::Exec& exec, const Signals& signals) {
  std::vector<Real> weights(local_.size(), 1);
  if (!signals.weights.empty())
    for (std::size_t i = 0; i < local_.size(); ++i)
      weights[i] = static_cast<Real>(signals.weights[static_cast<std::size_t>(local_[i])]);
  const auto uploaded = exec::uploaded(weights);
  exec::parallel_for(exec, static_cast<int>(local_.size()),
                     SetSamples<Real>{add_.view().data, at_.view().data, uploaded.view().data});
  exec.wait();
}

/// Which points lie on this rank, and planes for them.
template <class Real>
void Source<Real>::find_points(const Domain& domain, const std::vector<std::int64_t>& points) {
  const std::int64_t plane = domain.plane_points();
  std::map<std::int64_t, int> slots;  // by local plane
  std::vector<int> slot(static_cast<std::size_t>(planes_), -1);
  std::vector<std::int64_t> at;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] < domain.begin() || points[i] >= domain.end()) continue;
    const std::int64_t local = points[i] - domain.begin(), z = local / plane;
    const int s = slots.emplace(z, static_cast<int>(slots.size())).first->second;
    slot[static_cast<std::size_t>(z)] = s;
    has_points_[static_cast<std::size_t>(z)] = true;
    local_.push_back(static_cast<std::int64_t>(i));
    at.push_back(s * plane + local % plane);
  }
  slot_ = exec::uploaded(slot);
  at_ = exec::uploaded(at);
  add_ = Planes({static_cast<int>(slots.size()), ny_, nx_});
}

template <class Real>
void Source<Real>::take_signals(const Signals& signals) {
  steps_ = signals.steps;
  shared_ = signals.signals == 1;
  if (shared_) {
    shared_signal_ = signals.samples;
    return;
  }
  const int count = static_cast<int>(local_.size());
  std::vector<Real> samples;
  for (int t = 0; t < signals.steps; ++t)
    for (const std::int64_t from : local_)
      samples.push_back(static_cast<Real>(signals.samples[static_cast<std::size_t>(
          static_cast<std::int64_t>(t) * signals.signals + from)]));
  samples_ = exec::Array<Real, 2>({signals.steps, count});
  const exec::Exec exec;
  exec::copy_bytes(exec, samples_.view().data, samples.data(), samples.size() * sizeof(Real));
  exec.wait();
  if (signals.ends.empty()) return;
  std::vector<int> ends;
  for (const std::int64_t from : local_)
    ends.push_back(signals.ends[static_cast<std::size_t>(from)]);
  end_ = exec::uploaded(ends);
}

template <class Real>
void Source<Real>::take_transducer(const Transducer& transducer) {
  steps_ = transducer.steps;
  std::vector<std::int64_t> delay;
  for (const std::int64_t i : local_)
    delay.push_back(transducer.delay[static_cast<std::size_t>(i)]);
  delay_ = exec::uploaded(delay);
  const std::vector<Real> signal(transducer.signal.begin(), transducer.signal.end());
  samples_ = exec::Array<Real, 2>({1, static_cast<int>(signal.size())});
  const exec::Exec exec;
  exec::copy_bytes(exec, samples_.view().data, signal.data(), signal.size() * sizeof(Real));
  exec.wait();
}

template <class Real>
SourceView<Real> Source<Real>::own_planes() const {
  return {slot_.view().data,
          add_.view().data,
          keep_.view().data,
          zeros_.view().data,
          ones_.view().data,
          1,
          ny_,
          nx_};
}

template <class Real>
void Source<Real>::set_samples(const exec::Exec& exec, std::int64_t step) {
  const int count = static_cast<int>(local_.size());
  if (delay_.size() > 0) {
    exec::parallel_for(exec, count,
                       SetDelayed<Real>{add_.view().data, at_.view().data, delay_.view().data,
                                        samples_.view().data + step});
    return;
  }
  const std::int64_t first = step * samples_.view().extent[1];
  exec::parallel_for(
      exec, count,
      SetSamples<Real>{add_.view().data, at_.view().data, samples_.view().data + first});
  if (end_.size() > 0)
    exec::parallel_for(exec, count,
                       SetMask<Real>{keep_.view().data, at_.view().data, end_.view().data,
                                     static_cast<int>(step)});
}

template <class Real>
SourceView<Real> Source<Real>::view(const exec::Exec& exec, std::int64_t step) {
  SourceView<Real> now = own_planes();
  if (is_over(step)) {
    now.slot = silent_.view().data;
    return now;
  }
  if (shared_)
    now.scale = static_cast<Real>(shared_signal_[static_cast<std::size_t>(step)]);
  else
    set_samples(exec, step);
  if (corrected_.size() == 0) return now;
  if (correction_)
    correction_->apply(own_planes(), {corrected_.view().data, 0, ny_, nx_}, symmetry_);
  now.slot = every_plane_.view().data;
  now.add = corrected_.view().data;
  return now;
}

template class SourceCorrection<float>;
template class SourceCorrection<double>;
template class Source<float>;
template class Source<double>;

}  // namespace thalweg::sound::inline TW_HALF
