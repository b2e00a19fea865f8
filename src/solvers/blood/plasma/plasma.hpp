// SPDX-License-Identifier: Apache-2.0
// Plasma in a vessel by the lattice Boltzmann method: docs/theory/blood.md. One object per rank;
// the populations are resident where they are computed on.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "exec/stream_clock.hpp"
#include "exec/upload.hpp"
#include "simulation/interface/movement_report.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/blood/balance/load_balance.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/contrast/collision.hpp"
#include "solvers/blood/lattice/shear_thinning.hpp"
#include "solvers/blood/lattice/site_kernels.hpp"
#include "solvers/blood/lattice/sites.hpp"
#include "solvers/blood/measures/wall.hpp"
#include "solvers/blood/measures/wall_surface.hpp"
#include "solvers/blood/plasma/loop_force.hpp"
#include "solvers/blood/plasma/plane_measures.hpp"
#include "solvers/blood/plasma/plasma_openings.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
class Plasma final : public simulation::Simulation {
 public:
  Plasma(const Parameters& parameters, const transport::Communicator& comm);

  void initialise() override;
  void step(double time_limit) override;
  double time() const override { return time_; }
  std::int64_t steps() const override { return steps_; }
  double dt() const override { return steps_ > 0 ? units_.step : 0; }
  /// Sites that the fluid passes in a step.
  double courant_number() override { return fastest(); }

  /// With fluid, of all ranks.
  std::int64_t sites() const { return sites_.total(); }

  std::vector<simulation::Scalar> scalars() override;
  std::optional<double> change_of_velocity() override;
  void history_written() override {}
  std::vector<simulation::Table> tables(const std::vector<std::string>& names) override;
  void write_fields(simulation::FieldWriter& writer) override;

  void save(io::CheckpointWriter& file) override;
  void load(io::CheckpointReader& file) override;
  std::vector<simulation::Fault> faults() override;
  std::vector<std::string> notes() override;
  void rebalance() override;
  std::optional<simulation::BalanceReport> balance() const override;

  Phases& phases() override { return phases_; }
  std::vector<simulation::TransportReport> transport() const override;
  double triad_bytes_per_second() const override { return bandwidth_; }

 private:
  /// What walls that move or stand elsewhere than half-way return, in kernel space.
  struct Walls {
    exec::Array<int, 1> first, rest, slot, partner_at_home, partner_shifted;
    exec::Array<Real, 1> near, pushed;
  };
  /// From this rank's sites to fixed spheres: the site, the direction out, and the sphere.
  struct SphereLinks {
    std::vector<int> sites, directions, spheres;
    std::vector<double> volumes;  // of the spheres, on the lattice (10.15)
  };
  /// Density and velocity of this rank's sites on the host: 4 lists, one behind the other.
  struct HostFlow {
    std::vector<Real> values;
    std::size_t sites;
    double excess(std::size_t i) const { return static_cast<double>(values[i]); }
    double velocity(std::size_t d, std::size_t i) const {
      return static_cast<double>(values[(d + 1) * sites + i]);
    }
  };

  using OwnHalo = std::optional<transport::Halo<Real>>;
  /// This rank's sites and what lies there, for checkpoints and other ranks.
  struct SiteItems {
    std::vector<std::int64_t> identities;
    std::vector<Real> populations;   // (site, direction), as if at home
    std::vector<Real> contrasts{};   // none without cells of another viscosity
    std::vector<Real> velocities{};  // (site, coordinate): last_velocity_, if any rank has it
  };

  void set_up_sites();
  void upload_tables();
  void make_halos();
  void set_floors();
  void prepare_thinning();
  // plasma_loop.cpp
  void set_up_loop();
  void push_round_loop();
  double sum_along_loop();
  /// act(slots of the present state, force): with what membranes push, if there are any, and what
  /// drives fluid round a loop.
  template <class Act>
  auto in_state(Act act);
  /// act(what gives each site its collision).
  template <class Force, class Act>
  void with_rule(Act act);
  bool has_contrast() const { return cells_ && cells_->contrast() != nullptr; }
  SiteContrast<Real> contrast() {
    return {cells_->contrast(), cells_->stretch_nodes(), stretches_.first.view().data,
            stretches_.of_site.view().data};
  }
  enum class Part { interior, beside_others };
  void collide(Part part);
  template <State state, Streaming streaming, class Force, class Rule>
  void collide_sites(Part part, const Slots<state>& slots,
                     const PopulationArrays<streaming, Real>& f, const Force& force,
                     const Rule& rule);
  /// Whether a step from the present state leaves populations in a second array.
  bool fills_second_array() const { return is_shifted_ && p_.streaming == Streaming::two_arrays; }
  void exchange_behind_interior();
  void return_from_walls();
  void prepare_openings();
  /// To that of the present time.
  void set_force();
  template <Quantity quantity>
  double sum_of();
  double fastest();
  HostFlow host_flow();
  void store_populations(std::vector<Real>& values);
  void load_populations(const std::vector<Real>& values);
  std::vector<Real> stored_contrast();
  std::vector<Real> site_viscosities();
  void load_contrast(const std::vector<Real>& values);
  void check_fits(const io::CheckpointReader& file) const;
  SiteItems read_sites(const io::CheckpointReader& file) const;
  // plasma_site_items.cpp
  SiteItems site_items();
  void place(const SiteItems& items);
  std::vector<Real> stored_velocities();
  void load_velocities(const std::vector<Real>& values);
  // plasma_balance.cpp
  void prepare_balance();
  Load load_now() const;
  Work own_work();
  bool fits(const grid::Bisection& cuts);
  void deal(const grid::Bisection& cuts);
  void take_sites(const grid::Bisection& cuts);
  void forget_site_lists();
  void store_cuts(io::CheckpointWriter& file);
  void restore_cuts(io::CheckpointReader& file);
  static simulation::MovementTotals added_up(simulation::MovementTotals moved, const OwnHalo& halo);
  io::PointSet points(const std::vector<std::string>& names);
  simulation::Table profile();
  /// What the fluid's pressure is counted from [Pa].
  double reference_pressure() const { return openings_ ? openings_->reference_pressure() : 0; }
  // plasma_measures.cpp
  std::vector<PlaneMeans> plane_means(const std::vector<Membranes>& membranes);
  void add_measures(double flow_rate, double hematocrit, std::vector<simulation::Scalar>& all);
  /// Of listed sites, in kernel space: density, then x, y, z of the velocity, on the lattice.
  std::vector<double> flow_of_listed(const exec::Array<int, 1>& sites);
  // plasma_wall.cpp
  void list_wall_points();
  /// Of this rank's wall points [Pa].
  std::vector<geometry::Vector> stress_at_points();
  void add_stress_at_points(std::vector<simulation::Scalar>& all);
  io::PointSet wall_points();
  // plasma_wall_surface.cpp
  bool has_wall_surface() const { return p_.vessel.shape == VesselShape::surface; }
  WallSurface& wall_surface();
  /// Of the wall's triangles [Pa]; all ranks have all of them.
  std::vector<geometry::Vector> stress_on_surface();
  void add_stress_on_surface(std::vector<simulation::Scalar>& all);
  void average_wall_shear_stress();
  io::PointSet wall_triangles();
  // plasma_spheres.cpp
  void list_sphere_links();
  std::vector<double> sphere_exchange();
  /// Of the fluid on each fixed sphere [N]; all ranks have all of them.
  std::vector<geometry::Vector> sphere_forces();
  void add_sphere_forces(std::vector<simulation::Scalar>& all);
  simulation::Table sphere_table();
  simulation::Table plane_profile(const std::string& name);

  Parameters p_;
  Units units_;
  transport::Communicator comm_;
  exec::Exec exec_;
  Sites sites_;
  double bandwidth_;                  // measured before the populations take their memory
  exec::Array<Real, 1> populations_;  // (direction, site)
  exec::Array<Real, 1> second_;       // what the next step fills; none where it streams in place
  /// In kernel space; the first `interior` of them are of interior sites.
  struct {
    exec::Array<int, 1> first, slots, of_site;
    int interior;
    int all() const { return static_cast<int>(first.size()) - 1; }
  } stretches_;
  Walls walls_;
  OwnHalo to_shifted_, to_home_;
  simulation::MovementTotals moved_out_{.name = "populations out"},  // by halos before these
      moved_back_{.name = "populations back"};
  std::int64_t exchanged_to_shifted_ = 0, exchanged_to_home_ = 0;  // times, in this process
  Collision<Real> collision_;
  exec::Array<Real, 1> thinning_rates_;  // of a fluid that thins
  ShearThinning<Real> thinning_{};
  UniformForce<Real> force_;
  std::optional<LoopForce<Real>> loop_;  // none in vessels that do not close on themselves
  Phases phases_{exec::make_phase_clock(exec_)};
  std::unique_ptr<Cells<Real>> cells_;              // none in plasma alone
  std::unique_ptr<PlasmaOpenings<Real>> openings_;  // none in vessels without
  std::unique_ptr<PlaneMeasures> planes_;           // none where the case names none
  std::unique_ptr<LoadBalance> balance_;            // none in plasma alone
  exec::Array<int, 1> plane_sites_;
  exec::Array<Real, 2> last_velocity_;  // (coordinate, site), once its change is asked for
  std::optional<std::vector<WallPoint>> wall_points_;  // once they are asked for
  std::vector<int> wall_sites_;                        // beside them
  std::optional<WallSurface> wall_surface_;            // once it is asked for
  exec::Array<int, 1> wall_surface_sites_;
  std::optional<WallAverages> wall_averages_;  // none where the case asks for none
  std::optional<SphereLinks> sphere_links_;    // once forces are asked for

  bool is_shifted_ = false;
  double time_ = 0;
  std::int64_t steps_ = 0;
};

template <class Real>
template <class Act>
auto Plasma<Real>::in_state(Act act) {
  const int *first = stretches_.first.view().data, *slots = stretches_.slots.view().data,
            *of_site = stretches_.of_site.view().data;
  const auto with_force = [&]<State state>(const Slots<state>& at) {
    if (!cells_ && loop_) return act(at, loop_->on_sites(force_, first, of_site));
    if (!cells_) return act(at, force_);
    const Real(&u)[3] = force_.uniform;
    const NodeValues<Real> push = cells_->force();
    return act(at, NodeForce<Real>{{u[0], u[1], u[2]},
                                   push.values,
                                   cells_->velocity().values,
                                   push.nodes,
                                   cells_->stretch_nodes(),
                                   first,
                                   of_site});
  };
  if (is_shifted_) return with_force(Slots<State::shifted>{sites_.stride(), first, slots, of_site});
  return with_force(Slots<State::home>{sites_.stride(), first, slots, of_site});
}

template <class Real>
template <class Force, class Act>
void Plasma<Real>::with_rule(Act act) {
  if constexpr (std::is_same_v<Force, UniformForce<Real>>)
    if (p_.thinning) return act(thinning_);
  if constexpr (std::is_same_v<Force, NodeForce<Real>>) {
    if (has_contrast()) {
      const SiteContrast<Real> at = contrast();
      return act(ContrastCollision<Real, Collision<Real>>{
          static_cast<Real>(p_.relaxation_time - 0.5),
          static_cast<Real>(p_.magic_parameter.value_or(0)), at.contrast, at.stretch_nodes,
          at.first, at.of_site});
    }
  }
  act(collision_);
}

}  // namespace thalweg::blood::inline TW_HALF
