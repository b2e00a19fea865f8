// SPDX-License-Identifier: Apache-2.0
#include "simulation/loop/recorder.hpp"

#include <utility>

namespace thalweg::simulation {

Recorder::Recorder(const Setup& setup, const io::OutputFolder& folder,
                   const transport::Communicator& comm, Simulation& solver,
                   std::optional<io::Resumption> resumed)
    : setup_(setup), folder_(folder), comm_(comm), solver_(solver),
      fields_(folder, comm, setup.field_names, setup.block_form), resumed_(resumed),
      samples_(setup.samples, folder, comm, resumed) {}

bool Recorder::record(double before) {
  bool wrote = false;
  const auto is_due = [&](const Schedule& when) {
    const bool due = when.is_due(solver_.steps(), before, solver_.time());
    wrote = wrote || due;
    return due;
  };
  if (is_due(setup_.history)) write_history();
  for (const TableOutput& output : setup_.tables)
    if (is_due(output.when)) write_tables(output);
  if (is_due(setup_.fields)) fields_.write(solver_);
  return samples_.record(solver_, before) || wrote;
}

void Recorder::record_end() { write_history(); }

void Recorder::write_history() {
  io::CsvHeader header{.names = {"step", "time", "dt"}, .units = {"1", "time", "time"}};
  std::vector<double> row{static_cast<double>(solver_.steps()), solver_.time(), solver_.dt()};
  for (Scalar& scalar : solver_.scalars()) {
    header.names.push_back(std::move(scalar.name));
    header.units.push_back(std::move(scalar.unit));
    row.push_back(scalar.value);
  }
  if (!history_) history_.emplace(folder_.history(), comm_, header, resumed_);
  history_->append(row);
  solver_.history_written();
}

void Recorder::write_tables(const TableOutput& output) {
  for (const Table& table : solver_.tables(output.names))
    io::write_table(folder_.table(output.group, table.name, solver_.steps()), comm_,
                    {.names = table.columns, .units = table.units}, table.values);
}

}  // namespace thalweg::simulation
