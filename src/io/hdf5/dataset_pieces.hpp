// SPDX-License-Identifier: Apache-2.0
// The elements of a dataset in storage order, as the boxes that HDF5 selects.
#pragma once

#include "io/hdf5/hdf5.hpp"

namespace thalweg::io::dataset {

/// A value without dimensions has one element along one, a dataset without values none.
std::vector<std::int64_t> extents(hid_t dataset);
bool has_dimensions(hid_t dataset);
/// Negative where the elements cannot be counted.
std::int64_t element_count(const std::vector<std::int64_t>& extents);
/// Whether a file of so many bytes can hold what the dataset states. HDF5 1.10 does not ask, and
/// reads beyond what a damaged file gave it.
bool may_be_stored(hid_t dataset, std::uintmax_t file_bytes);
/// The most space that writing so many elements can take in the file, with the index of their
/// chunks.
std::int64_t bytes_to_write(hid_t dataset, std::int64_t elements);

/// Call for boxes that together are elements [begin, end), in order; none has more bytes than MPI
/// and HDF5 can count, at element_bytes each. offset: of a box's first element from begin.
void for_each_piece(const std::vector<std::int64_t>& extents, std::int64_t begin, std::int64_t end,
                    std::size_t element_bytes,
                    const std::function<void(const hdf5::Box&, std::int64_t offset)>& body);

}  // namespace thalweg::io::dataset
