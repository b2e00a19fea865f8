// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/memory.hpp"

#include <algorithm>

#include "fft/pipeline.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence {

namespace {

/// Host bytes of the CPU form on one rank.
template <class Real>
simulation::MemoryEstimate estimate(const Parameters& p, const transport::Communicator& comm,
                                    int threads) {
  constexpr double number = sizeof(Complex<Real>);
  const fft::Layout layout =
      fft::make_layout(p.modes(), comm.rank(), comm.size(), sizeof(Complex<Real>));
  const std::int64_t exchange =
      fft::TrafficSizes(layout, traffic(), fft::expected_sharing(comm, p.transport.route)).total();
  const double component = static_cast<double>(layout.component_size()) * number;
  const double points = static_cast<double>(layout.local_planes()) * p.points[0] * p.points[1];
  // One field of three components, or one component on its way into a checkpoint.
  const double field = p.writes_fields ? 3 * points * sizeof(Real) : 0;
  simulation::MemoryEstimate bytes;
  bytes.arrays_bytes = 6 * component + static_cast<double>(exchange) * number;
  bytes.workspace_bytes =
      threads * static_cast<double>(fft::FusedPipeline<Real>::thread_bytes(layout, traffic()));
  bytes.output_bytes = std::max(field, component);
  return bytes;
}

/// What a device holds instead: the same arrays, and the batch buffers with as much again for the
/// transforms' work areas. The host keeps a copy of the state while it is written, and the pinned
/// buffers of the exchange.
template <class Real>
simulation::MemoryEstimate on_device(const Parameters& p, simulation::MemoryEstimate bytes,
                                     int rank, int ranks) {
  const fft::Layout layout = fft::make_layout(p.modes(), rank, ranks, sizeof(Complex<Real>));
  const auto batches =
      static_cast<double>(fft::BatchedPipeline<Real>::batch_bytes(layout, traffic()));
  bytes.device_bytes = bytes.arrays_bytes + 2 * batches + bytes.output_bytes;
  const double state = 3 * static_cast<double>(layout.component_size()) * sizeof(Complex<Real>);
  bytes.output_bytes += state;
  bytes.arrays_bytes = ranks > 1 ? bytes.arrays_bytes : 0;
  bytes.workspace_bytes = 0;
  return bytes;
}

template <class Real>
simulation::MemoryEstimate largest(const Parameters& p, const transport::Communicator& comm,
                                   const std::string& device, int threads) {
  simulation::MemoryEstimate bytes = estimate<Real>(p, comm, threads);
  if (device == "cuda") bytes = on_device<Real>(p, bytes, comm.rank(), comm.size());
  double parts[] = {bytes.arrays_bytes, bytes.workspace_bytes, bytes.output_bytes,
                    bytes.device_bytes};
  comm.max(parts);
  bytes.arrays_bytes = parts[0];
  bytes.workspace_bytes = parts[1];
  bytes.output_bytes = parts[2];
  bytes.device_bytes = parts[3];
  return bytes;
}

}  // namespace

simulation::MemoryEstimate estimate_memory(const Parameters& p, const transport::Communicator& comm,
                                           const std::string& device, int threads) {
  return p.single_precision ? largest<float>(p, comm, device, threads)
                            : largest<double>(p, comm, device, threads);
}

}  // namespace thalweg::turbulence
