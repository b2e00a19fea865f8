// SPDX-License-Identifier: Apache-2.0
// What a case says of a quantity against time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/waveform.hpp"
#include "io/case/case.hpp"

namespace thalweg::blood {

/// A quantity that an opening may be given as: the key, which is also the column of a table.
struct GivenQuantity {
  std::string name;     // "flow_rate"
  std::string meaning;  // "into the vessel"
  std::string unit;     // "m^3/s"
};

/// The quantity that was given, as a number of `quantities`, and how it runs.
struct GivenWaveform {
  std::size_t quantity = 0;
  Waveform waveform{};
};
/// Of one of the keys PATH + quantity, or PATH + table. Mistakes go to the case's diagnostics; then
/// there is nothing. `which`: the key that the case gives, of these.
std::optional<GivenWaveform> read_waveform(io::Case& input, const std::string& path,
                                           const std::vector<GivenQuantity>& quantities,
                                           const std::string& which);

}  // namespace thalweg::blood
