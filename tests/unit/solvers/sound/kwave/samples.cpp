// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/solvers/sound/kwave/samples.hpp"

#include "io/hdf5/dataset_file.hpp"

namespace thalweg::sound::kwave::testing {

Sample::Sample() {
  for (const auto& [name, value] :
       std::map<std::string, std::int64_t>{{"Nx", 8},
                                           {"Ny", 6},
                                           {"Nz", 1},
                                           {"Nt", 4},
                                           {"pml_x_size", 2},
                                           {"pml_y_size", 1},
                                           {"p_source_flag", 0},
                                           {"p0_source_flag", 1},
                                           {"transducer_source_flag", 0},
                                           {"ux_source_flag", 0},
                                           {"uy_source_flag", 0},
                                           {"nonuniform_grid_flag", 0},
                                           {"nonlinear_flag", 0},
                                           {"absorbing_flag", 0},
                                           {"axisymmetric_flag", 0},
                                           {"sensor_mask_type", 0}})
    set_integers(name, {value});
  for (const auto& [name, value] : std::map<std::string, float>{{"dt", 1e-8F},
                                                                {"dx", 1e-4F},
                                                                {"dy", 2e-4F},
                                                                {"c_ref", 1500},
                                                                {"pml_x_alpha", 2},
                                                                {"pml_y_alpha", 1.5F},
                                                                {"c0", 1500},
                                                                {"rho0", 1000},
                                                                {"rho0_sgx", 1000},
                                                                {"rho0_sgy", 1000}})
    set(name, {value});
  set("p0_source_input", std::vector<float>(sample_points, 1));
  set_integers("sensor_mask_index", {1, 10, 48});
  attributes = {{"file_type", "input"},
                {"major_version", "1"},
                {"minor_version", "2"},
                {"file_description", "a sample"}};
}

Sample& Sample::drop(const std::string& name) {
  integers.erase(name);
  floats.erase(name);
  return *this;
}

Sample& Sample::set(const std::string& name, std::vector<float> values) {
  floats[name] = std::move(values);
  integers.erase(name);
  return *this;
}

Sample& Sample::set_integers(const std::string& name, std::vector<std::int64_t> values) {
  integers[name] = std::move(values);
  floats.erase(name);
  return *this;
}

Sample& Sample::add_pressure_source() {
  set_integers("p_source_flag", {3}).set_integers("p_source_mode", {2});
  set_integers("p_source_many", {1}).set_integers("p_source_index", {2, 11});
  return set("p_source_input", {1, 2, 3, 4, 5, 6});
}

Sample& Sample::add_velocity_source() {
  set_integers("uy_source_flag", {4}).set_integers("u_source_mode", {0});
  set_integers("u_source_many", {0}).set_integers("u_source_index", {3, 4, 5});
  return set("uy_source_input", {1, 2, 3, 4});
}

Sample& Sample::add_transducer() {
  set_integers("transducer_source_flag", {3}).set_integers("u_source_index", {7, 8});
  return set_integers("delay_mask", {1, 3}).set("transducer_source_input", {1, 2, 3, 4, 5});
}

Sample& Sample::use_cuboids() {
  drop("sensor_mask_index").set_integers("sensor_mask_type", {1});
  return set_integers("sensor_mask_corners", {2, 1, 1, 3, 2, 1, 8, 4, 1, 8, 6, 1});
}

void Sample::write(const std::filesystem::path& path) const {
  auto file = io::DatasetFile::create(path);
  for (const auto& [name, text] : attributes) file.set_text("/", name, text);
  for (const auto& [name, values] : integers) {
    const auto size = static_cast<std::int64_t>(values.size());
    file.create_integers(name, {1, 1, size}, {});
    file.write(name, 0, size, values.data());
  }
  for (const auto& [name, values] : floats) {
    const auto size = static_cast<std::int64_t>(values.size());
    file.create_floats(name, {1, 1, size}, {});
    file.write(name, 0, size, values.data());
  }
  file.close();
}

}  // namespace thalweg::sound::kwave::testing
