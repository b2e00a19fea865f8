// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <sstream>
#include <vector>

namespace thalweg::sound::kwave {

namespace {

constexpr int inner = 63;  // columns between the two border lines

std::string repeated(const char* text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

/// The first bytes of a text, at most `width`, that are whole UTF-8 characters.
std::size_t whole_characters(const std::string& text, std::size_t width) {
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t end = width;
  while (end > 0 && continues(end)) --end;
  return end > 0 ? end : width;
}

/// Words in lines of at most `width` bytes; longer words, as paths may be, are cut.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    while (word.size() > width) {
      const std::size_t cut = whole_characters(word, width);
      if (!lines.back().empty()) lines.emplace_back();
      lines.back() = word.substr(0, cut);
      word.erase(0, cut);
    }
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width)
      lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

}  // namespace

void Log::line(const std::string& text) {
  if (!speaks_) return;
  std::fputs((text + "\n").c_str(), stdout);
  std::fflush(stdout);  // who drives the program follows the lines as they come
}

void Log::rule(const char* left, const char* right) { line(left + repeated("─", inner) + right); }

void Log::title(const std::string& text) {
  rule("┌", "┐");
  line(fmt::format("│{:^{}}│", text, inner));
}

void Log::head(const std::string& text) {
  rule("├", "┤");
  line(fmt::format("│{:^{}}│", text, inner));
}

void Log::section(const std::string& text) {
  head(text);
  rule("├", "┤");
}

void Log::row(const std::string& label, const std::string& value, int level) {
  if (level > verbose_) return;
  const std::string head = " " + label;
  const auto room = static_cast<std::size_t>(inner) - 2;
  if (head.size() + value.size() + 2 <= room) {
    line(fmt::format("│{}{:>{}} │", head, value, inner - 1 - static_cast<int>(head.size())));
    return;
  }
  line(fmt::format("│{:<{}}│", head, inner));
  for (const std::string& part : wrapped(value, room - 2))
    line(fmt::format("│   {:<{}}│", part, inner - 3));
}

void Log::progress_head() {
  head("Simulation");
  line("├──────────┬────────────────┬──────────────┬────────────────────┤");
  line("│ Progress │  Elapsed time  │  Time to go  │  Est. finish time  │");
  line("├──────────┼────────────────┼──────────────┼────────────────────┤");
}

void Log::progress(std::int64_t step, std::int64_t steps, double elapsed_seconds,
                   std::int64_t first) {
  const double left =
      elapsed_seconds * static_cast<double>(steps - step) / static_cast<double>(step - first);
  const std::time_t finish = std::time(nullptr) + static_cast<std::time_t>(left);
  line(fmt::format("│{:6d}%   │{:>13.3f}s  │{:>11.3f}s  │  {:%d/%m/%y %H:%M:%S} │",
                   100 * step / steps, elapsed_seconds, left, fmt::localtime(finish)));
}

void Log::end() {
  rule("├", "┤");
  line(fmt::format("│{:^{}}│", "End of computation", inner));
  rule("└", "┘");
}

std::string error_box(const std::string& text) {
  std::string box = "┌" + repeated("─", inner) + "┐\n";
  box += fmt::format("│{:^{}}│\n", "!!! K-Wave experienced a fatal error !!!", inner);
  box += "├" + repeated("─", inner) + "┤\n";
  for (const std::string& part : wrapped(text, inner - 2))
    box += fmt::format("│ {:<{}}│\n", part, inner - 1);
  return box + "└" + repeated("─", inner) + "┘\n";
}

}  // namespace thalweg::sound::kwave
