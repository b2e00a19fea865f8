// SPDX-License-Identifier: Apache-2.0
// What a run says on the terminal: tables of 65 columns, as users of k-Wave's programs know them.
#pragma once

#include <cstdint>
#include <string>

namespace thalweg::sound::kwave {

class Log {
 public:
  /// speaks: rank 0. verbose: 0 to 2; lines of a higher level are left out.
  Log(bool speaks, int verbose) : speaks_(speaks), verbose_(verbose) {}

  void title(const std::string& text);
  void section(const std::string& text);
  void row(const std::string& label, const std::string& value, int level = 0);
  void progress_head();
  /// first: the step that the leg went on from, which has taken so many seconds since.
  void progress(std::int64_t step, std::int64_t steps, double elapsed_seconds,
                std::int64_t first = 0);
  void end();

 private:
  void line(const std::string& text);
  void head(const std::string& text);
  void rule(const char* left, const char* right);
  bool speaks_;
  int verbose_;
};

/// The box around an error, for stderr.
std::string error_box(const std::string& text);

}  // namespace thalweg::sound::kwave
