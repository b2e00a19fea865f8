// SPDX-License-Identifier: Apache-2.0
#include "io/case/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/diagnostics.hpp"

namespace thalweg::io {

namespace {

std::string comment_of(const Number& rule) {
  if (rule.meaning.empty() || rule.unit.empty()) return rule.meaning + rule.unit;
  return rule.meaning + ", " + rule.unit;
}

/// " > 0 and <= 1", with a leading blank; empty without bounds.
std::string bounds_of(const Number& rule) {
  const char* more = rule.exclusive ? ">" : ">=";
  const char* less = rule.exclusive ? "<" : "<=";
  std::string text;
  if (std::isfinite(rule.minimum)) text = fmt::format(" {} {}", more, rule.minimum);
  if (std::isfinite(rule.maximum))
    text += fmt::format("{} {} {}", text.empty() ? "" : " and", less, rule.maximum);
  return text;
}

bool within(double value, const Number& rule) {
  return rule.exclusive ? value > rule.minimum && value < rule.maximum
                        : value >= rule.minimum && value <= rule.maximum;
}

/// A number that the rule allows, as plain as possible.
double example_of(const Number& rule) {
  if (rule.default_value) return *rule.default_value;
  const double middle = rule.minimum + (rule.maximum - rule.minimum) / 2;
  for (const double x : {1.0, rule.minimum + 1, rule.maximum - 1, rule.minimum, rule.maximum})
    if (std::isfinite(x) && within(x, rule)) return x;
  return std::isfinite(middle) ? middle : 0;
}

/// "1e-3" in quotes where 1e-3 is meant.
std::string advice_on_quotes(const CaseValue& value) {
  const auto* text = std::get_if<std::string>(&value.data);
  double number = 0;
  if (!text || text->empty()) return "";
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return "";
  return ": write " + *text + " without quotes";
}

std::string wrong_type(const CaseValue& value, const std::string& expected) {
  return "is " + type_of(value) + "; expected " + expected;
}

std::string check_number(CaseValue& value, const Number& rule, const std::string& expected) {
  if (const auto* n = std::get_if<std::int64_t>(&value.data)) value.data = static_cast<double>(*n);
  const auto* x = std::get_if<double>(&value.data);
  if (!x) return wrong_type(value, expected) + advice_on_quotes(value);
  const std::string about = in_parentheses(comment_of(rule));
  if (!std::isfinite(*x)) return "must be a finite number" + bounds_of(rule) + about;
  return within(*x, rule) ? "" : "must be" + bounds_of(rule) + about;
}

std::string check_integer(CaseValue& value, const Number& rule, const std::string& expected) {
  if (const auto* x = std::get_if<double>(&value.data)) {
    const bool whole = std::abs(*x) < 1e15 && std::floor(*x) == *x;
    return wrong_type(value, expected) + (whole ? fmt::format(": write {:.0f}", *x) : "");
  }
  const auto* n = std::get_if<std::int64_t>(&value.data);
  if (!n) return wrong_type(value, expected) + advice_on_quotes(value);
  return within(static_cast<double>(*n), rule)
             ? ""
             : "must be" + bounds_of(rule) + in_parentheses(comment_of(rule));
}

/// "x", or "element 7" of lists that are not vectors.
std::string element_name(std::size_t i, const ListShape& shape) {
  constexpr std::array axes{"x", "y", "z"};
  return shape.longest <= axes.size() ? axes[i] : fmt::format("element {}", i + 1);
}

/// Each element of a list; all wrong ones are named.
std::string check_list(CaseValue& value, const KeyRule& element, const ListShape& shape,
                       const std::string& expected) {
  if (shape.shortest <= 1 && !std::holds_alternative<std::vector<CaseValue>>(value.data))
    value.data = std::vector<CaseValue>{value};
  auto* list = std::get_if<std::vector<CaseValue>>(&value.data);
  if (!list) return wrong_type(value, expected);
  if (list->size() < shape.shortest || list->size() > shape.longest)
    return fmt::format("has {} {}; expected {}", list->size(),
                       list->size() == 1 ? "element" : "elements", expected);
  std::string faults, previous;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string fault = element.check((*list)[i], "");
    if (!fault.empty() && fault == previous)  // "x, y must be > 0"
      faults.insert(faults.size() - fault.size() - 1, fmt::format(", {}", element_name(i, shape)));
    else if (!fault.empty())
      faults += fmt::format("{}{} {}", faults.empty() ? "" : "\n", element_name(i, shape), fault);
    previous = fault;
  }
  return faults;
}

std::string expected_list(const ListShape& shape, const std::string& noun) {
  if (shape.shortest == 3 && shape.longest == 3) return "three " + noun + " [x, y, z], each ";
  if (shape.shortest == shape.longest) return fmt::format("{} {}, each ", shape.shortest, noun);
  const std::string most = shape.longest < 1000
                               ? fmt::format("{} to {}", shape.shortest, shape.longest)
                               : fmt::format("{} or more", shape.shortest);
  return fmt::format("a list of {} {}, each ", most, noun);
}

}  // namespace

KeyRule number_rule(const Number& rule) {
  KeyRule key{.comment = comment_of(rule), .example = {example_of(rule)}};
  key.expected = "a number" + bounds_of(rule) + in_parentheses(key.comment);
  if (rule.default_value) key.default_value = CaseValue{*rule.default_value};
  key.check = [rule, expected = key.expected](CaseValue& value, const std::string&) {
    return check_number(value, rule, expected);
  };
  return key;
}

KeyRule integer_rule(const Number& rule) {
  KeyRule key{.comment = comment_of(rule),
              .example = {static_cast<std::int64_t>(example_of(rule))}};
  key.expected = "an integer" + bounds_of(rule) + in_parentheses(key.comment);
  if (rule.default_value) key.default_value = key.example;
  key.check = [rule, expected = key.expected](CaseValue& value, const std::string&) {
    return check_integer(value, rule, expected);
  };
  return key;
}

KeyRule list_rule(const KeyRule& element, const ListShape& shape, const std::string& noun) {
  const auto list_of = [&](const CaseValue& value) {
    return CaseValue{std::vector<CaseValue>(shape.shortest, value)};
  };
  KeyRule key{.comment = element.comment, .example = list_of(element.example)};
  if (element.default_value) key.default_value = list_of(*element.default_value);
  key.expected = expected_list(shape, noun) + element.expected;
  key.check = [element, shape, expected = key.expected](CaseValue& value, const std::string&) {
    return check_list(value, element, shape, expected);
  };
  return key;
}

KeyRule boolean_rule(std::optional<bool> default_value, const std::string& meaning) {
  KeyRule key{.comment = meaning, .example = {default_value.value_or(true)}};
  key.expected = "true or false" + in_parentheses(meaning);
  if (default_value) key.default_value = CaseValue{*default_value};
  key.check = [expected = key.expected](CaseValue& value, const std::string&) {
    return std::holds_alternative<bool>(value.data) ? "" : wrong_type(value, expected);
  };
  return key;
}

KeyRule text_rule(std::optional<std::string> default_value, const std::string& meaning) {
  KeyRule key{.comment = meaning, .example = {default_value.value_or("...")}};
  key.expected = "text in quotes" + in_parentheses(meaning);
  if (default_value) key.default_value = CaseValue{*default_value};
  key.check = [expected = key.expected](CaseValue& value, const std::string& written) {
    if (std::holds_alternative<std::string>(value.data)) return std::string();
    const bool plain = written.find_first_of("\"'[{") == std::string::npos;
    return wrong_type(value, expected) + (plain ? ": write " + in_quotes(written) : "");
  };
  return key;
}

KeyRule choice_rule(const std::vector<std::string>& allowed,
                    std::optional<std::string> default_value, const std::string& meaning) {
  KeyRule key{.comment = meaning, .decides = true};
  key.example = {default_value.value_or(allowed.empty() ? "" : allowed.front())};
  key.expected = "one of " + listed(allowed) + in_parentheses(meaning);
  if (default_value) key.default_value = CaseValue{*default_value};
  key.check = [allowed, expected = key.expected](CaseValue& value, const std::string&) {
    const auto* word = std::get_if<std::string>(&value.data);
    if (!word) return wrong_type(value, expected);
    if (std::find(allowed.begin(), allowed.end(), *word) != allowed.end()) return std::string();
    const std::string hint = did_you_mean(*word, allowed);
    return "must be " + expected + (hint.empty() ? "" : "." + hint);
  };
  return key;
}

KeyRule texts_rule(const std::vector<std::string>& default_value, const std::string& meaning) {
  std::vector<CaseValue> values;
  values.reserve(default_value.size());
  for (const std::string& text : default_value) values.push_back({text});
  KeyRule key{.comment = meaning, .example = {std::move(values)}};
  key.default_value = key.example;
  key.expected = "a list of texts in quotes, such as [\"a\", \"b\"]" + in_parentheses(meaning);
  key.check = [expected = key.expected](CaseValue& value, const std::string&) {
    const auto* list = std::get_if<std::vector<CaseValue>>(&value.data);
    if (!list) return wrong_type(value, expected);
    for (const CaseValue& item : *list)
      if (!std::holds_alternative<std::string>(item.data))
        return "holds " + to_toml(item) + ", which is " + type_of(item) + "; expected " + expected;
    return std::string();
  };
  return key;
}

namespace {

/// The first part of a value that no key takes; nullptr if there is none.
const CaseValue* foreign_part(const CaseValue& value) {
  if (std::holds_alternative<CaseValue::Other>(value.data)) return &value;
  if (const auto* list = std::get_if<std::vector<CaseValue>>(&value.data))
    for (const CaseValue& item : *list)
      if (const CaseValue* part = foreign_part(item)) return part;
  return nullptr;
}

bool is_finite_number(const CaseValue& value) {
  const auto* x = std::get_if<double>(&value.data);
  return x ? std::isfinite(*x) : std::holds_alternative<std::int64_t>(value.data);
}

}  // namespace

KeyRule values_rule(const std::string& meaning) {
  KeyRule key{.comment = meaning, .example = {std::vector<CaseValue>{{1.0}, {2.0}}}};
  key.expected = "a list of values" + in_parentheses(meaning);
  key.check = [expected = key.expected](CaseValue& value, const std::string&) {
    const auto* list = std::get_if<std::vector<CaseValue>>(&value.data);
    if (!list) return wrong_type(value, expected);
    if (list->empty()) return "is empty; expected " + expected;
    const CaseValue* part = foreign_part(value);
    return part ? "holds " + type_of(*part) + "; expected " + expected : "";
  };
  return key;
}

KeyRule number_or_list_rule(const std::string& meaning) {
  KeyRule key{.comment = meaning, .example = {0.0}};
  key.expected = "a number or a list of numbers" + in_parentheses(meaning);
  key.check = [expected = key.expected](CaseValue& value, const std::string&) {
    const auto* list = std::get_if<std::vector<CaseValue>>(&value.data);
    const bool right =
        list ? std::all_of(list->begin(), list->end(), is_finite_number) : is_finite_number(value);
    return right ? "" : wrong_type(value, expected);
  };
  return key;
}

}  // namespace thalweg::io
