// SPDX-License-Identifier: Apache-2.0
// What became of a check, and how it is shown.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/output/output_folder.hpp"
#include "simulation/checks/entry.hpp"

namespace thalweg::simulation::checks {

struct Result {
  std::string name, quantity, unit, source;
  std::optional<double> value;      // none: a curve, or not decided
  std::optional<double> reference;  // none: a curve
  std::string reference_file;
  std::optional<double> error;  // relative unless absolute
  double tolerance = 0;
  bool absolute = false;
  std::optional<bool> holds;  // none: not decided
  std::string why;            // it is not decided
  std::string curve_file;     // in the output folder: run and reference against each other
};

/// The error of a value, and whether it is within the tolerance, put into the result.
void judge(Result& result, double error);

/// Decide what the files of a run can decide; an order of convergence takes several runs and stays
/// undecided. Writes OUT/checks/N.csv for curves, N the check's number from 0. Not collective: for
/// one rank. Throws InputError and IoError where files cannot be read or written.
std::vector<Result> evaluate(const std::vector<Check>& checks, const io::OutputFolder& folder);

/// The checks of a run that was stopped: nothing is decided, for one reason.
std::vector<Result> undecided(const std::vector<Check>& checks, const std::string& why);

/// How far a run is from what an order's runs converge to: |quantity - exact|, or the error of its
/// curve. Throws UndecidedCheck.
double distance_to_exact(const Check& check, const io::OutputFolder& folder);
/// The quantity of a run as one number. Throws UndecidedCheck.
double number_of(const Check& check, const io::OutputFolder& folder);

/// [{name, quantity, value, unit, reference, source, error, tolerance, absolute, holds, why,
/// curve}]
nlohmann::ordered_json to_json(const std::vector<Result>& results);
nlohmann::ordered_json to_json(const Result& result);
Result from_json(const nlohmann::ordered_json& json);

/// "2 of 3 checks hold", and a line for each that does not; empty where there are none.
std::vector<std::string> summary_lines(const std::vector<Result>& results);
/// "1.3 %" or, where it is absolute, "0.013 m".
std::string error_text(const Result& result, double error);

}  // namespace thalweg::simulation::checks
