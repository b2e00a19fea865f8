// SPDX-License-Identifier: Apache-2.0
// What others ask of the solver: fields, state, movements.
#include <algorithm>
#include <cmath>

#include "simulation/interface/movement_report.hpp"
#include "solvers/sound/kspace/kspace.hpp"

namespace thalweg::sound::inline TW_HALF {

namespace {

const char* const part_names[] = {"rhox", "rhoy", "rhoz"};
const char* const velocity_names[] = {"ux_sgx", "uy_sgy", "uz_sgz"};

}  // namespace

template <class Real, int D>
PointFields<Real> KSpace<Real, D>::points(Fields& fields) const {
  const auto view = fields.view();
  return {view.data, domain_.end() - domain_.begin(), view.extent[2], view.extent[3]};
}

template <class Real, int D>
PointFields<const Real> KSpace<Real, D>::points(const Fields& fields) const {
  const auto view = fields.view();
  return {view.data, domain_.end() - domain_.begin(), view.extent[2], view.extent[3]};
}

template <class Real, int D>
std::vector<double> KSpace<Real, D>::values(const Real* from) const {
  std::vector<Real> host(static_cast<std::size_t>(domain_.end() - domain_.begin()));
  exec::copy_bytes(exec_, host.data(), from, host.size() * sizeof(Real));
  exec_.wait();
  return std::vector<double>(host.begin(), host.end());
}

template <class Real, int D>
void KSpace<Real, D>::set_values(Real* to, const StateReader& read, const std::string& name) {
  const auto values = read(name);
  if (!values) throw InputError("the checkpoint lacks \"" + name + "\"");
  TW_CHECK(static_cast<std::int64_t>(values->size()) == domain_.end() - domain_.begin(),
           "a state array of another size");
  const std::vector<Real> host(values->begin(), values->end());
  exec::copy_bytes(exec_, to, host.data(), host.size() * sizeof(Real));
  exec_.wait();
}

template <class Real, int D>
std::vector<double> KSpace<Real, D>::field(Field field) const {
  TW_CHECK(field <= Field::velocity_z, "colocated fields exist at sensor points only");
  const int c = component_of(field);
  if (c < 0) return values(pressure_.view().data);
  TW_CHECK(c < D, "a velocity component that the problem does not have");
  return values(velocity_.view().data + c * (domain_.end() - domain_.begin()));
}

template <class Real, int D>
std::vector<float> KSpace<Real, D>::statistic(const Record& record) const {
  if (!is_grid_wide(record.statistic)) return recorder_.at_points(record);
  const std::vector<double> all = record.statistic == Statistic::final
                                      ? field(record.field)
                                      : recorder_.at_all_points(exec_, record);
  return std::vector<float>(all.begin(), all.end());
}

template <class Real, int D>
void KSpace<Real, D>::save_state(const StateVisitor& visit) const {
  const std::int64_t size = domain_.end() - domain_.begin();
  visit({"p", values(pressure_.view().data)});
  for (int c = 0; c < D; ++c) {
    visit({part_names[c], values(parts_.view().data + c * size)});
    visit({velocity_names[c], values(velocity_.view().data + c * size)});
  }
  recorder_.save_grid_state(exec_, visit);
}

template <class Real, int D>
void KSpace<Real, D>::load_state(std::int64_t steps, const StateReader& read) {
  const std::int64_t size = domain_.end() - domain_.begin();
  set_values(pressure_.view().data, read, "p");
  for (int c = 0; c < D; ++c) {
    set_values(parts_.view().data + c * size, read, part_names[c]);
    set_values(velocity_.view().data + c * size, read, velocity_names[c]);
  }
  recorder_.load_grid_state(exec_, steps, read);
  steps_ = first_step_ = steps;
  pressure_sent_ = false;
  budget_.start(steps, energy());
}

template <class Real, int D>
std::vector<simulation::TransportReport> KSpace<Real, D>::transport() const {
  std::vector<simulation::TransportReport> reports;
  const auto steps = static_cast<double>(std::max<std::int64_t>(1, steps_ - first_step_));
  const auto add = [&](const fft::Exchanges<Real>& all, const std::string& of) {
    for (const auto* exchange : all.used()) {
      const auto exchanges = static_cast<double>(exchange->plan().statistics().exchanges);
      reports.push_back(simulation::report_of(exchange->plan(), exchanges / steps, comm_));
      reports.back().name = of + reports.back().name;
    }
  };
  add(pipeline_.exchanges(), "");
  if (correction_) add(correction_->exchanges(), "sources, ");
  return reports;
}

#define TW_INSTANTIATE_MEMBERS(Real, D)                                                            \
  template PointFields<Real> KSpace<Real, D>::points(Fields&) const;                               \
  template PointFields<const Real> KSpace<Real, D>::points(const Fields&) const;                   \
  template std::vector<double> KSpace<Real, D>::field(Field) const;                                \
  template std::vector<float> KSpace<Real, D>::statistic(const Record&) const;                     \
  template void KSpace<Real, D>::save_state(const StateVisitor&) const;                            \
  template void KSpace<Real, D>::load_state(std::int64_t, const StateReader&);                     \
  template std::vector<simulation::TransportReport> KSpace<Real, D>::transport() const;
TW_EACH_FORM(TW_INSTANTIATE_MEMBERS)
#undef TW_INSTANTIATE_MEMBERS

}  // namespace thalweg::sound::inline TW_HALF
