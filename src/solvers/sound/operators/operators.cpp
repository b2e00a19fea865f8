// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/operators/operators.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::sound::inline TW_HALF {

namespace {

/// i k exp(i k shift).
template <class Real>
exec::Array<Complex<Real>, 1> derivative(const std::vector<double>& k, double shift) {
  std::vector<Complex<Real>> table;
  for (const double wave : k)
    table.push_back({static_cast<Real>(-wave * std::sin(wave * shift)),
                     static_cast<Real>(wave * std::cos(wave * shift))});
  return exec::uploaded(table);
}

/// exp(-i k dx / 2).
template <class Real>
std::vector<Complex<Real>> shift_half_back(const std::vector<double>& k, double spacing) {
  std::vector<Complex<Real>> table;
  for (const double wave : k)
    table.push_back({static_cast<Real>(std::cos(wave * spacing / 2)),
                     static_cast<Real>(-std::sin(wave * spacing / 2))});
  return table;
}

std::vector<double> squares(const std::vector<double>& k, double half_rate) {
  std::vector<double> values;
  for (const double wave : k) values.push_back(wave * wave * half_rate * half_rate);
  return values;
}

/// |k|^2 to a power for the modes of one row; for k = 0 it stays 0 but for a power of 0. Modes of
/// k_z and -k_z have the same.
template <class Real>
struct PowerRow {
  const fft::Layout* layout;
  ModeOrder order;
  const std::vector<double>* k;
  double exponent;
  Real* values;
  void operator()(const exec::Team& team) const {
    const int row = team.tile(), global = layout->first_row() + row;
    const int first = layout->row_column[static_cast<std::size_t>(global)];
    const auto bin = static_cast<std::size_t>(layout->row_bin[static_cast<std::size_t>(global)]);
    const double ky = k[1][bin];
    const int nz = layout->nz;
    for (int z = 0; z <= nz / 2; ++z)
      for (int i = 0; i < layout->group && first + i < layout->columns; ++i) {
        const double kx = k[0][static_cast<std::size_t>(first + i)],
                     kz = k[2][static_cast<std::size_t>(z)];
        const double square = kx * kx + ky * ky + kz * kz;
        if (!(square > 0) && exponent != 0) continue;
        const Real power = std::pow(static_cast<Real>(square), static_cast<Real>(exponent));
        values[order.index(row, z, i)] = values[order.index(row, (nz - z) % nz, i)] = power;
      }
  }
};

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

}  // namespace

template <class Real>
Operators<Real>::Operators(const Domain& domain, double rate) : domain_(domain) {
  const fft::Layout& w = domain.layout;
  for (std::size_t a = 0; a < 3; ++a) k_[a] = domain.wave_numbers(a);
  half_back_ = exec::uploaded(shift_half_back<Real>(k_[2], domain.axis[2].spacing));
  for (auto [set, sign] : {std::pair{&forward_, 1}, std::pair{&backward_, -1}}) {
    const auto table = [&, sign = sign](std::size_t a) {
      return derivative<Real>(k_[a], sign * domain.axis[a].spacing / 2);
    };
    *set = {table(0), table(1), table(2)};
  }
  const auto square_x = squares(k_[0], rate / 2), by_bin = squares(k_[1], rate / 2),
             square_z = squares(k_[2], rate / 2);
  largest_square_ = largest(square_x) + largest(by_bin) + largest(square_z);
  std::vector<double> square_y;
  std::vector<int> row_bin, row_column;
  for (int row = w.first_row(); row < w.first_row() + w.local_rows(); ++row) {
    row_bin.push_back(w.row_bin[static_cast<std::size_t>(row)]);
    row_column.push_back(w.row_column[static_cast<std::size_t>(row)]);
    square_y.push_back(by_bin[static_cast<std::size_t>(row_bin.back())]);
  }
  square_x_ = exec::uploaded_as<Real>(square_x);
  square_y_ = exec::uploaded_as<Real>(square_y);
  square_z_ = exec::uploaded_as<Real>(square_z);
  row_bin_ = exec::uploaded(row_bin);
  row_column_ = exec::uploaded(row_column);
}

template <class Real>
ModeViews<Real> Operators<Real>::modes() const {
  return {square_x_.view().data,   square_y_.view().data,
          square_z_.view().data,   row_bin_.view().data,
          row_column_.view().data, static_cast<Real>(1 / domain_.layout.scale())};
}

template <class Real>
exec::Array<Real, 1> Operators<Real>::power_of_k(double exponent, const ModeOrder& order) const {
  const fft::Layout& w = domain_.layout;
  const exec::Index<1> extent{w.local_rows() * order.per_row};
  exec::Array<Real, 1, exec::Space::host> host(extent);
  exec::parallel_tiles(exec::HostExec{}, w.local_rows(), 0,
                       PowerRow<Real>{&w, order, k_, exponent / 2, host.view().data});
  if constexpr (exec::kernel_space == exec::Space::host) {
    return host;
  } else {
    exec::Array<Real, 1> array(extent);
    exec::Exec exec;
    exec::copy(exec, array.view(), host.view());
    exec.wait();
    return array;
  }
}

template class Operators<float>;
template class Operators<double>;

}  // namespace thalweg::sound::inline TW_HALF
