// SPDX-License-Identifier: Apache-2.0
// [[check]] of a case: what its runs are held to (docs/howto/checks.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/case/case.hpp"
#include "simulation/checks/curve.hpp"
#include "simulation/checks/quantity.hpp"

namespace thalweg::simulation::checks {

/// Which points of a sensor count, and when.
struct SensorChoice {
  std::optional<std::int64_t> point{};   // one point's series; none: all points at one time
  std::optional<double> time{};          // of the points' values [s]; none: the last
  double frequency = 0;                  // of amplitudes [Hz]
  std::vector<double> lower{}, upper{};  // the points in this box [m]; empty: all
};

/// A key that differs between the runs of an order of convergence.
struct Variation {
  std::string key;
  std::vector<io::CaseValue> values;
};

struct Check {
  std::string name, quantity_text, source;
  Quantity quantity;
  std::optional<double> reference;  // none: the curve
  std::string reference_file;       // as the case writes it
  Curve curve;
  double tolerance = 0;
  bool absolute = false;
  Norm norm = Norm::square;
  std::optional<double> at, from, to;  // on the curve's x axis
  std::optional<double> table_time{};  // of a table; none: the last
  SensorChoice sensor;
  // Of an order of convergence:
  std::vector<Variation> variations;
  std::optional<double> exact;  // what the quantity converges to; none: not known
};

/// The size that a value of the first key stands for: a number, or the first of a list of them.
std::optional<double> size_of(const io::CaseValue& value);

/// All [[check]] of a case, in order. Mistakes are added to the case: unknown keys, names that the
/// run does not write, files that are no curves. Not collective; every rank reads for itself.
std::vector<Check> read_checks(io::Case& input, const Recordings& known);

/// [verify]: what `thalweg verify` should know of a case.
struct VerifyHints {
  std::optional<double> seconds;  // that its runs take on two cores
  /// Another case that runs first; the key of this one becomes the path of a file that it leaves.
  struct Need {
    std::filesystem::path case_file;
    std::string key, file;
  };
  std::vector<Need> needs;
};
VerifyHints read_verify_hints(io::Case& input);

}  // namespace thalweg::simulation::checks
