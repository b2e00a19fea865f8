// SPDX-License-Identifier: Apache-2.0
// A program that a test writes.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "transport/comm/communicator.hpp"

namespace thalweg::transport::testing {

/// A script in a folder of its own, the same on all ranks. Making and ending one is collective.
class Program {
 public:
  explicit Program(const std::string& text) : folder_(world_.broadcast(make_folder())) {
    if (world_.is_root()) {
      std::ofstream(path()) << text;
      std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
    }
    world_.barrier();
  }
  ~Program() {
    world_.barrier();
    if (world_.is_root()) std::filesystem::remove_all(folder_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  std::string path() const { return folder_ + "/program"; }
  const std::string& folder() const { return folder_; }

 private:
  std::string make_folder() const {
    std::string name = (std::filesystem::temp_directory_path() / "thalweg-program-XXXXXX").string();
    if (!world_.is_root()) return name;
    return mkdtemp(name.data());
  }
  Communicator world_ = Communicator::world();
  std::string folder_;
};

}  // namespace thalweg::transport::testing
