// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "base/user_files.hpp"
#include "simulation/checks/result.hpp"
#include "simulation/checks/run_curve.hpp"

namespace thalweg::simulation::checks {

namespace {

/// The unit of the number that is taken of a curve.
std::string unit_of(const Check& check, const Curve& curve) {
  if (check.quantity.reduction == Reduction::frequency) return "1/" + curve.x_unit;
  return is_abscissa(check.quantity.reduction) ? curve.x_unit : curve.y_unit;
}

Curve chosen_curve(const Check& check, const io::OutputFolder& folder) {
  return part_of(run_curve(check, folder), check.from, check.to);
}

Comparison comparison(const Check& check, const Curve& curve) {
  return compared(curve, part_of(check.curve, check.from, check.to), check.norm, check.absolute);
}

std::string curve_text(const Comparison& c, const Curve& curve) {
  std::string text =
      fmt::format("place,value,reference\n{0},{1},{1}\n", curve.x_unit, curve.y_unit);
  for (std::size_t i = 0; i < c.x.size(); ++i)
    text += fmt::format("{},{},{}\n", c.x[i], c.value[i], c.reference[i]);
  return text;
}

Result unjudged(const Check& check) {
  return {.name = check.name,
          .quantity = check.quantity_text,
          .unit = "1",
          .source = check.source,
          .value = {},
          .reference = check.reference,
          .reference_file = check.reference_file,
          .error = {},
          .tolerance = check.tolerance,
          .absolute = check.absolute,
          .holds = {},
          .why = {},
          .curve_file = {}};
}

void evaluate_curve(Result& result, const Check& check, std::size_t number,
                    const io::OutputFolder& folder) {
  const Curve curve = chosen_curve(check, folder);
  const Comparison c = comparison(check, curve);
  const std::filesystem::path file = folder.check_curve(number);
  write_whole(file, curve_text(c, curve));
  result.unit = curve.y_unit;
  result.curve_file = file.lexically_relative(folder.path()).string();
  judge(result, c.error);
}

void evaluate_number(Result& result, const Check& check, const io::OutputFolder& folder) {
  const Curve curve = chosen_curve(check, folder);
  result.unit = unit_of(check, curve);
  result.value = reduced(curve, check.quantity.reduction, check.at);
  const double difference = std::abs(*result.value - *check.reference);
  judge(result, check.absolute ? difference : difference / std::abs(*check.reference));
}

}  // namespace

void judge(Result& result, double error) {
  result.error = error;
  result.holds = error <= result.tolerance;  // false for NaN
}

std::vector<Result> evaluate(const std::vector<Check>& checks, const io::OutputFolder& folder) {
  std::vector<Result> results;
  for (std::size_t n = 0; n < checks.size(); ++n) {
    const Check& check = checks[n];
    Result result = unjudged(check);
    try {
      if (check.quantity.is_order)
        throw UndecidedCheck{"it takes several runs: thalweg verify makes them"};
      if (check.quantity.reduction == Reduction::none)
        evaluate_curve(result, check, n, folder);
      else
        evaluate_number(result, check, folder);
    } catch (const UndecidedCheck& reason) {
      result.why = reason.why;
    }
    results.push_back(std::move(result));
  }
  return results;
}

std::vector<Result> undecided(const std::vector<Check>& checks, const std::string& why) {
  std::vector<Result> results;
  results.reserve(checks.size());
  for (const Check& check : checks) results.push_back(unjudged(check));
  for (Result& result : results) result.why = why;
  return results;
}

double number_of(const Check& check, const io::OutputFolder& folder) {
  return reduced(chosen_curve(check, folder), check.quantity.reduction, check.at);
}

double distance_to_exact(const Check& check, const io::OutputFolder& folder) {
  if (check.quantity.reduction == Reduction::none)
    return comparison(check, chosen_curve(check, folder)).error;
  return std::abs(number_of(check, folder) - check.exact.value());
}

}  // namespace thalweg::simulation::checks
