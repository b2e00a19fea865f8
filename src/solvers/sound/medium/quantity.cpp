// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/medium/quantity.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace thalweg::sound {

namespace {

/// The values of [begin, end), uniform or not.
void values_of(const Quantity& quantity, std::int64_t begin, std::int64_t end, double* values) {
  if (quantity.uniform())
    std::fill_n(values, end - begin, quantity.value);
  else
    quantity.read(begin, end, values);
}

}  // namespace

double Part::at(std::int64_t point) const {
  if (deviation == 0) return value;
  const auto low = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
  const auto n = static_cast<std::uint64_t>(point);
  const auto bits =
      r123::Philox4x32()({{low(n), low(n >> 32), 0u, 0u}}, {{low(seed), low(seed >> 32)}});
  const double uniform = (static_cast<double>(bits[0]) + 0.5) / 4294967296.0;
  return value + deviation * std::sqrt(3.0) * (2 * uniform - 1);
}

Quantity with_parts(Quantity base, std::vector<Part> parts, Overlap overlap, const Grid& grid) {
  if (parts.empty()) return base;
  const auto read = [base, parts = std::move(parts), overlap,
                     grid](std::int64_t begin, std::int64_t end, double* values) {
    values_of(base, begin, end, values);
    for (std::int64_t i = begin; i < end; ++i) {
      const Vector place = grid.place(i);
      double& value = values[i - begin];
      for (const Part& part : parts)
        if (part.shape.contains(place))
          value = overlap == Overlap::add ? value + part.at(i) : part.at(i);
    }
  };
  return {base.value, read};
}

void for_each_piece(
    const Quantity& quantity, std::int64_t size,
    const std::function<void(std::int64_t begin, const std::vector<double>&)>& use) {
  constexpr std::int64_t piece = 1 << 20;
  std::vector<double> values;
  for (std::int64_t begin = 0; begin < size; begin += piece) {
    const std::int64_t end = std::min(size, begin + piece);
    values.resize(static_cast<std::size_t>(end - begin));
    values_of(quantity, begin, end, values.data());
    use(begin, values);
  }
}

Range range_of(const Quantity& quantity, const Grid& grid) {
  if (quantity.uniform()) return {quantity.value, quantity.value};
  Range range{HUGE_VAL, -HUGE_VAL};
  for_each_piece(quantity, grid.size(), [&](std::int64_t begin, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i]))
        throw InputError(
            fmt::format("is not finite at {}",
                        text(grid.place(begin + static_cast<std::int64_t>(i)), grid.dimensions)));
      range.lowest = std::min(range.lowest, values[i]);
      range.highest = std::max(range.highest, values[i]);
    }
  });
  return range;
}

}  // namespace thalweg::sound
