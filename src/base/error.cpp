// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

namespace thalweg {

void throw_usage_error(const char* condition, const char* file, int line,
                       const std::string& message) {
  throw UsageError(std::string(file) + ":" + std::to_string(line) + ": " + message + " (" +
                   condition + ")");
}

}  // namespace thalweg
