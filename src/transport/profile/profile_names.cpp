// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "transport/profile/profile.hpp"

namespace thalweg::transport {

namespace {

constexpr std::array locality_names{"self", "socket", "node", "network"};
constexpr std::array memory_names{"host",   "pinned",         "pageable",
                                  "mapped", "write_combined", "device"};

/// The index of a name, or nothing.
template <typename Names>
std::optional<int> index_of(const Names& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

}  // namespace

const char* name_of(Locality locality) {
  return locality_names[static_cast<std::size_t>(locality)];
}
const char* name_of(Memory memory) { return memory_names[static_cast<std::size_t>(memory)]; }

std::optional<Locality> locality_of(const std::string& name) {
  const auto index = index_of(locality_names, name);
  if (!index) return std::nullopt;
  return static_cast<Locality>(*index);
}

std::optional<Memory> memory_of(const std::string& name) {
  const auto index = index_of(memory_names, name);
  if (!index) return std::nullopt;
  return static_cast<Memory>(*index);
}

}  // namespace thalweg::transport
