// SPDX-License-Identifier: Apache-2.0
// The text that people read of a profile.
#include "transport/profile/profile_table.hpp"

#include <gtest/gtest.h>

namespace thalweg::transport {
namespace {

TEST(ProfileTable, NumbersHaveThreeDigitsAndUnits) {
  EXPECT_EQ(size_text(8), "8 B");
  EXPECT_EQ(size_text(2896), "2896 B");
  EXPECT_EQ(size_text(4096), "4 KiB");
  EXPECT_EQ(size_text(11863288), "11.3 MiB");
  EXPECT_EQ(size_text(std::int64_t{64} << 20), "64 MiB");
  EXPECT_EQ(time_text(4.69e-7), "469 ns");
  EXPECT_EQ(time_text(9.996e-4), "1.00 ms") << "not 1000 us";
  EXPECT_EQ(time_text(2.5), "2.50 s");
  EXPECT_EQ(rate_text(1.26e10), "12.6 GB/s");
  EXPECT_EQ(rate_text(126e9), "126 GB/s");
  EXPECT_EQ(rate_text(no_limit), "-");
}

TEST(ProfileTable, ShowsSegmentsLimitsAndWarnings) {
  Profile profile;
  Path path;
  path.name = "message";
  path.locality = Locality::node;
  path.processes = 2;
  path.segments = {{8, 4096, 5e-7, 1e-9, {}, {}}, {8192, 1 << 20, 3e-6, 1e-10, {}, {}}};
  path.heldout = HeldOut{0.044, 0.22};
  profile.paths = {path};
  profile.gap = {{Locality::node, Memory::host, 2e-7, {}, ""}};
  Injection injection;
  injection.rank_rate = 1.2e10;
  profile.injection = {injection};
  profile.warnings = {"the machine is noisy"};
  const std::string text = profile_table(profile);
  for (const char* part :
       {"message, 2 processes", "node", "8 B .. 4 KiB", "500 ns", "1.00 GB/s", "4.4 % (95 %: 22 %)",
        "8 KiB .. 1 MiB", "10.0 GB/s", "each further message (node, host memory): 200 ns",
        "12.0 GB/s per rank", "limit was not reached", "warning: the machine is noisy\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

}  // namespace
}  // namespace thalweg::transport
