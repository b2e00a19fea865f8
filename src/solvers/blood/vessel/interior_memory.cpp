// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/interior_memory.hpp"

#include <fmt/format.h>

#include <mutex>

namespace thalweg::blood {

namespace {

struct Remembered {
  std::mutex mutex;
  std::string key;
  std::shared_ptr<const Interior> interior;
};

Remembered& last() {
  static Remembered one;
  return one;
}

}  // namespace

std::string file_in_key(const std::filesystem::path& file) {
  std::error_code no_size, no_time;
  const auto size = std::filesystem::file_size(file, no_size);
  const auto time = std::filesystem::last_write_time(file, no_time).time_since_epoch().count();
  return fmt::format("{}|{}|{}", file.string(), no_size ? 0 : size, no_time ? 0 : time);
}

std::shared_ptr<const Interior> remembered_interior(const std::string& key) {
  const std::lock_guard lock(last().mutex);
  return last().key == key ? last().interior : nullptr;
}

void remember_interior(const std::string& key, std::shared_ptr<const Interior> interior) {
  const std::lock_guard lock(last().mutex);
  last().key = key;
  last().interior = std::move(interior);
}

}  // namespace thalweg::blood
