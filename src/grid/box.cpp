// SPDX-License-Identifier: Apache-2.0
#include "grid/box.hpp"

namespace thalweg::grid {

Box intersection(const Box& a, const Box& b) {
  Box both;
  for (std::size_t d = 0; d < 3; ++d) {
    both.lower[d] = std::max(a.lower[d], b.lower[d]);
    both.upper[d] = std::min(a.upper[d], b.upper[d]);
  }
  return both;
}

std::vector<Box> difference(const Box& box, const Box& without) {
  if (box.empty()) return {};
  if (intersection(box, without).empty()) return {box};
  std::vector<Box> rest;
  Box left = box;  // what has not been decided, axis by axis
  for (std::size_t d = 0; d < 3; ++d) {
    Box below = left, above = left;
    below.upper[d] = std::max(left.lower[d], std::min(left.upper[d], without.lower[d]));
    above.lower[d] = std::min(left.upper[d], std::max(left.lower[d], without.upper[d]));
    if (!below.empty()) rest.push_back(below);
    if (!above.empty()) rest.push_back(above);
    left.lower[d] = below.upper[d];
    left.upper[d] = above.lower[d];
  }
  return rest;
}

std::vector<Box> difference(const Box& box, const std::vector<Box>& without) {
  std::vector<Box> rest{box};
  for (const Box& cut : without) {
    std::vector<Box> next;
    for (const Box& piece : rest)
      for (const Box& left : difference(piece, cut)) next.push_back(left);
    rest.swap(next);
  }
  std::erase_if(rest, [](const Box& piece) { return piece.empty(); });
  return rest;
}

std::string text_of(const Box& box) {
  std::string text;
  for (std::size_t d = 0; d < 3; ++d)
    text += (d ? " x [" : "[") + std::to_string(box.lower[d]) + ", " +
            std::to_string(box.upper[d]) + ")";
  return text;
}

Box IndexMap::operator()(const Box& box) const {
  Box to;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto a = static_cast<std::size_t>(axis[d]);
    const int first = sign[d] * box.lower[d] + shift[d];
    const int last = sign[d] * (box.upper[d] - 1) + shift[d];
    to.lower[a] = std::min(first, last);
    to.upper[a] = std::max(first, last) + 1;
  }
  return to;
}

IndexMap IndexMap::inverse() const {
  IndexMap back;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto a = static_cast<std::size_t>(axis[d]);
    back.axis[a] = static_cast<int>(d);
    back.sign[a] = sign[d];
    back.shift[a] = -sign[d] * shift[d];
  }
  return back;
}

IndexMap IndexMap::then(const IndexMap& next) const {
  IndexMap both;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto a = static_cast<std::size_t>(axis[d]);
    both.axis[d] = next.axis[a];
    both.sign[d] = next.sign[a] * sign[d];
    both.shift[d] = next.sign[a] * shift[d] + next.shift[a];
  }
  return both;
}

}  // namespace thalweg::grid
