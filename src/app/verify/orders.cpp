// SPDX-License-Identifier: Apache-2.0
#include "app/verify/orders.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "io/files/together.hpp"
#include "simulation/checks/order.hpp"

namespace thalweg::app {

namespace {

std::size_t runs_of(const simulation::checks::Check& check) {
  return check.quantity.is_order ? check.variations.front().values.size() : 0;
}

/// What a run of an order gives: its distance to what is exact, or the quantity itself.
double measured(const simulation::checks::Check& check, const io::OutputFolder& folder) {
  const bool is_known =
      check.exact || check.quantity.reduction == simulation::checks::Reduction::none;
  return is_known ? simulation::checks::distance_to_exact(check, folder)
                  : simulation::checks::number_of(check, folder);
}

double order_of(const simulation::checks::Check& check, const std::vector<double>& values) {
  std::vector<double> sizes;
  for (const io::CaseValue& value : check.variations.front().values)
    sizes.push_back(simulation::checks::size_of(value).value());
  const bool is_known =
      check.exact || check.quantity.reduction == simulation::checks::Reduction::none;
  return is_known ? simulation::checks::order_of(sizes, values)
                  : simulation::checks::order_of_differences(sizes, values);
}

void put_into_report(const std::vector<simulation::checks::Result>& results,
                     const io::OutputFolder& folder, const transport::Communicator& comm) {
  std::string text;
  io::on_root(comm, [&] {
    std::ifstream in(folder.report());
    auto report = nlohmann::ordered_json::parse(in);
    report["checks"] = simulation::checks::to_json(results);
    text = report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  });
  io::write_text(folder.report(), comm, text);
}

}  // namespace

std::size_t OrderRuns::count() const {
  std::size_t runs = 0;
  for (const simulation::checks::Check& check : checks_) runs += runs_of(check);
  return runs;
}

std::vector<simulation::RunOptions> OrderRuns::all(const simulation::RunOptions& base) const {
  std::vector<simulation::RunOptions> runs;
  for (std::size_t number = 0; number < checks_.size(); ++number)
    for (std::size_t i = 0; i < runs_of(checks_[number]); ++i)
      runs.push_back(options_of(checks_[number], number, i, base));
  return runs;
}

void OrderRuns::decide(std::vector<simulation::checks::Result>& results,
                       const simulation::RunOptions& base, const transport::Communicator& comm,
                       const std::function<void(const simulation::RunOptions&)>& run) const {
  if (count() == 0) return;
  for (std::size_t number = 0; number < checks_.size(); ++number)
    if (checks_[number].quantity.is_order) decide_one(results.at(number), number, base, comm, run);
  put_into_report(results, io::OutputFolder(base.out), comm);
}

void OrderRuns::decide_one(simulation::checks::Result& result, std::size_t number,
                           const simulation::RunOptions& base, const transport::Communicator& comm,
                           const std::function<void(const simulation::RunOptions&)>& run) const {
  const simulation::checks::Check& check = checks_[number];
  std::vector<double> values;
  std::string why;
  for (std::size_t i = 0; i < runs_of(check); ++i) {
    const simulation::RunOptions options = options_of(check, number, i, base);
    run(options);
    double value = std::numeric_limits<double>::quiet_NaN();
    io::on_root(comm, [&] {
      try {
        value = measured(check, io::OutputFolder(options.out));
      } catch (const simulation::checks::UndecidedCheck& undecided) {
        why = undecided.why;
      }
    });
    values.push_back(value);
  }
  why = comm.broadcast(why);
  comm.broadcast(values, 0);
  if (!why.empty()) {
    result.why = why;
    return;
  }
  const double order = order_of(check, values);
  if (!std::isfinite(order)) {
    result.why = "the error of a run is 0 or no number, which has no order";
    return;
  }
  result.why.clear();
  result.value = order;
  const double difference = std::abs(*result.value - *check.reference);
  simulation::checks::judge(result,
                            check.absolute ? difference : difference / std::abs(*check.reference));
}

simulation::RunOptions OrderRuns::options_of(const simulation::checks::Check& check,
                                             std::size_t number, std::size_t i,
                                             const simulation::RunOptions& base) const {
  simulation::RunOptions options = base;
  options.out = folder_ / fmt::format("{}-{}", number, i);
  for (const simulation::checks::Variation& variation : check.variations)
    options.overrides.push_back(variation.key + "=" + io::to_toml(variation.values.at(i)));
  return options;
}

}  // namespace thalweg::app
