// SPDX-License-Identifier: Apache-2.0
// Files that are no good as a checkpoint, and what their user is told.
#include <algorithm>
#include <cstring>
#include <functional>

#include "tests/unit/io/checkpoint/checkpoint_samples.hpp"
#include "tests/unit/io/hdf5/hdf5_samples.hpp"

namespace thalweg::io::testing {
namespace {

class Damage : public ::testing::Test {
 protected:
  std::string fault() const { return checkpoint_fault(file_, world()).value_or("no fault"); }
  /// The position of the first value of the array "velocity".
  static std::size_t values_at(const std::string& bytes) {
    const auto first = sample<double>(0), second = sample<double>(1);
    std::string wanted(16, '\0');
    std::memcpy(wanted.data(), &first, 8);
    std::memcpy(wanted.data() + 8, &second, 8);
    return bytes.find(wanted);
  }
  static transport::Communicator self() { return transport::Communicator::self(); }
  /// For long loops: the files are the same on any number of ranks.
  static void on_one_rank(const std::function<void()>& action) {
    if (world().is_root()) action();
    world().barrier();
  }
  std::string intact() const {
    write_sample(file_, world());
    return bytes_of(file_);
  }

  Scratch folder_;
  std::filesystem::path file_ = folder_ / "000007.h5";
};

TEST_F(Damage, NoFile) {
  EXPECT_EQ(fault(), file_.string() + ": there is no such file");
  std::filesystem::create_directory(file_);
  EXPECT_EQ(fault(), file_.string() + ": this is not a file");
}

TEST_F(Damage, NotHdf5) {
  put_bytes(file_, "");
  EXPECT_EQ(fault(), file_.string() + ": the file is empty");
  put_bytes(file_, "step,time\n1,2\n");
  EXPECT_EQ(fault(), file_.string() + ": this is not an HDF5 file");
}

TEST_F(Damage, CutOff) {
  const std::string bytes = intact();
  put_bytes(file_, bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(fault(), file_.string() + ": the file is cut off: it has " +
                         std::to_string(bytes.size() - 1) + " of " + std::to_string(bytes.size()) +
                         " bytes");
  on_one_rank([&] {
    for (std::size_t size = 1; size < bytes.size(); size += 97) {
      put_bytes(file_, bytes.substr(0, size), self());
      EXPECT_TRUE(checkpoint_fault(file_, self())) << size << " bytes";
    }
  });
}

TEST_F(Damage, ChangedValue) {
  std::string bytes = intact();
  bytes.at(values_at(bytes) + 100) ^= 1;
  put_bytes(file_, bytes);
  const std::string text =
      ": the checkpoint is damaged: the checksum of array \"velocity\" differs";
  EXPECT_EQ(fault(), file_.string() + text);
  const CheckpointReader reader(file_, world());
  const Block block = block_of(velocity_extents, world());
  std::vector<double> values(1000);
  EXPECT_EQ(message_of<InputError>([&] { reader.array("velocity", block, values.data()); }),
            file_.string() + text);
}

TEST_F(Damage, ExchangedRows) {
  std::string bytes = intact();
  const std::size_t row = 8 * 5 * 3 * 2, first = values_at(bytes);
  std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(first),
                   bytes.begin() + static_cast<std::ptrdiff_t>(first + row),
                   bytes.begin() + static_cast<std::ptrdiff_t>(first + 3 * row));
  put_bytes(file_, bytes);
  expect_contains(fault(), "the checksum of array \"velocity\" differs");
}

// Whatever byte is hit: it is found out, or it is one that means nothing.
TEST_F(Damage, AnyByte) {
  const std::string bytes = intact();
  on_one_rank([&] {
    int found = 0, tried = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 5) {
      std::string hit = bytes;
      hit[at] = static_cast<char>(hit[at] ^ 0x5a);
      put_bytes(file_, hit, self());
      ++tried;
      if (checkpoint_fault(file_, self()))
        ++found;
      else
        expect_sample(file_, self());
    }
    EXPECT_GT(found, tried / 2);
  });
}

TEST_F(Damage, AnotherProgramsFile) {
  write_plain(file_, "velocity", {4, 4, 4, 3});
  EXPECT_EQ(fault(), file_.string() + ": this is an HDF5 file, but no checkpoint of thalweg");
}

TEST_F(Damage, AnotherFormatVersion) {
  intact();
  set_integer(file_, "format_version", 1);
  EXPECT_EQ(fault(),
            file_.string() + ": the checkpoint has format version 1; this program reads version 2");
}

TEST_F(Damage, MissingItems) {
  intact();
  const CheckpointReader reader(file_, world());
  const auto missing = [&](const auto& read) { return message_of<InputError>(read); };
  EXPECT_EQ(missing([&] { reader.number("viscosity"); }),
            file_.string() + ": the checkpoint lacks the value \"viscosity\"");
  EXPECT_EQ(missing([&] { reader.text("viscosity"); }),
            file_.string() + ": the checkpoint lacks the value \"viscosity\"");
  EXPECT_EQ(missing([&] { reader.extents("pressure"); }),
            file_.string() +
                ": the checkpoint lacks the array \"pressure\"; it holds: tracer, velocity");
  expect_contains(missing([&] { reader.integer("equations"); }),
                  "attribute equations is not an integer");
  expect_contains(missing([&] { reader.text("time"); }), "attribute time is not a text");
}

TEST_F(Damage, OtherExtents) {
  intact();
  const CheckpointReader reader(file_, world());
  const Block block = block_of({7, 5, 3, 1}, world());
  std::vector<double> values(1000);
  EXPECT_EQ(message_of<InputError>([&] { reader.array("velocity", block, values.data()); }),
            file_.string() +
                ": array \"velocity\" has extents (7, 5, 3, 2), the case needs (7, 5, 3, 1)");
}

}  // namespace
}  // namespace thalweg::io::testing
