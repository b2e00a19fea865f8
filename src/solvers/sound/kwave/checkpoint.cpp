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

/// What must be the same in a run that goes on.
struct Trait {
  const char* name;
  double value;
  bool is_integer;
  const char* origin;  // begins what is said of this run's value
};

std::vector<Trait> traits_of(const Input& input, const Options& options) {
  const Problem& p = input.problem;
  constexpr auto file = "the input file has";
  return {{"Nx", static_cast<double>(p.points[0]), true, file},
          {"Ny", static_cast<double>(p.points[1]), true, file},
          {"Nz", static_cast<double>(p.points[2]), true, file},
          {"dt", p.dt, false, file},
          {"c_ref", p.sound_speed_ref, false, file},
          {"first_step", static_cast<double>(options.first_step), true, "-s is"}};
}

void write_head(io::DatasetFile& file, const Input& input, const Options& options,
                std::int64_t steps) {
  file.set_text("/", "created_by", writer);
  file.set_text("/", "file_description", input.description);
  file.set_text("/", "file_type", "checkpoint");
  file.set_text("/", "major_version", "1");
  file.set_text("/", "minor_version", "2");
  for (const Trait& trait : traits_of(input, options)) {
    if (trait.is_integer)
      file.create_integers(trait.name, {1, 1, 1}, {});
    else
      file.create_doubles(trait.name, {1, 1, 1});
    file.write(trait.name, 0, 1, &trait.value);
  }
  file.create_integers("t_index", {1, 1, 1}, {});
  file.write("t_index", 0, 1, &steps);
}

void write_sensor_state(io::DatasetFile& file, const std::vector<StateArray>& arrays) {
  for (const StateArray& array : arrays) {
    const auto size = static_cast<std::int64_t>(array.values.size());
    file.create_doubles(sensor_prefix + array.name, {1, 1, size});
    file.write(sensor_prefix + array.name, 0, size, array.values.data());
  }
}

void require_same(const io::DatasetFile& file, const Input& input, const Options& options) {
  if (const std::string type = file.text("/", "file_type"); type.substr(0, 10) != "checkpoint")
    throw InputError(fmt::format("{}: its file_type is \"{}\"; expected \"checkpoint\"",
                                 file.path().string(), type));
  if (const std::string by = file.text("/", "created_by"); by != writer)
    throw InputError(fmt::format(
        "{}: this checkpoint is of \"{}\", and only Thalweg's own can be gone on from. Go on with "
        "that program, or remove the checkpoint to start anew. Nothing was run.",
        file.path().string(), by));
  for (const Trait& trait : traits_of(input, options)) {
    double value = 0;
    if (file.has(trait.name) && file.size(trait.name) == 1) file.read(trait.name, 0, 1, &value);
    if (value != trait.value)
      throw InputError(fmt::format(
          "{}: {} is {:.9g}, but {} {:.9g}: the checkpoint is of another run. Remove it to start "
          "anew. Nothing was run.",
          file.path().string(), trait.name, value, trait.origin, trait.value));
  }
}

}  // namespace

void write_checkpoint(const Options& options, const Input& input, const WaveSolver& solver,
                      const transport::Communicator& comm) {
  const fs::path path = options.checkpoint_file, temporary = path.string() + ".part";
  std::optional<io::DatasetFile> file;
  io::on_root(comm, [&] {
    file = io::DatasetFile::create(temporary);
    write_head(*file, input, options, solver.steps());
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

void read_checkpoint(const Options& options, const Input& input, WaveSolver& solver,
                     const transport::Communicator& comm) {
  const fs::path path = options.checkpoint_file;
  std::int64_t steps = 0;
  std::optional<io::DatasetFile> file;
  io::together(comm, [&] {
    file = io::DatasetFile::open(path);
    require_same(*file, input, options);
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
