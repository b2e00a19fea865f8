// SPDX-License-Identifier: Apache-2.0
// Points as a solver gives them to the writer of files.
#pragma once

#include "base/error.hpp"
#include "simulation/interface/simulation.hpp"

namespace thalweg::testing {

/// Takes one set of points.
class PointTaker final : public simulation::FieldWriter {
 public:
  explicit PointTaker(const std::string& name) : names_{name} {}
  io::PointSet set;

  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid&, io::ImageField) override {
    TW_CHECK(false, "points are expected");
  }
  void blocks(const io::BlockLayout&, const std::function<io::BlockVertices()>&,
              const io::BlockField&) override {
    TW_CHECK(false, "points are expected");
  }
  void points(const std::string&, const io::PointSet& given) override { set = given; }

 private:
  std::vector<std::string> names_;
};

/// This rank's points of that name.
inline io::PointSet points_of(simulation::Simulation& solver, const std::string& name) {
  PointTaker taker(name);
  solver.write_fields(taker);
  return taker.set;
}

}  // namespace thalweg::testing
