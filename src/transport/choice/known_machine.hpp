// SPDX-License-Identifier: Apache-2.0
// The profile that choices of this process use: the one kept for this machine, or one that the case
// names. Only the first rank reads and writes files.
#pragma once

#include <optional>
#include <string>

#include "transport/comm/communicator.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::transport {

/// Collective. `word`: "auto" for the profile that the probe left in the user's cache folder, if it
/// is of this machine with these ranks; "none"; or a profile's file or shipped name. What is in use
/// stays in use, with what was chosen by it, where the same ranks ask for it by the same word.
/// Throws InputError, on all ranks, for a named profile that is damaged or of another machine.
void use_profile(const Communicator& comm, const std::string& word);

/// The profile in use, the same on all ranks; null if there is none.
const Profile* profile_in_use();
/// Where it came from, for reports; empty if there is none.
std::string profile_in_use_name();

/// Why the profile that is kept for this machine is not in use, the same on all ranks; empty if it
/// is, or if there is none.
const std::string& why_no_profile();

/// Collective in effect: call it on all ranks. Keep a trial with the profile in use, and with what
/// its file holds by now where that is the user's own; a file that cannot be written is no error.
void remember_trial(const Communicator& comm, const Trial& trial);

}  // namespace thalweg::transport
