// SPDX-License-Identifier: Apache-2.0
// What a run tells its user: lines on the terminal and in run.log, and a bar on the terminal only.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spdlog {
class logger;
}

namespace thalweg::simulation {

/// Set to say that standard error reaches a terminal, though it goes through a launcher.
inline constexpr const char* terminal_variable = "THALWEG_TERMINAL";

/// Lines go to standard output, the bar to standard error if that is a terminal.
class Log {
 public:
  /// root: other ranks say nothing. quiet: lines go to the file only, and there is no bar.
  Log(bool root, bool quiet);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// Write run.log from now on, with what was said before. Nothing happens if it cannot be opened:
  /// the files that matter say so themselves.
  void open(const std::filesystem::path& file, bool append);

  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    write(fmt::format(text, std::forward<Args>(args)...));
  }
  /// The bar is drawn anew at each call and vanishes before the next line.
  void draw_bar(const std::string& text);
  bool shows_bar() const { return bar_; }

 private:
  void write(const std::string& text);
  void clear_bar();

  bool root_, bar_, drawn_ = false;
  std::shared_ptr<spdlog::logger> terminal_, file_;
  std::vector<std::string> early_;  // said before the file was open
};

}  // namespace thalweg::simulation
