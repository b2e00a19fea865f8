// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/read_file.hpp"

#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

namespace {

/// A file that a key names, or another.
std::filesystem::path read_path(io::Case& input, const std::string& key,
                                const std::optional<std::string>& otherwise) {
  const std::filesystem::path file = input.resolve(input.text(key, otherwise));
  if (input.has(key) && !std::filesystem::is_regular_file(file))
    input.error(key, "there is no file " + file.string());
  return file;
}

/// A field beside the first one, where the case gives its file or its dataset: not with another
/// start of it.
void read_companion(io::Case& input, Parameters& p, const StateField& field,
                    const std::string& path_key, const std::string& dataset_key,
                    const std::array<std::string, 2>& others) {
  if (!input.has(path_key) && !input.has(dataset_key)) return;
  for (const std::string& other : others)
    input.at_most_one({input.has(path_key) ? path_key : dataset_key, other});
  p.initial.file_fields.push_back({read_path(input, path_key, input.text("initial.path", {})),
                                   input.text(dataset_key, field.name), field.first,
                                   field.components()});
}

void read_wave_function(io::Case& input, Parameters& p) {
  const std::string path = input.text("initial.path", {});
  p.initial.file_fields = {{read_path(input, "initial.path", {}),
                            input.text("initial.dataset", "wave_function_real"), 0, 1},
                           {read_path(input, "initial.imaginary_path", path),
                            input.text("initial.imaginary_dataset", "wave_function_imaginary"), 1,
                            1}};
}

}  // namespace

void read_initial_files(io::Case& input, Parameters& p) {
  const SetDescription set = describe(p);
  if (set.is_quantum()) return read_wave_function(input, p);
  p.initial.file_fields = {
      {read_path(input, "initial.path", {}), input.text("initial.dataset", "velocity"), 0, 3}};
  for (std::size_t f = 1; f < set.fields.size(); ++f) {
    const StateField& field = set.fields[f];
    const bool is_own = f < set.own_fields();
    const std::string of = is_own
                               ? "initial." + field.name + "_"
                               : "turbulence.scalar." + std::to_string(f - set.own_fields()) + ".";
    read_companion(input, p, field, of + "path", of + "dataset",
                   {of + "energy", "initial." + (is_own ? field.name : std::string("scalar"))});
  }
}

}  // namespace thalweg::turbulence
