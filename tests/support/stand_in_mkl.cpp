// SPDX-License-Identifier: Apache-2.0
// All layers of MKL for tests/cli/test_transform_library.py: its transforms are those of FFTW, with
// which this library is linked.
#include <cstdio>

extern "C" void MKL_Get_Version_String(char* text, int length) {
  std::snprintf(text, static_cast<std::size_t>(length), "Stand-in Version 1.5-Product Build 7");
}
