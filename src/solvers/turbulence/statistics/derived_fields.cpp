// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/derived_fields.hpp"

namespace thalweg::turbulence {

std::vector<DerivedField> derived_fields(const SetDescription& set) {
  if (set.is_quantum()) return {};
  std::vector<DerivedField> list{{"pressure", "length^2/time^2", DerivedKind::pressure},
                                 {"q_criterion", "1/time^2", DerivedKind::q_criterion},
                                 {"strain_rate", "1/time", DerivedKind::strain_rate},
                                 {"dissipation", "length^2/time^3", DerivedKind::dissipation}};
  for (std::size_t f = 0; f < set.own_fields(); ++f)
    if (set.fields[f].kind == FieldKind::scalar)
      list.push_back({"potential_vorticity", "1/time^2", DerivedKind::potential_vorticity});
  return list;
}

std::vector<std::string> image_names(const SetDescription& set) {
  std::vector<std::string> names;
  for (const OutputField& field : output_fields(set)) names.push_back(field.name);
  for (const DerivedField& field : derived_fields(set)) names.push_back(field.name);
  return names;
}

}  // namespace thalweg::turbulence
