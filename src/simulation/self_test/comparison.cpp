// SPDX-License-Identifier: Apache-2.0
#include "simulation/self_test/comparison.hpp"

#include <algorithm>
#include <variant>

#include "base/error.hpp"
#include "exec/samples.hpp"

namespace thalweg::simulation {

std::vector<std::vector<double>> fields_after(const SampleRun& run, const std::string& device,
                                              const transport::Communicator& comm) {
  const Registry& registry = Registry::instance();
  const SolverKind* kind = registry.find(run.kind);
  const Factory* factory = registry.find_factory(run.kind, device);
  TW_CHECK(kind && factory, "there is no solver '" + run.kind + "' for " + device);
  auto input = io::Case::parse(run.text, "self-test.toml", run.settings);
  const auto solver = (*factory)(input, comm);
  solver->initialise();
  constexpr double no_limit = 1e30;
  for (int n = 0; n < run.steps; ++n) solver->step(no_limit);
  std::vector<std::vector<double>> fields;
  for (const std::string& name : kind->field_names)
    fields.push_back(std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); },
        solver->field(name).values));
  return fields;
}

double largest_difference(const std::vector<std::vector<double>>& a,
                          const std::vector<std::vector<double>>& b,
                          const transport::Communicator& comm) {
  TW_CHECK(a.size() == b.size(), "fields of two different solvers");
  double largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) largest = std::max(largest, exec::apart(a[n], b[n]));
  return comm.max(largest);
}

}  // namespace thalweg::simulation
