// SPDX-License-Identifier: Apache-2.0
// `thalweg grid`: what a grid is like, of a case or of a file that holds one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "transport/comm/communicator.hpp"

namespace thalweg::app {

struct GridRequest {
  std::string file;                    // a case (.toml), or a grid
  std::vector<std::string> overrides;  // of the case
  std::string write;                   // the grid as CGNS; empty: not written
  std::string plot;                    // a picture; empty: none
};

/// Prints on rank 0; returns the exit status. Throws InputError for what is wrong with the grid,
/// and IoError. Where a picture is asked for, the grid is left in a file for draw_grid().
int describe_grid(const GridRequest& request, const transport::Communicator& comm);

/// Becomes the program that draws, once MPI has ended. Returns only where there is none, with the
/// exit status.
int draw_grid(const GridRequest& request);

}  // namespace thalweg::app
