// SPDX-License-Identifier: Apache-2.0
// What started this process, and starting it again under mpirun.
#pragma once

#include <string>

#include "base/error.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::simulation {

/// This process's rank as its launcher tells it, 0 without one: known before MPI is.
int launcher_rank();
/// Whether a launcher such as mpirun started this process.
bool has_launcher();

/// Says a mistake that every rank found before it started MPI; returns the status to end with. Only
/// rank 0 ends with `status`: a launcher ends all ranks at the first failure, and one of the silent
/// ranks could fail before rank 0 has spoken.
int refuse_before_mpi(ExitStatus status, const std::string& text);

/// The path of the running program.
std::string this_program();
/// The path of `thalweg`: this program, or the one in its folder; empty if neither is.
std::string thalweg_program();

/// Where this process has no launcher, several cores and an mpirun on the PATH: become that mpirun
/// with as many ranks as there are cores. Otherwise returns.
void start_again_on_all_cores(int argc, char** argv);

/// After the above: throws InputError if that mpirun was another MPI library's, so that every rank
/// is alone.
void require_that_all_ranks_are_here(const transport::Communicator& comm);

}  // namespace thalweg::simulation
