// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/forcing/forcing.hpp"

#include <algorithm>

#include "exec/upload.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// work += share dt u . f of each mode and its mirror image.
template <class Real>
struct AddWork {
  ForcedField<Real> field;
  exec::View<const Complex<double>, 2> force;
  double time;  // w_s dt
  exec::View<double, 1> work;
  TW_HD void operator()(int n) const {
    const ForcedMode& mode = field.modes(n);
    double power = 0;
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const Complex<Real> u = field.state(field.first + c, mode.row, mode.depth, mode.i);
      power +=
          static_cast<double>(u.re) * force(n, c).re + static_cast<double>(u.im) * force(n, c).im;
    }
    work(n) += time * mode.weight * power;
  }
};

/// U += E b dt f, dU += E dt f: what a rate f adds to a stage (5.4).
template <class Real>
struct AddForce {
  ForcedField<Real> field;
  SpectralView<Real> change;
  exec::View<const Complex<double>, 2> force;
  Decay<Real> decay;
  double b, dt;
  bool writes_change;
  TW_HD void operator()(int n) const {
    const ForcedMode& m = field.modes(n);
    const double factor =
        static_cast<double>(decay.x[m.column] * decay.y[m.row] * decay.z[m.depth]);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const Complex<double> d = factor * dt * force(n, c);
      field.state(field.first + c, m.row, m.depth, m.i) +=
          Complex<Real>{static_cast<Real>(b * d.re), static_cast<Real>(b * d.im)};
      if (writes_change)
        change(field.first + c, m.row, m.depth, m.i) +=
            Complex<Real>{static_cast<Real>(d.re), static_cast<Real>(d.im)};
    }
  }
};

}  // namespace

template <class Real>
std::unique_ptr<ForceKind<Real>> make_force(const Parameters& p, const std::vector<ForcedMode>& all,
                                            const std::vector<ForcedMode>& local,
                                            const transport::Communicator& comm) {
  switch (p.forcing.kind) {
  case ForcingKind::constant: return make_constant_force<Real>();
  case ForcingKind::random: return make_random_force<Real>(p, all, local);
  case ForcingKind::constant_energy_input: return make_energy_input<Real>(p, all, local, comm);
  default: return {};
  }
}

template <class Real>
Forcing<Real>::Forcing(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
                       const std::vector<Stage>& stages, const transport::Communicator& comm)
    : comm_(comm), field_(forced_field(p, set)), first_(set.fields[field_].first),
      linear_rate_(p.forcing.kind == ForcingKind::linear ? p.forcing.rate : 0), stages_(stages),
      weights_(stage_weights(stages)), all_(forced_modes(p)), local_(local_modes(all_, layout)) {
  if (all_.empty()) return;
  const auto count = static_cast<int>(local_.size());
  modes_ = exec::uploaded(local_);
  force_ = exec::Array<Complex<double>, 2>({count, 3});
  work_ = exec::Array<double, 1>({count});
  kind_ = make_force<Real>(p, all_, local_, comm_);
}

template <class Real>
ForcedField<Real> Forcing<Real>::field_of(const StageArguments<Real>& stage) const {
  return {stage.state, modes_.view(), first_};
}

template <class Real>
double Forcing<Real>::growth_in_factors(std::size_t field, double dt) const {
  return field == field_ ? linear_rate_ * dt : 0;
}

template <class Real>
double Forcing<Real>::growth_rate(const exec::Exec& exec, const StageArguments<Real>& stage) {
  return kind_->growth_rate(exec, field_of(stage));
}

template <class Real>
void Forcing<Real>::begin_step(const exec::Exec& exec, std::int64_t step, double dt) {
  kind_->begin_step(exec, step, dt);
}

template <class Real>
void Forcing<Real>::evaluate(const exec::Exec& exec, const StageArguments<Real>& stage) {
  const ForcedField<Real> field = field_of(stage);
  if (!is_evaluated_ || !kind_->is_steady())
    kind_->evaluate(exec, field, stages_[stage.index].c, force_.view());
  is_evaluated_ = true;
  exec::parallel_for(exec, force_.view().extent[0],
                     AddWork<Real>{field, std::as_const(force_).view(),
                                   weights_[stage.index] * static_cast<double>(stage.dt),
                                   work_.view()});
}

template <class Real>
void Forcing<Real>::apply(const exec::Exec& exec, const StageArguments<Real>& stage) const {
  exec::parallel_for(exec, force_.view().extent[0],
                     AddForce<Real>{.field = field_of(stage),
                                    .change = stage.change,
                                    .force = force_.view(),
                                    .decay = stage.decay[field_],
                                    .b = static_cast<double>(stage.b),
                                    .dt = static_cast<double>(stage.dt),
                                    .writes_change = stage.place != StagePlace::last});
}

template <class Real>
double Forcing<Real>::work(const exec::Exec& exec) const {
  if (!kind_) return 0;
  const std::vector<double> own = exec::downloaded(exec, work_.view());
  // Mode by mode over ranks: adding zeros is exact.
  std::vector<double> all(all_.size());
  for (std::size_t n = 0; n < own.size(); ++n)
    all[static_cast<std::size_t>(local_[n].number)] = own[n];
  comm_.sum(all);
  double sum = 0;
  for (const double work : all) sum += work;
  return sum;
}

namespace {

constexpr const char* array_name = "forcing";

}  // namespace

template <class Real>
io::Block Forcing<Real>::block() const {
  const auto count = static_cast<std::int64_t>(all_.size());
  return {{count, 1 + kind_->numbers(), 1, 1}, 0, comm_.rank() == 0 ? count : 0};
}

template <class Real>
void Forcing<Real>::save(const exec::Exec& exec, io::CheckpointWriter& file) const {
  if (!kind_) return;
  const std::vector<double> work = exec::downloaded(exec, work_.view()),
                            numbers = kind_->saved(exec);
  const auto columns = static_cast<std::size_t>(block().global[1]);
  std::vector<double> all(all_.size() * columns);
  for (std::size_t n = 0; n < local_.size(); ++n) {
    double* row = all.data() + static_cast<std::size_t>(local_[n].number) * columns;
    row[0] = work[n];
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(n * (columns - 1)), columns - 1,
                row + 1);
  }
  comm_.sum(all);
  file.array(array_name, block(), all.data());
}

template <class Real>
bool Forcing<Real>::load(const exec::Exec& exec, const io::CheckpointReader& file) {
  const std::vector<std::string> stored = file.arrays();
  const bool has_array = std::find(stored.begin(), stored.end(), array_name) != stored.end();
  if (!kind_) return !has_array;
  if (!has_array || file.extents(array_name) != block().global) return false;
  const auto columns = static_cast<std::size_t>(block().global[1]);
  std::vector<double> all(all_.size() * columns), work, numbers;
  file.array(array_name, block(), all.data());
  comm_.sum(all);  // the first rank has read them
  for (const ForcedMode& mode : local_) {
    const double* row = all.data() + static_cast<std::size_t>(mode.number) * columns;
    work.push_back(row[0]);
    numbers.insert(numbers.end(), row + 1, row + columns);
  }
  exec::copy_bytes(exec, work_.view().data, work.data(), work.size() * sizeof(double));
  exec.wait();
  kind_->restore(exec, numbers);
  return true;
}

template class Forcing<float>;
template class Forcing<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
