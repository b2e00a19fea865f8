// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/abandoned.hpp"

#include <map>
#include <sstream>
#include <variant>

#include "transport/comm/mpi_native.hpp"

namespace thalweg::transport {

namespace {

struct AbandonedObject {
  std::variant<MPI_Comm, MPI_Win> object;
  int ranks = 1;  // that share it
};

std::map<std::string, AbandonedObject>& abandoned_here() {
  static std::map<std::string, AbandonedObject> objects;
  return objects;
}

void free_now(MPI_Comm& comm) { MPI_Comm_free(&comm); }
void free_now(MPI_Win& window) { MPI_Win_free(&window); }

template <class Object>
void give_back_or_keep(Object object, const std::string& name, int ranks) {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized) return;
  if (may_free())
    free_now(object);
  else
    abandoned_here()[name] = {object, ranks};
}

/// The names that as many ranks have put aside as share the object, ascending, one a line.
std::string held_by_all(const std::vector<std::string>& lists) {
  std::map<std::string, int> holders;  // by "name ranks"
  for (const std::string& list : lists) {
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) ++holders[line];
  }
  std::string names;
  for (const auto& [line, count] : holders) {
    const auto blank = line.find(' ');
    if (count == std::stoi(line.substr(blank))) names += line.substr(0, blank) + "\n";
  }
  return names;
}

}  // namespace

void give_back(MPI_Comm comm, const std::string& name, int ranks) {
  give_back_or_keep(comm, name, ranks);
}

void give_back(MPI_Win window, const std::string& name, int ranks) {
  give_back_or_keep(window, name, ranks);
}

std::size_t Communicator::abandoned() { return abandoned_here().size(); }

void Communicator::give_back_abandoned() const {
  auto& objects = abandoned_here();
  std::string mine;
  for (const auto& [name, one] : objects) mine += name + " " + std::to_string(one.ranks) + "\n";
  std::istringstream names(broadcast(held_by_all(gather(mine))));
  for (std::string name; std::getline(names, name);) {
    const auto found = objects.find(name);
    if (found == objects.end()) continue;
    std::visit([](auto& object) { free_now(object); }, found->second.object);
    objects.erase(found);
  }
}

}  // namespace thalweg::transport
