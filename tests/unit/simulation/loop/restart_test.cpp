// SPDX-License-Identifier: Apache-2.0
// Runs that go on: after a cap, a signal, the end, and from checkpoints that are damaged, foreign
// or not the newest.
#include <csignal>

#include "tests/unit/simulation/loop/whole_runs.hpp"

namespace thalweg::simulation {
namespace {

class Restart : public Run {};

TEST_F(Restart, GoesOnAfterTheCap) {
  EXPECT_EQ(go(capped(7)), 0);
  EXPECT_EQ(report()["status"], "stopped by --steps");
  EXPECT_EQ(report()["steps"], 7);
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(report()["steps"], 20);
}

TEST_F(Restart, EqualsAnUnbrokenRun) {
  RunOptions unbroken = options();
  unbroken.out = scratch_ / "unbroken";
  go(unbroken);
  go(capped(7));
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(history(), history("unbroken"));
  for (const char* file : {"spectra/total-000020.csv", "spectra/total-000010.csv"})
    EXPECT_EQ(bytes_of(scratch_ / "out" / file), bytes_of(scratch_ / "unbroken" / file)) << file;
}

TEST_F(Restart, GoesOnAfterASignalToOneRank) {
  RunOptions unbroken = options();
  unbroken.out = scratch_ / "unbroken";
  go(unbroken);
  for (const int signal : {SIGTERM, SIGINT}) {
    EXPECT_EQ(go(forced({"decay.signal_at_step=7", "decay.signal=" + std::to_string(signal)})),
              128 + signal);
    EXPECT_TRUE(has("out/checkpoints/000007.h5"));
    EXPECT_EQ(history().find("\n8,"), std::string::npos);
    expect_contains(text_of("out/run.log"), "Go on with:");
    EXPECT_EQ(go(restart()), 0);
    EXPECT_EQ(history(), history("unbroken"));
  }
}

TEST_F(Restart, DamagedCheckpointIsRefusedAndTheNewestIntactOneNamed) {
  go(options());
  damage("out/checkpoints/000020.h5");
  const auto before = everything();
  const std::string text =
      message_of<InputError>([&] { go(restart_from("out/checkpoints/000020.h5")); });
  for (const char* part : {"000020.h5", "cut off", "000015.h5", "Nothing was run"})
    expect_contains(text, part);
  EXPECT_EQ(everything(), before);
}

TEST_F(Restart, PassesOverDamagedCheckpoints) {
  go(capped(10));
  damage("out/checkpoints/000010.h5");
  EXPECT_EQ(go(restart()), 0);
  expect_contains(text_of("out/run.log"), "000005.h5 (step 5");
  EXPECT_EQ(report()["steps"], 20);
}

TEST_F(Restart, WithoutCheckpointSaysSo) {
  const std::string text = message_of<InputError>([&] { go(restart()); });
  expect_contains(text, "no intact checkpoint in");
  EXPECT_FALSE(has("out"));
}

TEST_F(Restart, ForeignFileIsNoCheckpoint) {
  io::testing::put_bytes(scratch_ / "image.png", "\x89PNG and more");
  const std::string text = message_of<InputError>([&] { go(restart_from("image.png")); });
  expect_contains(text, "not an HDF5 file");
}

TEST_F(Restart, EarlierCheckpointNeedsForceWhereLaterOnesExist) {
  go(options());
  expect_contains(message_of<InputError>([&] { go(restart_from("out/checkpoints/000015.h5")); }),
                  "000020.h5");
  RunOptions forced = restart_from("out/checkpoints/000015.h5");
  forced.force = true;
  forced.overrides = {"checkpoint.every_steps=2", "time.end=1.7"};
  EXPECT_EQ(go(forced), 0);
  EXPECT_FALSE(has("out/checkpoints/000020.h5")) << "it belongs to the history that was left";
  EXPECT_TRUE(has("out/checkpoints/000017.h5"));
}

TEST_F(Restart, CheckpointOfAnotherFolderStartsANewRun) {
  go(options());
  RunOptions other = restart_from("out/checkpoints/000015.h5");
  other.out = scratch_ / "other";
  EXPECT_EQ(go(other), 0);
  expect_contains(history("other"), "\n15,1.5");
  expect_contains(history("other"), "\n20,2,");
}

TEST_F(Restart, OfAFinishedRunSaysHowToExtendIt) {
  go(options());
  const auto before = everything();
  expect_contains(message_of<InputError>([&] { go(restart()); }), "--set time.end=4");
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(go(restart({"time.end=3.0"})), 0);
  EXPECT_EQ(report()["steps"], 30);
}

}  // namespace
}  // namespace thalweg::simulation
