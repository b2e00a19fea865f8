// SPDX-License-Identifier: Apache-2.0
#include "io/files/checksum.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

#include "base/error.hpp"

namespace thalweg::io {

std::string checksum_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  XXH3_64bits_reset(state.get());
  std::vector<char> piece(1 << 20);
  std::uintmax_t bytes = 0;
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    XXH3_64bits_update(state.get(), piece.data(), static_cast<std::size_t>(in.gcount()));
    bytes += static_cast<std::uintmax_t>(in.gcount());
  }
  if (in.bad() || !in.eof())
    throw IoError(fmt::format("reading {} failed: {}", file.string(), std::strerror(errno)));
  return fmt::format("{:016x}, {} bytes", XXH3_64bits_digest(state.get()), bytes);
}

}  // namespace thalweg::io
