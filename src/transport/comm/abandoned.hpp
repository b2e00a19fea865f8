// SPDX-License-Identifier: Apache-2.0
// What several ranks made together and can only give back together. While an error goes up on a
// rank nobody knows whether the others have it too, so what it holds is put aside; where all turn
// out to have met it and go on, Communicator::give_back_abandoned() gives back what all of them put
// aside.
#pragma once

#include <mpi.h>

#include <string>

namespace thalweg::transport {

/// Give an object back, or put it aside under a name that is the same on all of its `ranks` ranks
/// (Communicator::Native::next_name()). Collective over these unless it is put aside.
void give_back(MPI_Comm comm, const std::string& name, int ranks);
void give_back(MPI_Win window, const std::string& name, int ranks);

}  // namespace thalweg::transport
