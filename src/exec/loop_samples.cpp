// SPDX-License-Identifier: Apache-2.0
// The samples of this room, in each half. Bounds: a fused multiplication and addition rounds once
// where two operations round twice, and sums are taken in another order.
#include "exec/samples.hpp"
#include "exec/upload.hpp"

namespace thalweg::exec::inline TW_HALF {

namespace {

/// A number between -1 and 1 that looks like chance, exact in both precisions.
TW_HD int scattered(int n) { return static_cast<int>((n * 7919LL + 104729) % 2001) - 1000; }

template <class T>
struct FillRange {
  View<T, 1> to;
  TW_HD void operator()(int n) const { to(n) = static_cast<T>(scattered(n)) / 1000; }
};

template <class T>
struct Stencil {
  View<const T, 3> from;
  View<T, 3> to;
  TW_HD void operator()(int k, int j, int i) const {
    to(k, j, i) =
        from(k, j, i + 1) + from(k, j + 1, i) + from(k + 1, j, i) - T(2.5) * from(k, j, i);
  }
};

template <class T>
struct Read {
  View<const T, 3> from;
  TW_HD double operator()(int k, int j, int i) const { return static_cast<double>(from(k, j, i)); }
};

/// Each tile reverses its part through scratch memory.
template <class T>
struct ReverseTile {
  static constexpr int length = 300;  // more than a block of threads
  View<const T, 1> from;
  View<T, 1> to;
  TW_HD void operator()(const Team& team) const {
    T* scratch = team.template scratch<T>();
    const ReverseTile self = *this;
    const int first = team.tile() * length;
    team.for_each(length, [=](int n) { scratch[n] = self.from(first + n); });
    team.barrier();
    team.for_each(length, [=](int n) { self.to(first + n) = scratch[length - 1 - n]; });
  }
};

template <class T>
std::vector<Sample> samples_of(const std::string& precision, double rounding) {
  const Exec exec;
  constexpr int nz = 9, ny = 10, nx = 100;  // 30 tiles of 300
  Array<T, 1> values({nz * ny * nx}), reversed({nz * ny * nx}), stencil({nz * ny * nx});
  parallel_for(exec, nz * ny * nx, FillRange<T>{values.view()});
  const View<const T, 3> box{values.view().data, {nz, ny, nx}};
  parallel_for(exec, Box3{{0, 0, 0}, {nz - 1, ny - 1, nx - 1}},
               Stencil<T>{box, {stencil.view().data, {nz, ny, nx}}});
  parallel_tiles(exec, nz * ny * nx / ReverseTile<T>::length, sizeof(T) * ReverseTile<T>::length,
                 ReverseTile<T>{std::as_const(values).view(), reversed.view()});
  const Box3 all{{0, 0, 0}, {nz, ny, nx}};
  const double sum = parallel_sum<double>(exec, all, Read<T>{box});
  const double largest = parallel_max<double>(exec, all, Read<T>{box});
  const std::vector<T> host(values.size(), T(0.25));
  return {{"a loop over a range, " + precision, fetched(exec, values), 0},
          {"a loop over a box, " + precision, fetched(exec, stencil), rounding},
          {"tiles with scratch memory, " + precision, fetched(exec, reversed), 0},
          {"a sum, " + precision, {sum}, 1e-12},
          {"a maximum, " + precision, {largest}, 0},
          {"copies there and back, " + precision, fetched(exec, uploaded(host)), 0}};
}

#ifdef TW_DEVICE_HALF
[[maybe_unused]] const bool registered = [] {
  device_samplers().push_back({"exec", loop_samples});
  return true;
}();
#endif

}  // namespace

std::vector<Sample> loop_samples() {
  std::vector<Sample> all = samples_of<double>("double", 1e-15);
  for (Sample& sample : samples_of<float>("single", 1e-6)) all.push_back(std::move(sample));
  return all;
}

}  // namespace thalweg::exec::inline TW_HALF
