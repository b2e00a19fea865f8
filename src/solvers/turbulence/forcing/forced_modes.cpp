// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/forcing/forced_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/turbulence/initial/shapes.hpp"

namespace thalweg::turbulence {

namespace {

double shell_unit(const Parameters& p) {
  return 2 * std::numbers::pi / *std::max_element(p.length.begin(), p.length.end());
}

ForcedMode mode_of(const Parameters& p, int mx, int my, int mz) {
  ForcedMode mode{.m = {mx, my, mz}, .k = {}, .weight = mx > 0 ? 2.0 : 1.0, .force = {}};
  for (std::size_t d = 0; d < 3; ++d) mode.k[d] = 2 * std::numbers::pi * mode.m[d] / p.length[d];
  return mode;
}

/// Collects a shape's modes; none at all where one of them is truncated.
struct ShapeModes {
  const Parameters& p;
  std::vector<ForcedMode>& list;
  bool& is_whole;

  void set(int c, int mx, int my, int mz, Complex<double> value) const {
    is_whole = is_whole && p.modes().keeps(mx, my, mz);
    const auto same = [&](const ForcedMode& f) {
      return f.m[0] == mx && f.m[1] == my && f.m[2] == mz;
    };
    auto at = std::find_if(list.begin(), list.end(), same);
    if (at == list.end()) at = list.insert(at, mode_of(p, mx, my, mz));
    at->force[c] = value;
  }
};

std::vector<ForcedMode> modes_of_shape(const Parameters& p) {
  const ForcingParameters& f = p.forcing;
  std::vector<ForcedMode> list;
  bool is_whole = true;
  const ShapeModes modes{p, list, is_whole};
  switch (f.shape) {
  case ForcingShape::kolmogorov: shapes::kolmogorov(f.amplitude, f.wavenumber, modes); break;
  case ForcingShape::abc:
    shapes::abc({f.amplitude, f.amplitude, f.amplitude}, f.wavenumber, modes);
    break;
  case ForcingShape::taylor_green:
    shapes::taylor_green(f.amplitude, f.wavenumber, p.length, modes);
    break;
  }
  return is_whole ? list : std::vector<ForcedMode>{};
}

std::vector<ForcedMode> modes_of_shell(const Parameters& p) {
  // Wave numbers on the bounds are in, whatever rounding made of them.
  const double unit = shell_unit(p), low = p.forcing.k_min * unit * (1 - 1e-9),
               high = p.forcing.k_max * unit * (1 + 1e-9);
  const fft::Modes kept = p.modes();
  const auto reach = [&](std::size_t d, int largest) {
    return std::min(largest, static_cast<int>(high * p.length[d] / (2 * std::numbers::pi)));
  };
  const int x = reach(0, kept.kx), y = reach(1, kept.ky), z = reach(2, kept.kz);
  std::vector<ForcedMode> list;
  for (int my = -y; my <= y; ++my)
    for (int mx = 0; mx <= x; ++mx)
      for (int mz = -z; mz <= z; ++mz) {
        const ForcedMode mode = mode_of(p, mx, my, mz);
        const double k = std::hypot(mode.k[0], mode.k[1], mode.k[2]);
        if (k > 0 && k >= low && k <= high && kept.keeps(mx, my, mz)) list.push_back(mode);
      }
  return list;
}

}  // namespace

std::size_t forced_field(const Parameters& p, const SetDescription& set) {
  for (std::size_t f = 0; f < set.fields.size(); ++f)
    if (p.forcing.of_magnetic_field && set.fields[f].kind == FieldKind::magnetic) return f;
  return 0;
}

std::vector<ForcedMode> forced_modes(const Parameters& p) {
  std::vector<ForcedMode> list;
  if (p.forcing.kind == ForcingKind::constant) list = modes_of_shape(p);
  if (p.forcing.has_shell()) list = modes_of_shell(p);
  for (std::size_t n = 0; n < list.size(); ++n) list[n].number = static_cast<int>(n);
  return list;
}

std::vector<ForcedMode> local_modes(const std::vector<ForcedMode>& all, const fft::Layout& layout) {
  std::vector<ForcedMode> own;
  for (ForcedMode mode : all) {
    mode.row = layout.row_of(mode.m[0], mode.m[1]) - layout.first_row();
    if (mode.row < 0 || mode.row >= layout.local_rows()) continue;
    mode.depth = mode.m[2] >= 0 ? mode.m[2] : mode.m[2] + layout.modes.depth();
    mode.column = mode.m[0];
    mode.i = layout.column_of(mode.m[0]);
    own.push_back(mode);
  }
  return own;
}

double rate_from_rest(const Parameters& p) {
  double spacing = p.length[0] / p.points[0];
  for (std::size_t d = 1; d < 3; ++d) spacing = std::min(spacing, p.length[d] / p.points[d]);
  const ForcingParameters& f = p.forcing;
  if (f.kind == ForcingKind::constant) return std::sqrt(3 * std::abs(f.amplitude) / spacing);
  if (f.kind != ForcingKind::random) return 0;
  const double white = std::cbrt(2 * f.energy_input / (spacing * spacing));
  if (f.correlation_time == 0) return white;
  // No step makes the force larger than either. (11.4)
  return std::min(white, std::sqrt(std::sqrt(f.energy_input / f.correlation_time) / spacing));
}

double forcing_bytes(const Parameters& p, const fft::Layout& layout) {
  double each = sizeof(ForcedMode) + 3 * sizeof(Complex<double>) + sizeof(double);
  if (p.forcing.kind == ForcingKind::random)
    each += sizeof(ForcedMode) + random_numbers * sizeof(double);
  if (p.forcing.kind == ForcingKind::constant_energy_input) each += sizeof(double);
  return each * static_cast<double>(local_modes(forced_modes(p), layout).size());
}

double largest_whole_shell(const Parameters& p) {
  const fft::Modes kept = p.modes();
  // The spherical truncation keeps up to N / 3 of each direction, the others a box of modes.
  const double largest[] = {kept.truncation == fft::Truncation::spherical ? kept.nx / 3.0 : kept.kx,
                            kept.truncation == fft::Truncation::spherical ? kept.ny / 3.0 : kept.ky,
                            kept.truncation == fft::Truncation::spherical ? kept.nz / 3.0
                                                                          : kept.kz};
  double whole = largest[0] / p.length[0];
  for (std::size_t d = 1; d < 3; ++d) whole = std::min(whole, largest[d] / p.length[d]);
  return 2 * std::numbers::pi * whole / shell_unit(p);
}

}  // namespace thalweg::turbulence
