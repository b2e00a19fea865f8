// SPDX-License-Identifier: Apache-2.0
#include "simulation/recorder.hpp"

#include <utility>

namespace thalweg::simulation {

Recorder::Recorder(const Setup& setup, const OutputFolder& folder,
                   const transport::Communicator& comm, Simulation& solver, bool resumed)
    : setup_(setup), folder_(folder), comm_(comm), solver_(solver) {
  if (resumed) resumed_after_ = solver.steps();
}

void Recorder::record(double before) {
  const std::int64_t step = solver_.steps();
  const double time = solver_.time();
  if (setup_.history.is_due(step, before, time)) write_history();
  if (setup_.tables.is_due(step, before, time)) write_tables();
  if (setup_.fields.is_due(step, before, time)) write_fields();
}

void Recorder::record_end() { write_history(); }

void Recorder::write_history() {
  std::vector<io::Column> columns{{"step", "1"}, {"time", "time"}, {"dt", "time"}};
  std::vector<double> row{static_cast<double>(solver_.steps()), solver_.time(), solver_.dt()};
  for (Scalar& scalar : solver_.scalars()) {
    columns.push_back({std::move(scalar.name), std::move(scalar.unit)});
    row.push_back(scalar.value);
  }
  io::on_root(comm_, [&] {
    if (!history_)
      history_.emplace(resumed_after_
                           ? io::HistoryFile::resume(folder_.history(), columns, *resumed_after_)
                           : io::HistoryFile::create(folder_.history(), columns));
    history_->append(row);
  });
  solver_.history_written();
}

void Recorder::write_tables() {
  for (const Table& table : solver_.tables()) write_table(table);
}

void Recorder::write_table(const Table& table) {
  std::vector<io::Column> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    columns.push_back({table.columns[c], table.units[c]});
  io::on_root(comm_, [&] {
    io::write_table(folder_.table(table.name, solver_.steps()), columns, table.values);
  });
}

void Recorder::write_fields() {
  for (const std::string& name : setup_.field_names)
    io::write_image(folder_.field(name, solver_.steps()), comm_, solver_.image_grid(),
                    {solver_.field(name)}, solver_.time(), solver_.steps());
}

}  // namespace thalweg::simulation
