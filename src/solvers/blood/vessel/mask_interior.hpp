// SPDX-License-Identifier: Apache-2.0
// The inside of a vessel that an image gives: voxels with fluid, and walls between them and others.
#pragma once

#include <vector>

#include "solvers/blood/vessel/interior.hpp"
#include "solvers/blood/vessel/voxels.hpp"

namespace thalweg::blood {

/// parts: each part of a face that hangs together is an opening. faces: all fluid of a face is one,
/// as in porous media.
enum class MaskOpenings { parts, faces };

class MaskInterior : public Interior {
 public:
  MaskInterior(Voxels voxels, MaskOpenings kind);

  bool is_walled(std::size_t axis) const override { return !voxels_.is_periodic(axis); }
  bool is_inside(const geometry::Vector& place) const override {
    return voxels_.has_fluid(voxels_.at(place));
  }
  double clearance(const geometry::Vector& place) const override {
    return voxels_.clearance(place);
  }
  double volume() const override { return voxels_.volume(); }
  double wall_area() const override { return wall_area_; }
  /// Of a tube with the same ratio of volume to wall.
  double width() const override;
  double bytes() const override { return voxels_.bytes(); }
  const std::vector<geometry::Opening>& openings() const override { return openings_; }
  int opening_left_by(const geometry::Vector& from, const geometry::Vector& step) const override;
  DistanceWithin distance_to(const std::vector<int>& openings) const override;
  std::vector<std::string> report_with(const Interior& walls, double spacing) const override;

  const geometry::Bounds& box() const { return voxels_.box(); }

 private:
  /// Which opening each voxel of a face of the box belongs to; -1: none.
  struct Face {
    std::size_t axis;
    bool is_high;
    std::array<std::size_t, 2> across;
    std::vector<int> opening;
  };
  void find_openings_in(Face& face, MaskOpenings kind);
  std::vector<int> part_from(const Face& face, int first, std::vector<bool>& is_seen) const;
  std::vector<Voxel> voxels_of(const Face& face, const std::vector<int>& part) const;
  Voxels wall_behind(const Face& face, const std::vector<int>& openings) const;
  geometry::Opening measured(const Face& face, const std::vector<int>& part) const;
  Voxel voxel_of(const Face& face, int number) const;
  std::size_t number_in(const Face& face, const Voxel& voxel) const;
  const Face& face(std::size_t axis, bool is_high) const {
    return faces_[2 * axis + (is_high ? 1 : 0)];
  }

  Voxels voxels_;
  double wall_area_;
  std::vector<Face> faces_;
  std::vector<geometry::Opening> openings_;
};

}  // namespace thalweg::blood
