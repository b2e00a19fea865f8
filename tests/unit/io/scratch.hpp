// SPDX-License-Identifier: Apache-2.0
// What the tests of files share: a folder that is gone afterwards, a disk that is nearly full, and
// the message of an expected error.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::io::testing {

inline transport::Communicator world() { return transport::Communicator::world(); }

/// A folder that all ranks share, removed at the end. Collective.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  const std::filesystem::path& path() const { return folder_; }

 private:
  transport::Communicator comm_ = world();
  std::filesystem::path folder_;
};

/// Space for so many bytes below a folder, while it lives: a small tmpfs where that may be mounted,
/// otherwise a limit on the size of each file. Collective.
class SmallDisk {
 public:
  SmallDisk(const std::filesystem::path& folder, std::int64_t bytes, const char* kind = "tmpfs");
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  /// Whether files share the space (a tmpfs), so that it can be filled up beforehand.
  bool is_disk() const { return mounted_; }

 private:
  transport::Communicator comm_ = world();
  std::filesystem::path folder_;
  bool mounted_ = false;
  std::uint64_t old_limit_ = 0;
};

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// On rank 0; the others wait until it is done.
inline void put_bytes(const std::filesystem::path& file, const std::string& bytes,
                      const transport::Communicator& comm = world()) {
  if (comm.is_root()) std::ofstream(file, std::ios::binary) << bytes;
  comm.barrier();
}

/// The message of the error of type E that the action throws; a failure if it throws none.
template <class E, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error of the expected type was thrown";
  return {};
}

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << text << "\" lacks \"" << part << "\"";
}

}  // namespace thalweg::io::testing
