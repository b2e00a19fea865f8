// SPDX-License-Identifier: Apache-2.0
// Where the fields of a run on a device lie: on the device, or on the host and pass through it.
#pragma once

#include <optional>
#include <string>

#include "fft/streaming.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

DeviceParameters read_device(io::Case& input);

/// How fields of slabs pass through a device, if 8 chunks for each stream fit where the case does
/// not say how many.
fft::Streaming streaming(const Parameters& parameters, const SetDescription& set);

/// Why fields of a case cannot lie on the host; none where they can. across: ranks that share
/// planes.
std::optional<std::string> why_not_on_host(const Parameters& parameters, int across);

/// Whether the fields of a run on devices fit them, as they are split. Collective.
bool fit_devices(const Parameters& parameters, const transport::Communicator& comm);

/// What a run on a device does: as the case says, or, where it leaves that open, fields stay on the
/// device where they fit there, and else on the host where they can. Collective.
fft::Streaming choose_residence(const Parameters& parameters, const SetDescription& set,
                                const transport::Communicator& comm);

/// For people, of a run on a device.
std::string residence_line(const Parameters& parameters, const fft::Streaming& streaming,
                           const transport::Communicator& comm);

}  // namespace thalweg::turbulence
