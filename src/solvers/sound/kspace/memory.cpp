// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kspace/memory.hpp"

#include <algorithm>
#include <set>

#include "exec/bandwidth.hpp"
#include "exec/reduce.hpp"
#include "fft/batched_pipeline.hpp"
#include "solvers/sound/kspace/source_memory.hpp"
#include "solvers/sound/kspace/sweeps.hpp"
#include "solvers/sound/operators/domain.hpp"
#include "solvers/sound/sensors/interpolation.hpp"

namespace thalweg::sound {

namespace {

/// Bytes that sensors take: where kernels read them, and on the host.
struct SensorMemory {
  double arrays = 0, rows = 0;
};

template <class Real>
class Estimate {
 public:
  Estimate(const Problem& problem, const transport::Communicator& comm)
      : p_(problem), domain_(problem, comm.rank(), comm.size(), sizeof(Complex<Real>)),
        field_(sizeof(Real) * static_cast<double>(domain_.end() - domain_.begin())) {}

  fft::Traffic traffic() const { return fft::Traffic::up_to(StepForm(p_).most_fields()); }
  /// Velocity, parts of the density, pressure.
  double state() const { return (2 * p_.dimensions + 1) * field_; }
  double medium() const {
    const Medium& m = p_.medium;
    double fields = 0;
    if (!m.density.uniform()) fields += 1 + p_.dimensions;
    if (!m.sound_speed.uniform()) fields += 1;
    if (m.nonlinearity && !(m.nonlinearity->uniform() && m.density.uniform())) fields += 1;
    if (m.absorption == Absorption::none) return fields * field_;
    if (!m.absorption_coefficient.uniform() || !m.sound_speed.uniform()) fields += 1;
    // A power of |k|: a number per mode, of which there are half as many as points.
    const double power = travelling_bytes(domain_, sizeof(Real)) / 2;
    return fields * field_ + (m.absorption == Absorption::power_law ? power : 0);
  }
  double initial_pressure() const { return p_.initial_pressure ? field_ : 0; }
  SourceMemory sources() const { return source_memory(p_, domain_, sizeof(Real)); }
  SensorMemory sensors(const Sensors& sensors) const {
    const auto points = static_cast<double>(sensors.size());
    // A series waits for the disk in pieces of some MiB (recorder.cpp), and is copied on the way.
    const double series = 4 * sizeof(float) * (std::min(4096 * points, double{1 << 21}) + points);
    SensorMemory bytes{
        .arrays = taps(sensors) + (3 * sizeof(std::int64_t) + sizeof(double)) * points, .rows = 0};
    for (const Record& record : sensors.records) {
      if (record.statistic == Statistic::final) continue;
      if (is_grid_wide(record.statistic)) {
        const bool sums = record.statistic == Statistic::rms_all;
        bytes.arrays += sums ? field_ * sizeof(double) / sizeof(Real) : field_;
        continue;
      }
      bytes.rows += record.statistic == Statistic::raw ? series : 2 * sizeof(double) * points;
      // The rows of a velocity, for the first component those of the pressure too; what is kept.
      if (is_intensity(record.field))
        bytes.rows +=
            (record.field == Field::intensity_x ? 2 : 1) * series + 3 * sizeof(double) * points;
    }
    return bytes;
  }
  /// On the host, where ranks of a node may work on the same memory: what travels, with the
  /// correction of sources.
  double exchanges(const fft::Sharing& sharing) const {
    const auto buffers = [&](const fft::Traffic& traffic) {
      return sizeof(Complex<Real>) *
             static_cast<double>(fft::TrafficSizes(domain_.layout, traffic, sharing).total());
    };
    return buffers(traffic()) + (corrects_sources(p_) ? buffers(fft::Traffic::up_to(1)) : 0);
  }
  fft::PipelineMemory pipeline(const fft::Traffic& traffic) const {
    return fft::BatchedPipeline<Real>::memory(domain_.layout, traffic);
  }
  /// Of operators, layers and uniform quantities, along axes.
  double tables() const {
    const fft::Layout& l = domain_.layout;
    const double along = l.columns + l.ny + 2.0 * l.depth + l.local_rows();
    const double at_points = (8.0 + p_.dimensions) * l.nx + 2.0 * l.ny + 3.0 * l.local_planes();
    return 3 * sizeof(Complex<Real>) * along +
           2 * sizeof(int) * static_cast<double>(l.local_rows()) + sizeof(Real) * at_points +
           3 * sizeof(double) * (l.nx + l.ny + 4.0 * l.nz);
  }
  double reductions() const {
    const fft::Layout& l = domain_.layout;
    return exec::reduction_bytes<double>(exec::Box3{{0, 0, 0}, {l.local_planes(), l.ny, l.nx}}) +
           exec::reduction_bytes<Real>(exec::Box3{{0, 0, 0}, {l.local_planes(), l.ny, l.nx}});
  }
  /// The bandwidth is measured before there is anything else.
  double bandwidth_arrays() const {
    const double bytes = working_set(domain_, sizeof(Real));
    return static_cast<double>(exec::triad_bytes(static_cast<std::size_t>(bytes)));
  }
  /// A field on its way into a file: as double, and as it is written.
  double output() const { return 3 * (sizeof(double) + sizeof(Real)) * field_ / sizeof(Real); }

 private:
  /// Weights around the places between grid points, of each field that is recorded there.
  double taps(const Sensors& sensors) const {
    std::set<Field> fields;
    for (const Record& record : sensors.records) {
      if (is_intensity(record.field)) fields.insert(Field::pressure);
      fields.insert(is_intensity(record.field)
                        ? component(Field::colocated_velocity_x, component_of(record.field))
                        : record.field);
    }
    const int reach = interpolation_reach(sensors.tolerance);
    double taps = 0;
    for (const Axis& axis : domain_.axis) taps += reach > 0 ? 2 * reach : axis.points;
    return static_cast<double>(fields.size() * sensors.places.size()) *
           (taps * (sizeof(int) + sizeof(double)) + 3 * sizeof(int));
  }

  const Problem& p_;
  Domain domain_;
  double field_;  // bytes
};

template <class Real>
simulation::MemoryEstimate on_host(const Estimate<Real>& part, const Problem& problem,
                                   const SensorMemory& sensors, const fft::Sharing& sharing,
                                   int threads) {
  const SourceMemory sources = part.sources();
  // A thread's plane, with as many fields as travel.
  const double plane = 4.0 * sizeof(Complex<Real>) * problem.points[0] * problem.points[1];
  simulation::MemoryEstimate bytes;
  bytes.arrays_bytes = part.state() + part.medium() + part.initial_pressure() +
                       part.exchanges(sharing) + sources.signals + sources.arrays + sensors.arrays +
                       sensors.rows;
  bytes.workspace_bytes = threads * plane;
  bytes.output_bytes = part.output();
  return bytes;
}

template <class Real>
simulation::MemoryEstimate on_device(const Estimate<Real>& part, const Problem& problem,
                                     const SensorMemory& sensors) {
  const SourceMemory sources = part.sources();
  const fft::PipelineMemory main = part.pipeline(part.traffic());
  // The correction's pipeline stays only where it has something to do in each step; else it is
  // gone before the initial pressure is read.
  fft::PipelineMemory correction;
  if (corrects_sources(problem)) correction = part.pipeline(fft::Traffic::up_to(1));
  const double corrects = correction.fields + correction.batches;
  const bool stays = corrects_in_steps(problem);
  const double last =
      stays ? corrects + part.initial_pressure() : std::max(corrects, part.initial_pressure());
  simulation::MemoryEstimate bytes;
  bytes.arrays_bytes =
      sources.signals + sensors.rows + main.staging + (stays ? correction.staging : 0);
  bytes.device_bytes =
      std::max(part.bandwidth_arrays(), part.state() + part.medium() + sources.arrays +
                                            sensors.arrays + part.tables() + part.reductions() +
                                            main.fields + main.batches + main.work + last);
  bytes.output_bytes = part.output();
  return bytes;
}

template <class Real>
simulation::MemoryEstimate estimate(const Problem& problem, const Sensors& sensors,
                                    const SolverOptions& options,
                                    const transport::Communicator& comm, int threads) {
  const Estimate<Real> part(problem, comm);
  const SensorMemory of_sensors = part.sensors(sensors);
  if (options.device == "cuda") return on_device(part, problem, of_sensors);
  return on_host(part, problem, of_sensors, fft::expected_sharing(comm, options.transport.route),
                 threads);
}

}  // namespace

simulation::MemoryEstimate estimate_memory(const Problem& problem, const Sensors& sensors,
                                           const SolverOptions& options,
                                           const transport::Communicator& comm, int threads) {
  return (options.single_precision ? estimate<float> : estimate<double>)(problem, sensors, options,
                                                                         comm, threads);
}

}  // namespace thalweg::sound
