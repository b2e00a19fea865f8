// SPDX-License-Identifier: Apache-2.0
// FFTW's own distributed transforms, as its manual advises for speed (chapter 6,
// "Distributed-memory FFTW with MPI": measured plans, modes left transposed). Variants: in_place,
// out_of_place.
#include <fftw3-mpi.h>

#include <cmath>
#include <cstddef>

#include "contender.hpp"

namespace {

using namespace thalweg;

/// FFTW's names for one precision.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Number = fftw_complex;
  static constexpr auto local_size = fftw_mpi_local_size_3d_transposed;
  static constexpr auto forward = fftw_mpi_plan_dft_r2c_3d;
  static constexpr auto inverse = fftw_mpi_plan_dft_c2r_3d;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
  static constexpr auto allocate = fftw_alloc_real;
  static constexpr auto release = fftw_free;
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Number = fftwf_complex;
  static constexpr auto local_size = fftwf_mpi_local_size_3d_transposed;
  static constexpr auto forward = fftwf_mpi_plan_dft_r2c_3d;
  static constexpr auto inverse = fftwf_mpi_plan_dft_c2r_3d;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto allocate = fftwf_alloc_real;
  static constexpr auto release = fftwf_free;
};

template <class Real>
class FftwPair final : public bench::Pair {
 public:
  FftwPair(int n, bool in_place) : n_(n), in_place_(in_place) {
    using F = Fftw<Real>;
    std::ptrdiff_t rows = 0, first_row = 0;
    const auto numbers = static_cast<std::size_t>(
        F::local_size(n, n, n / 2 + 1, MPI_COMM_WORLD, &planes_, &first_plane_, &rows, &first_row));
    modes_ = F::allocate(2 * numbers);
    from_ = in_place ? modes_ : F::allocate(2 * numbers);
    to_ = in_place ? modes_ : F::allocate(2 * numbers);
    auto* modes = reinterpret_cast<typename F::Number*>(modes_);
    forward_ =
        F::forward(n, n, n, from_, modes, MPI_COMM_WORLD, FFTW_MEASURE | FFTW_MPI_TRANSPOSED_OUT);
    inverse_ =
        F::inverse(n, n, n, modes, to_, MPI_COMM_WORLD, FFTW_MEASURE | FFTW_MPI_TRANSPOSED_IN);
    fill();
  }
  ~FftwPair() override {
    using F = Fftw<Real>;
    F::destroy(forward_);
    F::destroy(inverse_);
    F::release(modes_);
    if (in_place_) return;
    F::release(from_);
    F::release(to_);
  }
  FftwPair(const FftwPair&) = delete;
  FftwPair& operator=(const FftwPair&) = delete;

  void prepare() override {
    if (in_place_) fill();
  }
  void run() override {
    Fftw<Real>::execute(forward_);
    Fftw<Real>::execute(inverse_);
  }
  double error() const override {
    const double scale = std::pow(n_, 3);
    double largest = 0;
    for_points([&](std::ptrdiff_t at, std::int64_t point) {
      largest = bench::worse(largest,
                             std::abs(static_cast<double>(to_[at]) / scale - bench::sample(point)));
    });
    return largest;
  }

 private:
  /// visit(place, number) of every point; rows are padded as FFTW asks.
  template <class Visit>
  void for_points(Visit visit) const {
    const std::ptrdiff_t row = 2 * (n_ / 2 + 1);
    bench::for_points(static_cast<int>(planes_), first_plane_, n_,
                      [&](std::ptrdiff_t z, std::ptrdiff_t y, std::ptrdiff_t x,
                          std::int64_t point) { visit((z * n_ + y) * row + x, point); });
  }
  void fill() {
    for_points([&](std::ptrdiff_t at, std::int64_t point) {
      from_[at] = static_cast<Real>(bench::sample(point));
    });
  }

  int n_;
  bool in_place_;
  std::ptrdiff_t planes_ = 0, first_plane_ = 0;
  Real *from_ = nullptr, *modes_ = nullptr, *to_ = nullptr;
  typename Fftw<Real>::Plan forward_{}, inverse_{};
};

std::unique_ptr<bench::Pair> make(const std::string& variant, int n, bool single,
                                  const transport::Communicator&) {
  const bool in_place = variant == "in_place";
  if (!in_place && variant != "out_of_place") return nullptr;
  if (single) return std::make_unique<FftwPair<float>>(n, in_place);
  return std::make_unique<FftwPair<double>>(n, in_place);
}

}  // namespace

int main(int argc, char** argv) {
  const transport::Session session(&argc, &argv);
  fftw_mpi_init();
  fftwf_mpi_init();
  bench::serve(make, transport::Communicator::world());
  return 0;
}
