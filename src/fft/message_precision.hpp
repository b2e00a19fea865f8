// SPDX-License-Identifier: Apache-2.0
// Messages of single precision between ranks that compute in double precision: half the bytes. What
// leaves is converted chunk by chunk into a buffer that is sent, and what arrives back into the
// tiles; so transforms know nothing of it. What ranks of a node read of each other's memory stays
// as it is (docs/theory/turbulence.md, section 16).
#pragma once

#include <cstdint>

#include "base/complex.hpp"
#include "exec/exec.hpp"

namespace thalweg::fft {

/// Whether messages of complex numbers of complex_bytes are converted, if the case asks for it.
constexpr bool converts_messages(int complex_bytes, bool single_messages) {
  return single_messages && complex_bytes > static_cast<int>(sizeof(Complex<float>));
}
/// Bytes of a complex number in a message.
constexpr int message_bytes(int complex_bytes, bool single_messages) {
  return converts_messages(complex_bytes, single_messages)
             ? static_cast<int>(sizeof(Complex<float>))
             : complex_bytes;
}

}  // namespace thalweg::fft

namespace thalweg::fft::inline TW_HALF {

/// Numbers of one precision as those of another.
template <class From, class To>
struct Convert {
  const From* from;
  To* to;
  TW_HD void operator()(std::int64_t i) const { to[i] = static_cast<To>(from[i]); }
};

template <class From, class To>
void convert(const exec::Exec& exec, const Complex<From>* from, std::int64_t count,
             Complex<To>* to) {
  exec::parallel_for(
      exec, 2 * count,
      Convert<From, To>{reinterpret_cast<const From*>(from), reinterpret_cast<To*>(to)});
}

}  // namespace thalweg::fft::inline TW_HALF
