// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/statistics/derived_fields.hpp"

#include "solvers/turbulence/quantum/fluid.hpp"

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

std::vector<ImageHead> image_fields(const SetDescription& set) {
  std::vector<ImageHead> heads;
  for (const OutputField& field : output_fields(set))
    heads.push_back({field.name, field.unit, field.components});
  for (const DerivedField& field : derived_fields(set))
    heads.push_back({field.name, field.unit, 1});
  return heads;
}

ImageTransforms transforms_of(const SetDescription& set, const std::string& name) {
  if (set.is_quantum()) return {gradient_fields, 0};
  const auto of_passes = [](int passes) { return ImageTransforms{3 * passes, 0}; };
  for (const DerivedField& field : derived_fields(set)) {
    if (field.name != name) continue;
    switch (field.kind) {
    case DerivedKind::pressure: {
      int vectors = 0;
      for (std::size_t f = 0; f < set.own_fields(); ++f)
        vectors += set.fields[f].kind != FieldKind::scalar;
      const int times = set.to_modes == 3 ? 2 : 1;  // products that come back at once
      return {3 * (vectors * times + 1), vectors * times * set.to_modes};
    }
    case DerivedKind::q_criterion: return of_passes(3);
    case DerivedKind::dissipation: return of_passes(1 + static_cast<int>(set.own_fields()));
    case DerivedKind::strain_rate:
    case DerivedKind::potential_vorticity: return of_passes(2);
    }
  }
  return of_passes(1);
}

}  // namespace thalweg::turbulence
