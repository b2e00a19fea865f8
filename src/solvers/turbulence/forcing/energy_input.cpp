// SPDX-License-Identifier: Apache-2.0
// A force along the field in a shell, as large as the input of energy is to be at every stage.
#include <algorithm>

#include "base/error.hpp"
#include "solvers/turbulence/fault_text.hpp"
#include "solvers/turbulence/forcing/force_kind.hpp"
#include "solvers/turbulence/limits.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// |u|^2 / 2 of each forced mode and its mirror image.
template <class Real>
struct ModeEnergy {
  ForcedField<Real> field;
  exec::View<double, 1> energy;
  TW_HD void operator()(int n) const {
    const ForcedMode& mode = field.modes(n);
    double sum = 0;
    TW_UNROLL
    for (int c = 0; c < 3; ++c)
      sum += static_cast<double>(norm(field.state(field.first + c, mode.row, mode.depth, mode.i)));
    energy(n) = 0.5 * mode.weight * sum;
  }
};

/// f = rate u. (11.6)
template <class Real>
struct AlongField {
  ForcedField<Real> field;
  double rate;
  ForceView out;
  TW_HD void operator()(int n) const {
    const ForcedMode& mode = field.modes(n);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const Complex<Real> u = field.state(field.first + c, mode.row, mode.depth, mode.i);
      out(n, c) = {rate * static_cast<double>(u.re), rate * static_cast<double>(u.im)};
    }
  }
};

template <class Real>
class EnergyInput final : public ForceKind<Real> {
 public:
  EnergyInput(const Parameters& p, const std::vector<ForcedMode>& all,
              const std::vector<ForcedMode>& local, const transport::Communicator& comm)
      : comm_(comm), input_(p.forcing.energy_input), is_fixed_step_(p.step.has_value()),
        energy_({static_cast<int>(local.size())}), copied_({static_cast<int>(local.size())}),
        all_(all.size()) {
    for (const ForcedMode& mode : local) numbers_.push_back(static_cast<std::size_t>(mode.number));
  }

  /// P / (2 E) of the energy E in the shell. Mode by mode over ranks, so that it does not depend on
  /// their number.
  double growth_rate(const exec::Exec& exec, const ForcedField<Real>& field) override {
    exec::parallel_for(exec, static_cast<int>(numbers_.size()),
                       ModeEnergy<Real>{field, energy_.view()});
    exec::copy(exec, copied_.view(), std::as_const(energy_).view());
    exec.wait();
    std::fill(all_.begin(), all_.end(), 0.0);
    for (std::size_t n = 0; n < numbers_.size(); ++n) all_[numbers_[n]] = copied_.view().data[n];
    comm_.sum(all_);
    double sum = 0;
    for (const double energy : all_) sum += energy;
    if (sum == 0)
      throw InputError(
          "forcing.kind = \"constant-energy-input\" has no field to work on: the modes "
          "from forcing.k_min to k_max are at rest. Start from a field that has them "
          "([initial]), or use forcing.kind = \"random\".");
    rate_ = input_ / (2 * sum);
    return rate_;
  }
  /// A step that follows the flow resolves the growth by itself.
  void begin_step(const exec::Exec&, std::int64_t, double dt) override {
    if (!is_fixed_step_ || rate_ * dt <= wave_phase_per_step) return;
    throw InputError(unresolved_force_text(input_, rate_, dt));
  }
  void evaluate(const exec::Exec& exec, const ForcedField<Real>& field, double,
                ForceView out) override {
    exec::parallel_for(exec, out.extent[0], AlongField<Real>{field, rate_, out});
  }

 private:
  transport::Communicator comm_;
  double input_, rate_ = 0;
  bool is_fixed_step_;
  exec::Array<double, 1> energy_;                       // by forced mode of this rank
  exec::Array<double, 1, exec::Space::pinned> copied_;  // the same on the host
  std::vector<std::size_t> numbers_;                    // of these modes in all_
  std::vector<double> all_;                             // of all ranks
};

}  // namespace

template <class Real>
std::unique_ptr<ForceKind<Real>>
make_energy_input(const Parameters& p, const std::vector<ForcedMode>& all,
                  const std::vector<ForcedMode>& local, const transport::Communicator& comm) {
  return std::make_unique<EnergyInput<Real>>(p, all, local, comm);
}

template std::unique_ptr<ForceKind<float>> make_energy_input(const Parameters&,
                                                             const std::vector<ForcedMode>&,
                                                             const std::vector<ForcedMode>&,
                                                             const transport::Communicator&);
template std::unique_ptr<ForceKind<double>> make_energy_input(const Parameters&,
                                                              const std::vector<ForcedMode>&,
                                                              const std::vector<ForcedMode>&,
                                                              const transport::Communicator&);

}  // namespace thalweg::turbulence::inline TW_HALF
