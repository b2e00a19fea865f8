// SPDX-License-Identifier: Apache-2.0
#include "contender.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

namespace thalweg::bench {

namespace {

using Pairs = std::map<std::string, std::unique_ptr<Pair>>;

/// The next line of rank 0's input, on all ranks. Ranks that wait sleep: it is another's turn.
std::string next_command(const transport::Communicator& comm) {
  std::string line;
  if (comm.is_root()) std::getline(std::cin, line);
  MPI_Request here = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &here);
  for (int done = 0; MPI_Test(&here, &done, MPI_STATUS_IGNORE), done == 0;) usleep(2000);
  return comm.broadcast(line);
}

std::string time_pairs(Pair& pair, int count, const transport::Communicator& comm) {
  std::vector<double> seconds;
  for (int n = -1; n < count; ++n) {  // the first one warms up
    pair.prepare();
    comm.barrier();
    const auto start = std::chrono::steady_clock::now();
    pair.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const double slowest = comm.max(took.count());
    if (n >= 0) seconds.push_back(slowest);
  }
  return fmt::format("{:.9e}", fmt::join(seconds, " "));
}

std::string check(Pair& pair, const transport::Communicator& comm) {
  pair.prepare();
  pair.run();
  const double error = pair.error();
  // A NaN would be lost in a maximum.
  return fmt::format("{:.6e}", comm.max(std::isfinite(error) ? error : 1e300));
}

std::string answer(std::istringstream& words, Pairs& pairs, const MakePair& make,
                   const transport::Communicator& comm) {
  std::string command, variant, precision;
  int number = 0;
  words >> command >> variant >> number >> precision;
  if (command == "drop") {
    pairs.clear();
    return "dropped";
  }
  if (command == "make") {
    auto pair = make(variant, number, precision == "single", comm);
    if (!pair) return "there is no such variant";
    return check(*(pairs[variant] = std::move(pair)), comm);
  }
  if (command == "time" && pairs.contains(variant))
    return time_pairs(*pairs[variant], number, comm);
  return "there is no such command";
}

}  // namespace

void serve(const MakePair& make, const transport::Communicator& comm) {
  Pairs pairs;
  for (std::string line = next_command(comm); !line.empty(); line = next_command(comm)) {
    std::istringstream words(line);
    const std::string text = answer(words, pairs, make, comm);
    if (!comm.is_root()) continue;
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
  }
}

}  // namespace thalweg::bench
