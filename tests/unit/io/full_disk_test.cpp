// SPDX-License-Identifier: Apache-2.0
// A disk that has no space left: an IoError on every rank, old files as they were, nothing new left
// behind, and a program that still ends in order (this one must).
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "io/fields/image.hpp"
#include "io/files/atomic_file.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "io/output/history.hpp"
#include "io/output/output_folder.hpp"
#include "tests/unit/io/checkpoint/checkpoint_samples.hpp"

namespace thalweg::io::testing {
namespace {

constexpr std::int64_t mebibyte = 1 << 20;
constexpr std::array<std::int64_t, 4> large{64, 64, 64, 2};  // 4 MiB of doubles

class FullDisk : public ::testing::Test {
 protected:
  Scratch folder_;
  std::filesystem::path disk_ = folder_ / "disk";

  /// Use all of the disk.
  void fill() const {
    if (!world().is_root()) return;
    Descriptor out(disk_ / "filling", O_RDWR | O_CREAT);
    EXPECT_THROW(while (true) out.write(std::string(4096, 'x')), IoError);
  }
  std::vector<std::string> files() const {
    world().barrier();
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(disk_))
      if (entry.is_regular_file() && entry.path().filename() != "filling")
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(FullDisk, StopsACheckpointAndKeepsTheLast) {
  const SmallDisk disk(disk_, 3 * mebibyte);
  write_sample(disk_ / "000001.h5", world());
  const Block block = block_of(large, world());
  const std::string text = message_of<IoError>([&] {
    CheckpointWriter writer(disk_ / "000002.h5", world(), "turbulence");
    const Block velocity = block_of(velocity_extents, world());
    writer.array("velocity", velocity, samples<double>(velocity).data());
    writer.array("vorticity", block, samples<double>(block).data());
    writer.commit();
  });
  expect_contains(text, "000002.h5");
  expect_contains(text, disk.is_disk() ? "No space left on device" : "File too large");
  EXPECT_EQ(files(), std::vector<std::string>{"000001.h5"});
  EXPECT_EQ(find_checkpoint(disk_, world()).newest_intact, disk_ / "000001.h5");
}

TEST_F(FullDisk, StopsAnImage) {
  const SmallDisk disk(disk_, 3 * mebibyte);
  const Block block = block_of(large, world());
  const ImageGrid grid{{64, 64, 128}, {1, 1, 1}, {0, 0, 0}};
  const ImageField field{
      "p", "", 1, block.offset, block.offset + block.count, samples<double>(block)};
  const std::string text = message_of<IoError>(
      [&] { write_image(disk_ / "fields/p-000001.vtkhdf", world(), grid, {field}, 0, 1); });
  expect_contains(text, "p-000001.vtkhdf");
  EXPECT_TRUE(files().empty());
}

TEST_F(FullDisk, StopsAFileBeforeItsFirstByte) {
  const SmallDisk disk(disk_, 2 * mebibyte);
  if (!disk.is_disk()) GTEST_SKIP() << "a tmpfs could not be mounted (not root)";
  fill();
  world().barrier();
  EXPECT_THROW(CheckpointWriter(disk_ / "000001.h5", world(), "turbulence"), IoError);
  EXPECT_THROW(write_text(disk_ / "report.json", world(), std::string(10000, 'x')), IoError);
  EXPECT_TRUE(files().empty());
}

/// A limit on the size of files that is set, or lowered, while one is written, as by `prlimit`.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { setrlimit(RLIMIT_FSIZE, &old_); }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  rlimit old_{};
};

// HDF5 1.10 would crash when MPI ends, if it were told that its writes fail.
TEST_F(FullDisk, MetInTheMiddleOfAnyFileLeavesNothingOpen) {
  std::filesystem::create_directories(disk_);
  const Block velocity = block_of(velocity_extents, world());
  const std::vector<double> values = samples<double>(velocity);
  for (const rlim_t bytes : {0, 1, 100, 1000, 2000, 4096, 10000, 1 << 20}) {
    message_of<IoError>([&] {
      CheckpointWriter writer(disk_ / "000002.h5", world(), "turbulence");
      const SizeLimit limit(bytes);
      writer.attribute("time", 1.0);
      writer.array("velocity", velocity, values.data());
      writer.commit();
    });
    EXPECT_TRUE(files().empty()) << bytes;
  }
}

TEST_F(FullDisk, MetInTheMiddleOfAFileThatGrows) {
  std::filesystem::create_directories(disk_);
  if (!world().is_root()) return;
  const std::vector<float> values(1 << 16, 1.0f);
  const auto count = static_cast<std::int64_t>(values.size());
  for (const rlim_t bytes : {0, 1, 100, 1000, 2000, 4096, 10000, 100000}) {
    const std::string text = message_of<IoError>([&] {
      DatasetFile file = DatasetFile::create(disk_ / "traces.h5");
      const SizeLimit limit(bytes);
      file.create_floats("a", {count}, {});
      file.write("a", 0, count, values.data());
      file.set_text("a", "unit", "Pa");
      file.close();
    });
    expect_contains(text, "traces.h5");
    expect_contains(text, "File too large");
  }
}

TEST_F(FullDisk, LeavesTheHistoryWithWholeRows) {
  const SmallDisk disk(disk_, 64 << 10);
  const CsvHeader header{{"step", "value"}, {"", ""}};
  History history(disk_ / "history.csv", world(), header);
  double step = 0;
  const std::string text = message_of<IoError>([&] {
    for (; step < 1e5; ++step) history.append({step, 1 / (3 + step)});
  });
  expect_contains(text, "history.csv failed: ");
  const std::string rows = bytes_of(disk_ / "history.csv");
  EXPECT_GT(rows.size(), 40000U);
  EXPECT_EQ(rows.back(), '\n');
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 2 + static_cast<std::int64_t>(step));
}

TEST_F(FullDisk, LeavesAnOldTextAsItWas) {
  const SmallDisk disk(disk_, 64 << 10);
  write_text(disk_ / "case.toml", world(), "old");
  const std::string text = message_of<IoError>(
      [&] { write_text(disk_ / "case.toml", world(), std::string(1 << 20, 'x')); });
  expect_contains(text, "case.toml");
  EXPECT_EQ(bytes_of(disk_ / "case.toml"), "old");
  EXPECT_EQ(files(), std::vector<std::string>{"case.toml"});
}

// A ramfs is without fallocate, and does not say how much space it has.
TEST_F(FullDisk, IsNotMistakenForOneThatCannotReserve) {
  const SmallDisk disk(disk_, 0, "ramfs");
  if (!disk.is_disk()) GTEST_SKIP() << "a ramfs could not be mounted (not root)";
  write_sample(disk_ / "000001.h5", world());
  expect_sample(disk_ / "000001.h5", world());
}

TEST_F(FullDisk, IsNoReasonToReplaceADeviceOrAPipe) {
  if (!world().is_root()) return;
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect_contains(message_of<IoError>([&] { write_text(pipe, "x"); }),
                  "pipe failed: it is a device");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_FALSE(std::filesystem::exists(temporary_name(pipe)));
}

TEST_F(FullDisk, CannotWriteWhereAFolderIsAFile) {
  put_bytes(folder_ / "file", "x");
  EXPECT_THROW(CheckpointWriter(folder_ / "file/000001.h5", world(), "turbulence"), IoError);
  EXPECT_THROW(write_text(folder_ / "file/report.json", world(), "x"), IoError);
}

}  // namespace
}  // namespace thalweg::io::testing
