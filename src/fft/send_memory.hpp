// SPDX-License-Identifier: Apache-2.0
// The memory of exchanges (tiles.hpp). What the ranks of a node send one another they read where it
// is, if the machine lets them and the case does not ask for another route.
#pragma once

#include <memory>
#include <string>

#include "base/complex.hpp"
#include "exec/exec.hpp"
#include "transport/itinerary.hpp"
#include "transport/node_memory.hpp"

namespace thalweg::fft::inline TW_HALF {

/// Where an exchange sends from and receives to.
template <class Real>
struct ExchangeBuffers {
  Complex<Real>* send = nullptr;
  Complex<Real>* receive = nullptr;
  const transport::NodeMemory* lent = nullptr;  // holds what is sent, where others may read it
};

/// Complex numbers of an exchange. Two dimensions, because extents are 32-bit: rows of one page's
/// worth of numbers.
template <class Real>
using ExchangeArray = exec::Array<Complex<Real>, 2>;

template <class Real>
ExchangeArray<Real> exchange_array(std::int64_t n, exec::Contents contents) {
  constexpr int row = 4096;
  return ExchangeArray<Real>({static_cast<int>((n + row - 1) / row), row}, contents);
}

/// Whether exchanges by this route work in place where the machine lets them.
inline bool may_be_in_place(const std::string& route) {
  return exec::kernel_space == exec::Space::host && (route == "auto" || route == "in-place");
}

/// Whether all exchanges will be in place, for estimates.
inline bool expect_in_place(const transport::Communicator& comm, const std::string& route) {
  return may_be_in_place(route) && comm.size() > 1 && comm.nodes().nodes() == 1;
}

/// What the movements to planes and to rows send from: two buffers that others can read, since one
/// is read while the other is written, or else one for both.
template <class Real>
class SendMemory {
 public:
  SendMemory() = default;
  /// Collective: complex numbers of the two buffers, and of the one that serves where memory cannot
  /// be shared. Throws CommError.
  SendMemory(const transport::Communicator& comm, std::int64_t to_planes, std::int64_t to_rows,
             std::int64_t together, const std::string& route)
      : offset_(padded(to_planes)) {
    constexpr std::int64_t unit = sizeof(Complex<Real>);
    if (may_be_in_place(route))
      lent_ = transport::NodeMemory::offer(comm, unit * (offset_ + to_rows));
    if (!lent_) own_ = exchange_array<Real>(together, exec::Contents::zero);
  }

  Complex<Real>* to_planes() { return begin(); }
  Complex<Real>* to_rows() { return begin() + (lent_ ? offset_ : 0); }
  /// Null where the memory is this rank's alone.
  const transport::NodeMemory* lent() const { return lent_.get(); }

 private:
  /// The buffers share no page.
  static std::int64_t padded(std::int64_t n) { return (n + 4095) / 4096 * 4096; }
  Complex<Real>* begin() {
    return lent_ ? reinterpret_cast<Complex<Real>*>(lent_->data()) : own_.view().data;
  }

  std::unique_ptr<transport::NodeMemory> lent_;
  ExchangeArray<Real> own_;
  std::int64_t offset_ = 0;
};

}  // namespace thalweg::fft::inline TW_HALF
