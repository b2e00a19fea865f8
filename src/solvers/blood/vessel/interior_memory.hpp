// SPDX-License-Identifier: Apache-2.0
// The inside that was made last: a case is checked, and then run, and its file is read once.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

/// The file as it is now, in a key: its name, size and time.
std::string file_in_key(const std::filesystem::path& file);

/// The interior that was remembered with this key, on this thread's process; none: it is another
/// one. key: all that the interior follows from.
std::shared_ptr<const Interior> remembered_interior(const std::string& key);
void remember_interior(const std::string& key, std::shared_ptr<const Interior> interior);

}  // namespace thalweg::blood
