// SPDX-License-Identifier: Apache-2.0
// Files of vessels are read once, as long as neither they nor the case change.
#include "solvers/blood/vessel/interior_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "solvers/blood/vessel/surface_parameters.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

class ReadOnce : public ::testing::Test {
 protected:
  ReadOnce()
      : file_(std::filesystem::temp_directory_path() /
              ("thalweg-vessel-" + std::to_string(getpid()) + ".stl")) {
    testing::write_stl(file_, testing::tube(6, 20, 24, 2));
  }
  ~ReadOnce() override { std::filesystem::remove(file_); }

  std::shared_ptr<const Interior> read(const std::string& more = "") const {
    io::Case input = io::Case::parse(
        "[geometry]\npath = \"" + file_.string() + "\"\nunit = \"um\"\n" + more, "test.toml");
    Vessel vessel{.shape = VesselShape::surface, .spacing = 1e-6};
    read_surface(input, vessel);
    input.finish();
    return vessel.interior;
  }

  std::filesystem::path file_;
};

TEST_F(ReadOnce, WhatIsReadAgainIsTheSame) { EXPECT_EQ(read(), read()); }

TEST_F(ReadOnce, AnotherCaseIsAnotherVessel) {
  const auto first = read(), longer = read("scale = 2\n");
  EXPECT_NE(first, longer);
  EXPECT_NEAR(longer->volume(), 8 * first->volume(), 1e-6 * longer->volume());
}

TEST_F(ReadOnce, AFileThatHasChangedIsReadAgain) {
  const auto before = read();
  testing::write_stl(file_, testing::tube(6, 30, 24, 4));
  const auto after = read();
  EXPECT_NE(before, after);
  EXPECT_NEAR(after->volume(), 1.5 * before->volume(), 1e-6 * after->volume());
}

}  // namespace
}  // namespace thalweg::blood
