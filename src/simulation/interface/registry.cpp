// SPDX-License-Identifier: Apache-2.0
#include "simulation/interface/simulation.hpp"

namespace thalweg::simulation {

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::add(SolverKind kind) { kinds_.push_back(std::move(kind)); }

void Registry::add_factory(const std::string& kind, const std::string& device, Factory factory) {
  factories_.push_back({kind, device, std::move(factory)});
}

void Registry::add_stand_in(StandIn program) { stand_ins_.push_back(program); }

const SolverKind* Registry::find(const std::string& kind) const {
  for (const SolverKind& known : kinds_)
    if (known.name == kind) return &known;
  return nullptr;
}

const Factory* Registry::find_factory(const std::string& kind, const std::string& device) const {
  for (const Entry& entry : factories_)
    if (entry.kind == kind && entry.device == device) return &entry.factory;
  return nullptr;
}

std::vector<std::string> Registry::kinds() const {
  std::vector<std::string> names;
  for (const SolverKind& kind : kinds_) names.push_back(kind.name);
  return names;
}

}  // namespace thalweg::simulation
