// SPDX-License-Identifier: Apache-2.0
#include "transport/choice/known_machine.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "transport/choice/choose.hpp"
#include "transport/comm/group.hpp"
#include "transport/machine/topology.hpp"

namespace thalweg::transport {

namespace {

struct InUse {
  std::optional<Profile> profile;
  std::filesystem::path file;
  bool ours = false;      // in the cache folder: trials are added to it
  std::string why_not{};  // a file that is kept is not used
  std::string word{};     // that it was asked for by, and the ranks
  std::vector<int> group{};
};

InUse& in_use() {
  static InUse state;
  return state;
}

/// On the first rank: the profile's file, if there is one to use. Throws InputError.
InUse found(const std::string& word, const Texts& here) {
  InUse state;
  if (word == "auto") {
    state.profile = find_profile(here, &state.why_not);
    state.file = profile_place(here);
    state.ours = true;
  } else {
    state.file = shipped_file(word);
    state.profile = read_profile(state.file);
    require_fingerprint(*state.profile, here, state.file.string());
  }
  return state;
}

/// The last trial of a movement counts.
void add(const Trial& trial, Profile& profile) {
  std::erase_if(profile.trials, [&](const Trial& t) { return t.movement == trial.movement; });
  profile.trials.push_back(trial);
}

}  // namespace

void use_profile(const Communicator& comm, const std::string& word) {
  const std::vector<int> group = group_of(comm);
  // To find out what machine this is takes a tenth of a second, and an ensemble has many members.
  if (comm.agree(in_use().word == word && in_use().group == group)) return;
  in_use() = {};
  forget_choices();
  if (word == "none") return;
  const Texts here = fingerprint(Topology::discover(comm));
  std::string text, trouble;
  if (comm.is_root()) try {
      in_use() = found(word, here);
      if (in_use().profile) text = profile_text(*in_use().profile);
    } catch (const std::exception& error) {  // whatever it is, the others wait for it
      trouble = error.what();
    }
  trouble = comm.broadcast(trouble);
  if (!trouble.empty()) throw InputError(trouble);
  in_use().why_not = comm.broadcast(in_use().why_not);
  text = comm.broadcast(text);
  if (!comm.is_root() && !text.empty())
    in_use().profile = parse_profile(text, "the profile of the first rank");
  in_use().word = word;
  in_use().group = group;
}

const Profile* profile_in_use() {
  const auto& profile = in_use().profile;
  return profile ? &*profile : nullptr;
}

const std::string& why_no_profile() { return in_use().why_not; }

std::string profile_in_use_name() {
  return in_use().profile ? in_use().file.string() : std::string();
}

void remember_trial(const Communicator& comm, const Trial& trial) {
  InUse& state = in_use();
  if (!state.profile) return;
  add(trial, *state.profile);
  if (!comm.is_root() || !state.ours) return;
  try {
    // Meanwhile a probe may have measured anew, or another run tried something.
    Profile kept = find_profile(state.profile->fingerprint).value_or(*state.profile);
    add(trial, kept);
    write_profile(kept, state.file);
  } catch (const Error&) {
    // The next run tries again; this one loses nothing.
  }
}

}  // namespace thalweg::transport
