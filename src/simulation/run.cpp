// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include "simulation/ensemble/check.hpp"
#include "simulation/ensemble/run.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/loop/run_case.hpp"

namespace thalweg::simulation {

int run(const RunOptions& options, const transport::Communicator& comm) {
  io::Case input = load_case(options, comm);
  if (const auto ensemble = Ensemble::read(input); ensemble && !options.member)
    return run_ensemble(options, *ensemble, comm);
  const LoopEnd end = run_case(options, comm);
  return end.signal == 0 ? 0 : 128 + end.signal;
}

CheckResult check(const RunOptions& options, const transport::Communicator& comm) {
  io::Case input = load_case(options, comm);
  const auto ensemble = options.member ? std::nullopt : Ensemble::read(input);
  CheckResult result;
  const auto describe = [&](const Setup& setup, const transport::Communicator& ranks) {
    result = {.title = setup.title,
              .kind = setup.kind,
              .precision = setup.precision,
              .device = setup.device,
              .effective_toml = setup.input.effective_toml(),
              .ranks = ranks.size(),
              .decomposition = setup.summary.lines,
              .split = setup.summary.split,
              .memory = setup.summary.memory};
  };
  const auto look_at_memory = [&] {
    result.baseline_bytes = comm.max(baseline_bytes());
    result.available_bytes = comm.min(available_bytes());
  };
  if (!ensemble) {
    describe(Setup::read(options, comm), comm);
    look_at_memory();
    return result;
  }
  const MemberGroup group(comm, ensemble->ranks_per_member());
  const EnsembleCheck checked = check_members(options, *ensemble, group, comm);
  if (checked.first) describe(*checked.first, group.comm());
  look_at_memory();
  result.memory = checked.memory;
  result.ensemble = {.members = ensemble->size(),
                     .ranks_per_member = group.comm().size(),
                     .groups = group.count(),
                     .first = ensemble->settings_text(0),
                     .last = ensemble->settings_text(ensemble->size() - 1)};
  return result;
}

double CheckResult::peak_bytes() const { return baseline_bytes + new_bytes(memory); }

}  // namespace thalweg::simulation
