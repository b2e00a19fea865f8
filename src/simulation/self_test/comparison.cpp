// SPDX-License-Identifier: Apache-2.0
#include "simulation/self_test/comparison.hpp"

#include <algorithm>
#include <variant>

#include "base/error.hpp"
#include "exec/samples.hpp"

namespace thalweg::simulation {

namespace {

/// Keeps the values of all fields, whatever form they have.
class Values final : public FieldWriter {
 public:
  explicit Values(std::vector<std::string> names) : names_(std::move(names)) {}
  std::vector<std::vector<double>> fields;

  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid&, io::ImageField field) override { keep(field.values); }
  void blocks(const io::BlockLayout&, const std::function<io::BlockVertices()>&,
              const io::BlockField& field) override {
    keep(field.values);
  }
  void points(const std::string&, const io::PointSet& points) override {
    fields.push_back(points.places);
    for (const io::PointValues& field : points.values) keep(field.values);
  }

 private:
  template <class Variant>
  void keep(const Variant& variant) {
    fields.push_back(std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); },
        variant));
  }
  std::vector<std::string> names_;
};

}  // namespace

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
  // Fields that depend on the case are known to its check.
  Values values(kind->field_names.empty() ? kind->check(input, comm, device).recordings.fields
                                          : kind->field_names);
  solver->write_fields(values);
  return values.fields;
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
