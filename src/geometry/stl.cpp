// SPDX-License-Identifier: Apache-2.0
#include "geometry/stl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "geometry/finite_number.hpp"
#include "geometry/surface_builder.hpp"

namespace thalweg::geometry {

namespace {

constexpr std::size_t header = 84, record = 50;  // bytes, of binary files

/// Some programs write all in capitals.
bool equal(std::string_view found, std::string_view word) {
  return std::ranges::equal(found, word,
                            [](unsigned char a, char b) { return std::tolower(a) == b; });
}

/// Words of a text, with the line that each stands in.
class Words {
 public:
  Words(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  std::string_view next() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }
  [[noreturn]] void fail(std::string_view found, const std::string& expected) const {
    throw InputError(found.empty()
                         ? fmt::format("{}:{}  the file ends where {} should stand: it was cut off",
                                       name_, line_, expected)
                         : fmt::format("{}:{}  \"{}\" stands where {} should", name_, line_,
                                       found.substr(0, 40), expected));
  }
  void expect(const std::string& word) {
    const std::string_view found = next();
    if (!equal(found, word)) fail(found, "\"" + word + "\"");
  }
  double number() {
    const std::string_view found = next();
    const std::optional<double> value = finite_number(found);
    if (!value) fail(found, "a finite number");
    return *value;
  }

 private:
  void skip_space() {
    for (; at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])); ++at_)
      line_ += text_[at_] == '\n';
  }
  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
  int line_ = 1;
};

void parse_facet(Words& words, SurfaceBuilder& builder) {
  words.expect("normal");
  for (int d = 0; d < 3; ++d) words.next();  // some programs write nan for triangles without area
  words.expect("outer");
  words.expect("loop");
  std::array<Vector, 3> places;
  for (Vector& place : places) {
    words.expect("vertex");
    for (double& x : place) x = words.number();
  }
  words.expect("endloop");
  words.expect("endfacet");
  builder.add(places);
}

/// One or more of: solid NAME, facets, endsolid NAME.
void parse_text(const std::string& bytes, const std::string& name, SurfaceBuilder& builder) {
  Words words(bytes, name);
  while (!words.at_end()) {
    words.expect("solid");
    words.skip_line();
    for (std::string_view word = words.next(); !equal(word, "endsolid"); word = words.next()) {
      if (!equal(word, "facet")) words.fail(word, "\"facet\" or \"endsolid\"");
      parse_facet(words, builder);
    }
    words.skip_line();
  }
}

float little_endian_float(const char* from) {
  std::uint32_t bits = 0;
  for (int b = 3; b >= 0; --b) bits = bits << 8 | static_cast<unsigned char>(from[b]);
  return std::bit_cast<float>(bits);
}

std::uint64_t stated_count(const std::string& bytes) {
  std::uint64_t count = 0;
  for (std::size_t b = 4; b-- > 0;) count = count << 8 | static_cast<unsigned char>(bytes[80 + b]);
  return count;
}

void parse_binary(const std::string& bytes, const std::string& name, SurfaceBuilder& builder) {
  for (std::size_t at = header; at < bytes.size(); at += record) {
    std::array<Vector, 3> places;
    for (std::size_t n = 0; n < 9; ++n) {
      const std::size_t byte = at + 12 + 4 * n;  // after the normal
      const float x = little_endian_float(bytes.data() + byte);
      if (!std::isfinite(x))
        throw InputError(fmt::format("{}: at byte {}, in triangle {} (of {}), stands {} where a "
                                     "coordinate should",
                                     name, byte, (at - header) / record + 1,
                                     (bytes.size() - header) / record, x));
      places[n / 3][n % 3] = static_cast<double>(x);
    }
    builder.add(places);
  }
}

/// What keeps a file from being text; empty where nothing does. Binary files may begin with "solid"
/// as well, but text has no zero byte.
std::string why_no_text(std::string_view bytes) {
  const std::size_t begin = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  if (!equal(bytes.substr(begin, 5), "solid")) return "it does not begin with \"solid\"";
  return bytes.find('\0') == std::string::npos ? "" : "it holds zero bytes, so it is no text";
}

[[noreturn]] void refuse_size(const std::string& bytes, const std::string& name) {
  if (bytes.size() < header)
    throw InputError(fmt::format(
        "{}: is no STL file: its {} bytes are fewer than the 84 that binary files begin "
        "with, and {}",
        name, bytes.size(), why_no_text(bytes)));
  const std::uint64_t stated = stated_count(bytes);
  throw InputError(fmt::format(
      "{}: is no whole STL file: {}, and as a binary file it would hold {} triangles, as byte 80 "
      "says, in {} bytes, but it has {} bytes",
      name, why_no_text(bytes), stated, header + record * stated, bytes.size()));
}

}  // namespace

TriangleSurface parse_stl(const std::string& bytes, const std::string& name) {
  if (bytes.empty()) throw InputError(name + ": is empty");
  SurfaceBuilder builder;
  if (bytes.size() >= header && bytes.size() == header + record * stated_count(bytes))
    parse_binary(bytes, name, builder);
  else if (why_no_text(bytes).empty())
    parse_text(bytes, name, builder);
  else
    refuse_size(bytes, name);
  TriangleSurface surface = builder.take();
  if (surface.triangles.empty())
    throw InputError(name + ": has no triangles (but those without area, if any)");
  return surface;
}

}  // namespace thalweg::geometry
