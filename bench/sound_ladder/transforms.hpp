// SPDX-License-Identifier: Apache-2.0
// Whole transforms by the library's own threads, complex in place or real out of place, timed.
// Neither direction is scaled.
#pragma once

#include <fftw3.h>

#include <memory>

#include "rungs.hpp"

namespace thalweg::bench::ladder {

class Plan {
 public:
  Plan() = default;
  explicit Plan(fftwf_plan plan) : plan_(plan) {}
  fftwf_plan get() const { return plan_.get(); }

 private:
  struct Destroy {
    void operator()(fftwf_plan plan) const { fftwf_destroy_plan(plan); }
  };
  std::unique_ptr<fftwf_plan_s, Destroy> plan_;
};

class ComplexTransforms {
 public:
  explicit ComplexTransforms(exec::Index<3> points);
  void forward(Modes& values);
  void inverse(Modes& values);
  double seconds() const { return seconds_; }

 private:
  Plan forward_, inverse_;
  double seconds_ = 0;
};

class RealTransforms {
 public:
  explicit RealTransforms(exec::Index<3> points);
  void forward(Points& points, Modes& modes);  // leaves the points as they are
  void inverse(Modes& modes, Points& points);  // destroys the modes
  double seconds() const { return seconds_; }

 private:
  Plan forward_, inverse_;
  double seconds_ = 0;
};

/// Of the modes that real transforms have.
inline exec::Index<3> half_modes(exec::Index<3> points) {
  return {points[0], points[1], points[2] / 2 + 1};
}

}  // namespace thalweg::bench::ladder
