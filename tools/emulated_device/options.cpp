// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/options.hpp"

#include <cstdio>
#include <cstdlib>

namespace emulated {

namespace {

[[noreturn]] void refuse(const char* name, const std::string& text, const char* expected) {
  std::fprintf(stderr, "emulated device: %s=%s: expected %s\n", name, text.c_str(), expected);
  std::_Exit(2);
}

/// A whole number of at least `least`, where the variable is set.
template <class T>
void read(const char* name, std::int64_t least, T& value, bool* open_ended = nullptr) {
  const char* set = std::getenv(name);
  if (!set || !*set) return;
  std::string text = set;
  if (open_ended && text.back() == '+') *open_ended = true, text.pop_back();
  char* end = nullptr;
  const std::int64_t number = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end || number < least)
    refuse(name, set, ("a whole number of at least " + std::to_string(least)).c_str());
  value = static_cast<T>(number);
}

Options from_environment() {
  Options o;
  read("EMULATED_SEED", 0, o.seed);
  read("EMULATED_DEVICES", 0, o.devices);
  read("EMULATED_MEMORY", 1, o.memory);
  read("EMULATED_DRIVER", 1, o.driver);
  read("EMULATED_PEERS", 0, o.peers);
  read("EMULATED_PAGE_KEYS", 0, o.page_keys);
  read("EMULATED_FAIL_CALL", 1, o.failing_call, &o.calls_stay_failed);
  read("EMULATED_FAIL_ALLOCATION", 1, o.failing_allocation, &o.allocations_stay_failed);
  if (const char* file = std::getenv("EMULATED_COUNTS")) o.counts_file = file;
  return o;
}

}  // namespace

const Options& options() {
  // Never destroyed: the counts are written after all static objects are gone.
  static const Options& read_once = *new Options(from_environment());
  return read_once;
}

}  // namespace emulated
