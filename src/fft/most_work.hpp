// SPDX-License-Identifier: Apache-2.0
// How much memory transforms on a device need beside their data, known before there is a device.
#pragma once

#include <initializer_list>

namespace thalweg::fft {

/// The largest number of complex numbers that cuFFT needs as its work area for `batch` transforms
/// of these lengths: as many as they have points, and eight times as many where a length has prime
/// factors above 7. (cuFFT's manual, on estimating the size of the work area)
constexpr double most_work(std::initializer_list<int> lengths, int batch) {
  double numbers = batch, factor = 1;
  for (int length : lengths) {
    numbers *= length;
    for (const int prime : {2, 3, 5, 7})
      while (length % prime == 0) length /= prime;
    if (length > 1) factor = 8;
  }
  return factor * numbers;
}

}  // namespace thalweg::fft
