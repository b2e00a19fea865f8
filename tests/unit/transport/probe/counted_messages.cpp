// SPDX-License-Identifier: Apache-2.0
// Every message that this program sends counts as work (counted_work.hpp): the MPI library lets a
// program put functions of its own before its calls (MPI 4.1, section 15.2).
#include <mpi.h>

#include "tests/unit/transport/probe/counted_work.hpp"

namespace {

void count(int items, MPI_Datatype type) {
  int bytes = 0;
  PMPI_Type_size(type, &bytes);
  using thalweg::transport::testing::CountedWork;
  CountedWork::take(CountedWork::of_message(static_cast<double>(items) * bytes));
}

}  // namespace

extern "C" {

int MPI_Send(const void* data, int items, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  count(items, type);
  return PMPI_Send(data, items, type, peer, tag, comm);
}

int MPI_Isend(const void* data, int items, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
              MPI_Request* request) {
  count(items, type);
  return PMPI_Isend(data, items, type, peer, tag, comm, request);
}

}  // extern "C"
