// SPDX-License-Identifier: Apache-2.0
// Whether a folder may be used for a run, and what is removed from it.
#include "io/output/output_folder.hpp"

#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

/// A folder with results, with a user's own files among them, and with what a kill left behind.
class OutputFolderTest : public ::testing::Test {
 protected:
  OutputFolderTest() {
    if (world().is_root())
      for (const char* name :
           {"spectra", "fields", "slices", "probes", "statistics", "checkpoints"})
        fs::create_directories(out_.path() / name);
    world().barrier();
    for (const auto& [names, content] : {std::pair{results_, "x"}, {own_, "x"}, {leftovers_, "x"}})
      for (const std::string& name : names) put_bytes(out_.path() / name, content);
  }
  bool has(const std::vector<std::string>& names) const {
    world().barrier();
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& name) { return fs::exists(out_.path() / name); });
  }
  bool has_any(const std::vector<std::string>& names) const {
    world().barrier();
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return fs::exists(out_.path() / name); });
  }

  Scratch folder_;
  OutputFolder out_{folder_ / "out"};
  std::vector<std::string> results_{"case.toml",
                                    "checkpoints/000100.h5",
                                    "fields/velocity-000100.vtkhdf",
                                    "fields/velocity.hdf.series",
                                    "history.csv",
                                    "probes/wake.csv",
                                    "report.html",
                                    "report.json",
                                    "run.log",
                                    "slices/middle-000100.vtkhdf",
                                    "slices/middle.hdf.series",
                                    "spectra/spectrum_parallel_z-1000000.csv",
                                    "statistics/moments-000100.csv",
                                    "traces.h5.old"};
  std::vector<std::string> own_{
      "notes.txt",        "fields/picture.png",       "slices/picture.png",
      "spectra/mine.csv", "checkpoints/keep-this.h5", "case.toml.old"};
  std::vector<std::string> leftovers_{"report.json.part", "checkpoints/000200.h5.part"};
};

TEST_F(OutputFolderTest, NamesItsFiles) {
  EXPECT_EQ(out_.field("velocity", 100), out_.path() / "fields/velocity-000100.vtkhdf");
  EXPECT_EQ(out_.table("spectra", "spectrum", 1234567),
            out_.path() / "spectra/spectrum-1234567.csv");
  EXPECT_EQ(out_.checkpoint(0), out_.path() / "checkpoints/000000.h5");
}

TEST_F(OutputFolderTest, KnowsItsResults) { EXPECT_EQ(out_.results(), results_); }

TEST_F(OutputFolderTest, IsNotOverwrittenUnasked) {
  const std::string text = message_of<InputError>([&] { out_.prepare(world(), FolderUse::fresh); });
  expect_contains(text, "out: this folder holds results of a run: case.toml, ");
  expect_contains(text, "and 9 more");
  expect_contains(text, "--force");
  expect_contains(text, "--restart");
  EXPECT_TRUE(has(results_) && has(own_) && has(leftovers_));
}

TEST_F(OutputFolderTest, LosesOnlyResultsByForce) {
  out_.prepare(world(), FolderUse::force);
  EXPECT_TRUE(out_.results().empty());
  EXPECT_TRUE(has(own_));
  EXPECT_FALSE(has_any(results_) || has_any(leftovers_));
}

// What a case reads may be a result of an earlier run, but not one that goes.
TEST_F(OutputFolderTest, KeepsByForceWhatTheRunReads) {
  const auto with = [&](const fs::path& file) { return std::map{std::pair{"start"s, file}}; };
  for (const char* kept : {"notes.txt", "fields/picture.png", "../velocity-000100.vtkhdf"})
    EXPECT_NO_THROW(out_.require_kept_by_force(with(out_.path() / kept))) << kept;
  for (const char* lost :
       {"fields/velocity-000100.vtkhdf", "fields/../traces.h5.old", "superseded/1/history.csv"})
    EXPECT_THROW(out_.require_kept_by_force(with(out_.path() / lost)), InputError) << lost;
  const OutputFolder ensemble(folder_ / "ensemble");
  const fs::path of_member = ensemble.member(7) / "history.csv";
  if (world().is_root()) fs::create_directories(ensemble.member(7));
  world().barrier();
  put_bytes(of_member, "x");
  world().barrier();
  EXPECT_THROW(ensemble.require_kept_by_force(with(of_member)), InputError);
}

TEST_F(OutputFolderTest, KeepsAllButLeftoversForARestart) {
  out_.prepare(world(), FolderUse::restart);
  EXPECT_TRUE(has(results_) && has(own_));
  EXPECT_FALSE(has_any(leftovers_));
}

TEST_F(OutputFolderTest, IsMadeWhereItIsMissing) {
  const OutputFolder fresh(folder_ / "a/b");
  fresh.prepare(world(), FolderUse::fresh);
  EXPECT_TRUE(fs::is_directory(fresh.path()));
  EXPECT_TRUE(fresh.results().empty());
}

TEST_F(OutputFolderTest, MayHoldAUsersFiles) {
  const OutputFolder fresh(folder_ / "a");
  if (world().is_root()) fs::create_directories(fresh.path());
  world().barrier();
  put_bytes(fresh.path() / "notes.txt", "x");
  fresh.prepare(world(), FolderUse::fresh);
  EXPECT_TRUE(fs::exists(fresh.path() / "notes.txt"));
}

TEST_F(OutputFolderTest, CannotBeAFile) {
  put_bytes(folder_ / "file", "x");
  const OutputFolder file(folder_ / "file");
  expect_contains(message_of<InputError>([&] { file.prepare(world(), FolderUse::force); }),
                  "file: the output folder is a file");
}

TEST_F(OutputFolderTest, GetsWholeTexts) {
  write_text(out_.report(), world(), world().is_root() ? "{}\n" : "of another rank");
  EXPECT_EQ(bytes_of(out_.report()), "{}\n");
}

}  // namespace
}  // namespace thalweg::io::testing
