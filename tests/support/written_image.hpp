// SPDX-License-Identifier: Apache-2.0
// A field as a solver gives it to the writer of files.
#pragma once

#include "base/error.hpp"
#include "simulation/interface/simulation.hpp"

namespace thalweg::testing {

/// Takes one image.
class ImageTaker final : public simulation::FieldWriter {
 public:
  explicit ImageTaker(const std::string& name) : names_{name} {}
  io::ImageField field;

  const std::vector<std::string>& names() const override { return names_; }
  void image(const io::ImageGrid&, io::ImageField given) override { field = std::move(given); }
  void blocks(const io::BlockLayout&, const std::function<io::BlockVertices()>&,
              const io::BlockField&) override {
    TW_CHECK(false, "images are expected");
  }
  void points(const std::string&, const io::PointSet&) override {
    TW_CHECK(false, "images are expected");
  }

 private:
  std::vector<std::string> names_;
};

/// This rank's part of a field of a solver that writes images.
inline io::ImageField image_of(simulation::Simulation& solver, const std::string& name) {
  ImageTaker taker(name);
  solver.write_fields(taker);
  return taker.field;
}

}  // namespace thalweg::testing
