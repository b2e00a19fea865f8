// SPDX-License-Identifier: Apache-2.0
// Arrays that ranks share, on their way to the file that rank 0 writes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::sound::kwave {

/// Hand the ranks' parts of an array, which follow each other in rank order, to rank 0 in pieces of
/// at most `piece_bytes`: no rank holds all of it. begin: of a piece's first value in the whole.
/// What the body throws, all ranks throw. Collective. T: float, double.
template <class T>
void for_each_part(const std::vector<T>& mine, const transport::Communicator& comm,
                   const std::function<void(std::int64_t begin, const std::vector<T>&)>& body,
                   std::int64_t piece_bytes = 64 << 20);

}  // namespace thalweg::sound::kwave
