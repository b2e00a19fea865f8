// SPDX-License-Identifier: Apache-2.0
// Numbers that both halves compute from the same input: what the self-test of a device compares.
#pragma once

#include <string>
#include <vector>

#include "exec/exec.hpp"

namespace thalweg::exec {

/// What one piece of work computes, and how far the halves may differ, relative to the largest
/// value. A bound of 0: not by one bit.
struct Sample {
  std::string name;
  std::vector<double> values;
  double bound;
};

using Sampler = std::vector<Sample> (*)();

/// The device half's samplers by the name of their room; rooms add themselves at program start.
struct NamedSampler {
  std::string room;
  Sampler sampler;
};
std::vector<NamedSampler>& device_samplers();

/// The largest difference of two samples over the largest value of the second; infinite where one
/// holds what is no number, or they differ in length.
double apart(const std::vector<double>& values, const std::vector<double>& from);

inline namespace TW_HALF {

/// Loops over a range and a box, sums, maxima, tiles, and copies there and back, in this half.
std::vector<Sample> loop_samples();

/// An array's values on the host, as double.
template <class T>
std::vector<double> fetched(const Exec& exec, const Array<T, 1>& array) {
  std::vector<T> values(array.size());
  copy_bytes(exec, values.data(), array.view().data, values.size() * sizeof(T));
  exec.wait();
  return {values.begin(), values.end()};
}

}  // namespace TW_HALF

}  // namespace thalweg::exec
