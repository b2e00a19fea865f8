// SPDX-License-Identifier: Apache-2.0
// What a check is about. Every quantity is a curve that a run leaves behind (a column against
// time, a table, what the points of a sensor heard), and perhaps one number of that curve.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "simulation/checks/recordings.hpp"

namespace thalweg::simulation::checks {

/// The number that is taken of a curve.
enum class Reduction {
  none,
  maximum,
  minimum,
  mean,
  final,
  at,
  amplitude,  // half of what lies between the largest and the least value
  frequency,  // at which it rises through its mean
  of_maximum,
  of_minimum,
  of_rise  // where it first rises through 0
};
/// Whether the number is a place or a time, not a value.
constexpr bool is_abscissa(Reduction reduction) {
  return reduction == Reduction::of_maximum || reduction == Reduction::of_minimum ||
         reduction == Reduction::of_rise;
}

/// history.COLUMN, traces.SENSOR.RECORD, or of tables by their groups spectra.TABLE.COLUMN,
/// statistics.TABLE.COLUMN, tables.TABLE.COLUMN; with .REDUCTION behind it, and "order." before it
/// where the order of convergence is meant.
struct Quantity {
  enum class Source { history, spectra, statistics, tables, traces };
  Source source = Source::history;
  std::string group;   // the table or sensor
  std::string column;  // or the record of a sensor
  Reduction reduction = Reduction::none;
  bool is_order = false;
  bool is_series = false;     // traces: the record has one value per recorded step
  bool is_amplitude = false;  // traces: NAME-amplitude, made of the series NAME

  bool is_of_table() const { return source != Source::history && source != Source::traces; }
  std::string table_group() const {
    return source == Source::spectra      ? "spectra"
           : source == Source::statistics ? "statistics"
                                          : "tables";
  }
  /// Whether the curve runs over time rather than over places or wave numbers.
  bool over_time(bool of_one_point) const {
    return source == Source::history || (is_series && !is_amplitude && of_one_point);
  }
};

/// The quantity that a key names. Mistakes are added to the case: a form that is not one of the
/// above, and names that the run does not write, each with a suggestion. Nothing where its form is
/// wrong, so that nobody knows which keys belong to it.
std::optional<Quantity> read_quantity(io::Case& input, const std::string& key,
                                      const Recordings& known);

}  // namespace thalweg::simulation::checks
