// SPDX-License-Identifier: Apache-2.0
// Before an ensemble runs: which ranks run a member together, and whether every member is right.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

/// The ranks of a program in groups of neighbours, each of which runs one member at a time.
class MemberGroup {
 public:
  /// Fewer ranks than a member takes make one group. Collective.
  MemberGroup(const transport::Communicator& all, int ranks_per_member);
  /// Let only groups work that have devices of their own. Collective.
  void require_own_devices();

  /// This rank's group.
  const transport::Communicator& comm() const { return comm_; }
  /// Whether this group takes members; the others wait for the end.
  bool works() const { return works_; }
  /// This group's number, and how many work.
  int index() const { return index_; }
  int count() const { return count_; }

 private:
  void number_groups();

  const transport::Communicator& all_;
  transport::Communicator comm_;
  bool works_;
  int index_ = 0, count_ = 1;
};

/// What the members turn out to be.
struct EnsembleCheck {
  std::optional<Setup> first{};  // on the ranks of groups that work, rank 0 among them
  MemoryEstimate memory{};       // of the member that needs most; there too, else nothing
  // What the first member and others read, on the first rank of the group that has checked these.
  std::map<std::string, std::filesystem::path> files{};
};
/// Read every member as its run will. Throws InputError with the mistakes of the first wrong one.
/// Collective over all ranks.
EnsembleCheck check_members(const RunOptions& options, const Ensemble& ensemble,
                            const MemberGroup& group, const transport::Communicator& all);

/// Run an action for which the other ranks wait longer than a rank may be silent elsewhere; errors
/// become those of all ranks as in io::together(). Collective.
void together_patiently(const transport::Communicator& all, const std::function<void()>& action);

/// The options of one member of an ensemble in a folder; it says nothing on the terminal.
RunOptions member_options(const RunOptions& options, const std::filesystem::path& folder,
                          int member);

}  // namespace thalweg::simulation
