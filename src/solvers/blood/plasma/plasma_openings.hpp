// SPDX-License-Identifier: Apache-2.0
// What passes through the openings of a vessel in each step. One object per rank.
#pragma once

#include <optional>
#include <vector>

#include "base/phases.hpp"
#include "exec/upload.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/blood/lattice/opening_kernels.hpp"
#include "solvers/blood/lattice/opening_tables.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
class PlasmaOpenings {
 public:
  /// Collective.
  PlasmaOpenings(const Parameters& parameters, const Sites& sites,
                 const transport::Communicator& comm, Phases& phases);

  /// At time 0.
  void initialise();
  /// Before a step, of the populations as they are.
  template <State state, class Force, class Rule>
  void prepare(const exec::Exec& exec, const Slots<state>& slots, const Real* f, const Force& force,
               const Rule& rule);
  /// What comes in during a step that ends at `time` [s]. Waits for a device only where there are
  /// Windkessels. Collective.
  void return_to(const exec::Exec& exec, Real* f, double time);

  /// What the fluid's pressure is counted from [Pa]. (11.9)
  double reference_pressure() const { return at_.reference; }
  /// flow_rate_NAME and pressure_NAME. Collective.
  template <State state, class Force>
  std::vector<simulation::Scalar> scalars(const exec::Exec& exec,
                                          const FlowAt<state, Real, Force>& flow);

  /// As those before, on ranks that now have other sites. Collective.
  void go_on_from(PlasmaOpenings& before, const exec::Exec& exec);
  void save(io::CheckpointWriter& file) const;
  void load(io::CheckpointReader& file);
  double links() const { return static_cast<double>(slot_.size()); }

 private:
  /// The lines of what lies behind the openings of given pressure, in their order.
  std::vector<PressureLine> lines(double time) const;
  std::vector<FlowLine> fluid_lines(const exec::Exec& exec, const Real* f);
  void set_pressures(const exec::Exec& exec, const Real* f, double time);
  std::vector<double> values_of(std::size_t opening, double time) const;
  /// What came in during the last step, by opening. Collective.
  std::vector<double> entered(const exec::Exec& exec);
  /// body(first) over the links of each opening, over all ranks.
  template <class MakeBody>
  std::vector<double> sums_over_links(const exec::Exec& exec, MakeBody make);

  std::vector<OpeningParameters> openings_;
  Units units_;
  transport::Communicator comm_;
  Phases& phases_;
  std::vector<OpeningTable> tables_;
  std::vector<int> groups_;
  bool has_windkessel_ = false;
  exec::Array<int, 1> slot_, direction_, mirror_, inward_, tangent_, first_shape_, first_value_;
  exec::Array<Real, 1> lattice_, sign_, distance_, shapes_, rest_, entered_;
  exec::Array<int, 1> pressure_sites_, first_link_, end_link_, measured_sites_;
  exec::Array<Real, 1> weights_;
  exec::Array<double, 1> sums_;  // by opening
  int pressure_site_count_;

  std::vector<double> stored_;   // of Windkessels, by opening [Pa]
  std::vector<double> applied_;  // by opening [Pa]
  OpeningPressures at_;
  std::optional<std::vector<double>> entered_before_;  // before sites were dealt anew
};

template <class Real>
template <State state, class Force, class Rule>
void PlasmaOpenings<Real>::prepare(const exec::Exec& exec, const Slots<state>& slots, const Real* f,
                                   const Force& force, const Rule& rule) {
  const auto timer = phases_.measure("openings");
  exec::parallel_for(
      exec, pressure_site_count_,
      PrepareReturns<state, Real, Force, Rule>{
          slots, f, force, rule,
          PressureLinks<Real>{
              std::as_const(direction_).view().data, std::as_const(mirror_).view().data,
              std::as_const(inward_).view().data, std::as_const(tangent_).view().data,
              std::as_const(lattice_).view().data},
          std::as_const(distance_).view().data, std::as_const(pressure_sites_).view().data,
          std::as_const(first_link_).view().data, std::as_const(end_link_).view().data,
          rest_.view().data});
}

template <class Real>
template <class MakeBody>
std::vector<double> PlasmaOpenings<Real>::sums_over_links(const exec::Exec& exec, MakeBody make) {
  for (std::size_t n = 0; n < tables_.size(); ++n)
    exec::parallel_sum(exec, tables_[n].end_link - tables_[n].first_link,
                       make(tables_[n].first_link),
                       exec::View<double, 1>{sums_.view().data + n, {1}});
  std::vector<double> sums = exec::downloaded(exec, std::as_const(sums_).view());
  comm_.sum(sums);
  return sums;
}

template <class Real>
template <State state, class Force>
std::vector<simulation::Scalar>
PlasmaOpenings<Real>::scalars(const exec::Exec& exec, const FlowAt<state, Real, Force>& flow) {
  const auto timer = phases_.measure("diagnostics");
  const std::vector<double> entered = this->entered(exec);
  std::vector<double> excess;
  for (const OpeningTable& table : tables_)
    excess.push_back(exec::parallel_sum<double>(
        exec, table.end_site - table.first_site,
        WeightedExcess<state, Real, Force>{flow, std::as_const(measured_sites_).view().data,
                                           std::as_const(weights_).view().data, table.first_site}));
  comm_.sum(excess);
  std::vector<simulation::Scalar> scalars;
  for (std::size_t n = 0; n < tables_.size(); ++n) {
    const bool is_measured = openings_[n].kind == OpeningKind::velocity;
    scalars.push_back({"flow_rate_" + openings_[n].name, "m^3/s", entered[n] * units_.flow_rate()});
    scalars.push_back(
        {"pressure_" + openings_[n].name, "Pa",
         is_measured ? excess[n] / 3 * units_.pressure() + at_.reference : applied_[n]});
  }
  return scalars;
}

}  // namespace thalweg::blood::inline TW_HALF
