// SPDX-License-Identifier: Apache-2.0
// The space between fixed spheres in a box that is periodic all round: arrays, beds.
#pragma once

#include <string>
#include <vector>

#include "solvers/blood/vessel/interior.hpp"
#include "solvers/blood/vessel/sphere_bins.hpp"

namespace thalweg::blood {

class SpheresInterior : public Interior {
 public:
  /// box: x, y, z [m]; its middle is the origin. The spheres overlap neither each other nor their
  /// own images.
  SpheresInterior(std::vector<FixedSphere> spheres, const geometry::Vector& box);

  bool is_walled(std::size_t) const override { return false; }
  bool is_inside(const geometry::Vector& place) const override;
  std::vector<bool> row_inside(const geometry::Vector& first, double spacing,
                               int count) const override;
  double distance_to_wall(const geometry::Vector& from,
                          const geometry::Vector& step) const override;
  double clearance(const geometry::Vector& place) const override;
  double volume() const override;
  double wall_area() const override;
  /// The smallest diameter: that is what must be resolved.
  double width() const override;
  /// By Happel's cell model: a sphere in the middle of a ball of fluid, free outside, of the same
  /// part of solid.
  double permeability() const override;
  double bytes() const override {
    return static_cast<double>(spheres_.size() * sizeof(FixedSphere)) + bins_.bytes();
  }
  const std::vector<FixedSphere>& spheres() const override { return spheres_; }
  int sphere_met(const geometry::Vector& from, const geometry::Vector& step) const override;
  geometry::Vector from_sphere(int sphere, const geometry::Vector& place) const override {
    return from_nearest_image(spheres_[static_cast<std::size_t>(sphere)], place, box_);
  }
  std::vector<std::string> report_with(const Interior& walls, double spacing) const override;

  /// Between the surfaces of two spheres, or of images of them [m]; negative: they overlap.
  static double gap(const FixedSphere& a, const FixedSphere& b, const geometry::Vector& box);

 private:
  /// Which sphere a place is in; -1: none.
  int sphere_at(const geometry::Vector& place) const;
  bool covers(const FixedSphere& sphere, const geometry::Vector& place) const;
  double solid_volume() const;
  double least_gap() const;

  std::vector<FixedSphere> spheres_;
  geometry::Vector box_;
  SphereBins bins_;
};

}  // namespace thalweg::blood
