// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5/dataset_pieces.hpp"

#include <algorithm>

namespace thalweg::io::dataset {

using hdf5::Box;
using hdf5::check;
using hdf5::Handle;

std::int64_t element_count(const std::vector<std::int64_t>& values) {
  std::int64_t all = 1;
  for (const std::int64_t value : values)
    if (value < 0 || __builtin_mul_overflow(all, value, &all)) return -1;
  return all;
}

std::vector<std::int64_t> extents(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), "dataspace");
  switch (H5Sget_simple_extent_type(space)) {
  case H5S_SCALAR: return {1};
  case H5S_NULL: return {0};
  default: return hdf5::extents(dataset);
  }
}

bool has_dimensions(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), "dataspace");
  return H5Sget_simple_extent_type(space) == H5S_SIMPLE;
}

bool may_be_stored(hid_t dataset, std::uintmax_t file_bytes) {
  // What gzip can make of zeros at best; small datasets may well never have been written.
  constexpr double best_ratio = 1100, small = 1 << 20;
  const Handle type(H5Dget_type(dataset), "type of a dataset");
  const Handle create(H5Dget_create_plist(dataset), "storage of a dataset");
  const auto bytes =
      static_cast<double>(element_count(extents(dataset))) * static_cast<double>(H5Tget_size(type));
  const auto stored = static_cast<double>(H5Dget_storage_size(dataset));
  const auto in_file = std::min(stored, static_cast<double>(file_bytes));
  if (bytes < 0) return false;
  if (H5Pget_layout(create) == H5D_COMPACT) return bytes <= in_file;
  if (H5Pget_layout(create) == H5D_CONTIGUOUS && stored > 0) return bytes <= in_file;
  return bytes <= small || bytes <= best_ratio * in_file;
}

std::int64_t bytes_to_write(hid_t dataset, std::int64_t elements) {
  const Handle type(H5Dget_type(dataset), "type of a dataset");
  const Handle create(H5Dget_create_plist(dataset), "storage of a dataset");
  const auto width = static_cast<std::int64_t>(H5Tget_size(type));
  // A contiguous dataset gets its space as a whole.
  const auto whole = element_count(extents(dataset));
  if (H5Pget_layout(create) != H5D_CHUNKED) return whole * width;
  std::vector<hsize_t> chunk(H5S_MAX_RANK);
  const int rank = H5Pget_chunk(create, H5S_MAX_RANK, chunk.data());
  check(rank, "chunks of a dataset");
  chunk.resize(static_cast<std::size_t>(rank));
  const std::int64_t in_chunk = element_count({chunk.begin(), chunk.end()});
  // A chunk that cannot be compressed grows a little; its place takes some ten bytes in the index,
  // whose nodes may be half empty.
  constexpr std::int64_t growth = 64, index = 256, part = 1000;
  const std::int64_t chunks = 2 + elements / in_chunk, chunk_bytes = in_chunk * width;
  return chunks * (chunk_bytes + chunk_bytes / part + growth + index);
}

namespace {

/// The boxes that elements [begin, end) of a dataset are made of, of any size.
void for_each_box(const std::vector<std::int64_t>& extents, std::int64_t begin, std::int64_t end,
                  const std::function<void(const Box&, std::int64_t offset)>& body) {
  for (std::int64_t at = begin; at < end;) {
    // The largest box that starts here: whole slabs of the dimensions behind d.
    std::int64_t slab = element_count(extents);
    std::size_t d = 0;
    for (; d < extents.size(); ++d) {
      slab /= extents[d];
      if (at % slab == 0 && at + slab <= end) break;
    }
    Box box{std::vector<std::int64_t>(extents.size(), 0), extents};
    std::int64_t rest = at / slab;
    box.start[d] = rest % extents[d];
    box.count[d] = std::min(extents[d] - box.start[d], (end - at) / slab);
    rest /= extents[d];
    for (std::size_t e = d; e-- > 0; rest /= extents[e]) {
      box.start[e] = rest % extents[e];
      box.count[e] = 1;
    }
    body(box, at - begin);
    at += box.size();
  }
}

}  // namespace

void for_each_piece(const std::vector<std::int64_t>& extents, std::int64_t begin, std::int64_t end,
                    std::size_t element_bytes,
                    const std::function<void(const Box&, std::int64_t)>& body) {
  const std::int64_t limit = hdf5::piece_bytes / static_cast<std::int64_t>(element_bytes);
  for_each_box(extents, begin, end, [&](const Box& box, std::int64_t offset) {
    hdf5::for_each_piece(
        box, limit, [&](const Box& piece, std::int64_t inner) { body(piece, offset + inner); });
  });
}

}  // namespace thalweg::io::dataset
