// SPDX-License-Identifier: Apache-2.0
// Names that a case or a file of a grid gives to what is written.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"

namespace thalweg::flow {

/// Whether it can be a part of columns and of names of files: not empty, and without control
/// characters, commas, slashes and quotes. Families of files may have blanks and dots.
bool can_be_written(const std::string& name);
/// A mistake of the case unless it can be written, and has neither blanks nor dots.
void require_word(io::Case& input, const std::string& key, const std::string& name);

/// A list of names, each once: what stands twice is a mistake of the case.
std::vector<std::string> read_different(io::Case& input, const std::string& key,
                                        const std::string& meaning);

/// The name of the table of what walls of a family feel.
std::string wall_table_name(const std::string& family);

}  // namespace thalweg::flow
