// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/plasma/plasma_openings.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "exec/reduce.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// x, y, z and weight of each direction.
std::vector<double> lattice_numbers() {
  std::vector<double> numbers;
  for (const Direction& c : d3q19)
    for (const double number : {c.x * 1.0, c.y * 1.0, c.z * 1.0, c.weight})
      numbers.push_back(number);
  return numbers;
}

}  // namespace

template <class Real>
PlasmaOpenings<Real>::PlasmaOpenings(const Parameters& p, const Sites& sites,
                                     const transport::Communicator& comm, Phases& phases)
    : openings_(p.openings), units_(p.units()), comm_(comm), phases_(phases) {
  const OpeningTables tables = make_opening_tables(p, sites, comm);
  tables_ = tables.openings;
  groups_ = tables.groups;
  slot_ = exec::uploaded(tables.slot);
  direction_ = exec::uploaded(tables.direction);
  mirror_ = exec::uploaded(tables.mirror);
  inward_ = exec::uploaded(tables.inward);
  tangent_ = exec::uploaded(tables.tangent);
  first_shape_ = exec::uploaded(tables.first_shape);
  first_value_ = exec::uploaded(tables.first_value);
  sign_ = exec::uploaded_as<Real>(tables.sign);
  distance_ = exec::uploaded_as<Real>(tables.distance);
  shapes_ = exec::uploaded_as<Real>(tables.shapes);
  const auto links = static_cast<std::int64_t>(tables.slot.size());
  rest_ = exec::Array<Real, 1>({links});
  entered_ = exec::Array<Real, 1>({links});
  pressure_sites_ = exec::uploaded(tables.pressure_sites);
  first_link_ = exec::uploaded(tables.first_link);
  end_link_ = exec::uploaded(tables.end_link);
  lattice_ = exec::uploaded_as<Real>(lattice_numbers());
  measured_sites_ = exec::uploaded(tables.measured_sites);
  weights_ = exec::uploaded_as<Real>(tables.weights);
  sums_ = exec::Array<double, 1>({static_cast<std::int64_t>(openings_.size())});
  pressure_site_count_ = static_cast<int>(tables.pressure_sites.size());
  for (const OpeningParameters& opening : openings_) {
    has_windkessel_ = has_windkessel_ || opening.windkessel.has_value();
    stored_.push_back(opening.windkessel ? opening.windkessel->initial_pressure : 0);
  }
  applied_.resize(openings_.size());
}

template <class Real>
void PlasmaOpenings<Real>::initialise() {
  std::vector<PressureLine> behind = lines(0);
  std::size_t k = 0;
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    if (openings_[n].kind != OpeningKind::pressure) continue;
    if (openings_[n].windkessel) behind[k].offset = stored_[n];
    applied_[n] = behind[k++].offset;
  }
  at_ = meet(behind, std::vector<FlowLine>(behind.size()));
}

template <class Real>
std::vector<PressureLine> PlasmaOpenings<Real>::lines(double time) const {
  std::vector<PressureLine> lines;
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    const OpeningParameters& opening = openings_[n];
    if (opening.kind == OpeningKind::pressure)
      lines.push_back(opening.windkessel ? line_of(*opening.windkessel, stored_[n], units_.step)
                                         : PressureLine{opening.waveform(time), 0});
  }
  return lines;
}

template <class Real>
std::vector<FlowLine> PlasmaOpenings<Real>::fluid_lines(const exec::Exec& exec, const Real* f) {
  const std::vector<double> entering = sums_over_links(exec, [&](int first) {
    return EnteringAtRest<Real>{std::as_const(slot_).view().data, std::as_const(rest_).view().data,
                                f, first};
  });
  std::vector<FlowLine> fluid;
  for (std::size_t n = 0; n < openings_.size(); ++n)
    if (openings_[n].kind == OpeningKind::pressure)
      fluid.push_back({-entering[n] * units_.flow_rate(),
                       3 * tables_[n].slope * units_.flow_rate() / units_.pressure()});
  return fluid;
}

template <class Real>
void PlasmaOpenings<Real>::set_pressures(const exec::Exec& exec, const Real* f, double time) {
  const std::vector<PressureLine> behind = lines(time);
  std::vector<FlowLine> fluid(behind.size());
  if (has_windkessel_) fluid = fluid_lines(exec, f);
  at_ = meet(behind, fluid);
  std::size_t k = 0;
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    if (openings_[n].kind != OpeningKind::pressure) continue;
    applied_[n] = at_.pressure[k];
    const double out = fluid[k].flow - fluid[k].slope * (at_.pressure[k] - at_.reference);
    if (openings_[n].windkessel)
      stored_[n] = stored_after(*openings_[n].windkessel, stored_[n], out, units_.step);
    ++k;
  }
}

template <class Real>
std::vector<double> PlasmaOpenings<Real>::values_of(std::size_t n, double time) const {
  if (openings_[n].kind == OpeningKind::velocity)
    return flow_values(openings_[n], tables_[n], units_, time);
  return {3 * (applied_[n] - at_.reference) / units_.pressure()};  // (1.3)
}

template <class Real>
void PlasmaOpenings<Real>::return_to(const exec::Exec& exec, Real* f, double time) {
  const auto timer = phases_.measure("openings");
  entered_before_.reset();
  set_pressures(exec, f, time);
  const OpeningLinks<Real> links{std::as_const(slot_).view().data, std::as_const(sign_).view().data,
                                 std::as_const(shapes_).view().data,
                                 std::as_const(first_shape_).view().data,
                                 std::as_const(first_value_).view().data};
  for (std::size_t g = 0; g + 1 < groups_.size(); ++g) {
    const auto begin = static_cast<std::size_t>(groups_[g]),
               end = static_cast<std::size_t>(groups_[g + 1]);
    OpeningValues<Real> values{};
    int count = 0;
    for (std::size_t n = begin; n < end; ++n)
      for (const double value : values_of(n, time)) values.of[count++] = static_cast<Real>(value);
    const int first = tables_[begin].first_link;
    exec::parallel_for(exec, tables_[end - 1].end_link - first,
                       ReturnFromOpenings<Real>{links, values, std::as_const(rest_).view().data,
                                                entered_.view().data, f, first});
  }
}

template <class Real>
std::vector<double> PlasmaOpenings<Real>::entered(const exec::Exec& exec) {
  if (entered_before_) return *entered_before_;
  return sums_over_links(exec, [&](int first) {
    return NumberOfLink<Real>{std::as_const(entered_).view().data, first};
  });
}

template <class Real>
void PlasmaOpenings<Real>::go_on_from(PlasmaOpenings& before, const exec::Exec& exec) {
  stored_ = before.stored_;
  applied_ = before.applied_;
  at_ = before.at_;
  entered_before_ = before.entered(exec);
}

template <class Real>
void PlasmaOpenings<Real>::save(io::CheckpointWriter& file) const {
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    if (openings_[n].kind != OpeningKind::pressure) continue;
    if (openings_[n].windkessel) file.attribute("stored_pressure_" + openings_[n].name, stored_[n]);
    file.attribute("pressure_" + openings_[n].name, applied_[n]);
  }
  file.attribute("reference_pressure", at_.reference);
}

/// Where the case has changed what an opening has, that begins as at time 0.
template <class Real>
void PlasmaOpenings<Real>::load(io::CheckpointReader& file) {
  if (!file.has("reference_pressure"))
    throw InputError(file.file().string() +
                     ": the checkpoint is of a case without [[openings]], and its state does not "
                     "fit one with some.\nBegin anew in another folder. Nothing was run.");
  for (std::size_t n = 0; n < openings_.size(); ++n) {
    if (openings_[n].kind != OpeningKind::pressure) continue;
    const std::string& name = openings_[n].name;
    if (openings_[n].windkessel && file.has("stored_pressure_" + name))
      stored_[n] = file.number("stored_pressure_" + name);
    if (file.has("pressure_" + name)) applied_[n] = file.number("pressure_" + name);
  }
  at_.reference = file.number("reference_pressure");
}

template class PlasmaOpenings<float>;
template class PlasmaOpenings<double>;

}  // namespace thalweg::blood::inline TW_HALF
