// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/read_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

namespace {

/// The constants of all cases.
FormulaConstants built_in(const Parameters& p) {
  return {{"pi", std::numbers::pi}, {"Lx", p.length[0]}, {"Ly", p.length[1]}, {"Lz", p.length[2]}};
}

/// Those names of a formula that [initial.constants] gives; the others are the formula's mistake.
void add_constants(io::Case& input, const std::string& formula, FormulaConstants& constants) {
  for (const std::string& name : names_in(formula)) {
    const std::string key = "initial.constants." + name;
    if (constants.count(name) > 0 || name == "x" || name == "y" || name == "z") continue;
    if (input.has(key)) constants[name] = input.number(key, {.meaning = "constant of formulas"});
  }
}

void check(io::Case& input, const std::string& key, const std::string& formula,
           FormulaConstants& constants) {
  add_constants(input, formula, constants);
  if (const auto mistake = mistake_in(formula, constants))
    input.error(key, "must be a formula of x, y, z, pi, Lx, Ly, Lz and [initial.constants]: " +
                         shown(formula, *mistake));
}

/// So many formulas of a key; none where it is not given.
std::vector<std::string> formulas(io::Case& input, const std::string& key, std::size_t count,
                                  const std::string& meaning, FormulaConstants& constants) {
  if (!input.has(key)) return {};
  const std::vector<std::string> list = input.texts(key, {}, meaning);
  if (list.size() != count) {
    input.error(key, fmt::format("must be {} formula{}", count, count == 1 ? "" : "s"));
    return {};
  }
  for (const std::string& formula : list) check(input, key, formula, constants);
  return list;
}

/// Of a field that can also begin at random: not both.
std::vector<std::string> formulas_of(io::Case& input, const StateField& field,
                                     FormulaConstants& constants) {
  const std::string key = "initial." + field.name;
  if (field.kind != FieldKind::velocity) input.at_most_one({key, key + "_energy"});
  return formulas(input, key, static_cast<std::size_t>(field.components()),
                  "formulas of the " + field.name, constants);
}

/// One for each scalar: those that begin at random have "0".
void read_scalars(io::Case& input, Parameters& p, FormulaConstants& constants) {
  const std::vector<std::string> list =
      formulas(input, "initial.scalar", p.scalars.size(), "formula of each scalar", constants);
  for (std::size_t n = 0; n < list.size(); ++n) {
    if (p.scalars[n].energy > 0)
      input.error(fmt::format("turbulence.scalar.{}.energy", n),
                  "must be 0 where initial.scalar gives the scalar");
    p.initial.formulas.push_back({fmt::format("scalar_{}", n + 1), {list[n]}});
  }
}

/// Of the fields from the n-th on.
void read_from(std::size_t first, io::Case& input, Parameters& p) {
  FormulaConstants constants = built_in(p);
  const SetDescription set = describe(p);
  for (std::size_t f = first; f < set.own_fields(); ++f) {
    const StateField& field = set.fields[f];
    const std::vector<std::string> list = formulas_of(input, field, constants);
    if (!list.empty()) p.initial.formulas.push_back({field.name, list});
  }
  if (!p.scalars.empty()) read_scalars(input, p, constants);
  p.initial.constants = constants;
}

}  // namespace

void read_formulas(io::Case& input, Parameters& p) {
  read_from(0, input, p);
  if (!input.has("initial.velocity"))
    input.error("initial.velocity", "must be 3 formulas: of its components in x, y, z");
}

void read_companion_formulas(io::Case& input, Parameters& p) { read_from(1, input, p); }

}  // namespace thalweg::turbulence
