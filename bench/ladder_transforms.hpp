// SPDX-License-Identifier: Apache-2.0
// Whole transforms by the library's own threads, complex in place or real out of place, timed; with
// the arrays they work on, so that a fused step can be written once for both.
#pragma once

#include <fftw3.h>

#include "ladder_array.hpp"
#include "ladder_rungs.hpp"

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

/// Neither direction is scaled.
class ComplexTransforms {
 public:
  explicit ComplexTransforms(const Box& points);
  void forward(Mode* values);
  void inverse(Mode* values);
  double seconds() const { return seconds_; }

 private:
  Plan forward_, inverse_;
  double seconds_ = 0;
};

class RealTransforms {
 public:
  explicit RealTransforms(const Box& points);
  void forward(float* points, Mode* modes);  // leaves the points as they are
  void inverse(Mode* modes, float* points);  // destroys the modes
  double seconds() const { return seconds_; }

 private:
  Plan forward_, inverse_;
  double seconds_ = 0;
};

/// A field that is transformed as a complex array.
class ComplexSpace {
 public:
  using Transforms = ComplexTransforms;
  struct Values {
    Mode* at;
    float get(std::int64_t i) const { return at[i].re; }
    void set(std::int64_t i, float value) const { at[i] = {value, 0}; }
    /// Complex transforms need a copy of the field,
    void keep(std::int64_t i, float value) const { set(i, value); }
  };
  static Box modes_of(const Box& points) { return points; }

  ComplexSpace(const Box& points, Touch touch) : values_(points.size(), touch) {}
  Values values() const { return {values_.data()}; }
  Mode* modes(Mode*) const { return values_.data(); }
  void forward(Transforms& transforms, float*, Mode*) { transforms.forward(values_.data()); }
  void inverse(Transforms& transforms, Mode*) { transforms.inverse(values_.data()); }
  float* own() const { return nullptr; }

 private:
  Array<Mode> values_;
};

/// A field that is transformed as a real array. All share one array of modes.
class RealSpace {
 public:
  using Transforms = RealTransforms;
  struct Values {
    float* at;
    float get(std::int64_t i) const { return at[i]; }
    void set(std::int64_t i, float value) const { at[i] = value; }
    /// real ones take the field itself.
    void keep(std::int64_t, float) const {}
  };
  static Box modes_of(const Box& points) { return {points.nz, points.ny, points.nx / 2 + 1}; }

  RealSpace(const Box& points, Touch touch) : values_(points.size(), touch) {}
  Values values() const { return {values_.data()}; }
  Mode* modes(Mode* shared) const { return shared; }
  void forward(Transforms& transforms, float* field, Mode* shared) {
    transforms.forward(field, shared);
  }
  void inverse(Transforms& transforms, Mode* shared) { transforms.inverse(shared, values_.data()); }
  float* own() const { return values_.data(); }

 private:
  Array<float> values_;
};

}  // namespace thalweg::bench::ladder
