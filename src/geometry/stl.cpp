// SPDX-License-Identifier: Apache-2.0
#include "geometry/stl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "geometry/surface_builder.hpp"

namespace thalweg::geometry {

namespace {

constexpr std::size_t header = 84, record = 50;  // bytes, of binary files

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
    const bool equal = std::equal(found.begin(), found.end(), word.begin(), word.end(),
                                  [](unsigned char a, char b) { return std::tolower(a) == b; });
    if (!equal) fail(found, "\"" + word + "\"");
  }
  double number() {
    std::string_view word = next();
    const std::string_view found = word;
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size() ||
        !std::isfinite(value))
      fail(found, "a finite number");
    return value;
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
    for (std::string_view word = words.next(); word != "endsolid"; word = words.next()) {
      if (word != "facet") words.fail(word, "\"facet\" or \"endsolid\"");
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

/// Binary files may begin with "solid" as well, but text has no zero byte.
bool is_text(const std::string& bytes) {
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  return bytes.compare(begin == std::string::npos ? 0 : begin, 5, "solid") == 0 &&
         bytes.find('\0') == std::string::npos;
}

[[noreturn]] void refuse_size(const std::string& bytes, const std::string& name) {
  if (bytes.size() < header)
    throw InputError(
        fmt::format("{}: is no STL file: its {} bytes neither begin with \"solid\" nor "
                    "hold the 84 bytes that binary files begin with",
                    name, bytes.size()));
  const std::uint64_t stated = stated_count(bytes);
  throw InputError(fmt::format(
      "{}: is no whole STL file: it does not begin with \"solid\", and as a binary file it would "
      "hold {} triangles, as byte 80 says, in {} bytes, but it has {} bytes",
      name, stated, header + record * stated, bytes.size()));
}

}  // namespace

TriangleSurface parse_stl(const std::string& bytes, const std::string& name) {
  if (bytes.empty()) throw InputError(name + ": is empty");
  SurfaceBuilder builder;
  if (bytes.size() >= header && bytes.size() == header + record * stated_count(bytes))
    parse_binary(bytes, name, builder);
  else if (is_text(bytes))
    parse_text(bytes, name, builder);
  else
    refuse_size(bytes, name);
  TriangleSurface surface = builder.take();
  if (surface.triangles.empty())
    throw InputError(name + ": has no triangles (but those without area, if any)");
  return surface;
}

}  // namespace thalweg::geometry
