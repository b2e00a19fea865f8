// SPDX-License-Identifier: Apache-2.0
// The devices: which one a thread uses, how much memory each has left, which reach each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulated {

int current_device();
/// Whether code on the device can touch memory of the other: its own, or a peer's that is enabled.
bool reaches(int device, int other);
std::size_t free_memory(int device);
/// In place of a device, for what is counted of the host's pinned memory.
constexpr int pinned_memory = -1;
/// Takes bytes of a device's memory, or gives them back.
void use_memory(int device, std::int64_t bytes);
/// The most that was taken of it at a time, since the program began or forgot what was before.
std::int64_t most_memory_used(int device);
void forget_most_memory_used(int device);
/// The device can touch memory of the peer from now on.
void enable_peer(int device, int peer);
/// Whether both devices exist and the environment lets them reach each other.
bool can_reach(int device, int peer);

}  // namespace emulated
