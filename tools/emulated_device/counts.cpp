// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/counts.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "emulated_device/options.hpp"

namespace emulated {

namespace {

constexpr std::pair<const char*, std::int64_t Counts::*> columns[] = {
    {"calls", &Counts::calls},
    {"launches", &Counts::launches},
    {"graphs", &Counts::graphs},
    {"transforms", &Counts::transforms},
    {"waits", &Counts::waits},
    {"bytes_to_device", &Counts::bytes_to_device},
    {"bytes_to_host", &Counts::bytes_to_host},
    {"bytes_on_device", &Counts::bytes_on_device},
    {"allocations", &Counts::allocations},
    {"allocated_bytes", &Counts::allocated_bytes},
    {"streams", &Counts::streams},
    {"events", &Counts::events},
};

/// Writes the counts when the program ends, to a file of this process's own.
struct AtTheEnd {
  ~AtTheEnd() {
    const std::string& name = options().counts_file;
    if (name.empty()) return;
    if (std::FILE* file = std::fopen((name + "." + std::to_string(getpid())).c_str(), "w")) {
      std::fputs((json_of(counts_now()) + "\n").c_str(), file);
      std::fclose(file);
    }
  }
} at_the_end;

}  // namespace

Counts Counts::since(const Counts& before) const {
  Counts difference;
  for (const auto& [name, column] : columns) difference.*column = this->*column - before.*column;
  return difference;
}

Counts& Counts::operator+=(const Counts& more) {
  for (const auto& [name, column] : columns) this->*column += more.*column;
  return *this;
}

Counts& counts_now() {
  static constinit Counts counts;
  return counts;
}

std::string json_of(const Counts& counts) {
  std::string text;
  for (const auto& [name, column] : columns)
    text += std::string(text.empty() ? "{" : ", ") + "\"" + name +
            "\": " + std::to_string(counts.*column);
  return text + ", \"failed_call\": \"" + counts.failed_call + "\"}";
}

}  // namespace emulated
