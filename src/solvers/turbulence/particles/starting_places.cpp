// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/starting_places.hpp"

#include <Random123/philox.h>

namespace thalweg::turbulence {

std::array<double, 3> starting_place(const ParticleSpecies& species, std::int64_t number,
                                     const double (&box)[3]) {
  if (!species.places.empty()) return species.places[static_cast<std::size_t>(number)];
  using Philox = r123::Philox4x64;
  const Philox::ctr_type bits =
      Philox()({{static_cast<std::uint64_t>(number), 0, 0, 0}}, {{species.seed, 0}});
  std::array<double, 3> place;
  for (std::size_t d = 0; d < 3; ++d)  // the upper 53 bits, as a number below 1
    place[d] = box[d] * (static_cast<double>(bits[d] >> 11) * 0x1p-53);
  return place;
}

}  // namespace thalweg::turbulence
