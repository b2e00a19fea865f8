// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/diagnostics.hpp"
#include "base/split.hpp"

namespace thalweg::simulation::checks {

namespace {

using Words = std::vector<std::string>;

const std::map<std::string, Reduction> reductions{{"maximum", Reduction::maximum},
                                                  {"minimum", Reduction::minimum},
                                                  {"mean", Reduction::mean},
                                                  {"final", Reduction::final},
                                                  {"at", Reduction::at},
                                                  {"amplitude", Reduction::amplitude},
                                                  {"frequency", Reduction::frequency},
                                                  {"time-of-maximum", Reduction::of_maximum},
                                                  {"time-of-minimum", Reduction::of_minimum},
                                                  {"time-of-rise", Reduction::of_rise},
                                                  {"place-of-rise", Reduction::of_rise},
                                                  {"place-of-maximum", Reduction::of_maximum},
                                                  {"place-of-minimum", Reduction::of_minimum}};

constexpr const char* amplitude_ending = "-amplitude";

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Names the parts of one quantity, and adds what is wrong with them to the case.
class Reader {
 public:
  Reader(io::Case& input, const std::string& key, const Recordings& known)
      : input_(input), key_(key), known_(known) {}

  std::optional<Quantity> read() {
    const std::size_t mistakes = input_.error_count();
    Words words = split(input_.text(key_, {}, "what is checked, e.g. history.energy.final"), '.');
    if (input_.error_count() > mistakes) return {};
    Quantity q;
    q.is_order = words.front() == "order";
    if (q.is_order) words.erase(words.begin());
    const std::string source = words.empty() ? "" : words.front();
    if (!read_source(q, source)) return {};
    const std::size_t named = q.source == Quantity::Source::history ? 2 : 3;
    if (words.size() < named || words.size() > named + 1) {
      fault("must be " + form(q.source));
      return {};
    }
    if (named == 3) q.group = words[1];
    q.column = words[named - 1];
    // Until the sensor is known, so that the keys of a series are not mistaken for unknown ones.
    q.is_series = q.source == Quantity::Source::traces;
    q.is_amplitude = q.is_series && q.column.ends_with(amplitude_ending);
    const bool is_whole = words.size() == named || read_reduction(q, words[named]);
    read_names(q);
    return is_whole ? std::optional(q) : std::nullopt;
  }

 private:
  void fault(const std::string& text) { input_.error(key_, text); }

  static std::string form(Quantity::Source source) {
    if (source == Quantity::Source::history) return "history.COLUMN or history.COLUMN.REDUCTION";
    if (source == Quantity::Source::spectra)
      return "spectra.TABLE.COLUMN or spectra.TABLE.COLUMN.REDUCTION";
    if (source == Quantity::Source::statistics)
      return "statistics.TABLE.COLUMN or statistics.TABLE.COLUMN.REDUCTION";
    if (source == Quantity::Source::tables)
      return "tables.TABLE.COLUMN or tables.TABLE.COLUMN.REDUCTION";
    return "traces.SENSOR.RECORD or traces.SENSOR.RECORD.REDUCTION";
  }

  bool read_source(Quantity& q, const std::string& word) {
    const Words names{"history", "spectra", "statistics", "tables", "traces"};
    const auto at = std::find(names.begin(), names.end(), word);
    if (at == names.end()) {
      fault(
          fmt::format("must begin with \"history.\", \"spectra.\", \"statistics.\", \"tables.\" or "
                      "\"traces.\" (and \"order.\" before it for an order of convergence).{}",
                      did_you_mean(word, names)));
      return false;
    }
    q.source = static_cast<Quantity::Source>(at - names.begin());
    return true;
  }

  bool read_reduction(Quantity& q, const std::string& word) {
    if (const auto at = reductions.find(word); at != reductions.end()) {
      q.reduction = at->second;
      return true;
    }
    Words names;
    for (const auto& [name, reduction] : reductions) names.push_back(name);
    fault(fmt::format("knows no \"{}\"; expected {}.{}", word, io::joined(names, ", "),
                      did_you_mean(word, names)));
    return false;
  }

  /// Nothing is said about names that are not known.
  void read_names(Quantity& q) {
    if (q.source == Quantity::Source::history) return read_history(q);
    if (q.is_of_table()) return read_table(q);
    read_sensor(q);
  }

  void read_history(const Quantity& q) {
    if (known_.history.empty()) return;
    Words columns{"step", "time", "dt"};
    columns.insert(columns.end(), known_.history.begin(), known_.history.end());
    require("history.csv has no column", q.column, columns);
  }

  void read_table(const Quantity& q) {
    Words names;
    const std::string group = q.table_group();
    for (const TableColumns& table : known_.tables)
      if (table.group == group) names.push_back(table.name);
    if (!require("there is no table", q.group, names)) return;
    if (!input_.has_table("output." + group))
      fault("needs tables, and the case writes none: set output." + group);
    for (const TableColumns& table : known_.tables)
      if (table.name == q.group)
        require(fmt::format("the table \"{}\" has no column", q.group), q.column, table.columns);
  }

  void read_sensor(Quantity& q) {
    if (!known_.sensors) return;
    Words names;
    for (const SensorRecords& sensor : *known_.sensors) names.push_back(sensor.name);
    if (!require("there is no sensor", q.group, names)) return;
    for (const SensorRecords& sensor : *known_.sensors)
      if (sensor.name == q.group) read_record(q, sensor);
  }

  void read_record(Quantity& q, const SensorRecords& sensor) {
    Words names = sensor.series;
    names.insert(names.end(), sensor.statistics.begin(), sensor.statistics.end());
    for (const std::string& series : sensor.series) names.push_back(series + amplitude_ending);
    if (!require(fmt::format("the sensor \"{}\" records no", q.group), q.column, names)) return;
    if (q.is_amplitude)
      q.column.resize(q.column.size() - std::string_view(amplitude_ending).size());
    q.is_series = contains(sensor.series, q.column);
  }

  bool require(const std::string& fault_text, const std::string& word, const Words& names) {
    if (contains(names, word)) return true;
    fault(fmt::format("{} \"{}\"{}{}.{}", fault_text, word, names.empty() ? "" : "; there are ",
                      io::joined(names, ", "), did_you_mean(word, names)));
    return false;
  }

  io::Case& input_;
  const std::string& key_;
  const Recordings& known_;
};

}  // namespace

std::optional<Quantity> read_quantity(io::Case& input, const std::string& key,
                                      const Recordings& known) {
  return Reader(input, key, known).read();
}

}  // namespace thalweg::simulation::checks
