// SPDX-License-Identifier: Apache-2.0
// The fields of one exchange of a halo, as its kernels take them.
#pragma once

#include <initializer_list>
#include <vector>

#include "base/error.hpp"
#include "exec/space.hpp"

namespace thalweg::transport::inline TW_HALF {

/// The most fields that one exchange can move; more points per field cost nothing, so what has many
/// components lies in one array (docs/design/halos.md).
inline constexpr int most_halo_fields = 32;

/// Addresses of arrays in kernel space, all of the same extents. Made from a list or a vector of
/// pointers; throws UsageError for none or for more than most_halo_fields.
template <class T>
struct HaloFields {
  HaloFields() = default;
  HaloFields(std::initializer_list<T*> list) {
    assign(list.begin(), static_cast<int>(list.size()));
  }
  HaloFields(const std::vector<T*>& list) { assign(list.data(), static_cast<int>(list.size())); }

  T* at[most_halo_fields] = {};
  int count = 0;

 private:
  void assign(T* const* list, int n) {
    TW_CHECK(n >= 1 && n <= most_halo_fields, "an exchange of a halo moves 1 to " +
                                                  std::to_string(most_halo_fields) +
                                                  " fields, not " + std::to_string(n));
    for (count = 0; count < n; ++count) at[count] = list[count];
  }
};

}  // namespace thalweg::transport::inline TW_HALF
