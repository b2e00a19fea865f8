// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/diagnostics/spectra.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/turbulence/diagnostics/bins.hpp"
#include "solvers/turbulence/wave_numbers.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

Bins bins_up_to(double largest, double width) {
  return {width, static_cast<int>(std::lround(largest / width)) + 1};
}

/// Of shells, of |k_z|, of k across z.
std::array<Bins, 3> bins_of(const fft::Modes& modes, const std::array<double, 3>& length) {
  const auto unit = [&](std::size_t d) { return 2 * std::numbers::pi / length[d]; };
  const double across = std::min(unit(0), unit(1));
  const double largest_across = std::hypot(modes.kx * unit(0), modes.ky * unit(1));
  return {bins_up_to(std::hypot(largest_across, modes.kz * unit(2)), std::min(across, unit(2))),
          bins_up_to(modes.kz * unit(2), unit(2)), bins_up_to(largest_across, across)};
}

simulation::Table table_of(const std::string& name, const SpectrumNames& names, const Bins& bins,
                           const double* sums) {
  simulation::Table table{
      name, {"k"}, {"1/length"}, std::vector<std::vector<double>>(1 + BinSums::quantities)};
  for (const std::string& column : names.columns) table.columns.push_back(column);
  for (const std::string& unit : names.units) table.units.push_back(unit);
  for (int bin = 0; bin < bins.count; ++bin) {
    table.values[0].push_back(bin * bins.width);
    for (std::size_t q = 0; q < BinSums::quantities; ++q)
      table.values[q + 1].push_back(*sums++ / bins.width);
  }
  return table;
}

simulation::Table transfer_table(const std::string& name, const StateField& field, const Bins& bins,
                                 const double* sums) {
  const std::array<std::string, 2> units = transfer_units(field);
  simulation::Table table{name,
                          {"k", "transfer", "flux"},
                          {"1/length", units[0], units[1]},
                          std::vector<std::vector<double>>(3)};
  double flux = 0;
  for (int bin = 0; bin < bins.count; ++bin) {
    const double transfer = sums[bin * BinSums::quantities];
    flux -= transfer;
    table.values[0].push_back(bin * bins.width);
    table.values[1].push_back(transfer / bins.width);
    table.values[2].push_back(flux);
  }
  return table;
}

/// This rank's sums by bin, one table's bins after the other's, as plain numbers.
template <class Real, class Quantities>
std::vector<double> binned(const exec::Exec& exec, const fft::Layout& layout,
                           const std::array<double, 3>& length, const std::array<Bins, 3>& bins,
                           ConstSpectralView<Real> state, Quantities quantities) {
  const DirectionTables<double> k(WaveNumbers(layout, length));
  const int rows = layout.local_rows(), count = bins[0].count + bins[1].count + bins[2].count;
  exec::Array<BinSums, 2> by_row({rows, count}, exec::Contents::undefined);
  exec::Array<BinSums, 1> total({count}, exec::Contents::undefined);
  const BinRow<Real, Quantities> kernel{state,         quantities,   k.wave_vectors(),
                                        bins[0],       bins[1],      bins[2],
                                        by_row.view(), layout.group, layout.modes.kz};
  exec::parallel_tiles(exec, rows, kernel.scratch_bytes(), kernel);
  exec::parallel_for(exec, count, SumRows{std::as_const(by_row).view(), total.view()});
  std::vector<BinSums> sums(total.size());
  exec::copy(exec, exec::View<BinSums, 1, exec::Space::host>{sums.data(), {count}},
             std::as_const(total).view());
  exec.wait();
  std::vector<double> numbers;
  for (const BinSums& s : sums)
    numbers.insert(numbers.end(), s.value, s.value + BinSums::quantities);
  return numbers;
}

template <class Real>
std::vector<double> binned(const exec::Exec& exec, const fft::Layout& layout,
                           const std::array<double, 3>& length, const std::array<Bins, 3>& bins,
                           ConstSpectralView<Real> state, const StateField& field) {
  switch (field.kind) {
  case FieldKind::velocity: return binned(exec, layout, length, bins, state, VelocityBins<Real>{});
  case FieldKind::scalar:
    return binned(exec, layout, length, bins, state, ScalarBins<Real>{field.first});
  case FieldKind::magnetic:
    return binned(exec, layout, length, bins, state, MagneticBins<Real>{field.first});
  case FieldKind::wave_function: break;  // quantum_spectra()
  }
  return {};
}

/// The sums of all ranks as tables.
std::vector<simulation::Table> tables_of(const SpectrumNames& names,
                                         const std::array<Bins, 3>& bins, std::vector<double> sums,
                                         const transport::Communicator& comm) {
  comm.sum(sums);
  std::vector<simulation::Table> tables;
  const double* next = sums.data();
  for (std::size_t n = 0; n < 3; ++n) {
    tables.push_back(table_of(names.tables[n], names, bins[n], next));
    next += bins[n].count * BinSums::quantities;
  }
  return tables;
}

}  // namespace

template <class Real>
std::vector<simulation::Table> spectra(const exec::Exec& exec, const fft::Layout& layout,
                                       const std::array<double, 3>& length,
                                       const transport::Communicator& comm,
                                       ConstSpectralView<Real> state, const StateField& field) {
  const std::array<Bins, 3> bins = bins_of(layout.modes, length);
  return tables_of(spectra_of(field), bins, binned<Real>(exec, layout, length, bins, state, field),
                   comm);
}

template <class Real>
std::vector<simulation::Table>
quantum_spectra(const exec::Exec& exec, const fft::Layout& layout,
                const std::array<double, 3>& length, const transport::Communicator& comm,
                ConstSpectralView<Real> state, ConstSpectralView<Real> fields, double dispersion) {
  const std::array<Bins, 3> bins = bins_of(layout.modes, length);
  const StateField wave{"wave_function", "", FieldKind::wave_function, 0, dispersion};
  auto tables = tables_of(spectra_of(wave), bins,
                          binned(exec, layout, length, bins, fields, EnergyBins<Real>{}), comm);
  const DensityBins<Real> density{state, 2 * dispersion * dispersion};
  for (auto& table : tables_of(spectra_of_density(), bins,
                               binned(exec, layout, length, bins, fields, density), comm))
    tables.push_back(std::move(table));
  return tables;
}

template <class Real>
std::vector<simulation::Table>
transfers(const exec::Exec& exec, const fft::Layout& layout, const std::array<double, 3>& length,
          const transport::Communicator& comm, ConstSpectralView<Real> state,
          ConstSpectralView<Real> rates, const StateField& field) {
  const std::array<Bins, 3> bins = bins_of(layout.modes, length);
  std::vector<double> sums =
      binned<Real>(exec, layout, length, bins, state,
                   TransferBins<Real>{rates, field.first, field.components()});
  comm.sum(sums);
  const std::array<std::string, 3> names = transfer_names(field);
  std::vector<simulation::Table> tables;
  const double* next = sums.data();
  for (std::size_t n = 0; n < 3; ++n) {
    tables.push_back(transfer_table(names[n], field, bins[n], next));
    next += bins[n].count * BinSums::quantities;
  }
  return tables;
}

double spectra_bytes(const fft::Layout& layout, const std::array<double, 3>& length) {
  double count = 0;
  for (const Bins& bins : bins_of(layout.modes, length)) count += bins.count;
  const double rows = layout.local_rows(), along = layout.padded_columns() + rows + layout.depth;
  return sizeof(BinSums) * count * (rows + 1) + sizeof(double) * along + sizeof(int) * rows;
}

template std::vector<simulation::Table> spectra(const exec::Exec&, const fft::Layout&,
                                                const std::array<double, 3>&,
                                                const transport::Communicator&,
                                                ConstSpectralView<float>, const StateField&);
template std::vector<simulation::Table> spectra(const exec::Exec&, const fft::Layout&,
                                                const std::array<double, 3>&,
                                                const transport::Communicator&,
                                                ConstSpectralView<double>, const StateField&);
template std::vector<simulation::Table> transfers(const exec::Exec&, const fft::Layout&,
                                                  const std::array<double, 3>&,
                                                  const transport::Communicator&,
                                                  ConstSpectralView<float>,
                                                  ConstSpectralView<float>, const StateField&);
template std::vector<simulation::Table> transfers(const exec::Exec&, const fft::Layout&,
                                                  const std::array<double, 3>&,
                                                  const transport::Communicator&,
                                                  ConstSpectralView<double>,
                                                  ConstSpectralView<double>, const StateField&);

template std::vector<simulation::Table> quantum_spectra(const exec::Exec&, const fft::Layout&,
                                                        const std::array<double, 3>&,
                                                        const transport::Communicator&,
                                                        ConstSpectralView<float>,
                                                        ConstSpectralView<float>, double);
template std::vector<simulation::Table> quantum_spectra(const exec::Exec&, const fft::Layout&,
                                                        const std::array<double, 3>&,
                                                        const transport::Communicator&,
                                                        ConstSpectralView<double>,
                                                        ConstSpectralView<double>, double);

}  // namespace thalweg::turbulence::inline TW_HALF
