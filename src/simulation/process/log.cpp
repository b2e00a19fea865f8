// SPDX-License-Identifier: Apache-2.0
#include "simulation/process/log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace thalweg::simulation {

namespace {

bool has_terminal() { return isatty(STDERR_FILENO) == 1 || std::getenv(terminal_variable); }

}  // namespace

Log::Log(bool root, bool quiet) : root_(root), bar_(root && !quiet && has_terminal()) {
  if (!root || quiet) return;
  terminal_ = std::make_shared<spdlog::logger>("terminal",
                                               std::make_shared<spdlog::sinks::stdout_sink_st>());
  terminal_->set_pattern("%v");
}

Log::~Log() { clear_bar(); }

void Log::open(const std::filesystem::path& file, bool append) {
  if (!root_) return;
  try {
    file_ = std::make_shared<spdlog::logger>(
        "file", std::make_shared<spdlog::sinks::basic_file_sink_st>(file.string(), !append));
  } catch (const spdlog::spdlog_ex&) {
    return;
  }
  file_->set_pattern("%Y-%m-%d %H:%M:%S  %v");
  file_->flush_on(spdlog::level::info);
  // A full disk is reported by the history and the checkpoints, once, and ends the run.
  file_->set_error_handler([](const std::string&) {});
  for (const std::string& text : early_) file_->info(text);
  early_.clear();
}

void Log::write(const std::string& text) {
  if (!root_) return;
  clear_bar();
  if (terminal_) {
    terminal_->info(text);
    terminal_->flush();
  }
  if (file_)
    file_->info(text);
  else
    early_.push_back(text);
}

void Log::draw_bar(const std::string& text) {
  if (!bar_) return;
  std::fputs(("\r\033[K" + text).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void Log::clear_bar() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace thalweg::simulation
