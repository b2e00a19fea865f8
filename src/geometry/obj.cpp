// SPDX-License-Identifier: Apache-2.0
#include "geometry/obj.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "geometry/cap.hpp"
#include "geometry/finite_number.hpp"
#include "geometry/surface_builder.hpp"

namespace thalweg::geometry {

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(blanks); begin < line.size();
       begin = line.find_first_not_of(blanks, begin)) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

class ObjReader {
 public:
  ObjReader(const std::string& bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}

  TriangleSurface read() {
    std::istringstream in(bytes_);
    for (std::string line; std::getline(in, line);) {
      ++line_;
      const auto words = words_of(std::string_view(line).substr(0, line.find('#')));
      if (!words.empty()) take(words);
    }
    TriangleSurface surface = builder_.take();
    if (surface.triangles.empty())
      throw InputError(fmt::format("{}: is no OBJ file with faces: none of its {} lines is of the "
                                   "kind \"f 1 2 3\"",
                                   name_, line_));
    return surface;
  }

 private:
  void take(const std::vector<std::string_view>& words) {
    if (words[0] == "v") add_place(words);
    if (words[0] == "f") add_face(words);
  }

  /// "v x y z", and whatever follows: a weight, or a colour.
  void add_place(const std::vector<std::string_view>& words) {
    if (words.size() < 4) fail(fmt::format("\"v\" has {} numbers, not three", words.size() - 1));
    Vector place{};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::optional<double> number = finite_number(words[d + 1]);
      if (!number)
        fail(fmt::format("\"{}\" stands where a finite number should", words[d + 1].substr(0, 40)));
      place[d] = *number;
    }
    places_.push_back(place);
  }

  void add_face(const std::vector<std::string_view>& words) {
    if (words.size() < 4) fail(fmt::format("a face has {} corners, not three", words.size() - 1));
    std::vector<Vector> corners;
    for (std::size_t k = 1; k < words.size(); ++k) corners.push_back(corner(words[k]));
    const std::vector<Triangle> triangles = fill_face(corners);
    if (triangles.size() + 2 != corners.size())
      fail(fmt::format("the rim of a face with {} corners crosses itself", corners.size()));
    const auto at = [&](int k) { return corners[static_cast<std::size_t>(k)]; };
    for (const auto& [a, b, c] : triangles) builder_.add({at(a), at(b), at(c)});
  }

  /// "7", "7/1", "7//3" or "7/1/3"; numbers below zero count from the last place back.
  const Vector& corner(std::string_view word) const {
    long long number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool ends_well = end == word.data() + word.size() || *end == '/';
    if (error != std::errc{} || !ends_well)
      fail(fmt::format("\"{}\" stands where the number of a corner should", word.substr(0, 40)));
    const auto count = static_cast<long long>(places_.size());
    const long long at = number < 0 ? count + number : number - 1;
    if (at < 0 || at >= count)
      fail(fmt::format("there is no corner {}: {} stand above", number, count));
    return places_[static_cast<std::size_t>(at)];
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}  {}", name_, line_, what));
  }

  const std::string& bytes_;
  std::string name_;
  int line_ = 0;
  std::vector<Vector> places_;
  SurfaceBuilder builder_;
};

}  // namespace

TriangleSurface parse_obj(const std::string& bytes, const std::string& name) {
  return ObjReader(bytes, name).read();
}

}  // namespace thalweg::geometry
