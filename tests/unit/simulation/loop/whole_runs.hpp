// SPDX-License-Identifier: Apache-2.0
// What tests of whole runs of a tiny solver share: the case in a folder of its own, starting it,
// and looking at what it leaves.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "simulation/run.hpp"
#include "tests/support/decay.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::simulation {

namespace fs = std::filesystem;
using io::testing::bytes_of;
using io::testing::expect_contains;
using io::testing::message_of;
using io::testing::world;

/// The case is line.toml, its output out.
class WholeRun : public ::testing::Test {
 protected:
  void SetUp() override { testing::register_decay(); }

  void put_case(const std::string& text) const {
    io::testing::put_bytes(scratch_ / "line.toml", "[simulation]\nkind = \"decay\"\n" + text);
  }
  RunOptions options(const std::vector<std::string>& settings = {}) const {
    return {.case_file = scratch_ / "line.toml",
            .out = scratch_ / "out",
            .overrides = settings,
            .quiet = true};
  }
  RunOptions capped(int steps) const {
    RunOptions result = options();
    result.steps = steps;
    return result;
  }
  RunOptions forced(const std::vector<std::string>& settings = {}) const {
    RunOptions result = options(settings);
    result.force = true;
    return result;
  }
  RunOptions restart(const std::vector<std::string>& settings = {}) const {
    RunOptions result = options(settings);
    result.restart = true;
    return result;
  }
  /// The other ranks wait for rank 0 to write its last words.
  int go(const RunOptions& what) const {
    const int status = run(what, world());
    world().barrier();
    return status;
  }
  bool has(const std::string& file) const { return fs::exists(scratch_ / file); }
  std::string text_of(const std::string& file) const { return bytes_of(scratch_ / file); }

  io::testing::Scratch scratch_;
};

/// A run of one case, 20 steps long, with a checkpoint after every fifth.
class Run : public WholeRun {
 protected:
  void SetUp() override {
    WholeRun::SetUp();
    put_case(
        "[time]\nend = 2.0\n"
        "[output]\nhistory.every_steps = 1\nspectra.every_time = 1.0\nfields.every_time = 1.0\n"
        "[checkpoint]\nevery_steps = 5\n");
  }
  RunOptions restart_from(const std::string& checkpoint) const {
    RunOptions result = restart();
    result.restart_file = scratch_ / checkpoint;
    return result;
  }
  std::string history(const std::string& out = "out") const {
    return text_of(out + "/history.csv");
  }
  nlohmann::json report() const { return nlohmann::json::parse(text_of("out/report.json")); }
  /// Names and bytes of all files in the output folder, once all ranks are done with it: the first
  /// one holds its lock.
  std::map<std::string, std::string> everything() const {
    world().barrier();
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(scratch_ / "out"))
      if (entry.is_regular_file()) files[entry.path().string()] = bytes_of(entry.path());
    world().barrier();
    return files;
  }
  void damage(const std::string& file) const {
    world().barrier();
    if (world().is_root()) fs::resize_file(scratch_ / file, fs::file_size(scratch_ / file) / 2);
    world().barrier();
  }
};

}  // namespace thalweg::simulation
