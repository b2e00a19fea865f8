// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/checkpoint.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/error.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "solvers/sound/kwave/parts.hpp"

namespace thalweg::sound::kwave {

namespace {

namespace fs = std::filesystem;
const std::string sensor_prefix = "sensor_";
/// Tells ours from those of k-Wave's programs, whose fields are others.
const std::string writer = "Thalweg";

void write_head(io::DatasetFile& file, const Input& input, std::int64_t steps) {
  file.set_text("/", "created_by", writer);
  file.set_text("/", "file_description", input.description);
  file.set_text("/", "file_type", "checkpoint");
  file.set_text("/", "major_version", "1");
  file.set_text("/", "minor_version", "2");
  const char* names[] = {"Nx", "Ny", "Nz", "t_index"};
  const auto& n = input.problem.points;
  const std::int64_t values[] = {n[0], n[1], n[2], steps};
  for (int i = 0; i < 4; ++i) {
    file.create_integers(names[i], {1, 1, 1}, {});
    file.write(names[i], 0, 1, &values[i]);
  }
}

void write_sensor_state(io::DatasetFile& file, const std::vector<StateArray>& arrays) {
  for (const StateArray& array : arrays) {
    const auto size = static_cast<std::int64_t>(array.values.size());
    file.create_doubles(sensor_prefix + array.name, {1, 1, size});
    file.write(sensor_prefix + array.name, 0, size, array.values.data());
  }
}

void require_same(const io::DatasetFile& file, const Input& input) {
  if (const std::string type = file.text("/", "file_type"); type.substr(0, 10) != "checkpoint")
    throw InputError(fmt::format("{}: its file_type is \"{}\"; expected \"checkpoint\"",
                                 file.path().string(), type));
  if (const std::string by = file.text("/", "created_by"); by != writer)
    throw InputError(fmt::format(
        "{}: this checkpoint is of \"{}\", and only Thalweg's own can be gone on from. Go on with "
        "that program, or remove the checkpoint to start anew. Nothing was run.",
        file.path().string(), by));
  const char* names[] = {"Nx", "Ny", "Nz"};
  for (std::size_t d = 0; d < 3; ++d) {
    std::int64_t value = 0;
    if (file.has(names[d]) && file.size(names[d]) == 1) file.read(names[d], 0, 1, &value);
    if (value != input.problem.points[d])
      throw InputError(
          fmt::format("{}: {} is {}, but the input file has {}: the checkpoint is of another run",
                      file.path().string(), names[d], value, input.problem.points[d]));
  }
}

}  // namespace

void write_checkpoint(const fs::path& path, const Input& input, const WaveSolver& solver,
                      const transport::Communicator& comm) {
  const fs::path temporary = path.string() + ".part";
  std::optional<io::DatasetFile> file;
  io::on_root(comm, [&] {
    file = io::DatasetFile::create(temporary);
    write_head(*file, input, solver.steps());
  });
  const auto& n = input.problem.points;
  solver.save_state([&](const StateArray& array) {
    io::on_root(comm, [&] { file->create_floats(array.name, {n[2], n[1], n[0]}, {}); });
    for_each_part<double>(array.values, comm,
                          [&](std::int64_t begin, const std::vector<double>& values) {
                            const auto size = static_cast<std::int64_t>(values.size());
                            file->write(array.name, begin, begin + size, values.data());
                          });
  });
  const auto gathered = solver.sensor_state();
  io::on_root(comm, [&] {
    write_sensor_state(*file, gathered);
    file->close();
    fs::rename(temporary, path);
  });
}

void read_checkpoint(const fs::path& path, const Input& input, WaveSolver& solver,
                     const transport::Communicator& comm) {
  std::int64_t steps = 0;
  std::optional<io::DatasetFile> file;
  io::together(comm, [&] {
    file = io::DatasetFile::open(path);
    require_same(*file, input);
    file->read("t_index", 0, 1, &steps);
  });
  const auto take = [&](const std::string& name, std::vector<double>& values, std::int64_t begin,
                        std::int64_t size) {
    const auto end = begin + static_cast<std::int64_t>(values.size());
    if (!file->has(name) || file->size(name) != size)
      throw InputError(fmt::format("{}: dataset \"{}\" is missing or of another size: the "
                                   "checkpoint is of another run",
                                   path.string(), name));
    file->read(name, begin, end, values.data());
  };
  solver.load_state(steps, [&](const std::string& name) {
    std::vector<double> values(static_cast<std::size_t>(solver.end() - solver.begin()));
    io::together(comm, [&] { take(name, values, solver.begin(), input.problem.size()); });
    return std::optional(std::move(values));
  });
  std::vector<StateArray> gathered = solver.sensor_state();
  io::on_root(comm, [&] {
    for (StateArray& array : gathered)
      take(sensor_prefix + array.name, array.values, 0,
           static_cast<std::int64_t>(array.values.size()));
  });
  solver.set_sensor_state(gathered);
}

}  // namespace thalweg::sound::kwave
