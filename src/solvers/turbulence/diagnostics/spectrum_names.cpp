// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/diagnostics/spectrum_names.hpp"

namespace thalweg::turbulence {

std::array<std::string, 3> spectrum_names(const StateField& field) {
  const std::string name =
      field.kind == FieldKind::velocity || field.kind == FieldKind::wave_function
          ? "spectrum"
          : "spectrum_" + field.name;
  return {name, name + "_parallel", name + "_perpendicular"};
}

std::array<std::string, 3> transfer_names(const StateField& field) {
  const std::string name =
      field.kind == FieldKind::velocity ? "transfer" : "transfer_" + field.name;
  return {name, name + "_parallel", name + "_perpendicular"};
}

std::array<std::string, 2> transfer_units(const StateField& field) {
  if (field.unit == "1") return {"length/time", "1/time"};
  return {"length^3/time^3", "length^2/time^3"};
}

std::array<std::string, 3> spectrum_columns(FieldKind kind) {
  switch (kind) {
  case FieldKind::velocity: return {"energy", "enstrophy", "helicity"};
  case FieldKind::scalar: return {"energy", "gradient", "flux"};
  case FieldKind::magnetic: return {"energy", "helicity", "cross_helicity"};
  case FieldKind::wave_function: return {"incompressible", "compressible", "quantum"};
  }
  return {};
}

std::array<std::string, 3> spectrum_units(const StateField& field) {
  switch (field.kind) {
  case FieldKind::velocity: return {"length^3/time^2", "length/time^2", "length^2/time^2"};
  case FieldKind::scalar:
    if (field.unit == "1") return {"length", "1/length", "length^2/time"};
    return {"length^3/time^2", "length/time^2", "length^3/time^2"};
  case FieldKind::magnetic: return {"length^3/time^2", "length^4/time^2", "length^3/time^2"};
  case FieldKind::wave_function: {
    const std::string unit = "density length^3/time^2";
    return {unit, unit, unit};
  }
  }
  return {};
}

SpectrumNames spectra_of(const StateField& field) {
  return {spectrum_names(field), spectrum_columns(field.kind), spectrum_units(field)};
}

SpectrumNames spectra_of_density() {
  const std::string name = "spectrum_density", energy = "density length^3/time^2";
  return {{name, name + "_parallel", name + "_perpendicular"},
          {"internal", "mass", "gradient"},
          {energy, "density length", energy}};
}

}  // namespace thalweg::turbulence
