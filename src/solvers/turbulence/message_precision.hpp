// SPDX-License-Identifier: Apache-2.0
// transport.message_precision: messages of single precision between ranks that compute in double
// precision (docs/theory/turbulence.md, section 16).
#pragma once

#include <functional>
#include <string>

#include "fft/tiles.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Whether the case asks for single precision.
bool read_single_messages(io::Case& input);

/// Whether two ranks work on the same memory: between these nothing is converted.
using Together = std::function<bool(int, int)>;
Together together_in(const fft::Sharing& sharing);
/// As predictions have it.
Together together_in(const transport::Placement& placement, const std::string& route);

/// What converting the messages of one field there or back passes through memory [bytes] on the
/// layout's rank: where rows are, where planes are, and between y-lines and x-lines, both ways.
struct Conversion {
  double rows = 0, planes = 0, lines = 0;
};
/// Zero where messages are as fields are.
Conversion conversion_of(const Parameters& parameters, const fft::Layout& layout, int complex_bytes,
                         const Together& together);

/// Loads of complex numbers of complex_bytes as messages have them.
void as_messages(const Parameters& parameters, const transport::Placement& placement,
                 int complex_bytes, std::vector<transport::RankLoads>& chunks);

/// What a run on these ranks makes of the key, for its summary; empty without it.
std::string message_precision_line(const Parameters& parameters,
                                   const transport::Communicator& comm,
                                   const fft::Sharing& sharing);

}  // namespace thalweg::turbulence
