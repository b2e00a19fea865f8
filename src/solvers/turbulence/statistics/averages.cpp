// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/averages.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// Welford's way, which does not take one large number from another. (14.7)
template <class Real>
struct AddToAverages {
  exec::View<const Real, 4> now;
  exec::View<Real, 4> averages;  // means, then second moments
  bool has_stresses;             // six of them, in place of a variance of each component
  Real weight;                   // of the state in all the time with it
  TW_HD void operator()(int z, int y, int x) const {
    const int components = now.extent[3];
    Real* mean = &averages(z, y, x, 0);
    Real* second = mean + components;
    Real d[3] = {0, 0, 0};
    TW_UNROLL
    for (int c = 0; c < 3; ++c)
      if (c < components) {
        d[c] = now(z, y, x, c) - mean[c];
        mean[c] += weight * d[c];
        update(second[c], d[c] * d[c]);
      }
    if (!has_stresses) return;
    update(second[3], d[0] * d[1]);
    update(second[4], d[0] * d[2]);
    update(second[5], d[1] * d[2]);
  }

 private:
  TW_HD void update(Real& moment, Real product) const {
    moment = (1 - weight) * (moment + weight * product);
  }
};

template <class Real>
struct TakeComponents {
  exec::View<const Real, 4> from;
  exec::View<Real, 4> to;
  int first;
  TW_HD void operator()(int z, int y, int x) const {
    for (int c = 0; c < to.extent[3]; ++c) to(z, y, x, c) = from(z, y, x, first + c);
  }
};

constexpr const char* begin_name = "averages_from";

exec::Box3 box_of(const exec::Index<4>& extent) {
  return {{0, 0, 0}, {extent[0], extent[1], extent[2]}};
}

}  // namespace

template <class Real>
Averages<Real>::Averages(const AverageParameters& averages, const SetDescription& set,
                         const fft::Layout& layout, const transport::Communicator& group,
                         exec::Space space)
    : parameters_(averages), layout_(layout), group_(group),
      fields_(averaged_fields(averages, set)), outputs_(average_outputs(averages, set)) {
  int most = 0;
  for (const AveragedField& field : fields_) {
    sums_.emplace_back(
        exec::Index<4>{layout.local_planes(), layout.local_ys(), layout.nx, field.components()},
        space);
    most = std::max(most, field.head.components);
  }
  now_ = {{layout.local_planes(), layout.local_ys(), layout.nx, most}, space};
}

template <class Real>
void Averages<Real>::add(const exec::Exec& exec, double time, const Evaluate& evaluate) {
  const double interval = time - begin();
  total_ += interval;
  last_ = time;
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const exec::View<Real, 4> sums = sums_[f].view();
    const exec::View<Real, 4> now{
        now_.view().data,
        {sums.extent[0], sums.extent[1], sums.extent[2], fields_[f].head.components}};
    evaluate(fields_[f].head.name, now);
    exec::parallel_for(exec, box_of(sums.extent),
                       AddToAverages<Real>{{now.data, now.extent},
                                           sums,
                                           fields_[f].seconds > 3,
                                           static_cast<Real>(interval / total_)});
  }
}

template <class Real>
void Averages<Real>::copy_to(const exec::Exec& exec, const AverageOutput& output,
                             exec::View<Real, 4> out) const {
  exec::parallel_for(exec, box_of(out.extent),
                     TakeComponents<Real>{sums_[output.field].view(), out, output.first});
}

template <class Real>
io::Block Averages<Real>::block_of(const AveragedField& field,
                                   const fft::SharedItems& planes) const {
  return {{layout_.nz, layout_.ny, layout_.nx, field.components()},
          layout_.first_plane() + planes.begin(),
          planes.end() - planes.begin()};
}

template <class Real>
void Averages<Real>::save(const exec::Exec& exec, io::CheckpointWriter& file) const {
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    std::vector<Real> values(sums_[f].size());
    exec::copy_bytes(exec, values.data(), sums_[f].view().data, values.size() * sizeof(Real));
    exec.wait();
    const fft::SharedItems planes = planes_of(fields_[f]);
    values = planes.whole(std::move(values));
    file.array(array_name(fields_[f]), block_of(fields_[f], planes), values.data());
  }
  file.attribute("averages_total", total_);
  file.attribute("averages_last", last_);
  file.attribute(begin_name, parameters_.from);
}

template <class Real>
void Averages<Real>::load(const exec::Exec& exec, const io::CheckpointReader& file, double time) {
  last_ = time;
  if (file.has(begin_name) && file.number(begin_name) != parameters_.from) return;
  const std::vector<std::string> stored = file.arrays();
  const bool has_all = std::ranges::all_of(fields_, [&](const AveragedField& field) {
    return std::ranges::find(stored, array_name(field)) != stored.end();
  });
  if (!has_all) return;
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const fft::SharedItems planes = planes_of(fields_[f]);
    const io::Block block = block_of(fields_[f], planes);
    std::vector<Real> values(static_cast<std::size_t>(block.count * block.global[1] *
                                                      block.global[2] * block.global[3]));
    file.array(array_name(fields_[f]), block, values.data());
    values = planes.parts(std::move(values));
    exec::copy_bytes(exec, sums_[f].view().data, values.data(), values.size() * sizeof(Real));
    exec.wait();
  }
  total_ = file.number("averages_total");
  last_ = file.number("averages_last");
}

double average_bytes(const AverageParameters& averages, const SetDescription& set,
                     const fft::Layout& layout, int real_bytes) {
  int components = 0, most = 0;
  for (const AveragedField& field : averaged_fields(averages, set)) {
    components += field.components();
    most = std::max(most, field.head.components);
  }
  return (components + most) * real_bytes * static_cast<double>(layout.local_points());
}

template class Averages<float>;
template class Averages<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
