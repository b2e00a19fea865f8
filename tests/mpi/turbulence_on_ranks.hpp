// SPDX-License-Identifier: Apache-2.0
// Cases and comparisons of turbulence on several ranks and on each rank alone.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include "solvers/turbulence/statistics/statistics_names.hpp"
#include "tests/convergence/flows.hpp"
#include "tests/support/field.hpp"
#include "tests/support/world.hpp"
#include "tests/support/written_points.hpp"
#include "transport/movements/gathered.hpp"

namespace thalweg::turbulence::on_ranks {

using namespace flows;
using transport::Communicator;

inline Parameters random_case(const std::string& scheme) {
  Parameters p = cube(24, 0.01, scheme, 0.02);
  p.points = {24, 20, 26};
  p.initial.kind = InitialKind::random;
  p.initial.seed = 7;
  return p;
}

/// A set with all its options at work, and scalars: a pair and a single one, beside two that
/// Navier-Stokes carries.
inline Parameters set_case(Equations equations) {
  Parameters p = random_case("rk3");
  p.equations = equations;
  if (equations == Equations::gross_pitaevskii) {
    p.step = 0.01;
    p.sound_speed = 1;
    p.healing_length = 0.5;
    p.initial.kind = InitialKind::vortex_rings;
    p.initial.rings = {{.radius = 1.5, .centre = {3, 3, 3}, .normal = 2, .sign = 1},
                       {.radius = 1, .centre = {2, 3, 4}, .normal = 0, .sign = -1}};
    p.initial.relaxation = 5;
    return p;
  }
  p.diffusivity = p.resistivity = 0.01;
  p.rotation = {0.3, 0, 1};
  p.buoyancy_frequency = equations == Equations::boussinesq ? 2 : 0;
  if (p.is_magnetic()) p.mean_field = {0, 0.5, 0.5};
  if (equations == Equations::hall_mhd) p.ion_inertial_length = 0.1;
  p.initial.buoyancy_energy = p.initial.magnetic_energy = 0.2;
  p.hyperviscosity = {1e-6, 3};
  p.forcing = {
      .k_min = 1, .k_max = 3, .energy_input = 0.3, .correlation_time = 0.1, .helicity = 0.5};
  p.forcing.kind = equations == Equations::navier_stokes ? ForcingKind::constant_energy_input
                   : equations == Equations::boussinesq  ? ForcingKind::constant
                                                         : ForcingKind::random;
  p.scalars = {{0.01, {0, 0, 1}, 0.1},
               {0.02, {}, 0.2},
               {0.01, {1, 0, 0}, 0},
               {0.03, {0, 1, 0}, 0.1},
               {0.01, {}, 0.1}};
  if (equations != Equations::navier_stokes) p.scalars.resize(3);  // a pair and a single one
  return p;
}

/// A run to time end on the first rank alone; the others have none and wait.
inline std::unique_ptr<Solver<double>> solved_alone(const Parameters& p, double end) {
  if (!Communicator::world().is_root()) return nullptr;
  return solved<double>(p, end, Communicator::self());
}

/// On all ranks a field that the first has whole. Collective.
inline std::vector<double> field_of_first(simulation::Simulation* whole, const std::string& name) {
  return transport::testing::of_first(whole ? field_of(*whole, name) : std::vector<double>());
}

/// The largest difference of a field of two solvers over its largest value; the first rank has one
/// of them whole. Collective.
inline double field_difference(simulation::Simulation& a, simulation::Simulation* whole,
                               const std::string& name) {
  const io::ImageField part = testing::image_of(a, name);
  const std::vector<double> some = field_of(a, name), all = field_of_first(whole, name);
  const auto begin = static_cast<std::size_t>(part.plane_begin * 24 * 20 * part.components);
  double worst = 0, largest = 0;
  for (std::size_t n = 0; n < some.size(); ++n) {
    worst = std::max(worst, std::abs(some[n] - all[begin + n]));
    largest = std::max(largest, std::abs(all[begin + n]));
  }
  return worst / largest;
}

/// This rank's planes of a field that one process holds whole.
inline std::vector<double> planes(const std::vector<double>& whole, const io::ImageField& part) {
  const auto plane = static_cast<std::ptrdiff_t>(24 * 20 * part.components);
  return {whole.begin() + part.plane_begin * plane, whole.begin() + part.plane_end * plane};
}

// Ten steps multiply the rounding of one transform by less than a hundred.
inline constexpr double rounding = 1e-13;

/// All tables of statistics at points are those of one rank; error: of a value over 1 + its size.
template <class Real>
void expect_statistics_of_one_rank(const Parameters& p, double error) {
  std::vector<std::string> names;
  for (const TableHead& head : statistics_heads(describe(p), p.statistics))
    names.push_back(head.name);
  Solver<Real> together(p, Communicator::world());
  Solver<double> alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  const auto a = together.tables(names), b = alone.tables(names);
  ASSERT_EQ(a.size(), names.size());
  // Rounding may move a value to the next bin.
  const double count = 1 / (0.2 * p.modes().points());
  for (std::size_t t = 0; t < a.size(); ++t)
    for (std::size_t c = 0; c < a[t].values.size(); ++c)
      for (std::size_t n = 0; n < a[t].values[c].size(); ++n)
        EXPECT_NEAR(a[t].values[c][n], b[t].values[c][n],
                    a[t].name.starts_with("density") ? 3 * count
                                                     : error * (1 + std::abs(b[t].values[c][n])))
            << a[t].name << ", " << a[t].columns[c] << ", row " << n;
}

/// One name for all ranks, in a folder for what a test leaves.
inline std::filesystem::path file_of_all(const Communicator& world) {
  return world.broadcast((std::filesystem::temp_directory_path() /
                          ("thalweg-restart-" + std::to_string(getpid()) + ".h5"))
                             .string());
}

inline void store(simulation::Simulation& solver, const std::filesystem::path& file,
                  const Communicator& comm) {
  io::CheckpointWriter out(file, comm, "turbulence");
  solver.save(out);
  out.commit();
}
inline void restore(simulation::Simulation& solver, const std::filesystem::path& file,
                    const Communicator& comm) {
  io::CheckpointReader in(file, comm);
  solver.load(in);
}

template <class Real>
void expect_restart_is_exact(Parameters p, const std::string& name = "velocity") {
  const auto world = Communicator::world();
  p.step.reset();
  p.cfl = 0.7;
  const std::filesystem::path file = file_of_all(world);
  Solver<Real> unbroken(p, world);
  unbroken.initialise();
  for (int n = 0; n < 3; ++n) {
    unbroken.step(no_limit);
    if (n == 1) unbroken.history_written();
  }
  store(unbroken, file, world);
  for (int n = 0; n < 3; ++n) unbroken.step(no_limit);

  Solver<Real> restarted(p, world);
  restore(restarted, file, world);
  for (int n = 0; n < 3; ++n) restarted.step(no_limit);
  EXPECT_EQ(restarted.time(), unbroken.time());
  EXPECT_EQ(restarted.steps(), unbroken.steps());
  if (p.forcing.kind != ForcingKind::none) {
    EXPECT_EQ(scalar(restarted, "energy_input"), scalar(unbroken, "energy_input"));
  }
  EXPECT_EQ(field_of(restarted, name), field_of(unbroken, name));

  // On one rank, from the file that all ranks wrote.
  std::unique_ptr<Solver<Real>> alone;
  if (world.is_root()) {
    alone = std::make_unique<Solver<Real>>(p, Communicator::self());
    restore(*alone, file, Communicator::self());
    for (int n = 0; n < 3; ++n) alone->step(no_limit);
  }
  EXPECT_LT(difference(field_of(unbroken, name), planes(field_of_first(alone.get(), name),
                                                        testing::image_of(unbroken, name))),
            sizeof(Real) == 8 && !p.single_messages ? rounding : 1e-5);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

/// Tracers and heavy particles; some pass from rank to rank.
inline Parameters with_particles() {
  Parameters p = random_case("rk3");
  p.particles.resize(2);
  p.particles[0].name = "tracers";
  p.particles[0].count = 300;
  p.particles[1].name = "heavy";
  p.particles[1].count = 200;
  p.particles[1].response_time = 0.1;
  p.particles[1].settling_velocity = {0, 0, -2};
  return p;
}

/// All particles' places and velocities in the order of their numbers, from any ranks.
inline std::vector<double> particles_of(simulation::Simulation& solver, const std::string& name,
                                        const Communicator& comm) {
  const io::PointSet set = testing::points_of(solver, name);
  std::vector<double> rows;
  for (std::size_t n = 0; n < set.identities.size(); ++n) {
    rows.push_back(static_cast<double>(set.identities[n]));
    rows.insert(rows.end(), set.places.begin() + 3 * static_cast<std::ptrdiff_t>(n),
                set.places.begin() + 3 * static_cast<std::ptrdiff_t>(n + 1));
    std::visit(
        [&](const auto& v) {
          rows.insert(rows.end(), v.begin() + 3 * static_cast<std::ptrdiff_t>(n),
                      v.begin() + 3 * static_cast<std::ptrdiff_t>(n + 1));
        },
        set.values[0].values);
  }
  const std::vector<double> all = transport::gathered(rows, comm).all;
  std::vector<double> sorted(all.size());
  for (std::size_t n = 0; n < all.size(); n += 7)
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(n), 7,
                sorted.begin() + 7 * static_cast<std::ptrdiff_t>(all[n]));
  return sorted;
}

/// b: of all ranks, or of the first alone, where others compare nothing.
inline double particle_difference(simulation::Simulation& a, simulation::Simulation* b,
                                  const Communicator& on_b) {
  double worst = 0;
  for (const char* name : {"tracers", "heavy"}) {
    const auto some = particles_of(a, name, Communicator::world());
    if (!b) continue;
    const auto others = particles_of(*b, name, on_b);
    EXPECT_EQ(some.size(), others.size());
    for (std::size_t n = 0; n < some.size(); ++n)
      worst = std::max(worst, std::abs(std::remainder(some[n] - others[n], 2 * std::numbers::pi)));
  }
  return worst;
}

inline void expect_particles_of_one_rank(const Parameters& p) {
  const auto world = Communicator::world(), self = Communicator::self();
  const auto together = solved<double>(p, 0.4, world), alone = solved_alone(p, 0.4);
  const auto single = solved<float>(p, 0.4, world);
  EXPECT_LT(particle_difference(*together, alone.get(), self), 100 * rounding);
  EXPECT_LT(particle_difference(*single, alone.get(), self), 1e-4);
  for (const char* column : {"tracers_displacement_rms", "heavy_slip_rms", "heavy_velocity_rms"}) {
    const double found = scalar(*together, column);
    if (alone) {
      EXPECT_NEAR(found, scalar(*alone, column), 1e-11) << column;
    }
  }
  EXPECT_GT(scalar(*together, "tracers_displacement_rms"), 0.1);
}

inline void expect_restart_of_particles_is_exact(Parameters p) {
  p.step.reset();
  p.cfl = 0.7;
  const auto world = Communicator::world(), self = Communicator::self();
  const std::filesystem::path file = file_of_all(world);
  Solver<double> unbroken(p, world), restarted(p, world);
  const auto alone = world.is_root() ? std::make_unique<Solver<double>>(p, self) : nullptr;
  unbroken.initialise();
  for (int n = 0; n < 3; ++n) unbroken.step(no_limit);
  store(unbroken, file, world);
  restore(restarted, file, world);
  if (alone) restore(*alone, file, self);
  for (auto* solver : {&unbroken, &restarted, alone.get()})
    for (int n = 0; solver && n < 3; ++n) solver->step(no_limit);
  EXPECT_EQ(particle_difference(restarted, &unbroken, world), 0);
  EXPECT_LT(particle_difference(unbroken, alone.get(), self), 100 * rounding);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

/// In pencils, with so many ranks to a plane; 0: chosen.
inline Parameters in_pencils(Parameters p, int ranks_per_plane = 0) {
  p.decomposition = {DecompositionKind::pencil, ranks_per_plane};
  return p;
}

}  // namespace thalweg::turbulence::on_ranks
