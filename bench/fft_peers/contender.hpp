// SPDX-License-Identifier: Apache-2.0
// What a program of the comparison of distributed transforms does. run.py starts one per library,
// keeps them all alive and lets them take turns, so that they meet the same machine. Commands come
// as lines on rank 0's standard input, answers leave as lines on its standard output:
//   make VARIANT POINTS single|double  ->  the largest error of a pair, relative to the data
//   time VARIANT PAIRS                 ->  seconds of each pair, of the slowest rank
//   drop                               ->  all that was made is given up
// A pair of transforms is one there and one back, not normalised. mpi4py_contender.py does the
// same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "transport/comm/communicator.hpp"

namespace thalweg::bench {

/// One library's transforms on one grid.
class Pair {
 public:
  virtual ~Pair() = default;
  /// Not timed: restores what a pair overwrites.
  virtual void prepare() {}
  /// Collective.
  virtual void run() = 0;
  /// After run(): the largest error on this rank.
  virtual double error() const = 0;
};

/// Makes a variant's pair on a cube of n points a side, or nothing if there is no such variant.
using MakePair = std::function<std::unique_ptr<Pair>(const std::string& variant, int n, bool single,
                                                     const transport::Communicator& comm)>;

/// Serve commands until the input ends. Collective.
void serve(const MakePair& make, const transport::Communicator& comm);

/// Some value of a point in [-1, 1), the same on any number of ranks.
inline double sample(std::int64_t point) {
  auto h = static_cast<std::uint64_t>(point) * 0x9E3779B97F4A7C15U;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9U;
  return static_cast<double>(h >> 11) * 0x1p-52 - 1;
}

/// visit(z, y, x, point) of every point of some planes of a cube; z counts from the first plane.
template <class Visit>
void for_points(int planes, std::int64_t first_plane, int n, Visit visit) {
  for (int z = 0; z < planes; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) visit(z, y, x, ((z + first_plane) * n + y) * n + x);
}

/// The larger of two errors, and a NaN if there is one.
inline double worse(double a, double b) { return b <= a || a != a ? a : b; }

}  // namespace thalweg::bench
