// SPDX-License-Identifier: Apache-2.0
// Sums and maxima over a range, a box or blocks, whose result does not depend on the number of
// threads: each piece (pieces.hpp) is reduced in order, and then the pieces are, in the same way.
#pragma once

#include "exec/loops.hpp"
#include "exec/pieces.hpp"
#include "exec/pool.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace detail {

struct Sum {
  template <class T>
  TW_HD T operator()(T a, T b) const {
    return a + b;
  }
  /// The reduction of a piece on one host thread.
  template <class T, class Piece, class Body>
  static T over(const Piece& piece, const Body& body) {
    T sum{};
    for (int r = 0; r < piece.rows(); ++r) {
      const auto row = piece.row(r);
      const auto begin = row.begin, end = row.end;
#pragma omp simd reduction(+ : sum)
      for (auto i = begin; i < end; ++i) sum += row.call(body, i);
    }
    return sum;
  }
};

/// The larger of two values; a NaN once seen stays.
struct Maximum {
  template <class T>
  TW_HD T operator()(T a, T b) const {
    return b > a ? b : (b == b ? a : b);
  }
  template <class T, class Piece, class Body>
  static T over(const Piece& piece, const Body& body) {
    T largest{};
    for (int r = 0; r < piece.rows(); ++r) {
      const auto row = piece.row(r);
      for (auto i = row.begin; i < row.end; ++i)
        largest = Maximum()(largest, static_cast<T>(row.call(body, i)));
    }
    return largest;
  }
};

/// results[p] = the reduction of piece p.
template <class Combine, class T, class Pieces, class Body>
void reduce_pieces(const HostExec&, const Pieces& pieces, const Body& body, T* results) {
  const std::int64_t count = pieces.count();
  [[maybe_unused]] const bool large = count * piece_points > serial_below;
#pragma omp parallel for schedule(static) firstprivate(pieces, body) if (large)
  for (std::int64_t p = 0; p < count; ++p)
    results[p] = Combine::template over<T>(pieces.piece(p), body);
}

template <class T>
void set_to_zero(const HostExec&, T* value) {
  *value = T{};
}

/// The results of pieces, as values to be reduced again.
template <class T>
struct PieceResult {
  const T* results;
  TW_HD T operator()(std::int64_t p) const { return results[p]; }
};

}  // namespace detail

/// A value in the space of exec, once the work given to exec before is done: waits for it.
template <class T>
T value_at(const HostExec&, const T* value) {
  return *value;
}

}  // namespace thalweg::exec::inline TW_HALF

#ifdef TW_DEVICE_HALF
#include "exec/reduce_device.hpp"
#endif

namespace thalweg::exec::inline TW_HALF {

namespace detail {

/// *result, in the space of exec = the reduction of all pieces; T{} where there are none.
template <class Combine, class T, class E, class Pieces, class Body>
void reduce(const E& exec, const Pieces& pieces, const Body& body, T* result) {
  const std::int64_t count = pieces.count();
  if (count == 0) return set_to_zero(exec, result);
  if (count == 1) return reduce_pieces<Combine>(exec, pieces, body, result);
  const TemporaryArray<T, E> results(exec, count);
  reduce_pieces<Combine>(exec, pieces, body, results.data());
  reduce<Combine>(exec, pieces_of(count), PieceResult<T>{results.data()}, result);
}

template <class Combine, class T, class E, class Pieces, class Body>
T reduced(const E& exec, const Pieces& pieces, const Body& body) {
  const TemporaryArray<T, E> result(exec, 1);
  reduce<Combine>(exec, pieces, body, result.data());
  return value_at(exec, static_cast<const T*>(result.data()));
}

}  // namespace detail

/// Bytes of the pool that a reduction to T over `domain` takes: results of pieces, of pieces of
/// these, and so on. For estimates.
template <class T, class Domain>
double reduction_bytes(const Domain& domain) {
  std::size_t bytes = MemoryPool::block_bytes(sizeof(T));
  for (std::int64_t n = detail::pieces_of(domain).count(); n > 1; n = detail::pieces_of(n).count())
    bytes += MemoryPool::block_bytes(static_cast<std::size_t>(n) * sizeof(T));
  return static_cast<double>(bytes);
}

/// Sum of body over `domain`, as T (a number). The domain is an int or std::int64_t n: body(i) for
/// 0 <= i < n; a Box3: body(k, j, i); or Blocks: body(block, k, j, i). Waits for exec.
template <class T, class E, class Domain, Kernel Body>
T parallel_sum(const E& exec, const Domain& domain, Body body) {
  return detail::reduced<detail::Sum, T>(exec, detail::pieces_of(domain), body);
}

/// The sum as result(0), in the order of exec, without waiting.
template <class E, class Domain, Kernel Body, class T>
void parallel_sum(const E& exec, const Domain& domain, Body body, View<T, 1, E::space> result) {
  detail::reduce<detail::Sum>(exec, detail::pieces_of(domain), body, result.data);
}

/// The largest body over `domain` (see parallel_sum), as T, at least 0; NaN if any value is. T{}
/// for an empty domain. Waits for exec.
template <class T, class E, class Domain, Kernel Body>
T parallel_max(const E& exec, const Domain& domain, Body body) {
  return detail::reduced<detail::Maximum, T>(exec, detail::pieces_of(domain), body);
}

/// The largest as result(0), in the order of exec, without waiting.
template <class E, class Domain, Kernel Body, class T>
void parallel_max(const E& exec, const Domain& domain, Body body, View<T, 1, E::space> result) {
  detail::reduce<detail::Maximum>(exec, detail::pieces_of(domain), body, result.data);
}

}  // namespace thalweg::exec::inline TW_HALF
