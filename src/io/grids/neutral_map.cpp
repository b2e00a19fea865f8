// SPDX-License-Identifier: Apache-2.0
// Neutral map files: after comments the number of blocks and their sizes, then a line for each part
// of a face:  TYPE B F S1 E1 S2 E2  and, of ONE_TO_ONE, the same of the other block and whether the
// axes of the faces are exchanged. Faces 1 and 2 are those of k (their axes are i, j), 3 and 4
// those of i (j, k), 5 and 6 those of j (k, i).
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "io/grids/structured_grid.hpp"

namespace thalweg::io {

namespace {

std::string upper(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return word;
}

/// A part of a face: its axes, in the file's order, and where the part begins and ends along them.
struct Part {
  int zone = 0;
  std::size_t across = 0, first = 0, second = 0;  // i, j, k: 0, 1, 2
  VertexRange range{};
};

class MapReader {
 public:
  MapReader(std::ifstream& in, StructuredGrid& grid) : in_(in), grid_(grid) {}

  void read() {
    read_sizes();
    while (next_line()) read_part();
  }
  int line() const { return line_; }

 private:
  /// The next line with words; false at the end of the file.
  bool next_line() {
    for (std::string text; std::getline(in_, text);) {
      ++line_;
      text.resize(std::min(text.find_first_of("#!"), text.size()));
      words_ = std::istringstream(text);
      if (words_ >> std::ws && !words_.eof()) return true;
    }
    return false;
  }

  int number(const char* what) {
    int value = 0;
    if (!(words_ >> value)) throw InputError(fmt::format("{} is missing, a whole number", what));
    return value;
  }

  void read_sizes() {
    if (!next_line()) throw InputError("the file has no number of blocks");
    const int blocks = number("the number of blocks");
    if (blocks != static_cast<int>(grid_.zones.size()))
      throw InputError(
          fmt::format("the map is of {} blocks, the grid has {}", blocks, grid_.zones.size()));
    for (const GridZone& zone : grid_.zones) {
      if (!next_line()) throw InputError("the size of " + zone.name + " is missing");
      number("the number of a block");
      for (std::size_t d = 0; d < 3; ++d)
        if (const int n = number("the size of a block"); n != zone.vertices[2 - d])
          throw InputError(fmt::format("{} has {} vertices along {} by the map, and {} in the grid",
                                       zone.name, n, "ijk"[d], zone.vertices[2 - d]));
    }
  }

  Part read_face() {
    Part part;
    const int block = number("a block"), face = number("a face");
    if (block < 1 || block > static_cast<int>(grid_.zones.size()))
      throw InputError(fmt::format("there is no block {}", block));
    if (face < 1 || face > 6) throw InputError(fmt::format("there is no face {}, of 1 to 6", face));
    part.zone = block - 1;
    part.across = std::array<std::size_t, 3>{2, 0, 1}[static_cast<std::size_t>(face - 1) / 2];
    part.first = (part.across + 1) % 3;
    part.second = (part.across + 2) % 3;
    const GridZone& zone = grid_.zones[static_cast<std::size_t>(part.zone)];
    const int at = face % 2 == 1 ? 1 : zone.vertices[2 - part.across];
    part.range.begin[part.across] = part.range.end[part.across] = at;
    for (const std::size_t axis : {part.first, part.second}) {
      for (auto* end : {&part.range.begin, &part.range.end}) {
        (*end)[axis] = number("an end of a range");
        if ((*end)[axis] < 1 || (*end)[axis] > zone.vertices[2 - axis])
          throw InputError(fmt::format("{} has no vertex {} along {}, of 1 to {}", zone.name,
                                       (*end)[axis], "ijk"[axis], zone.vertices[2 - axis]));
      }
    }
    return part;
  }

  void read_part() {
    std::string type;
    words_ >> type;
    const Part own = read_face();
    if (upper(type) != "ONE_TO_ONE") {
      grid_.families.push_back({own.zone, own.range, type, fmt::format("line {}", line_)});
      return;
    }
    const Part donor = read_face();
    std::string swap;
    words_ >> swap;
    swap = upper(swap);
    if (swap != "TRUE" && swap != "FALSE" && !swap.empty())
      throw InputError("\"" + swap + "\" stands where TRUE or FALSE is expected");
    connect(own, donor, swap == "TRUE");
  }

  void connect(const Part& own, const Part& donor, bool is_swapped) {
    GridConnection c{.zone = own.zone,
                     .donor = donor.zone,
                     .range = own.range,
                     .donor_range = donor.range,
                     .transform = {0, 0, 0},
                     .name = fmt::format("line {}", line_)};
    const std::size_t first = is_swapped ? donor.second : donor.first,
                      second = is_swapped ? donor.first : donor.second;
    const auto step = [](const VertexRange& r, std::size_t axis) {
      return r.end[axis] - r.begin[axis];
    };
    for (const auto& [from, to] : {std::pair{own.first, first}, std::pair{own.second, second}}) {
      const int here = step(own.range, from), there = step(donor.range, to);
      if (std::abs(here) != std::abs(there))
        throw InputError(fmt::format("the range along {} has {} cells, that of the other block "
                                     "along {} has {}",
                                     "ijk"[from], std::abs(here), "ijk"[to], std::abs(there)));
      c.transform[from] = static_cast<int>(to + 1) * ((here < 0) == (there < 0) ? 1 : -1);
    }
    grid_.connections.push_back(c);
  }

  std::ifstream& in_;
  StructuredGrid& grid_;
  std::istringstream words_;
  int line_ = 0;
};

}  // namespace

void add_neutral_map(const std::filesystem::path& file, StructuredGrid& grid) {
  std::ifstream in(file);
  if (!in) throw InputError(file.string() + ": the file cannot be opened. Nothing was run.");
  MapReader reader(in, grid);
  try {
    reader.read();
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("{}:{}: {}. Nothing was run.", file.string(), reader.line(), error.what()));
  }
}

}  // namespace thalweg::io
