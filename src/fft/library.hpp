// SPDX-License-Identifier: Apache-2.0
// The library that transforms lines on the host: FFTW, with which the program was linked, or
// another one with FFTW's interface that THALWEG_FFT names (docs/design/transform-library.md).
#pragma once

#include <fftw3.h>

#include <string>

namespace thalweg::fft {

/// The calls of one precision.
template <class Real>
struct Library;

template <>
struct Library<double> {
  using Plan = fftw_plan;
  using Number = fftw_complex;
  decltype(&fftw_plan_many_dft) plan_lines;
  decltype(&fftw_plan_many_dft_c2r) plan_inverse;
  decltype(&fftw_plan_many_dft_r2c) plan_forward;
  decltype(&fftw_execute_dft) execute_lines;
  decltype(&fftw_execute_dft_c2r) execute_inverse;
  decltype(&fftw_execute_dft_r2c) execute_forward;
  decltype(&fftw_destroy_plan) destroy;
  decltype(&fftw_import_wisdom_from_string) import_wisdom;
  decltype(&fftw_export_wisdom_to_string) export_wisdom;
};

template <>
struct Library<float> {
  using Plan = fftwf_plan;
  using Number = fftwf_complex;
  decltype(&fftwf_plan_many_dft) plan_lines;
  decltype(&fftwf_plan_many_dft_c2r) plan_inverse;
  decltype(&fftwf_plan_many_dft_r2c) plan_forward;
  decltype(&fftwf_execute_dft) execute_lines;
  decltype(&fftwf_execute_dft_c2r) execute_inverse;
  decltype(&fftwf_execute_dft_r2c) execute_forward;
  decltype(&fftwf_destroy_plan) destroy;
  decltype(&fftwf_import_wisdom_from_string) import_wisdom;
  decltype(&fftwf_export_wisdom_to_string) export_wisdom;
};

/// The calls that this process transforms with; the same ones until it ends. THALWEG_FFT is read by
/// the first call: empty or "fftw" for the linked one, "mkl" for Intel's where it is found, else
/// the files of one or more libraries, with colons between them. Throws InputError where a library
/// is not found, or lacks a call.
template <class Real>
const Library<Real>& library();

/// Name and version of that library: "FFTW 3.3.10-sse2-avx". Throws as library() does.
std::string library_version();

}  // namespace thalweg::fft
