// SPDX-License-Identifier: Apache-2.0
// cuFFT by FFTW, with what its manual leaves undefined made visible: an inverse real transform
// destroys its input and takes in what a real field's modes cannot have, real transforms have two
// points or more, and a plan needs its work area, which no other work may touch meanwhile.
#include "cufft.h"

#include <fftw3.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "emulated_device/allocations.hpp"
#include "emulated_device/calls.hpp"
#include "emulated_device/counts.hpp"
#include "emulated_device/protection.hpp"
#include "emulated_device/queue.hpp"
#include "emulated_device/report.hpp"

namespace emulated {

namespace {

/// FFTW's names in one precision.
struct Double {
  using Real = double;
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  static constexpr auto plan_c2c = fftw_plan_guru64_dft;
  static constexpr auto plan_r2c = fftw_plan_guru64_dft_r2c;
  static constexpr auto plan_c2r = fftw_plan_guru64_dft_c2r;
  static constexpr auto run_c2c = fftw_execute_dft;
  static constexpr auto run_r2c = fftw_execute_dft_r2c;
  static constexpr auto run_c2r = fftw_execute_dft_c2r;
  static constexpr auto destroy = fftw_destroy_plan;
};
struct Single {
  using Real = float;
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  static constexpr auto plan_c2c = fftwf_plan_guru64_dft;
  static constexpr auto plan_r2c = fftwf_plan_guru64_dft_r2c;
  static constexpr auto plan_c2r = fftwf_plan_guru64_dft_c2r;
  static constexpr auto run_c2c = fftwf_execute_dft;
  static constexpr auto run_r2c = fftwf_execute_dft_r2c;
  static constexpr auto run_c2r = fftwf_execute_dft_c2r;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// Where the values of a transform lie, dimension by dimension, and how many transforms there are.
struct Shape {
  cufftType type = CUFFT_C2C;
  std::vector<fftw_iodim64> dimensions;
  fftw_iodim64 batch{};
  bool inverse_to_real() const { return type == CUFFT_C2R || type == CUFFT_Z2D; }
};

/// A transform of one precision, direction and placement.
template <class P>
class Transform {
 public:
  Transform(const Shape& s, int direction, bool in_place) : shape_(s), direction_(direction) {
    // FFTW looks at these only for whether they are the same.
    static typename P::Complex here, there;
    auto* in = &here;
    auto* out = in_place ? &here : &there;
    const auto rank = static_cast<int>(s.dimensions.size());
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    const auto* dims = reinterpret_cast<const IoDim*>(s.dimensions.data());
    const auto* batch = reinterpret_cast<const IoDim*>(&s.batch);
    if (s.type == CUFFT_C2C || s.type == CUFFT_Z2Z)
      plan_ = P::plan_c2c(rank, dims, 1, batch, in, out, direction, flags);
    else if (s.inverse_to_real())
      plan_ =
          P::plan_c2r(rank, dims, 1, batch, in, reinterpret_cast<typename P::Real*>(out), flags);
    else
      plan_ =
          P::plan_r2c(rank, dims, 1, batch, reinterpret_cast<typename P::Real*>(in), out, flags);
  }
  ~Transform() {
    if (plan_) P::destroy(plan_);
  }
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;
  bool is_possible() const { return plan_ != nullptr; }

  void run(void* in, void* out) const {
    auto* complex_in = static_cast<typename P::Complex*>(in);
    auto* complex_out = static_cast<typename P::Complex*>(out);
    if (shape_.type == CUFFT_C2C || shape_.type == CUFFT_Z2Z) {
      P::run_c2c(plan_, complex_in, complex_out);
    } else if (!shape_.inverse_to_real()) {
      P::run_r2c(plan_, static_cast<typename P::Real*>(in), complex_out);
    } else {
      std::vector<typename P::Real> asymmetries;
      for (std::ptrdiff_t b = 0; b < shape_.batch.n; ++b)
        asymmetries.push_back(asymmetry(complex_in + b * shape_.batch.is));
      P::run_c2r(plan_, complex_in, static_cast<typename P::Real*>(out));
      for (std::ptrdiff_t b = 0; b < shape_.batch.n; ++b)
        static_cast<typename P::Real*>(out)[b * shape_.batch.os] +=
            asymmetries[static_cast<std::size_t>(b)];
      if (in != out) destroy_input(complex_in);
    }
  }

 private:
  using IoDim = std::conditional_t<std::is_same_v<P, Double>, fftw_iodim64, fftwf_iodim64>;

  /// By how much the modes at both ends of the last dimension, which are their own mirror image
  /// there, differ from those of a real field. Up to two dimensions.
  typename P::Real asymmetry(const typename P::Complex* in) const {
    const fftw_iodim64 last = shape_.dimensions.back(), first = shape_.dimensions.size() > 1
                                                                    ? shape_.dimensions.front()
                                                                    : fftw_iodim64{1, 0, 0};
    typename P::Real sum = 0;
    for (const std::ptrdiff_t x : {std::ptrdiff_t{0}, last.n % 2 ? 0 : last.n / 2})
      for (std::ptrdiff_t y = 0; y < first.n; ++y) {
        const auto& a = in[y * first.is + x * last.is];
        const auto& b = in[(first.n - y) % first.n * first.is + x * last.is];
        sum += std::abs(a[0] - b[0]) + std::abs(a[1] + b[1]);
      }
    return sum;
  }

  void destroy_input(typename P::Complex* in) const {
    for (std::ptrdiff_t b = 0; b < shape_.batch.n; ++b) destroy_from(in + b * shape_.batch.is, 0);
  }
  void destroy_from(typename P::Complex* at, std::size_t d) const {
    if (d == shape_.dimensions.size()) {
      std::memset(at, 0xff, sizeof *at);
      return;
    }
    const fftw_iodim64& dimension = shape_.dimensions[d];
    const bool halved = d + 1 == shape_.dimensions.size();
    const std::ptrdiff_t n = halved ? dimension.n / 2 + 1 : dimension.n;
    for (std::ptrdiff_t i = 0; i < n; ++i) destroy_from(at + i * dimension.is, d + 1);
  }

  Shape shape_;
  int direction_;
  typename P::Plan plan_ = nullptr;
};

struct Plan {
  Shape shape;
  bool made = false;
  Stream* stream = nullptr;
  bool own_work_area = true;
  void* work_area = nullptr;
  std::size_t work_bytes = 0;
  // [inverse][in place]
  std::shared_ptr<Transform<Single>> single[2][2];
  std::shared_ptr<Transform<Double>> double_[2][2];
};

struct Plans {
  std::map<cufftHandle, Plan> living;
  cufftHandle last = 0;
};
Plans& plans() {
  static auto* p = new Plans;
  return *p;
}

/// A call of cuFFT; on demand it fails like one of the runtime.
template <class Body>
cufftResult transform_call(const char* name, cufftResult failure, Body body) {
  const std::lock_guard guard(device_lock());
  return fails_on_demand(name) ? failure : body();
}

template <class Body>
cufftResult with_plan(const char* name, cufftHandle handle, Body body) {
  return transform_call(name, CUFFT_EXEC_FAILED, [&] {
    const auto it = plans().living.find(handle);
    return it == plans().living.end() ? CUFFT_INVALID_PLAN : body(it->second);
  });
}

/// Distances from one index to the next, from the last dimension to the first.
std::vector<long long> strides(int rank, const long long* n, const long long* embed,
                               long long stride) {
  std::vector<long long> all(static_cast<std::size_t>(rank));
  for (int d = rank - 1; d >= 0; --d) {
    all[static_cast<std::size_t>(d)] = stride;
    stride *= embed ? embed[d] : n[d];
  }
  return all;
}

bool is_double(cufftType type) {
  return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
}

/// Whether all prime factors are ones that cuFFT has fast transforms for.
bool is_smooth(std::ptrdiff_t n) {
  for (const std::ptrdiff_t prime : {2, 3, 5, 7})
    while (n % prime == 0) n /= prime;
  return n == 1;
}

/// How much room cuFFT needs is its own affair. Here: as much as the values of one batch, and as
/// its manual allows, eight times that where a length has a large prime factor.
std::size_t work_bytes(const Shape& s) {
  std::size_t bytes = is_double(s.type) ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex);
  std::size_t factor = 1;
  for (const auto& d : s.dimensions) {
    bytes *= static_cast<std::size_t>(d.n);
    if (!is_smooth(d.n)) factor = 8;
  }
  return factor * bytes * static_cast<std::size_t>(s.batch.n);
}

/// What a transform leaves in its work area while it is under way.
class Mark {
 public:
  Mark(void* area, std::size_t bytes) : area_(area), bytes_(bytes) {
    static std::uint64_t last = 0;
    value_ = ++last;
  }
  void set() const {
    clear();
    std::memcpy(area_, &value_, sizeof value_);
  }
  void require() const {
    if (std::memcmp(area_, &value_, sizeof value_) != 0)
      stop("other work used the work area of a transform that was under way: two streams share it");
  }
  void clear() const { std::memset(area_, 0xff, bytes_); }

 private:
  void* area_;
  std::size_t bytes_;
  std::uint64_t value_;
};

template <class P>
cufftResult run(Plan& plan, std::shared_ptr<Transform<P>> (&kept)[2][2], void* in, void* out,
                int direction) {
  if (!plan.work_area) return CUFFT_NO_WORKSPACE;
  auto& transform = kept[direction == CUFFT_INVERSE][in == out];
  if (!transform) transform = std::make_shared<Transform<P>>(plan.shape, direction, in == out);
  if (!transform->is_possible()) return CUFFT_INVALID_VALUE;
  ++counts_now().transforms;
  Stream* stream = plan.stream ? plan.stream : stream_of(nullptr);
  if (stream->destroyed) return CUFFT_INVALID_VALUE;
  // Two operations: work of other streams may come in between.
  const Mark mark(plan.work_area, plan.work_bytes);
  enqueue(*stream, {.device = stream->device, .name = "cuFFT", .run = [mark] { mark.set(); }});
  enqueue(*stream, {.device = stream->device, .name = "cuFFT", .run = [mark, transform, in, out] {
                      mark.require();
                      transform->run(in, out);
                      mark.require();
                      mark.clear();
                    }});
  return CUFFT_SUCCESS;
}

template <class P>
cufftResult execute(const char* name, cufftHandle handle, cufftType type, void* in, void* out,
                    int direction) {
  return with_plan(name, handle, [&](Plan& plan) {
    if (!plan.made || plan.shape.type != type) return CUFFT_INVALID_PLAN;
    if constexpr (std::is_same_v<P, Double>)
      return run<P>(plan, plan.double_, in, out, direction);
    else
      return run<P>(plan, plan.single, in, out, direction);
  });
}

}  // namespace

}  // namespace emulated

using namespace emulated;

cufftResult cufftCreate(cufftHandle* plan) {
  return transform_call("cufftCreate", CUFFT_ALLOC_FAILED, [&] {
    *plan = ++plans().last;
    plans().living[*plan];
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftDestroy(cufftHandle handle) {
  const std::lock_guard guard(device_lock());
  const auto it = plans().living.find(handle);
  if (it == plans().living.end()) return CUFFT_INVALID_PLAN;
  finish_all();
  if (it->second.own_work_area) cudaFree(it->second.work_area);
  plans().living.erase(it);
  return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  return with_plan("cufftSetStream", handle, [&](Plan& plan) {
    plan.stream = stream_of(stream);
    return plan.stream ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
  });
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int automatic) {
  return with_plan("cufftSetAutoAllocation", handle, [&](Plan& plan) {
    if (plan.made) return CUFFT_INVALID_PLAN;
    plan.own_work_area = automatic != 0;
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftSetWorkArea(cufftHandle handle, void* area) {
  return with_plan("cufftSetWorkArea", handle, [&](Plan& plan) {
    if (check_range(area, plan.work_bytes, "cufftSetWorkArea") != cudaSuccess)
      return CUFFT_INVALID_VALUE;
    if (plan.own_work_area) cudaFree(plan.work_area);
    plan.own_work_area = false;
    plan.work_area = area;
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                std::size_t* work) {
  return with_plan("cufftMakePlanMany64", handle, [&](Plan& plan) {
    if (plan.made || rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_VALUE;
    for (int d = 0; d < rank; ++d)
      if (n[d] < 1) return CUFFT_INVALID_SIZE;
    if (n[rank - 1] < 2 && type != CUFFT_C2C && type != CUFFT_Z2Z) return CUFFT_INVALID_SIZE;
    const auto in = strides(rank, n, inembed, istride), out = strides(rank, n, onembed, ostride);
    plan.shape = {type, {}, {batch, idist, odist}};
    for (std::size_t d = 0; d < in.size(); ++d)
      plan.shape.dimensions.push_back({n[d], in[d], out[d]});
    plan.work_bytes = *work = work_bytes(plan.shape);
    if (plan.own_work_area && cudaMalloc(&plan.work_area, plan.work_bytes) != cudaSuccess)
      return CUFFT_ALLOC_FAILED;
    plan.made = true;
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return execute<Single>("cufftExecC2C", plan, CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out,
                         int direction) {
  return execute<Double>("cufftExecZ2Z", plan, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return execute<Single>("cufftExecR2C", plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return execute<Double>("cufftExecD2Z", plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return execute<Single>("cufftExecC2R", plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return execute<Double>("cufftExecZ2D", plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
