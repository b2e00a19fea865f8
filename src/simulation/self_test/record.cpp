// SPDX-License-Identifier: Apache-2.0
#include "simulation/self_test/record.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "base/error.hpp"
#include "base/user_files.hpp"
#include "base/version.hpp"

namespace thalweg::simulation {

namespace {

/// Empty without a cache folder.
std::filesystem::path file_of(const std::string& fingerprint) {
  const std::filesystem::path folder = cache_folder();
  if (folder.empty()) return {};
  return folder / "self-tests" /
         fmt::format("{:016x}", XXH3_64bits(fingerprint.data(), fingerprint.size()));
}

}  // namespace

std::string fingerprint(const exec::DeviceInfo& device) {
  return fmt::format("device {}, {}, compute capability {}, {} bytes\ndriver {}, CUDA {}\n"
                     "thalweg {} ({}), {}, {}\n",
                     device.name, device.uuid, device.compute_capability, device.memory_bytes,
                     device.driver, device.runtime, version, commit, compiler, build_type);
}

bool has_passed(const exec::DeviceInfo& device) {
  const std::string wanted = fingerprint(device);
  const std::filesystem::path file = file_of(wanted);
  return !file.empty() && read_text(file) == wanted;
}

bool remember(const exec::DeviceInfo& device, bool passed) {
  const std::string text = fingerprint(device);
  const std::filesystem::path file = file_of(text);
  if (file.empty()) return false;
  std::error_code error;
  if (!passed) return std::filesystem::remove(file, error), !error;
  try {
    write_whole(file, text);
  } catch (const IoError&) {
    return false;
  }
  return true;
}

}  // namespace thalweg::simulation
