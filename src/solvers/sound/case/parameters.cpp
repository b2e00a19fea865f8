// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/parameters.hpp"

#include "solvers/sound/case/sections.hpp"

namespace thalweg::sound {

std::vector<std::string> field_names() {
  return {"pressure", "velocity", "pressure-max", "pressure-min"};
}

Parameters read_parameters(io::Case& input) {
  Parameters p;
  p.options.single_precision =
      input.choice("simulation.precision", {"double", "single"}, "double") == "single";
  read_grid(input, p);
  read_layers(input, p);  // which say where an axis is periodic
  read_medium(input, p);
  p.writes_medium = input.boolean("sound.write_medium", true, "as fields, where it changes");
  read_time(input, p);
  read_initial(input, p);
  read_sources(input, p);
  read_sensors(input, p);
  p.options.transport = simulation::read_transport(input);
  if (!input.has_errors()) advise(p);
  return p;
}

}  // namespace thalweg::sound
