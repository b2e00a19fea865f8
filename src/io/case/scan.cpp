// SPDX-License-Identifier: Apache-2.0
#include "io/case/scan.hpp"

#include <algorithm>
#include <cstddef>

namespace thalweg::io {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// Whether a key can begin with a character.
bool begins_key(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-' || c == '"' || c == '\'';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<SyntaxFault> run() {
    while (at_ < text_.size() && reason_.empty()) {
      const char c = text_[at_];
      if (c == '#')
        skip_to(text_.find('\n', at_));
      else if ((c == '"' || c == '\'') && !text_may_begin())
        reason_ = "a quote stands inside a word: put the whole text in quotes";
      else if (c == '"' || c == '\'')
        string();
      else
        structure(c);
    }
    if (reason_.empty()) return {};
    return SyntaxFault{line_, reason_};
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  bool starts(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  void skip_to(std::size_t position) { at_ = std::min(position, text_.size()); }

  void structure(char c) {
    if (!is_ascii(c)) {
      reason_ = "only text in quotes and comments may hold other characters than ASCII";
      return;
    }
    if (c == '[' && at_line_start_ && open_.empty() && !header_has_name()) {
      reason_ = "a section's name is made of letters, digits, _ and -";
      return;
    }
    if (c == ' ' && half_a_time_follows_a_date()) {
      reason_ = "a time of day after a date has two digits for the hour: 2026-01-31 07:30:00";
      return;
    }
    if (!nest(c)) return;
    line_ += c == '\n' ? 1 : 0;
    at_line_start_ = c == '\n' || (at_line_start_ && is_blank(c));
    ++at_;
  }

  /// At a quote: whether what stands before it lets a text in quotes begin.
  bool text_may_begin() const {
    return at_ == 0 ||
           std::string_view(" \t\r\n=,.[{").find(text_[at_ - 1]) != std::string_view::npos;
  }

  /// Keeps count of brackets and dots; false if they are wrong.
  bool nest(char c) {
    if (c == '[' || c == '{') open_ += c;
    if ((c == ']' || c == '}') && !open_.empty()) {
      const char expected = open_.back() == '[' ? ']' : '}';
      open_.pop_back();
      if (c != expected)
        reason_ = std::string("found ") + c + " where " + expected + " is expected";
    }
    if (c == '.')
      ++dots_;
    else if (c == '=' || c == ',' || c == '\n' || c == '[' || c == '{')
      dots_ = 0;
    if (open_.size() > deepest_nesting || dots_ > deepest_nesting)
      reason_ = "nests deeper than " + std::to_string(deepest_nesting) + " levels";
    return reason_.empty();
  }

  /// At the blank in "1979-05-27 3 ", where the parser takes a time to follow and finds its end.
  bool half_a_time_follows_a_date() const {
    const auto is_digit_at = [&](std::size_t i) {
      return i < text_.size() && text_[i] >= '0' && text_[i] <= '9';
    };
    if (!is_digit_at(at_ + 1) || is_digit_at(at_ + 2)) return false;
    // Backwards. The parser overlooks underscores, and goes by the place of the dashes. A comma
    // ends the value before it: [-1e-2, 0] has no date.
    std::string word;
    for (std::size_t i = at_; i > 0 && word.size() < 6; --i) {
      if (text_[i - 1] == '\n' || text_[i - 1] == ',') return false;
      if (text_[i - 1] != '_') word += text_[i - 1];
    }
    return word.size() == 6 && word[2] == '-' && word[5] == '-';
  }

  /// At the "[" of a header: whether a name follows, or an end that the parser reports itself.
  bool header_has_name() const {
    std::size_t next = at_ + 1;
    const auto skip_blanks = [&] {
      while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
    };
    skip_blanks();
    if (next < text_.size() && text_[next] == '[') ++next;
    skip_blanks();
    return next == text_.size() || begins_key(text_[next]) || text_[next] == ']';
  }

  /// Goes past a string. One on a single line that lacks its end is an error at which the parser
  /// stops; here it ends with its line.
  void string() {
    at_line_start_ = false;
    const char quote = text_[at_];
    const std::string_view triple = quote == '"' ? R"(""")" : "'''";
    const bool is_long = starts(triple);
    at_ += is_long ? 3 : 1;
    while (!at_end() && reason_.empty() && !(is_long ? starts(triple) : text_[at_] == quote)) {
      if (text_[at_] == '\n' && !is_long) return;
      if (text_[at_] == '\\' && quote == '"')
        escape(is_long);
      else
        line_ += text_[at_++] == '\n' ? 1 : 0;
    }
    skip_to(at_ + (is_long ? 3 : 1));
    // A long string may end in up to two quotes of its own.
    for (int extra = 0; is_long && extra < 2 && !at_end() && text_[at_] == quote; ++extra) ++at_;
  }

  void escape(bool is_long) {
    ++at_;
    const std::size_t first = at_;
    while (is_long && !at_end() && (is_blank(text_[at_]) || text_[at_] == '\n'))
      line_ += text_[at_++] == '\n' ? 1 : 0;
    if (at_end()) return;
    if (is_long && !is_ascii(text_[at_]))
      reason_ = "text after a backslash must go on with an ASCII character";
    else if (at_ == first && text_[at_] != '\n')
      ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::string open_;      // brackets
  std::size_t dots_ = 0;  // of the present key
  bool at_line_start_ = true;
  std::string reason_;
};

}  // namespace

std::optional<SyntaxFault> scan(std::string_view text) { return Scanner(text).run(); }

}  // namespace thalweg::io
