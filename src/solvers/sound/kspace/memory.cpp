// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kspace/memory.hpp"

#include <algorithm>
#include <set>

#include "fft/exchanges.hpp"
#include "solvers/sound/kspace/sweeps.hpp"
#include "solvers/sound/operators/domain.hpp"
#include "solvers/sound/sensors/interpolation.hpp"

namespace thalweg::sound {

namespace {

template <class Real>
class Estimate {
 public:
  Estimate(const Problem& problem, const transport::Communicator& comm, const std::string& route)
      : p_(problem), domain_(problem, comm.rank(), comm.size(), sizeof(Complex<Real>)),
        sharing_(fft::expected_sharing(comm, route)),
        field_(sizeof(Real) * static_cast<double>(domain_.end() - domain_.begin())) {}

  /// Velocity, parts of the density, pressure, and the planes on their way.
  double state() const {
    const auto traffic = fft::Traffic::up_to(StepForm(p_).most_fields());
    const auto buffer =
        static_cast<double>(fft::TrafficSizes(domain_.layout, traffic, sharing_).total());
    return (2 * p_.dimensions + 1) * field_ + sizeof(Complex<Real>) * buffer;
  }
  double medium() const {
    const Medium& m = p_.medium;
    double fields = p_.initial_pressure ? 1 : 0;
    if (!m.density.uniform()) fields += 1 + p_.dimensions;
    if (!m.sound_speed.uniform()) fields += 1;
    if (m.nonlinearity && !(m.nonlinearity->uniform() && m.density.uniform())) fields += 1;
    if (m.absorption == Absorption::none) return fields * field_;
    if (!m.absorption_coefficient.uniform() || !m.sound_speed.uniform()) fields += 1;
    // A power of |k|: a number per mode, of which there are half as many as points.
    if (m.absorption == Absorption::power_law) fields += 0.5;
    return fields * field_;
  }
  double sources() const {
    double bytes = 0;
    const auto add = [&](SourceMode mode, const Signals& signals) {
      bytes += (sizeof(float) + sizeof(Real)) * static_cast<double>(signals.samples.size());
      bytes += field_;  // planes that hold source points
      if (mode == SourceMode::additive) bytes += field_;
    };
    for (const PressureSource& source : p_.pressure_sources) add(source.mode, source.signals);
    std::array<std::size_t, 4> acting{0, 0, 0, p_.pressure_sources.size()};  // on u and rho
    for (const VelocitySource& source : p_.velocity_sources)
      for (std::size_t c = 0; c < 3; ++c)
        if (const auto& signals = source.components[c]) {
          add(source.mode, *signals);
          ++acting[c];
        }
    if (p_.transducer) {
      bytes += field_;
      ++acting[0];
    }
    // Several on one field are joined: what they add, and what they keep of it.
    for (const std::size_t count : acting)
      if (count > 1) bytes += 2 * field_;
    return bytes;
  }
  double sensors(const Sensors& sensors) const {
    const auto points = static_cast<double>(sensors.size());
    // A series waits for the disk in pieces of some MiB (recorder.cpp), and is copied on the way.
    const double series = 4 * sizeof(float) * (std::min(4096 * points, double{1 << 21}) + points);
    double bytes = taps(sensors);
    for (const Record& record : sensors.records) {
      if (record.statistic == Statistic::final) continue;
      bytes += record.statistic == Statistic::rms_all ? field_ * sizeof(double) / sizeof(Real)
               : is_grid_wide(record.statistic)       ? field_
               : record.statistic == Statistic::raw   ? series
                                                      : 2 * sizeof(double) * points;
      // The rows of a velocity, for the first component those of the pressure too; what is kept.
      if (is_intensity(record.field))
        bytes +=
            (record.field == Field::intensity_x ? 2 : 1) * series + 3 * sizeof(double) * points;
    }
    return bytes;
  }
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
    return static_cast<double>(fields.size() * sensors.places.size()) * taps *
           (sizeof(int) + sizeof(double));
  }
  /// A field on its way into a file: as double, and as it is written.
  double output() const { return 3 * (sizeof(double) + sizeof(Real)) * field_ / sizeof(Real); }

 private:
  const Problem& p_;
  Domain domain_;
  fft::Sharing sharing_;
  double field_;  // bytes
};

template <class Real>
simulation::MemoryEstimate estimate(const Problem& problem, const Sensors& sensors,
                                    const SolverOptions& options,
                                    const transport::Communicator& comm, int threads) {
  const Estimate<Real> part(problem, comm, options.transport.route);
  const double held = part.state() + part.medium() + part.sources() + part.sensors(sensors);
  // A thread's plane, with as many fields as travel.
  const double plane = 4.0 * sizeof(Complex<Real>) * problem.points[0] * problem.points[1];
  simulation::MemoryEstimate bytes;
  const bool on_device = options.device == "cuda";
  bytes.arrays_bytes = on_device ? part.sources() : held;
  bytes.device_bytes = on_device ? held + part.state() : 0;  // batches of transforms
  bytes.workspace_bytes = on_device ? 0 : threads * plane;
  bytes.output_bytes = part.output();
  return bytes;
}

}  // namespace

simulation::MemoryEstimate estimate_memory(const Problem& problem, const Sensors& sensors,
                                           const SolverOptions& options,
                                           const transport::Communicator& comm, int threads) {
  return (options.single_precision ? estimate<float> : estimate<double>)(problem, sensors, options,
                                                                         comm, threads);
}

}  // namespace thalweg::sound
