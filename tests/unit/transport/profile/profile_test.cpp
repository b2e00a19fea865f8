// SPDX-License-Identifier: Apache-2.0
// Profiles on disk: what is written is read back; what must not be used is refused with the reason.
#include "transport/profile/profile.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/user_files.hpp"
#include "transport/profile/profile_json.hpp"

namespace {

using namespace thalweg;
using namespace thalweg::transport;

/// A profile with every member in use.
Profile sample() {
  Profile profile;
  profile.fingerprint = {{"processor", "abacus"}, {"mpi", "Open MPI 4.1.4"}};
  profile.provenance = {{"date", "2026-01-02"}};
  profile.warnings = {"the machine is [noisy], \"very\" {so}"};
  profile.node = {.ranks = 4,
                  .sockets = 2,
                  .devices = 1,
                  .triad_bytes_per_second = 3.1e10,
                  .device_bytes_per_second = 8e11};
  Path path;
  path.name = "host to host on a node";
  path.locality = Locality::node;
  path.bytes = {8, 1024};
  path.seconds = {{1e-7, 2e-7, 3e-7, 4e-7, 50}, {1e-6, 2e-6, 3e-6, 1.0 / 3, 60}};
  path.segments = {{8, 1024, 1e-7, 1e-10, {0.9e-7, 1.1e-7}, {0.9e-10, 1.2e-10}}};
  path.heldout = HeldOut{0.04, 0.2};
  profile.paths = {path};
  Injection injection;
  injection.rank_rate = 1.2e10;
  profile.injection = {injection};
  profile.gap = {{Locality::network, Memory::device, 7.6e-7, {}, "a book"}};
  Exchange exchange;
  exchange.movement = "transpose";
  exchange.route = "direct";
  exchange.ranks = 12;
  exchange.nodes = 2;
  exchange.bytes = {64};
  exchange.seconds = {{1e-5, 1e-5, 2e-5, 3e-5, 9}};
  exchange.fit = ExchangeFit();
  exchange.fit->node_exponent = 0.1;
  profile.exchanges = {exchange};
  profile.trials = {{"transpose 64x64x64 on 4", "direct", 1e-3}};
  return profile;
}

/// The message with which a text is refused; empty if it is taken.
std::string refusal(const std::string& text) {
  try {
    parse_profile(text, "p.json");
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string with(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

/// As one edits a profile: the checksum follows.
std::string edited(const std::string& text, const std::string& what, const std::string& by) {
  const std::string changed = with(text, what, by);
  return with(changed, profile_checksum(text), profile_checksum(changed));
}

bool says(const std::string& message, const std::string& what) {
  return message.find(what) != std::string::npos;
}

TEST(Profile, ReadsBackWhatIsWritten) {
  const std::string text = profile_text(sample());
  const Profile read = parse_profile(text, "p.json");
  EXPECT_EQ(profile_text(read), text);
  EXPECT_EQ(read.paths[0].seconds[1].p90, 1.0 / 3);
  EXPECT_EQ(read.injection[0].node_rate, no_limit);
  EXPECT_EQ(read.injection[0].rank_rate, 1.2e10);
  EXPECT_EQ(read.exchanges[0].fit->node_exponent, 0.1);
  EXPECT_EQ(read.gap[0].memory, Memory::device);
}

TEST(Profile, RefusesADamagedFile) {
  const std::string text = profile_text(sample());
  const std::string changed = with(text, "31000000000.0", "32000000000.0");
  EXPECT_TRUE(says(refusal(changed), "p.json: the checksum is"));
  EXPECT_TRUE(says(refusal(changed), "thalweg probe"));
  EXPECT_TRUE(says(refusal(changed), "let its \"checksum\" be \"" + profile_checksum(changed)));
  EXPECT_EQ(refusal(edited(text, "31000000000.0", "32000000000.0")), "");
  EXPECT_TRUE(says(refusal(text.substr(0, text.size() / 2)), "p.json: this is no whole profile"));
}

TEST(Profile, RefusesAnotherVersion) {
  const std::string old = with(profile_text(sample()), "\"version\": 1", "\"version\": 0");
  EXPECT_TRUE(says(refusal(old), "version 0, this program reads version 1"));
}

TEST(Profile, NamesThePlaceOfAWrongValue) {
  const std::string text = profile_text(sample());
  const auto message = [&](const char* what, const char* by) {
    return refusal(edited(text, what, by));
  };
  EXPECT_TRUE(
      says(message("\"node\",", "\"nod\","), "p.json/paths/0/locality: \"nod\" is none of"));
  EXPECT_TRUE(
      says(message("\"alpha\": 1e-07", "\"alpha\": \"soon\""), "/paths/0/segments/0/alpha"));
  EXPECT_TRUE(says(message("\"trials\"", "\"trial\""), "trials"));
  EXPECT_TRUE(says(message("[8,", "[4096,"), "p.json/paths/0/bytes: sizes must ascend"));
  EXPECT_TRUE(says(message("[50,", "["), "p.json/paths/0/seconds/n: 1 values for 2 sizes"));
}

TEST(Profile, RefusesAnotherMachine) {
  const Profile profile = sample();
  EXPECT_NO_THROW(require_fingerprint(profile, profile.fingerprint, "p.json"));
  Texts here = profile.fingerprint;
  here["processor"] = "slide rule";
  try {
    require_fingerprint(profile, here, "p.json");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(says(error.what(), "processor (profile: abacus; here: slide rule)"));
    EXPECT_FALSE(says(error.what(), "force"));
  }
}

TEST(Profile, IsKeptByFingerprint) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("thalweg-profile-" + std::to_string(getpid()));
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const Profile profile = sample();
  std::string why;
  EXPECT_FALSE(find_profile(profile.fingerprint, &why));
  EXPECT_EQ(why, "") << "there is none";
  const auto file = store_profile(profile);
  ASSERT_TRUE(find_profile(profile.fingerprint));
  EXPECT_EQ(profile_text(*find_profile(profile.fingerprint)), profile_text(profile));
  EXPECT_FALSE(find_profile({{"processor", "another"}}));
  write_whole(file, read_text(file) + "x");
  EXPECT_FALSE(find_profile(profile.fingerprint, &why));
  EXPECT_TRUE(says(why, "no whole profile"));
  std::filesystem::remove_all(folder);
}

/// A name that is too long stands for whatever keeps a file from being looked at.
TEST(Profile, OutOfReachIsNone) {
  const std::string folder = "/tmp/" + std::string(300, 'n');
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  std::string why;
  EXPECT_FALSE(find_profile(sample().fingerprint, &why));
  EXPECT_TRUE(says(why, folder) && says(why, "cannot be read")) << why;
  EXPECT_THROW(store_profile(sample()), IoError);
  for (const std::string& word : {folder, folder + "/p.json"})
    EXPECT_THROW(profile_named(word), InputError);
  unsetenv("XDG_CACHE_HOME");
}

}  // namespace
