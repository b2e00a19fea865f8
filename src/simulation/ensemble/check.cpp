// SPDX-License-Identifier: Apache-2.0
#include "simulation/ensemble/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>

#include "base/error.hpp"
#include "io/files/together.hpp"
#include "simulation/process/device.hpp"
#include "simulation/process/progress.hpp"

namespace thalweg::simulation {

namespace {

int group_size(const transport::Communicator& all, int ranks_per_member) {
  return std::min(ranks_per_member, all.size());
}

void raise_to(MemoryEstimate& most, const MemoryEstimate& one) {
  most.arrays_bytes = std::max(most.arrays_bytes, one.arrays_bytes);
  most.workspace_bytes = std::max(most.workspace_bytes, one.workspace_bytes);
  most.output_bytes = std::max(most.output_bytes, one.output_bytes);
  most.device_bytes = std::max(most.device_bytes, one.device_bytes);
}

void raise_over_ranks(MemoryEstimate& most, const transport::Communicator& all) {
  std::array<double, 4> bytes{most.arrays_bytes, most.workspace_bytes, most.output_bytes,
                              most.device_bytes};
  all.max(bytes);
  most = {bytes[0], bytes[1], bytes[2], bytes[3]};
}

void note_files(EnsembleCheck& check, const Setup& setup, const MemberGroup& group) {
  if (group.comm().is_root())
    check.files.insert(setup.input.files().begin(), setup.input.files().end());
}

/// This group's share of all members but the first. Throws InputError that names the wrong one.
void check_others(const RunOptions& options, const Ensemble& ensemble, const MemberGroup& group,
                  const transport::Communicator& all, EnsembleCheck& check) {
  Log log(all.is_root(), options.quiet);  // large arrays take a second for each member
  for (int m = 1 + group.index(); group.works() && m < ensemble.size(); m += group.count()) {
    RunOptions member = options;
    member.member = m;
    log.draw_bar(fmt::format("{} checking member {} of {}", bar_of(double(m) / ensemble.size()), m,
                             ensemble.size()));
    try {
      const Setup setup = Setup::read(member, group.comm());
      raise_to(check.memory, setup.summary.memory);
      note_files(check, setup, group);
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("member {} ({}):\n{}", m, ensemble.settings_text(m), error.what()));
    }
  }
}

}  // namespace

MemberGroup::MemberGroup(const transport::Communicator& all, int ranks_per_member)
    : all_(all), comm_(all.split(all.rank() / group_size(all, ranks_per_member), all.rank())),
      works_(comm_.size() == group_size(all, ranks_per_member)) {
  number_groups();
}

void MemberGroup::require_own_devices() {
  works_ = comm_.agree(works_ && has_own_device(comm_));
  number_groups();
}

/// Group numbers without gaps, in the order of ranks.
void MemberGroup::number_groups() {
  std::vector<double> leads(static_cast<std::size_t>(all_.size()));
  leads[static_cast<std::size_t>(all_.rank())] = works_ && comm_.is_root() ? 1 : 0;
  all_.sum(leads);
  const auto count_before = [&](int rank) {
    return static_cast<int>(std::count(leads.begin(), leads.begin() + rank, 1.0));
  };
  index_ = static_cast<int>(comm_.max(comm_.is_root() ? count_before(all_.rank()) : 0));
  count_ = count_before(all_.size());
}

RunOptions member_options(const RunOptions& options, const std::filesystem::path& folder,
                          int member) {
  RunOptions result = options;
  result.member = member;
  result.out = folder;
  result.restart = result.force = false;
  result.restart_file.clear();
  result.quiet = true;
  return result;
}

EnsembleCheck check_members(const RunOptions& options, const Ensemble& ensemble,
                            const MemberGroup& group, const transport::Communicator& all) {
  EnsembleCheck check;
  // What is wrong with all members is said once, of the first.
  io::together(all, [&] {
    if (!group.works()) return;  // its ranks may be too few for a member
    check.first = Setup::read(options, group.comm());
    check.memory = check.first->summary.memory;
    note_files(check, *check.first, group);
  });
  together_patiently(all, [&] { check_others(options, ensemble, group, all, check); });
  raise_over_ranks(check.memory, all);
  if (!group.works()) check.memory = {};
  return check;
}

void together_patiently(const transport::Communicator& all, const std::function<void()>& action) {
  std::exception_ptr fault;
  try {
    action();
  } catch (...) {
    fault = std::current_exception();
  }
  all.wait_for_all([] {});
  io::together(all, [&] {
    if (fault) std::rethrow_exception(fault);
  });
}

}  // namespace thalweg::simulation
