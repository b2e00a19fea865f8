// SPDX-License-Identifier: Apache-2.0
// The carriers, by the names under which carriers.cpp makes them.
#pragma once

#include <memory>

#include "transport/routes/carrier.hpp"

namespace thalweg::transport::carriers {

/// Persistent nonblocking messages between all pairs.
std::unique_ptr<Carrier> make_direct(const Plan& plan);
/// Messages that visit other ranks on their way: pairwise, two_step, three_step, spread.
std::unique_ptr<Carrier> make_relay(Route route, const Plan& plan);
/// The library's collectives: alltoall, alltoallv, neighbour.
std::unique_ptr<Carrier> make_alltoall(const Plan& plan);
std::unique_ptr<Carrier> make_alltoallv(const Plan& plan);
std::unique_ptr<Carrier> make_neighbour(const Plan& plan);
/// Shared memory within a node, messages beyond.
std::unique_ptr<Carrier> make_window(const Plan& plan);
/// The ranks of a node work on the same memory (Plan::in_place); messages beyond the node.
std::unique_ptr<Carrier> make_in_place(const Plan& plan);
/// Slices of what leaves the node are sent by all its ranks out of memory that they share: on the
/// host, or device buffers that they have opened.
std::unique_ptr<Carrier> make_shared(const Plan& plan);
/// The messages within a node, out of such memory.
std::unique_ptr<Carrier> make_node_copies(const Plan& plan);

/// For plans with buffers on a device: any route but datatype.
std::unique_ptr<Carrier> make_on_device(Route route, const Plan& plan);

}  // namespace thalweg::transport::carriers
