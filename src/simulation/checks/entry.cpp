// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/entry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "simulation/checks/order.hpp"
#include "simulation/checks/text_table.hpp"

namespace thalweg::simulation::checks {

namespace {

std::optional<double> number_if_given(io::Case& input, const std::string& key,
                                      const std::string& meaning) {
  if (!input.has(key)) return {};
  return input.number(key, {.meaning = meaning});
}

/// Reads one [[check]].
class EntryReader {
 public:
  EntryReader(io::Case& input, int number, const Recordings& known)
      : input_(input), section_(fmt::format("check.{}", number)), at_(section_ + "."),
        known_(known) {}

  Check read() {
    const std::optional<Quantity> quantity = read_quantity(input_, at_ + "quantity", known_);
    if (!quantity) {
      input_.pass_over(section_);
      return std::move(check_);
    }
    check_.quantity = *quantity;
    check_.quantity_text = input_.text(at_ + "quantity", {});
    check_.name = input_.text(at_ + "name", check_.quantity_text, "for tables");
    check_.source = input_.text(at_ + "source", {}, "where the reference comes from");
    read_places();
    if (check_.quantity.source == Quantity::Source::traces) read_sensor_choice();
    read_abscissa();
    if (check_.quantity.is_order)
      read_order();
    else
      read_reference();
    read_tolerance();
    return std::move(check_);
  }

 private:
  bool is_number() const { return check_.quantity.reduction != Reduction::none; }

  void read_places() {
    check_.from = number_if_given(input_, at_ + "from", "where the curve begins to count");
    check_.to = number_if_given(input_, at_ + "to", "where it ends to count");
    if (check_.from && check_.to && *check_.from >= *check_.to)
      input_.error(at_ + "to", fmt::format("must be > {:g} (from)", *check_.from));
    if (check_.quantity.reduction == Reduction::at)
      check_.at = input_.number(at_ + "at", {.meaning = "the time, place or wave number"});
    if (check_.quantity.is_of_table())
      check_.table_time = number_if_given(input_, at_ + "time", "of the table; default: the last");
  }

  void read_sensor_choice() {
    SensorChoice& choice = check_.sensor;
    const io::Number in_metres{.meaning = "corner of the box of points that count", .unit = "m"};
    if (input_.has(at_ + "lower")) choice.lower = input_.numbers(at_ + "lower", in_metres, {1, 3});
    if (input_.has(at_ + "upper")) choice.upper = input_.numbers(at_ + "upper", in_metres, {1, 3});
    if (check_.quantity.is_amplitude)
      choice.frequency = input_.number(
          at_ + "frequency",
          {.minimum = 0, .exclusive = true, .meaning = "of the amplitude", .unit = "Hz"});
    if (!check_.quantity.is_series || check_.quantity.is_amplitude) return;
    const std::string key = input_.at_most_one({at_ + "point", at_ + "time"},
                                               "one point's series, or all points at one time");
    if (key == at_ + "point")
      choice.point = input_.integer(key, {.minimum = 0, .meaning = "of the sensor, from 0"});
    if (key == at_ + "time")
      choice.time = input_.number(key, {.minimum = 0, .meaning = "of the values", .unit = "s"});
  }

  /// A time is asked of curves over time, and a place of others.
  void read_abscissa() {
    if (!is_abscissa(check_.quantity.reduction) || known_.history.empty()) return;
    const bool over_time = check_.quantity.over_time(check_.sensor.point.has_value());
    const std::string wrong = over_time ? "place-of-" : "time-of-";
    if (check_.quantity_text.find("." + wrong) != std::string::npos)
      input_.error(
          at_ + "quantity",
          fmt::format("asks for a {0}, but the curve does not run over {0}s; write {1}-of-",
                      over_time ? "place" : "time", over_time ? "time" : "place"));
  }

  void read_reference() {
    if (is_number()) {
      check_.reference = input_.number(at_ + "reference", {.meaning = "the value wanted"});
    } else {
      read_curve();
    }
  }

  void read_curve() {
    const std::string key = at_ + "reference_file";
    check_.reference_file = input_.text(key, {}, "columns of text: the places, then values");
    const std::int64_t column = input_.integer(
        at_ + "reference_column",
        {.default_value = 2, .minimum = 2, .meaning = "of the values, counted from 1"});
    check_.norm = input_.choice(at_ + "norm", {"square", "largest"}, "square",
                                "how differences of curves are measured") == "largest"
                      ? Norm::largest
                      : Norm::square;
    if (check_.reference_file.empty()) return;
    try {
      take_curve(read_text_table(input_.resolve(check_.reference_file)), key, column);
    } catch (const InputError& error) {
      input_.error(key, error.what());
    }
  }

  void take_curve(const TextTable& table, const std::string& key, std::int64_t column) {
    const std::vector<double>& x = table.columns.front();
    if (column > static_cast<std::int64_t>(table.columns.size()))
      return input_.error(
          at_ + "reference_column",
          fmt::format("must be at most {}, the columns of the file", table.columns.size()));
    if (std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) != x.end())
      return input_.error(key, "must have a first column that rises from row to row");
    check_.curve = {.x = x,
                    .y = table.columns[static_cast<std::size_t>(column - 1)],
                    .x_unit = {},
                    .y_unit = {}};
  }

  /// `reference` is then the order; what the runs converge to is `exact`, a file, or not known.
  void read_order() {
    check_.reference = input_.number(at_ + "reference", {.meaning = "the order wanted"});
    if (is_number())
      check_.exact = number_if_given(input_, at_ + "exact", "what the runs converge to");
    else
      read_curve();
    if (input_.has_table("ensemble"))
      input_.error(at_ + "quantity", "is an order of convergence, which an ensemble does not have");
    const int count = input_.count(at_ + "vary");
    if (count == 0)
      input_.error(at_ + "quantity",
                   "is an order of convergence, which needs [[check.vary]] with key and values");
    for (int i = 0; i < count; ++i) read_variation(fmt::format("{}vary.{}.", at_, i));
  }

  void read_variation(const std::string& at) {
    const std::string key = input_.text(at + "key", {}, "the key that differs between runs");
    const auto values = input_.values(at + "values", "from the coarsest run to the finest");
    const std::size_t least = check_.exact || !is_number() ? 2 : 3;
    if (values.size() < least)
      input_.error(at + "values",
                   fmt::format("must be at least {}{}", least,
                               least == 3 ? ", because no exact value is given" : ""));
    if (check_.variations.empty()) require_sizes(at + "values", values, least == 3);
    if (!check_.variations.empty() && check_.variations.front().values.size() != values.size())
      input_.error(at + "values", fmt::format("must be {}, as of the first key",
                                              check_.variations.front().values.size()));
    check_.variations.push_back({key, values});
  }

  /// The order is against the values of the first key.
  void require_sizes(const std::string& key, const std::vector<io::CaseValue>& values,
                     bool takes_differences) {
    std::vector<double> sizes;
    for (const io::CaseValue& value : values)
      if (const std::optional<double> size = size_of(value)) sizes.push_back(*size);
    if (sizes.size() < values.size())
      return input_.error(key, "must be numbers or lists of them: the order is against the first");
    if (!are_in_order(sizes))
      return input_.error(key, "must be > 0, and rise or fall from each to the next: the order is "
                               "against them");
    if (takes_differences && !have_one_ratio(sizes))
      input_.error(key, "must have the same ratio each time, because no exact value is given");
  }

  void read_tolerance() {
    check_.absolute = input_.boolean(at_ + "absolute", false, "the tolerance is not relative");
    check_.tolerance = input_.number(at_ + "tolerance",
                                     {.minimum = 0,
                                      .exclusive = true,
                                      .meaning = "largest error, relative unless absolute = true"});
    if (check_.reference == 0 && !check_.absolute)
      input_.error(at_ + "reference",
                   "is 0, of which no error can be relative: set absolute = true");
  }

  io::Case& input_;
  std::string section_, at_;
  const Recordings& known_;
  Check check_;
};

}  // namespace

std::optional<double> size_of(const io::CaseValue& value) {
  if (const auto* number = std::get_if<double>(&value.data)) return *number;
  if (const auto* whole = std::get_if<std::int64_t>(&value.data))
    return static_cast<double>(*whole);
  const auto* list = std::get_if<std::vector<io::CaseValue>>(&value.data);
  return list && !list->empty() ? size_of(list->front()) : std::nullopt;
}

std::vector<Check> read_checks(io::Case& input, const Recordings& known) {
  std::vector<Check> checks;
  const int count = input.count("check");
  for (int i = 0; i < count; ++i) checks.push_back(EntryReader(input, i, known).read());
  return checks;
}

VerifyHints read_verify_hints(io::Case& input) {
  VerifyHints hints;
  if (input.has("verify.seconds"))
    hints.seconds =
        input.number("verify.seconds", {.minimum = 0, .meaning = "on two cores", .unit = "s"});
  const int count = input.count("verify.needs");
  for (int i = 0; i < count; ++i) {
    const std::string at = fmt::format("verify.needs.{}.", i);
    hints.needs.push_back({input.resolve(input.text(at + "case", {}, "a case that runs first")),
                           input.text(at + "key", {}, "set to the path of a file that it leaves"),
                           input.text(at + "file", {}, "in the folder of its results")});
  }
  return hints;
}

}  // namespace thalweg::simulation::checks
