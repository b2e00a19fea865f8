// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sources/elements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace thalweg::sound {

using geometry::distance;
using geometry::Vector;

namespace {

using std::numbers::pi;

}  // namespace

void focus_at(std::vector<Element>& elements, const Vector& focus, double speed) {
  double furthest = 0;
  for (const Element& e : elements) furthest = std::max(furthest, distance(e.center, focus));
  for (Element& e : elements) e.delay = (furthest - distance(e.center, focus)) / speed;
}

void steer(std::vector<Element>& elements, const Vector& along, double angle, double speed) {
  double least = std::numeric_limits<double>::infinity();
  for (Element& e : elements) {
    e.delay = geometry::dot(e.center, along) * std::sin(angle * pi / 180) / speed;
    least = std::min(least, e.delay);
  }
  for (Element& e : elements) e.delay -= least;
}

void apodise(std::vector<Element>& elements, const std::string& window) {
  if (window == "none") return;
  const double width = window == "hann" ? 0.5 : 0.25;  // of each slope
  const auto count = static_cast<double>(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double x = (static_cast<double>(i) + 0.5) / count;  // never quite 0
    const double edge = std::min(x, 1 - x);
    elements[i].weight = edge >= width ? 1 : (1 - std::cos(pi * edge / width)) / 2;
  }
}

}  // namespace thalweg::sound
