// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/memory.hpp"

#include <algorithm>

#include "exec/bandwidth.hpp"
#include "exec/reduce.hpp"
#include "fft/pipeline.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/diagnostics/spectra.hpp"
#include "solvers/turbulence/diagnostics/sums.hpp"
#include "solvers/turbulence/forcing/forced_modes.hpp"
#include "solvers/turbulence/initial/point_values.hpp"
#include "solvers/turbulence/particles/row_ghosts.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"
#include "solvers/turbulence/quantum/vortices.hpp"
#include "solvers/turbulence/residence.hpp"
#include "solvers/turbulence/scheme.hpp"
#include "solvers/turbulence/statistics/averages.hpp"
#include "solvers/turbulence/statistics/derive.hpp"
#include "solvers/turbulence/statistics/point_statistics.hpp"
#include "solvers/turbulence/statistics/point_sums.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence {

namespace {

/// What stays of particles: the splines with what their halo keeps, the particles themselves, and
/// what sorting and exchanging them takes.
template <class Real>
double particle_bytes_kept(const Parameters& p, const fft::Layout& layout) {
  if (p.particles.empty()) return 0;
  const auto plane = static_cast<double>(values_of_plane(layout));
  // Messages both ways, and where each number of a ghost row comes from and belongs.
  const double halo =
      2 * static_cast<double>(ghost_values(layout)) * (sizeof(Real) + sizeof(std::int64_t));
  double particles = 0, largest = 0;
  for (const ParticleSpecies& species : p.particles) {
    const double here = static_cast<double>(species.count) / layout.ranks;
    particles += here * particle_bytes(species, sizeof(Real));
    largest = std::max(largest, here);
  }
  const double room = layout.ranks > 1 ? 1 + 1.0 / room_to_move : 1;
  return (layout.local_planes() + ghosts) * plane * sizeof(Real) + halo + room * particles +
         largest * passing_bytes(layout.ranks);
}

/// Pinned memory that ghost rows and particles of a device may go through, both ways: most go when
/// they are placed, a vector at a time.
template <class Real>
double particle_bytes_staged(const Parameters& p, const fft::Layout& layout) {
  if (p.particles.empty() || layout.ranks == 1) return 0;
  double vectors = 0;
  for (const ParticleSpecies& species : p.particles)
    vectors += 3 * sizeof(double) * static_cast<double>(species.count) / layout.ranks;
  return 2 * (static_cast<double>(ghost_values(layout)) * sizeof(Real) + vectors);
}

/// What the host has of particles besides, while they are placed, written as points, or stored:
/// numbers and places; those and velocities, sorted one after the other; numbers, their order, and
/// one vector sorted.
double particle_bytes_passing(const Parameters& p, const fft::Layout& layout) {
  constexpr double vector = 3 * sizeof(double), number = sizeof(std::int64_t);
  const double placed = number + vector, stored = 5 * number + 2 * vector,
               written = number + 4 * vector;
  double particles = 0;
  for (const ParticleSpecies& species : p.particles)
    particles = std::max(particles, static_cast<double>(species.count) / layout.ranks);
  return particles *
         std::max({placed, p.writes_checkpoints ? stored : 0, p.writes_fields ? written : 0});
}

/// One field of three components at points, on this rank.
template <class Real>
double field_bytes(const fft::Layout& layout) {
  return 3 * sizeof(Real) * static_cast<double>(layout.local_points());
}

template <class Real>
double component_bytes(const fft::Layout& layout) {
  return sizeof(Complex<Real>) * static_cast<double>(layout.component_size());
}

/// Bytes of all exchanges of a pipeline on the host. Collective.
double exchanged_bytes(const transport::Communicator& comm, const fft::Layout& layout,
                       const fft::Traffic& traffic, int complex_bytes,
                       const fft::TileExchangeOptions& options) {
  const auto total = [&](const transport::Communicator& ranks, const fft::Layout& on,
                         const fft::Traffic& fields) {
    return fft::TrafficSizes(on, fields, fft::expected_sharing(ranks, options.route))
        .bytes(complex_bytes, options.single_messages);
  };
  const double first = total(comm, layout, traffic);
  if (layout.across == 1) return first;
  return first + total(fft::plane_group(layout, comm), fft::line_layout(layout, complex_bytes),
                       fft::line_traffic(traffic));
}

/// What goes to a file or comes from one, while ranks that share planes bring their parts of it
/// together: as much again.
double passing_bytes(const fft::Layout& layout, double bytes) {
  return layout.across == 1 ? bytes : 2 * bytes;
}

/// Host bytes while formulas are computed, or files read, and transformed: values, messages, and
/// lines of threads; a file's numbers and modes besides, as many as the case's.
template <class Real>
double start_from_points(const Parameters& p, const transport::Communicator& comm,
                         const fft::Layout& layout, int threads) {
  const bool reads = !p.initial.file_fields.empty();
  if (!reads && p.initial.formulas.empty()) return 0;
  const fft::Traffic traffic = point_values_traffic();
  const double exchange =
      exchanged_bytes(comm, layout, traffic, sizeof(Complex<Real>), {p.transport.route});
  const auto lines = static_cast<double>(fft::FusedPipeline<Real>::thread_bytes(layout, traffic));
  const double file =
      reads ? passing_bytes(layout, field_bytes<double>(layout)) + 3 * component_bytes<Real>(layout)
            : 0;
  return field_bytes<Real>(layout) + exchange + threads * lines + file;
}

/// What is made of a wave function at points or as modes, to begin with and for the history.
template <class Real>
double quantum_bytes(const Parameters& p, const fft::Layout& layout) {
  if (!describe(p).is_quantum()) return 0;
  const double start = is_made_of_points(p) ? 2.0 / 3 * field_bytes<Real>(layout) : 0;
  const int fields = p.writes_spectra ? spectrum_fields : motion_fields;
  return std::max(start, fields * component_bytes<Real>(layout));
}

/// Values at points while they are written or summed, with what they are made of.
template <class Real>
double point_bytes(const Parameters& p, const fft::Layout& layout) {
  const double field = field_bytes<Real>(layout);
  double bytes = 0;
  if (p.writes_fields || !p.averages.fields.empty())
    bytes = field + derivation_bytes(describe(p), layout, sizeof(Real));
  if (p.writes_spectra && !describe(p).is_quantum())
    bytes = std::max(bytes, field + point_sum_bytes(layout, 0));
  if (p.statistics.is_written)
    bytes = std::max(bytes, point_statistics_bytes(layout, p.statistics, sizeof(Real)));
  return bytes;
}

/// What averages keep, and of them the field that has most.
template <class Real>
double kept_averages(const Parameters& p, const fft::Layout& layout) {
  return average_bytes(p.averages, describe(p), layout, sizeof(Real));
}
template <class Real>
double largest_average(const Parameters& p, const fft::Layout& layout) {
  int most = 0;
  for (const AveragedField& field : averaged_fields(p.averages, describe(p)))
    most = std::max(most, field.components());
  return passing_bytes(layout, most / 3.0 * field_bytes<Real>(layout));
}

/// Host bytes of the CPU form on one rank.
template <class Real>
simulation::MemoryEstimate on_host(const Parameters& p, const transport::Communicator& comm,
                                   const fft::Layout& layout, int threads) {
  const double exchange =
      exchanged_bytes(comm, layout, traffic(describe(p)), sizeof(Complex<Real>),
                      {.route = p.transport.route, .single_messages = p.single_messages});
  const double component = component_bytes<Real>(layout);
  simulation::MemoryEstimate bytes;
  bytes.arrays_bytes = 2 * describe(p).all_components() * component +
                       particle_bytes_kept<Real>(p, layout) + kept_averages<Real>(p, layout) +
                       exchange;
  bytes.workspace_bytes =
      threads *
      static_cast<double>(fft::FusedPipeline<Real>::thread_bytes(layout, traffic(describe(p))));
  // One field, or one component on its way into a checkpoint.
  bytes.output_bytes = std::max(
      {passing_bytes(layout, point_bytes<Real>(p, layout)), passing_bytes(layout, component),
       largest_average<Real>(p, layout), start_from_points<Real>(p, comm, layout, threads),
       quantum_bytes<Real>(p, layout), particle_bytes_passing(p, layout)});
  return bytes;
}

/// Wave numbers, decay, the sums of each row, forces, and the largest rate.
template <class Real>
double table_bytes(const Parameters& p, const fft::Layout& layout) {
  const double rows = layout.local_rows(), along = layout.padded_columns() + rows + layout.depth;
  const auto stages = static_cast<double>(scheme_stages(p.scheme).size());
  const SetDescription set = describe(p);
  // The factors of a wave function are complex.
  const double fields = static_cast<double>(set.fields.size()) * (set.is_quantum() ? 2 : 1);
  return along * (sizeof(Real) + fields * (sizeof(double) + stages * sizeof(Real))) +
         fields * stages * sizeof(double) +
         rows * (sizeof(int) + measured_values * sizeof(double)) + sizeof(Real) +
         forcing_bytes(p, layout);
}

/// Whole fields that are made to be written, summed or measured: they lie where the state lies.
template <class Real>
double whole_fields(const Parameters& p, const fft::Layout& layout) {
  return std::max(quantum_bytes<Real>(p, layout), point_bytes<Real>(p, layout));
}

/// What a device holds while something is written: a field at points, sums over it, or spectra.
template <class Real>
double device_output(const Parameters& p, const fft::Layout& layout) {
  const exec::Box3 points{{0, 0, 0}, {layout.local_planes(), layout.local_ys(), layout.nx}};
  double bytes = whole_fields<Real>(p, layout);
  if (p.writes_spectra)
    bytes = std::max(bytes, quantum_bytes<Real>(p, layout) + spectra_bytes(layout, p.length));
  return bytes + exec::reduction_bytes<Real>(points);
}

/// The same where fields lie on the host: sums by row or plane, and in each stream the largest
/// rate.
template <class Real>
double streamed_output(const Parameters& p, const fft::Layout& layout,
                       const fft::Streaming& streaming) {
  const int planes = fft::planes_per_block(layout, streaming);
  const exec::Box3 points{{0, 0, 0}, {planes, layout.ny, layout.nx}};
  double sums = 0;
  if (p.writes_spectra)
    sums = std::max(spectra_bytes(layout, p.length), point_sum_bytes(layout, 0));
  if (p.statistics.is_written) sums = std::max(sums, point_sum_bytes(layout, p.statistics.bins));
  return sums + streaming.streams * exec::reduction_bytes<Real>(points);
}

/// Of the device all that a run has there.
template <class Real>
double device_bytes(const Parameters& p, const fft::Layout& layout,
                    const fft::Streaming& streaming) {
  const SetDescription set = describe(p);
  const fft::PipelineMemory pipeline =
      fft::BatchedPipeline<Real>::memory(layout, traffic(set), streaming, p.single_messages);
  const double fixed = table_bytes<Real>(p, layout) + particle_bytes_kept<Real>(p, layout);
  const double passing = pipeline.fields + pipeline.batches + pipeline.work;
  // The bandwidth is measured before there is anything else.
  const auto triad = static_cast<double>(exec::triad_bytes(static_cast<std::size_t>(
      passed_over(set, layout, sizeof(Complex<Real>), streaming, pipeline.batches))));
  if (streaming.is_on())
    return fixed + std::max(triad, passing + streamed_output<Real>(p, layout, streaming));
  return fixed + kept_averages<Real>(p, layout) +
         std::max(triad, 2 * set.all_components() * component_bytes<Real>(layout) + passing +
                             device_output<Real>(p, layout));
}

/// The host keeps a copy of the state while it is written, and the pinned memory that messages may
/// go through; or all fields.
template <class Real>
simulation::MemoryEstimate on_device(const Parameters& p, const transport::Communicator& comm,
                                     const fft::Layout& layout, int threads,
                                     const fft::Streaming& streaming) {
  const fft::PipelineMemory pipeline = fft::BatchedPipeline<Real>::memory(
      layout, traffic(describe(p)), streaming, p.single_messages);
  const double component = component_bytes<Real>(layout), field = field_bytes<Real>(layout);
  const double state = describe(p).all_components() * component;
  const bool on_host = streaming.is_on();
  simulation::MemoryEstimate bytes;
  bytes.device_bytes = device_bytes<Real>(p, layout, streaming);
  bytes.arrays_bytes = pipeline.staging + pipeline.host_fields +
                       particle_bytes_staged<Real>(p, layout) +
                       (on_host ? 2 * state + kept_averages<Real>(p, layout) : 0) +
                       sizeof(double) * measured_values * static_cast<double>(layout.local_rows());
  // Formulas are computed while the host has the state.
  const double copied = on_host ? 0 : state;
  bytes.output_bytes =
      std::max({passing_bytes(layout, p.writes_fields ? field : 0),
                copied + passing_bytes(layout, component), largest_average<Real>(p, layout),
                copied + start_from_points<Real>(p, comm, layout, threads),
                is_made_of_points(p) ? 2.0 / 3 * field : 0, particle_bytes_passing(p, layout)});
  if (on_host) bytes.output_bytes += whole_fields<Real>(p, layout);
  return bytes;
}

template <class Real>
simulation::MemoryEstimate largest(const Parameters& p, const transport::Communicator& comm,
                                   const std::string& device, int threads) {
  const fft::Layout layout = layout_of(p, comm, sizeof(Complex<Real>));
  simulation::MemoryEstimate bytes =
      device == "cuda"
          ? on_device<Real>(p, comm, layout, threads, choose_residence(p, describe(p), comm))
          : on_host<Real>(p, comm, layout, threads);
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

double device_memory(const Parameters& p, const transport::Communicator& comm,
                     const fft::Streaming& streaming) {
  const fft::Layout layout =
      layout_of(p, comm, p.single_precision ? sizeof(Complex<float>) : sizeof(Complex<double>));
  return p.single_precision ? device_bytes<float>(p, layout, streaming)
                            : device_bytes<double>(p, layout, streaming);
}

simulation::MemoryEstimate estimate_memory(const Parameters& p, const transport::Communicator& comm,
                                           const std::string& device, int threads) {
  return p.single_precision ? largest<float>(p, comm, device, threads)
                            : largest<double>(p, comm, device, threads);
}

}  // namespace thalweg::turbulence
