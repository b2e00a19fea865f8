// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/carried.hpp"

#include "base/error.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// In so many steps of Courant number 1 a particle passes as many points of the grid.
constexpr int steps_between_sorts = 7;

}  // namespace

template <class Real>
CarriedParticles<Real>::CarriedParticles(const Parameters& p, const fft::Layout& layout,
                                         const transport::Communicator& comm)
    : splines_(layout, p.length, comm, p.transport.route) {
  for (const ParticleSpecies& species : p.particles) {
    species_.push_back(std::make_unique<Particles<Real>>(species, layout, p.length, comm));
    recorders_.emplace_back(species, comm);
  }
}

template <class Real>
SplineField<Real> CarriedParticles<Real>::velocity_of(const Flow& flow) {
  splines_.update(flow.exec, flow.pipeline, flow.phases, flow.state);
  return splines_.field();
}

template <class Real>
void CarriedParticles<Real>::place(const Flow& flow) {
  const SplineField<Real> velocity = velocity_of(flow);
  for (const auto& species : species_) species->place(flow.exec, velocity);
  last_step_ = 0;
}

template <class Real>
void CarriedParticles<Real>::step(const Flow& flow, double dt) {
  const SplineField<Real> velocity = velocity_of(flow);
  {
    const auto timer = flow.phases.measure(particles_phase);
    for (const auto& species : species_) species->move(flow.exec, velocity, dt, last_step_);
  }
  {
    const auto timer = flow.phases.measure(migration_phase);
    for (const auto& species : species_) species->settle(flow.exec, velocity);
    if (--steps_until_sorted_ < 0) {
      for (const auto& species : species_) species->sort(flow.exec);
      steps_until_sorted_ = steps_between_sorts;
    }
  }
  last_step_ = dt;
}

template <class Real>
void CarriedParticles<Real>::record(const exec::Exec& exec, double time, std::int64_t step) {
  if (!folder_) return;
  for (std::size_t s = 0; s < species_.size(); ++s)
    if (recorders_[s].is_due(step))
      recorders_[s].record(species_[s]->followed(exec), time, step, *folder_);
}

template <class Real>
void CarriedParticles<Real>::flush() {
  if (!folder_) return;
  for (PathRecorder& recorder : recorders_) recorder.flush(*folder_);
}

template <class Real>
std::vector<simulation::Scalar> CarriedParticles<Real>::columns(const exec::Exec& exec) const {
  std::vector<simulation::Scalar> all;
  for (const auto& species : species_)
    for (auto& column : particle_columns(species->species(), species->means(exec)))
      all.push_back(std::move(column));
  return all;
}

template <class Real>
bool CarriedParticles<Real>::write(const std::string& name, simulation::FieldWriter& writer,
                                   const exec::Exec& exec) const {
  for (const auto& species : species_)
    if (species->species().name == name) {
      writer.points(name, species->points(exec));
      return true;
    }
  return false;
}

template <class Real>
void CarriedParticles<Real>::save(io::CheckpointWriter& file, const exec::Exec& exec) {
  flush();  // a run that goes on from here records later steps alone
  file.attribute("particles_last_step", last_step_);
  for (const auto& species : species_) species->save(file, exec);
}

template <class Real>
void CarriedParticles<Real>::load(const io::CheckpointReader& file, const exec::Exec& exec) {
  last_step_ = file.number("particles_last_step");
  for (const auto& species : species_) species->load(file, exec);
}

template class CarriedParticles<float>;
template class CarriedParticles<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
