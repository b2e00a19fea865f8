// SPDX-License-Identifier: Apache-2.0
// Runs of the blood solver from case texts, and what they leave.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "geometry/vector.hpp"
#include "simulation/interface/simulation.hpp"
#include "tests/support/test_device.hpp"

namespace thalweg::testing {

using Solver = std::unique_ptr<simulation::Simulation>;

/// The solver of a case with some keys changed, not yet at its initial state.
inline Solver plasma(const std::string& text, const std::vector<std::string>& changes,
                     const transport::Communicator& comm,
                     const std::string& device = test_device()) {
  const simulation::Registry& registry = simulation::Registry::instance();
  auto input = io::Case::parse(text, "test.toml", changes);
  Solver solver = (*registry.find_factory("blood", device))(input, comm);
  input.throw_if_errors();
  return solver;
}

/// The same changes, with forces that sites gather: the same bits in every run, on devices too.
inline std::vector<std::string> gathering(std::vector<std::string> changes) {
  changes.emplace_back("cells.spreading=\"gather\"");
  return changes;
}

/// After so many steps.
inline Solver plasma_after(int steps, const std::string& text,
                           const std::vector<std::string>& changes = {},
                           const transport::Communicator& comm = transport::Communicator::world(),
                           const std::string& device = test_device()) {
  Solver solver = plasma(text, changes, comm, device);
  solver->initialise();
  for (int n = 0; n < steps; ++n) solver->step(1e9);
  return solver;
}

inline double scalar(simulation::Simulation& solver, const std::string& name) {
  for (const auto& s : solver.scalars())
    if (s.name == name) return s.value;
  ADD_FAILURE() << "no scalar " << name;
  return 0;
}

/// Takes one field, which is of points.
class PointsWriter : public simulation::FieldWriter {
 public:
  explicit PointsWriter(const std::string& name) : names_{name} {}
  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid&, io::ImageField) override { ADD_FAILURE() << "an image"; }
  void blocks(const io::BlockLayout&, const std::function<io::BlockVertices()>&,
              const io::BlockField&) override {
    ADD_FAILURE() << "blocks";
  }

 private:
  std::vector<std::string> names_;
};

/// Velocities of this rank's sites by identity.
class SiteVelocities final : public PointsWriter {
 public:
  explicit SiteVelocities(simulation::Simulation& solver) : PointsWriter("velocity") {
    solver.write_fields(*this);
  }
  void points(const std::string&, const io::PointSet& points) override {
    std::visit(
        [&](const auto& values) {
          for (std::size_t i = 0; i < points.identities.size(); ++i)
            for (std::size_t d = 0; d < 3; ++d)
              of_site[points.identities[i]].push_back(static_cast<double>(values[3 * i + d]));
        },
        points.values.at(0).values);
  }
  std::map<std::int64_t, std::vector<double>> of_site;
};

/// The sites of a part are those of the whole by every bit. whole: on each rank alone. Collective.
inline void expect_part_of(simulation::Simulation& part, simulation::Simulation& whole) {
  const SiteVelocities here(part), all(whole);
  for (const auto& [identity, velocity] : here.of_site) {
    ASSERT_TRUE(all.of_site.contains(identity)) << identity;
    EXPECT_EQ(velocity, all.of_site.at(identity)) << identity;
  }
  const auto count = transport::Communicator::world().sum(static_cast<double>(here.of_site.size()));
  EXPECT_EQ(count, static_cast<double>(all.of_site.size()));
}

/// What the first rank has of the triangles of the wall.
class WallTriangles final : public PointsWriter {
 public:
  explicit WallTriangles(simulation::Simulation& solver) : PointsWriter("wall_shear_stress") {
    solver.write_fields(*this);
  }
  void points(const std::string& name, const io::PointSet& points) override {
    EXPECT_EQ(name, "wall");
    EXPECT_EQ(points.triangles.size(), 3 * points.triangle_identities.size());
    set = points;
  }
  /// By name, `components` of each triangle.
  const std::vector<double>& values(const std::string& name) const {
    for (const io::PointValues& values : set.triangle_values)
      if (values.name == name) return std::get<std::vector<double>>(values.values);
    throw std::out_of_range(name);
  }
  io::PointSet set;
};

/// Places of this rank's vertices by identity [m].
class VertexPlaces final : public PointsWriter {
 public:
  explicit VertexPlaces(simulation::Simulation& solver) : PointsWriter("cells") {
    solver.write_fields(*this);
  }
  void points(const std::string& name, const io::PointSet& points) override {
    EXPECT_EQ(name, "cells");
    EXPECT_EQ(points.triangles.size(), 3 * points.triangle_identities.size());
    for (std::size_t i = 0; i < points.identities.size(); ++i)
      of_vertex[points.identities[i]] = {points.places[3 * i], points.places[3 * i + 1],
                                         points.places[3 * i + 2]};
  }
  std::map<std::int64_t, geometry::Vector> of_vertex;
};

}  // namespace thalweg::testing
