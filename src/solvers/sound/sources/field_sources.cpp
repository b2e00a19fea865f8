// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sources/field_sources.hpp"

#include <algorithm>

namespace thalweg::sound::inline TW_HALF {

namespace {

/// f <- keep f + add, as if the sources had acted one after the other.
template <class Real>
struct JoinSources {
  SourceView<Real> source[FieldSources<Real>::most];
  int count;
  const int* plane;  // of each slot
  Real *add, *keep;  // keep may be null
  int ny, nx;

  TW_HD void operator()(int slot, int y, int x) const {
    Real added = 0, kept = 1;
    for (int i = 0; i < count; ++i) {
      const SourceRow<Real> row = source[i].row(plane[slot], y);
      added = row(x, added);
      kept *= row.keep[x];
    }
    const std::int64_t at = (static_cast<std::int64_t>(slot) * ny + y) * nx + x;
    add[at] = added;
    if (keep) keep[at] = kept;
  }
};

}  // namespace

template <class Real>
FieldSources<Real>::FieldSources(const Domain& domain)
    : planes_(domain.layout.local_planes()), ny_(domain.layout.ny), nx_(domain.layout.nx),
      none_(domain) {}

template <class Real>
void FieldSources<Real>::add(Source<Real> source) {
  TW_CHECK(sources_.size() < most, "too many sources for one field");
  sources_.push_back(std::move(source));
  if (sources_.size() > 1) make_room();
}

/// Planes for what several sources do together.
template <class Real>
void FieldSources<Real>::make_room() {
  std::vector<int> slot(static_cast<std::size_t>(planes_), -1), plane;
  for (int z = 0; z < planes_; ++z) {
    if (std::none_of(sources_.begin(), sources_.end(),
                     [&](const Source<Real>& source) { return source.acts_on(z); }))
      continue;
    slot[static_cast<std::size_t>(z)] = static_cast<int>(plane.size());
    plane.push_back(z);
  }
  slot_ = exec::uploaded(slot);
  plane_ = exec::uploaded(plane);
  add_ = {}, keep_ = {};  // first: memory may not do for both
  add_ = exec::Array<Real, 3>({static_cast<int>(plane.size()), ny_, nx_});
  if (std::any_of(sources_.begin(), sources_.end(),
                  [](const Source<Real>& source) { return source.sets(); }))
    keep_ = exec::Array<Real, 3>(add_.view().extent);
}

template <class Real>
SourceView<Real> FieldSources<Real>::view(const exec::Exec& exec, std::int64_t step) {
  JoinSources<Real> join{{}, 0, plane_.view().data, add_.view().data, keep_.view().data, ny_, nx_};
  for (Source<Real>& source : sources_)
    if (!source.is_over(step)) join.source[join.count++] = source.view(exec, step);
  if (join.count == 0) return none_.view(exec, step);
  if (join.count == 1) return join.source[0];
  exec::parallel_for(exec, exec::Box3{{0, 0, 0}, {add_.view().extent[0], ny_, nx_}}, join);
  return {slot_.view().data,
          add_.view().data,
          keep_.view().data,
          join.source[0].zeros,
          join.source[0].ones,
          1,
          ny_,
          nx_};
}

template class FieldSources<float>;
template class FieldSources<double>;

}  // namespace thalweg::sound::inline TW_HALF
