// SPDX-License-Identifier: Apache-2.0
// Formulas of a case: "U * sin(x) * cos(y)". The library behind them is muparser.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thalweg::turbulence {

/// Names with values: pi, Lx, Ly, Lz, and those of [initial.constants].
using FormulaConstants = std::map<std::string, double>;

/// What is wrong with a formula, and where: `column` counts bytes from 0.
struct FormulaMistake {
  std::size_t column;
  std::string what;
};

/// The names in a formula that are none of its functions, sorted: those of variables and constants,
/// whether the rest of it is right or not.
std::vector<std::string> names_in(const std::string& formula);
/// Nothing where the formula can be computed from x, y, z and the constants.
std::optional<FormulaMistake> mistake_in(const std::string& formula,
                                         const FormulaConstants& constants);
/// The formula with a caret below the mistake, and what is wrong: three lines.
std::string shown(const std::string& formula, const FormulaMistake& mistake);

/// A formula that mistake_in() found right. Not for several threads at once.
class Formula {
 public:
  /// For rows of so many points.
  Formula(const std::string& text, const FormulaConstants& constants, int points);
  ~Formula();
  Formula(Formula&&) noexcept;

  /// Its values at (x[i], y, z).
  void evaluate(const std::vector<double>& x, double y, double z, double* values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace thalweg::turbulence
