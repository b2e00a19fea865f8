// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5/space_ahead.hpp"

#include <fcntl.h>

#include "base/error.hpp"
#include "io/files/atomic_file.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;

void SpaceAhead::probe() const {
  const bool is_new = !fs::exists(file_);
  try {
    Descriptor(file_, O_RDWR | O_CREAT).reserve(metadata_bytes);
  } catch (const IoError&) {
    std::error_code ignored;
    if (is_new) fs::remove(file_, ignored);
    throw;
  }
}

void SpaceAhead::ensure(hid_t file, std::int64_t more) {
  // Much at once, as asking takes time; but not more than needed where that is not to be had.
  constexpr std::int64_t at_once = 16 << 20;
  hsize_t used = 0;
  hdf5::check(H5Fget_filesize(file, &used), "size of " + file_.string());
  const std::int64_t needed = static_cast<std::int64_t>(used) + more + metadata_bytes;
  if (needed <= reserved_) return;
  Descriptor out(file_, O_RDWR);
  try {
    out.reserve(needed + at_once);
    reserved_ = needed + at_once;
  } catch (const IoError&) {
    out.reserve(needed);
    reserved_ = needed;
  }
}

void SpaceAhead::give_back() {
  const auto size = static_cast<std::int64_t>(hdf5::stated_file_size(file_));
  if (size > 0) Descriptor(file_, O_RDWR).cut(size);
}

}  // namespace thalweg::io
