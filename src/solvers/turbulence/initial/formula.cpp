// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/formula.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <regex>
#include <set>

#include "base/diagnostics_text.hpp"

namespace thalweg::turbulence {

namespace {

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' '; });
  return text;
}

void define(mu::Parser& parser, const FormulaConstants& constants) {
  for (const auto& [name, value] : constants) parser.DefineConst(name, value);
}

/// Ours: the library computes lists of values.
constexpr mu::EErrorCodes several_values = mu::ecUNEXPECTED_ARG_SEP;

/// In words of ours for what is met most; positions of the library are those of what is behind.
std::string meaning_of(const mu::Parser::exception_type& error) {
  switch (error.GetCode()) {
  case mu::ecUNASSIGNABLE_TOKEN:
    return fmt::format("\"{}\" is not known here", printable(without_blanks(error.GetToken())));
  case mu::ecUNEXPECTED_EOF: return "something is missing at the end";
  case mu::ecMISSING_PARENS: return "a parenthesis is not closed";
  case mu::ecUNEXPECTED_PARENS: return "a parenthesis closes nothing";
  case mu::ecUNEXPECTED_VAR:
  case mu::ecUNEXPECTED_VAL:
    return fmt::format("an operator is missing before \"{}\"", printable(error.GetToken()));
  case mu::ecEMPTY_EXPRESSION: return "there is nothing";
  case several_values: return "there is more than one value";
  case mu::ecUNEXPECTED_OPERATOR:
    return fmt::format("\"{}\" cannot stand here", printable(error.GetToken()));
  default: {
    std::string text = error.GetMsg();
    // The caret shows the place.
    for (const char* at : {" at expression position", " found at position", " at position"})
      text = text.substr(0, text.find(at));
    return printable(text);
  }
  }
}

/// Calls of mu::Parser that throw where the formula is wrong.
template <class Call>
std::optional<FormulaMistake> mistake_of(const std::string& formula, Call call) {
  try {
    call();
    return {};
  } catch (const mu::Parser::exception_type& error) {
    const int at = error.GetPos();
    const std::size_t column = at < 0 ? 0 : static_cast<std::size_t>(at);
    return FormulaMistake{std::min(column, formula.size()), meaning_of(error)};
  }
}

/// The library would assign a value to x, which none of our formulas can mean.
std::optional<FormulaMistake> assignment_in(const std::string& formula) {
  for (std::size_t n = 0; n < formula.size(); ++n) {
    if (formula[n] != '=') continue;
    const bool is_double = n + 1 < formula.size() && formula[n + 1] == '=';
    if (is_double || (n > 0 && std::string("<>!").find(formula[n - 1]) != std::string::npos))
      n += is_double;
    else
      return FormulaMistake{n, "values cannot be assigned"};
  }
  return {};
}

}  // namespace

std::vector<std::string> names_in(const std::string& formula) {
  const mu::Parser parser;
  // A number takes its exponent along: 1e5 has no name in it.
  static const std::regex token(R"((\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|([A-Za-z_]\w*)\s*(\()?)");
  std::set<std::string> names;
  for (std::sregex_iterator at(formula.begin(), formula.end(), token), end; at != end; ++at) {
    const std::string name = (*at)[3].str();
    if (!name.empty() && !(*at)[4].matched && parser.GetFunDef().count(name) == 0)
      names.insert(name);
  }
  return {names.begin(), names.end()};
}

std::optional<FormulaMistake> mistake_in(const std::string& formula,
                                         const FormulaConstants& constants) {
  if (const auto mistake = assignment_in(formula)) return mistake;
  return mistake_of(formula, [&] {
    mu::Parser parser;
    double place = 1;
    define(parser, constants);
    for (const char* axis : {"x", "y", "z"}) parser.DefineVar(axis, &place);
    parser.SetExpr(formula);
    int results = 0;
    parser.Eval(results);
    if (results != 1) throw mu::Parser::exception_type(several_values, 0, "");
  });
}

std::string shown(const std::string& formula, const FormulaMistake& mistake) {
  return fmt::format("{} (column {})\n    {}\n    {}^", mistake.what, mistake.column + 1,
                     printable(formula), std::string(mistake.column, ' '));
}

struct Formula::State {
  mu::Parser parser;
  std::vector<double> x, y, z;
};

Formula::Formula(const std::string& text, const FormulaConstants& constants, int points)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  for (std::vector<double>* places : {&s.x, &s.y, &s.z})
    places->resize(static_cast<std::size_t>(points));
  define(s.parser, constants);
  s.parser.DefineVar("x", s.x.data());
  s.parser.DefineVar("y", s.y.data());
  s.parser.DefineVar("z", s.z.data());
  s.parser.SetExpr(text);
}
Formula::~Formula() = default;
Formula::Formula(Formula&&) noexcept = default;

void Formula::evaluate(const std::vector<double>& x, double y, double z, double* values) {
  State& s = *state_;
  std::copy(x.begin(), x.end(), s.x.begin());
  std::fill(s.y.begin(), s.y.end(), y);
  std::fill(s.z.begin(), s.z.end(), z);
  s.parser.Eval(values, static_cast<int>(s.x.size()));
}

}  // namespace thalweg::turbulence
