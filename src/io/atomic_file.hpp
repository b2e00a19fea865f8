// SPDX-License-Identifier: Apache-2.0
// Files that are either whole or not there: written under a temporary name, synced, renamed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "transport/communicator.hpp"

namespace thalweg::io {

/// Where a file is written before it gets its name.
std::filesystem::path temporary_name(const std::filesystem::path& file);

/// Make sure that a file of so many bytes fits before it is written: a write that fails in the
/// middle would leave HDF5 unable to close its file. Reserves the space under the temporary name on
/// rank 0. Collective; throws IoError on all ranks.
void reserve_space(const std::filesystem::path& temporary, std::int64_t bytes,
                   const transport::Communicator& comm);

/// Sync the temporary file to disk and give it its name. Collective; throws IoError on all ranks.
void commit_file(const std::filesystem::path& temporary, const std::filesystem::path& file,
                 const transport::Communicator& comm);

/// Write a small text file whole. Not collective. Throws IoError.
void write_text(const std::filesystem::path& file, const std::string& text);

/// Run `action` on every rank; if it throws anywhere, throw IoError on all ranks with the text of
/// the first rank that failed. Collective.
template <class Action>
void together(const transport::Communicator& comm, Action action);

}  // namespace thalweg::io

#include "io/together.hpp"
