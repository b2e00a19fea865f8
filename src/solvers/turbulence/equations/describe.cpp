// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/equations/boussinesq.hpp"
#include "solvers/turbulence/equations/gross_pitaevskii.hpp"
#include "solvers/turbulence/equations/hall_mhd.hpp"
#include "solvers/turbulence/equations/mhd.hpp"
#include "solvers/turbulence/equations/navier_stokes.hpp"

namespace thalweg::turbulence {

namespace {

SetDescription set_of(const Parameters& p) {
  switch (p.equations) {
  case Equations::navier_stokes: return NavierStokes<double>::describe(p);
  case Equations::boussinesq: return Boussinesq<double>::describe(p);
  case Equations::mhd: return Mhd<double>::describe(p);
  case Equations::hall_mhd: return HallMhd<double>::describe(p);
  case Equations::gross_pitaevskii: return GrossPitaevskii<double>::describe(p);
  }
  return {};
}

}  // namespace

SetDescription describe(const Parameters& p) {
  SetDescription set = set_of(p);
  for (std::size_t n = 0; n < p.scalars.size(); ++n)
    set.fields.push_back({"scalar_" + std::to_string(n + 1), "1", FieldKind::scalar,
                          set.components + static_cast<int>(n), p.scalars[n].diffusivity});
  return set;
}

// (12.8)
std::vector<OutputField> quantum_fields() {
  return {{"density", "density", static_cast<int>(QuantumField::density), 1, false},
          {"phase", "1", static_cast<int>(QuantumField::phase), 1, false},
          {"wave_function_real", "density^(1/2)", static_cast<int>(QuantumField::real), 1, false},
          {"wave_function_imaginary", "density^(1/2)", static_cast<int>(QuantumField::imaginary), 1,
           false},
          {"momentum", "density velocity", static_cast<int>(QuantumField::momentum), 3, false},
          {"regularised_velocity", "density^(1/2) velocity",
           static_cast<int>(QuantumField::regularised_velocity), 3, false}};
}

std::vector<OutputField> output_fields(const SetDescription& set) {
  if (set.is_quantum()) return quantum_fields();
  std::vector<OutputField> list;
  for (const StateField& field : set.fields) {
    list.push_back({field.name, field.unit, field.first, field.components(), false});
    if (field.kind == FieldKind::velocity)
      list.push_back({"vorticity", "1/time", field.first, 3, true});
    if (field.kind == FieldKind::magnetic)
      list.push_back({"current", "1/time", field.first, 3, true});
  }
  return list;
}

std::string name_with_scalars(const SetDescription& set) {
  if (set.scalars() == 0) return set.name;
  return set.name + " with " + std::to_string(set.scalars()) +
         (set.scalars() == 1 ? " scalar" : " scalars");
}

std::vector<std::string> component_names(const SetDescription& set) {
  std::vector<std::string> names;
  for (const StateField& field : set.fields)
    if (field.components() == 1)
      names.push_back(field.name);
    else if (field.kind == FieldKind::wave_function)
      for (const char* part : {"_real", "_imaginary"}) names.push_back(field.name + part);
    else
      for (const char* axis : {"_x", "_y", "_z"}) names.push_back(field.name + axis);
  return names;
}

}  // namespace thalweg::turbulence
