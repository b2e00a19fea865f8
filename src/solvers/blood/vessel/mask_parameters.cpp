// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/mask_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "solvers/blood/vessel/interior_memory.hpp"
#include "solvers/blood/vessel/mask_file.hpp"
#include "solvers/blood/vessel/mask_interior.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// Which values stand for fluid.
struct FluidRule {
  bool is_by_value = false;
  double value = 0;  // what it equals, or what it is above
  bool is_inverted = false;

  bool operator()(double at) const {
    return (is_by_value ? at == value : at > value) != is_inverted;
  }
};

FluidRule read_rule(io::Case& input) {
  FluidRule rule;
  rule.is_by_value = input.at_most_one({"geometry.value", "geometry.threshold"},
                                       "which voxels have fluid") == "geometry.value";
  rule.value = rule.is_by_value
                   ? input.number("geometry.value", {.meaning = "of voxels with fluid"})
                   : input.number("geometry.threshold",
                                  {.default_value = 0.5, .meaning = "voxels above it have fluid"});
  rule.is_inverted = input.boolean("geometry.invert", false, "fluid is where it else is not");
  return rule;
}

std::array<bool, 3> read_periods(io::Case& input) {
  std::array<bool, 3> is_periodic{
      input.boolean("geometry.periodic", false, "what leaves along x comes in at the other end")};
  for (const std::string& axis :
       input.texts("geometry.periodic_across", {}, "axes, y or z, that are periodic, too")) {
    if (axis == "y" || axis == "z")
      is_periodic[axis == "y" ? 1 : 2] = true;
    else
      input.error("geometry.periodic_across",
                  "must be \"y\", \"z\" or both; along x it is geometry.periodic");
  }
  return is_periodic;
}

class MaskReader {
 public:
  MaskReader(io::Case& input, Vessel& vessel) : input_(input), vessel_(vessel) {}

  std::shared_ptr<const MaskInterior> read() {
    const std::size_t mistakes = input_.error_count();
    const std::string path = input_.text(
        "geometry.path", {}, "image of the vessel (z, y, x): NumPy (.npy), HDF5 or MRC");
    if (input_.error_count() == mistakes) open(input_.resolve(path));
    read_voxel_size();
    rule_ = read_rule(input_);
    is_periodic_ = read_periods(input_);
    middle_ = input_.numbers3("geometry.translation",
                              {.default_value = 0, .meaning = "the image's middle", .unit = "m"});
    kind_ =
        input_.choice("geometry.openings_by", {"part", "face"}, "part",
                      "each part of a face with fluid is an opening, or all of it is one") == "part"
            ? MaskOpenings::parts
            : MaskOpenings::faces;
    if (!image_ || input_.error_count() != mistakes) return nullptr;
    check_size();
    return input_.error_count() == mistakes ? made() : nullptr;
  }

 private:
  void open(const std::filesystem::path& file) {
    file_ = file;
    if (is_hdf5_name(file))
      dataset_ = input_.text("geometry.dataset", "mask", "dataset in the file");
    if (!std::filesystem::is_regular_file(file))
      return input_.error("geometry.path", "there is no file " + file.string());
    try {
      image_ = open_image_file(file, dataset_);
    } catch (const Error& error) {
      input_.error("geometry.path", error.what());
    }
  }

  /// As the case says, or the file, or that of the lattice.
  void read_voxel_size() {
    Vector known{vessel_.spacing, vessel_.spacing, vessel_.spacing};
    if (image_)
      for (std::size_t d = 0; d < 3; ++d)
        if (image_->voxel_size[d] > 0) known[d] = image_->voxel_size[d];
    voxel_ = known;
    if (!input_.has("geometry.voxel_size")) return;
    const std::vector<double> given = input_.numbers(
        "geometry.voxel_size",
        {.minimum = 0, .exclusive = true, .meaning = "one length, or along x, y, z", .unit = "m"},
        {1, 3});
    if (given.size() == 2) input_.error("geometry.voxel_size", "must be one number, or three");
    for (std::size_t d = 0; d < 3; ++d) voxel_[d] = given[given.size() == 3 ? d : 0];
  }

  void check_size() {
    Vector size;
    for (std::size_t d = 0; d < 3; ++d)
      size[d] = voxel_[d] * static_cast<double>(image_->extents[2 - d]);
    const std::string text = fmt::format(
        "{} x {} x {} voxels of {:.4g} x {:.4g} x {:.4g} m are {:.4g} x {:.4g} x {:.4g} times "
        "grid.spacing",
        image_->extents[2], image_->extents[1], image_->extents[0], voxel_[0], voxel_[1], voxel_[2],
        size[0] / vessel_.spacing, size[1] / vessel_.spacing, size[2] / vessel_.spacing);
    for (std::size_t d = 0; d < 3; ++d) {
      const double cells = size[d] / vessel_.spacing;
      if (image_->extents[2 - d] < 1 || image_->extents[2 - d] > 1 << 20 || cells > 1e5 ||
          cells < (is_periodic_[d] ? 0.999 : 3))
        return input_.error("grid.spacing",
                            text + ": between 3 and 100000 are needed; is geometry.voxel_size in "
                                   "metres?");
      if (is_periodic_[d] && std::abs(cells - std::round(cells)) > 1e-6)
        return input_.error("grid.spacing",
                            text + fmt::format(": along {}, which is periodic, it must be a whole "
                                               "number",
                                               "xyz"[d]));
    }
  }

  std::shared_ptr<const MaskInterior> made() {
    const std::string key =
        fmt::format("mask|{}|{}|{}|{}|{}|{}|{}|{}|{}", file_in_key(file_), dataset_,
                    fmt::join(voxel_, ","), rule_.is_by_value, rule_.value, rule_.is_inverted,
                    fmt::join(is_periodic_, ","), fmt::join(middle_, ","), static_cast<int>(kind_));
    if (auto known = std::dynamic_pointer_cast<const MaskInterior>(remembered_interior(key)))
      return known;
    std::vector<bool> has_fluid;
    try {
      has_fluid = read_values();
    } catch (const Error& error) {
      input_.error("geometry.path", error.what());
      return nullptr;
    }
    if (std::ranges::find(has_fluid, true) == has_fluid.end()) {
      input_.error("geometry.path",
                   fmt::format("no voxel has fluid: values lie between {:.6g} and {:.6g}; see "
                               "geometry.threshold and geometry.value",
                               least_, most_));
      return nullptr;
    }
    const auto& [z, y, x] = image_->extents;
    Voxels voxels({static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)}, voxel_,
                  is_periodic_, middle_, std::move(has_fluid));
    auto interior = std::make_shared<const MaskInterior>(std::move(voxels), kind_);
    remember_interior(key, interior);
    return interior;
  }

  std::vector<bool> read_values() {
    const std::int64_t all = image_->extents[0] * image_->extents[1] * image_->extents[2];
    constexpr std::int64_t piece = 1 << 20;
    std::vector<double> values(static_cast<std::size_t>(std::min(all, piece)));
    std::vector<bool> has_fluid;
    has_fluid.reserve(static_cast<std::size_t>(all));
    for (std::int64_t begin = 0; begin < all; begin += piece) {
      const std::int64_t end = std::min(all, begin + piece);
      image_->read(begin, end, values.data());
      for (std::int64_t n = 0; n < end - begin; ++n) {
        const double value = values[static_cast<std::size_t>(n)];
        if (!std::isfinite(value)) throw InputError(not_finite(value, begin + n));
        least_ = begin + n == 0 ? value : std::min(least_, value);
        most_ = begin + n == 0 ? value : std::max(most_, value);
        has_fluid.push_back(rule_(value));
      }
    }
    return has_fluid;
  }

  std::string not_finite(double value, std::int64_t number) const {
    const std::int64_t wide = image_->extents[2], high = image_->extents[1];
    return fmt::format("{} has the value {} at (z, y, x) = ({}, {}, {}), counted from 0: all must "
                       "be finite numbers",
                       file_.string(), std::isnan(value) ? "NaN" : "infinity",
                       number / (wide * high), number / wide % high, number % wide);
  }

  io::Case& input_;
  Vessel& vessel_;
  std::filesystem::path file_;
  std::string dataset_;
  std::optional<ImageFile> image_;
  Vector voxel_{}, middle_{};
  FluidRule rule_;
  std::array<bool, 3> is_periodic_{};
  MaskOpenings kind_ = MaskOpenings::parts;
  double least_ = 0, most_ = 0;
};

}  // namespace

void read_mask(io::Case& input, Vessel& vessel) {
  vessel.size = {1, 1, 1};  // where there is a mistake, so that reading goes on
  vessel.interior = make_interior(VesselShape::box, vessel.size);
  const auto interior = MaskReader(input, vessel).read();
  if (!interior) return;
  vessel.size = geometry::plus(interior->box().upper, interior->box().lower, -1);
  vessel.middle = geometry::plus(interior->box().lower, vessel.size, 0.5);
  vessel.interior = interior;
}

}  // namespace thalweg::blood
