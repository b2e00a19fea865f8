// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/parts.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "io/files/together.hpp"

namespace thalweg::sound::kwave {

namespace {

/// Where each rank's part begins, on rank 0.
std::vector<std::int64_t> begins(std::int64_t size, const transport::Communicator& comm) {
  std::vector<std::int64_t> result;
  std::int64_t begin = 0;
  for (const std::string& text : comm.gather(std::to_string(size))) {
    result.push_back(begin);
    begin += std::stoll(text);
  }
  return result;
}

}  // namespace

template <class T>
void for_each_part(const std::vector<T>& mine, const transport::Communicator& comm,
                   const std::function<void(std::int64_t, const std::vector<T>&)>& body,
                   std::int64_t piece_bytes) {
  const auto size = static_cast<std::int64_t>(mine.size());
  const auto begin = begins(size, comm);
  // All ranks' pieces arrive together.
  const std::int64_t bytes = piece_bytes / comm.size();
  const auto most = std::max<std::int64_t>(1, bytes / static_cast<std::int64_t>(sizeof(T)));
  const auto longest = static_cast<std::int64_t>(comm.max(static_cast<double>(size)));
  for (std::int64_t first = 0; first < longest; first += most) {
    const std::int64_t from = std::min(first, size), count = std::min(most, size - from);
    const auto parts = comm.gather(std::string(reinterpret_cast<const char*>(mine.data() + from),
                                               static_cast<std::size_t>(count) * sizeof(T)));
    io::on_root(comm, [&] {
      for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        if (parts[rank].empty()) continue;
        std::vector<T> values(parts[rank].size() / sizeof(T));
        std::memcpy(values.data(), parts[rank].data(), parts[rank].size());
        body(begin[rank] + first, values);
      }
    });
  }
}

template void
for_each_part<float>(const std::vector<float>&, const transport::Communicator&,
                     const std::function<void(std::int64_t, const std::vector<float>&)>&,
                     std::int64_t);
template void
for_each_part<double>(const std::vector<double>&, const transport::Communicator&,
                      const std::function<void(std::int64_t, const std::vector<double>&)>&,
                      std::int64_t);

}  // namespace thalweg::sound::kwave
