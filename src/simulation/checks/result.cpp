// SPDX-License-Identifier: Apache-2.0
#include "simulation/checks/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thalweg::simulation::checks {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json known(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> optional_of(const Json& json, const char* key) {
  const auto at = json.find(key);
  if (at == json.end() || !(std::is_same_v<T, bool> ? at->is_boolean() : at->is_number()))
    return {};
  return at->template get<T>();
}

std::string text_of(const Json& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_string() ? at->get<std::string>() : "";
}

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() || unit == "1" ? fmt::format("{:.6g}", value)
                                     : fmt::format("{:.6g} {}", value, unit);
}

std::string fault_line(const Result& r) {
  if (!r.holds) return fmt::format("  {} is not decided: {}", r.name, r.why);
  const std::string found =
      r.value ? fmt::format("{}, reference {}", with_unit(*r.value, r.unit), *r.reference)
              : "the curve of " + r.reference_file;
  return fmt::format("  {} does not hold: {}, error {}, tolerance {}", r.name, found,
                     error_text(r, r.error.value_or(0)), error_text(r, r.tolerance));
}

}  // namespace

Json to_json(const Result& r) {
  Json json{{"name", r.name},
            {"quantity", r.quantity},
            {"value", known(r.value)},
            {"unit", r.unit},
            {"reference", r.reference ? Json(*r.reference) : Json(r.reference_file)},
            {"source", r.source},
            {"error", known(r.error)},
            {"tolerance", r.tolerance},
            {"absolute", r.absolute},
            {"holds", known(r.holds)}};
  if (!r.why.empty()) json["why"] = r.why;
  if (!r.curve_file.empty()) json["curve"] = r.curve_file;
  return json;
}

Json to_json(const std::vector<Result>& results) {
  Json list = Json::array();
  for (const Result& result : results) list.push_back(to_json(result));
  return list;
}

Result from_json(const Json& json) {
  return {.name = text_of(json, "name"),
          .quantity = text_of(json, "quantity"),
          .unit = text_of(json, "unit"),
          .source = text_of(json, "source"),
          .value = optional_of<double>(json, "value"),
          .reference = optional_of<double>(json, "reference"),
          .reference_file = text_of(json, "reference"),
          .error = optional_of<double>(json, "error"),
          .tolerance = optional_of<double>(json, "tolerance").value_or(0),
          .absolute = optional_of<bool>(json, "absolute").value_or(false),
          .holds = optional_of<bool>(json, "holds"),
          .why = text_of(json, "why"),
          .curve_file = text_of(json, "curve")};
}

std::string error_text(const Result& result, double error) {
  return result.absolute ? with_unit(error, result.unit) : fmt::format("{:.3g} %", 100 * error);
}

std::vector<std::string> summary_lines(const std::vector<Result>& results) {
  if (results.empty()) return {};
  const auto holding = std::count_if(results.begin(), results.end(),
                                     [](const Result& r) { return r.holds == true; });
  std::vector<std::string> lines{fmt::format("{} of {} check{} hold{}", holding, results.size(),
                                             results.size() == 1 ? "" : "s",
                                             results.size() == 1 ? "s" : "")};
  for (const Result& result : results)
    if (result.holds != true) lines.push_back(fault_line(result));
  return lines;
}

}  // namespace thalweg::simulation::checks
