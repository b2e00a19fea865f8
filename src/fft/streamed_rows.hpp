// SPDX-License-Identifier: Apache-2.0
// Rows of arrays of modes that lie on the host, on a device while a kernel works on them.
//
// A kernel says what it takes of them:
//   template <class Rows> void stream(Rows& rows)
//       for each array: rows.take(view, what it reads, what it writes);
//       for each table of this rank's rows: rows.shift(pointer)
// Its row 0 is then rows.first(). One that does not say so reaches the arrays where they lie.
#pragma once

#include <initializer_list>
#include <vector>

#include "base/complex.hpp"
#include "base/error.hpp"
#include "exec/exec.hpp"

namespace thalweg::fft {

/// Components of an place of modes.
struct Components {
  int first = 0, count = 0;
};

}  // namespace thalweg::fft

namespace thalweg::fft::inline TW_HALF {

namespace batched {

template <class Real>
struct SetToZero {
  Complex<Real>* numbers;
  TW_HD void operator()(std::int64_t n) const { numbers[n] = {0, 0}; }
};

}  // namespace batched

template <class Real>
class StreamedRows {
 public:
  template <class Number>
  using Modes = exec::View<Number, 4>;  // (component, row, depth, column of the row)
  using Ranges = std::initializer_list<Components>;

  /// `count` of this rank's rows from `first` on; room: of what they have in all arrays.
  StreamedRows(const exec::Exec& exec, int first, int count, exec::View<Complex<Real>, 1> room)
      : exec_(exec), first_(first), count_(count), room_(room) {}

  int first() const { return first_; }

  /// The view becomes one of these rows alone, on the device: in the order of the exec the
  /// components that are read come from the host now, and those that are written go there in
  /// finish(). Where nothing is read, what the kernel does not write is zero.
  template <class Number>
  void take(Modes<Number>& view, Ranges read, Ranges written = {}) {
    const Place place(view, count_, room_.data + used_);
    const std::int64_t numbers = view.extent[0] * place.size;
    used_ += numbers;
    TW_CHECK(used_ <= room_.extent[0], "a chunk of rows has no room on the device");
    if (read.size() == 0) exec::parallel_for(exec_, numbers, batched::SetToZero<Real>{place.here});
    for (const Components& components : read) move(place, components, true);
    for (const Components& components : written) written_.push_back({place, components});
    view.data = place.here;
    view.extent.v[1] = count_;
  }
  /// width: numbers of a row.
  template <class T>
  void shift(T*& table, int width = 1) const {
    if (table) table += static_cast<std::ptrdiff_t>(first_) * width;
  }
  /// What was written goes to the host.
  void finish() {
    for (const auto& [place, components] : written_) move(place, components, false);
  }

 private:
  struct Place {
    Complex<Real>*host, *here;
    std::int64_t row, rows, size;  // numbers of a row and of a component; rows on the host

    template <class Number>
    Place(const Modes<Number>& view, int count, Complex<Real>* room)
        : host(const_cast<Complex<Real>*>(view.data)), here(room),
          row(static_cast<std::int64_t>(view.extent[2]) * view.extent[3]), rows(view.extent[1]),
          size(count * row) {}
  };
  struct Written {
    Place place;
    Components components;
  };

  void move(const Place& place, const Components& components, bool to_device) const {
    for (int c = components.first; c < components.first + components.count; ++c) {
      Complex<Real>* ends[] = {place.host + (c * place.rows + first_) * place.row,
                               place.here + c * place.size};
      exec::copy_bytes(exec_, ends[to_device ? 1 : 0], ends[to_device ? 0 : 1],
                       static_cast<std::size_t>(place.size) * sizeof(Complex<Real>));
    }
  }

  const exec::Exec& exec_;
  int first_, count_;
  exec::View<Complex<Real>, 1> room_;
  std::int64_t used_ = 0;
  std::vector<Written> written_;
};

/// Whether a kernel says what it takes.
template <class Real, class Kernel>
inline constexpr bool says_what_it_takes = requires(Kernel kernel, StreamedRows<Real>& rows) {
  kernel.stream(rows);
};

}  // namespace thalweg::fft::inline TW_HALF
