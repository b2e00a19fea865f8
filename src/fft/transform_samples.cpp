// SPDX-License-Identifier: Apache-2.0
#include "fft/transform_samples.hpp"

#include "exec/upload.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

/// Numbers between -1 and 1 that look like chance.
template <class Real>
std::vector<Real> scattered(int count) {
  std::vector<Real> values;
  for (std::int64_t n = 0; n < count; ++n)
    values.push_back(static_cast<Real>((n * 7919 + 104729) % 2001 - 1000) / Real(1000));
  return values;
}

/// Complex lines of a length with small and one larger prime factor.
template <class Real>
std::vector<double> lines(const Lines& shape, Direction direction) {
  const exec::Exec exec;
  exec::Array<Real, 1> numbers = exec::uploaded(scattered<Real>(2 * shape.length * shape.batch));
  const ComplexLines<Real> plan(shape, direction);
  plan.execute(exec, reinterpret_cast<Complex<Real>*>(numbers.view().data));
  return exec::fetched(exec, numbers);
}

/// Planes of real points to modes and back.
template <class Real>
std::vector<double> planes() {
  constexpr int nx = 30, ny = 28, batch = 3, row = nx / 2 + 1;
  const RealBatch shape{nx, ny, batch, row, ny * row, ny * nx};
  const exec::Exec exec;
  exec::Array<Real, 1> points = exec::uploaded(scattered<Real>(batch * ny * nx));
  exec::Array<Real, 1> modes({2 * batch * ny * row});
  auto* waves = reinterpret_cast<Complex<Real>*>(modes.view().data);
  const RealTransform<Real> forward(shape, Direction::forward), inverse(shape, Direction::inverse);
  forward.forward(exec, points.view().data, waves);
  std::vector<double> all = exec::fetched(exec, modes);
  inverse.inverse(exec, waves, points.view().data);
  const std::vector<double> back = exec::fetched(exec, points);
  all.insert(all.end(), back.begin(), back.end());
  return all;
}

template <class Real>
std::vector<exec::Sample> samples_of(const std::string& precision, double bound) {
  constexpr int length = 2 * 3 * 5 * 11, batch = 12;
  const Lines one_after_another{length, batch, 1, length}, side_by_side{length, batch, batch, 1};
  return {{"complex lines forward, " + precision,
           lines<Real>(one_after_another, Direction::forward), bound},
          {"complex lines side by side, inverse, " + precision,
           lines<Real>(side_by_side, Direction::inverse), bound},
          {"real planes both ways, " + precision, planes<Real>(), bound}};
}

#ifdef TW_DEVICE_HALF
[[maybe_unused]] const bool registered = [] {
  exec::device_samplers().push_back({"fft", transform_samples});
  return true;
}();
#endif

}  // namespace

std::vector<exec::Sample> transform_samples() {
  std::vector<exec::Sample> all = samples_of<double>("double", 1e-14);
  for (exec::Sample& sample : samples_of<float>("single", 5e-6)) all.push_back(std::move(sample));
  return all;
}

}  // namespace thalweg::fft::inline TW_HALF
