// SPDX-License-Identifier: Apache-2.0
#include "fft/column_blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace thalweg::fft {
namespace {

using Numbers = exec::Array<Complex<float>, 1, exec::Space::host>;

Complex<float> some(int line, int j) {
  return {static_cast<float>(std::sin(1.3 * line + 0.7 * j)),
          static_cast<float>(std::cos(0.9 * line + 2.1 * j))};
}

/// One line by itself.
Numbers transformed(int line, int length, Direction direction) {
  Numbers alone({length});
  for (int j = 0; j < length; ++j) alone.view()(j) = some(line, j);
  ComplexLines<float>({length, 1, 1, length}, direction).execute(exec::Exec{}, alone.view().data);
  return alone;
}

/// (length, lines, numbers from one to the next j)
struct Shape {
  int length, batch, stride;
};

class ColumnBlocksOf : public ::testing::TestWithParam<Shape> {};

TEST_P(ColumnBlocksOf, AreTheTransformsOfTheirLinesAndTouchNothingElse) {
  const auto [length, batch, stride] = GetParam();
  const Complex<float> beside{3, 4};
  for (const Direction direction : {Direction::forward, Direction::inverse}) {
    Numbers field({length * stride});
    for (int j = 0; j < length; ++j)
      for (int i = 0; i < stride; ++i)
        field.view()(j * stride + i) = i < batch ? some(i, j) : beside;
    ColumnBlocks<float>({length, batch, stride, 1}, direction).execute(field.view().data);
    const double bound = 4e-7 * length;
    for (int i = 0; i < batch; ++i) {
      const Numbers expected = transformed(i, length, direction);
      for (int j = 0; j < length; ++j) {
        const Complex<float> value = field.view()(j * stride + i), exact = expected.view()(j);
        ASSERT_NEAR(value.re, exact.re, bound) << "line " << i << ", mode " << j;
        ASSERT_NEAR(value.im, exact.im, bound) << "line " << i << ", mode " << j;
      }
    }
    for (int j = 0; j < length; ++j)
      for (int i = batch; i < stride; ++i) {
        EXPECT_EQ(field.view()(j * stride + i).re, beside.re);
        EXPECT_EQ(field.view()(j * stride + i).im, beside.im);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ColumnBlocksOf,
                         ::testing::Values(Shape{132, 4, 4}, Shape{256, 8, 24}, Shape{256, 12, 24},
                                           Shape{520, 24, 25}, Shape{1024, 16, 24}));

}  // namespace
}  // namespace thalweg::fft
