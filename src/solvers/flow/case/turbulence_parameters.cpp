// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/turbulence_parameters.hpp"

#include <algorithm>
#include <iterator>

namespace thalweg::flow {

namespace {

struct Known {
  const char* name;
  Subgrid kind;
  double constant;  // as published: docs/theory/flow.md, section 7
};
constexpr Known models[] = {{"none", Subgrid::none, 0},
                            {"smagorinsky", Subgrid::smagorinsky, 0.17},
                            {"wale", Subgrid::wale, 0.325},
                            {"vreman", Subgrid::vreman, 0.07}};

}  // namespace

TurbulenceModel read_turbulence_model(io::Case& input, bool is_flat) {
  const std::string name =
      input.choice("turbulence_model.kind", {"none", "smagorinsky", "wale", "vreman"}, "none");
  const Known* known = std::find_if(std::begin(models), std::end(models),
                                    [&](const Known& m) { return m.name == name; });
  TurbulenceModel model{.kind = known->kind};
  if (model.kind == Subgrid::none) return model;
  if (is_flat)
    input.error("turbulence_model.kind",
                "must be \"none\" on a flat grid: models are of eddies in three dimensions. Take "
                "more than one cell along z");
  model.constant =
      input.number("turbulence_model.constant",
                   {.default_value = known->constant, .minimum = 0, .meaning = "of the model"});
  if (model.kind == Subgrid::smagorinsky)
    model.is_damped = input.boolean("turbulence_model.wall_damping", true,
                                    "of van Driest: eddies are smaller near walls");
  return model;
}

}  // namespace thalweg::flow
