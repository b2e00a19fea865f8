// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/wall_fit.hpp"

#include <cstddef>

namespace thalweg::blood {

namespace {

constexpr std::size_t unknowns = 4;

std::array<double, unknowns> basis_of(const WallSample& sample) {
  const double d = sample.distance;
  return {d, d * d, d * sample.along, d * sample.across};
}

using Rows = std::array<std::array<double, unknowns>, unknowns>;

Rows unpacked(const NormalMatrix& matrix) {
  Rows rows{};
  std::size_t n = 0;
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t j = i; j < unknowns; ++j) rows[i][j] = rows[j][i] = matrix[n++];
  return rows;
}

/// Gauss and Jordan on all rows but `pivot`, which gets 1 on the diagonal.
void eliminate(Rows& rows, Rows& right, std::size_t pivot) {
  const double factor = 1 / rows[pivot][pivot];
  for (std::size_t j = 0; j < unknowns; ++j) rows[pivot][j] *= factor, right[pivot][j] *= factor;
  for (std::size_t i = 0; i < unknowns; ++i) {
    if (i == pivot) continue;
    const double part = rows[i][pivot];
    for (std::size_t j = 0; j < unknowns; ++j) {
      rows[i][j] -= part * rows[pivot][j];
      right[i][j] -= part * right[pivot][j];
    }
  }
}

/// As if the unknown were not there.
void leave_out(Rows& rows, Rows& right, std::size_t unknown) {
  for (std::size_t i = 0; i < unknowns; ++i)
    rows[i][unknown] = rows[unknown][i] = right[unknown][i] = 0;
}

}  // namespace

void add_sample(NormalMatrix& matrix, const WallSample& sample) {
  const auto basis = basis_of(sample);
  std::size_t n = 0;
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t j = i; j < unknowns; ++j) matrix[n++] += sample.weight * basis[i] * basis[j];
}

std::array<double, unknowns> first_row_of_inverse(const NormalMatrix& matrix) {
  // Of what an unknown has by itself, so much must be left once those before it are known.
  constexpr double least = 1e-3;
  Rows rows = unpacked(matrix), right{};
  const Rows given = rows;
  for (std::size_t i = 0; i < unknowns; ++i) right[i][i] = 1;
  for (std::size_t i = 0; i < unknowns; ++i) {
    if (rows[i][i] > least * given[i][i])
      eliminate(rows, right, i);
    else
      leave_out(rows, right, i);
  }
  return right[0];
}

double share_of(const WallSample& sample, const std::array<double, unknowns>& first_row) {
  const auto basis = basis_of(sample);
  double sum = 0;
  for (std::size_t i = 0; i < unknowns; ++i) sum += first_row[i] * basis[i];
  return sample.weight * sum;
}

}  // namespace thalweg::blood
