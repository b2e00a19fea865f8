// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/io/scratch.hpp"

#include <sys/mount.h>
#include <sys/resource.h>

#include <cstdlib>

namespace thalweg::io::testing {

namespace fs = std::filesystem;

Scratch::Scratch() {
  std::string name;
  if (comm_.is_root()) {
    name = (fs::temp_directory_path() / "thalweg-test-XXXXXX").string();
    if (!mkdtemp(name.data())) std::abort();
  }
  folder_ = comm_.broadcast(name);
}

Scratch::~Scratch() {
  comm_.barrier();
  std::error_code ignored;
  if (comm_.is_root()) fs::remove_all(folder_, ignored);
}

SmallDisk::SmallDisk(const fs::path& folder, std::int64_t bytes, const char* kind)
    : folder_(folder) {
  if (comm_.is_root()) {
    fs::create_directories(folder_);
    const std::string options = "size=" + std::to_string(bytes);
    mounted_ = mount(kind, folder_.c_str(), kind, 0, options.c_str()) == 0;
  }
  mounted_ = comm_.max(mounted_ ? 1.0 : 0.0) > 0;
  if (mounted_ || bytes == 0) return;
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  old_limit_ = limit.rlim_cur;
  limit.rlim_cur = static_cast<rlim_t>(bytes);
  setrlimit(RLIMIT_FSIZE, &limit);
}

SmallDisk::~SmallDisk() {
  comm_.barrier();
  if (mounted_) {
    if (comm_.is_root()) umount2(folder_.c_str(), MNT_DETACH);
    return;
  }
  if (old_limit_ == 0) return;
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = old_limit_;
  setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace thalweg::io::testing
