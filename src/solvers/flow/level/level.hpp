// SPDX-License-Identifier: Apache-2.0
// One level of the multigrid: this rank's blocks of it, their state and residuals, and what works
// on them. The finest is the grid itself: docs/theory/flow.md, sections 3 to 5.
#pragma once

#include <optional>
#include <type_traits>

#include "base/phases.hpp"
#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/flow/boundary/boundary_kernels.hpp"
#include "solvers/flow/boundary/conditions.hpp"
#include "solvers/flow/boundary/immersion.hpp"
#include "solvers/flow/boundary/sector.hpp"
#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/eddies/subgrid_model.hpp"
#include "solvers/flow/level/gathering.hpp"
#include "solvers/flow/level/residuals.hpp"
#include "solvers/flow/level/transfer.hpp"
#include "solvers/flow/smoothing/smoothing_lines.hpp"
#include "solvers/flow/smoothing/stages.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::flow::inline TW_HALF {

/// As many cells as the flux of a face reads on either side. (3.1)
inline constexpr int layers_of_ghosts = 2;

enum class Damping;
template <Damping damping, class Real>
struct LinearSystem;
template <Damping damping, class Real>
struct Diagonal;
template <Damping damping, class Real>
struct LineSystem;

/// As Diagonal takes them, without what bodies hold.
std::vector<int> closed_faces(const std::vector<BoundaryFace>& faces, std::int64_t size);

/// visit(value), as a type of constants.
template <class Visit>
void with_constant(bool value, const Visit& visit) {
  if (value)
    visit(std::true_type{});
  else
    visit(std::false_type{});
}

template <class Real>
class Level {
 public:
  /// Collective. All refer to what must outlive it.
  Level(const MeshLevel& mesh, const LevelOwners& owners, const Parameters& parameters,
        const transport::Communicator& comm, const exec::Exec& exec, Phases& phases);

  const MeshLevel& mesh() const { return mesh_; }
  const grid::BlockArena& arena() const { return arena_; }
  /// Pressure and velocity, four fields in the arena. Whoever writes them says so.
  Real* state() { return state_.view().data; }
  const Real* state() const { return state_.view().data; }
  void state_has_changed() { residual_rate_.reset(); }
  /// What is added to the residuals of momentum, three fields; without this call nothing is.
  Real* momentum_source();
  Real* residual() { return residual_.view().data; }
  const Geometry<Real>& geometry() const { return geometry_; }
  /// Whether reconstructions may take all cells of this rank as equally wide along their lines.
  bool is_even() const { return widths_.size() == 0; }
  const exec::Blocks<>& cells() const { return cells_; }
  Conditions<Real>& conditions() { return *conditions_; }
  /// The force on each boundary face in the present state, whose ghosts were filled. (6.4)
  std::vector<Traction> tractions() const;
  /// The viscosity of eddies that are smaller than cells, in the present state; none without a
  /// model of them. Fills ghosts.
  const Real* eddy_viscosity();
  /// Have what damps eddies near walls follow the present state, of which there are no ghosts yet.
  void follow_walls();
  /// Of those whose cells lie beside each other: one rank's own where it has the whole level, so
  /// that the others need not follow its exchanges.
  const transport::Communicator& neighbours() const { return neighbours_; }
  /// Whether one of several ranks has all of it.
  bool is_gathered() const { return neighbours_.size() < comm_.size(); }
  /// Where one rank has the level, and several that above.
  const std::optional<WaitingBlocks>& waiting() const { return waiting_; }
  /// The cells of this level that the level above makes of its own, and where they lie.
  const exec::Blocks<>& handed_cells() const { return waiting_ ? waiting_->cells() : cells_; }
  const grid::BlockPlace* handed_places() const {
    return waiting_ ? waiting_->places() : geometry_.places;
  }
  /// From the cells of this level to those of the next one.
  TwoLevels to(const Level& coarse) const {
    return {geometry_.places, coarse.handed_places(), size_, coarse.size_, first_axis_};
  }
  /// What carried the last exchanges between ranks, of states, changes and eddies; none before the
  /// first.
  std::vector<const transport::MessagePlan*> last_exchanges() const;
  double volume() const { return volume_; }  // of all ranks
  /// What its fluxes are made of.
  FluxScheme<Real> flux_scheme() const;
  /// Calls `visit` with which of the fluxes these are, and whether they have no more to do than
  /// fluxes must, as types of constants.
  template <class Visit>
  void with_fluxes(const Visit& visit) const {
    with_constant(is_plain(), [&](auto plain) { with_upwinding(visit, plain); });
  }
  FaceConditions<Real> at_faces(int first = 0) const {
    return conditions_->view(!is_fine(), first);
  }
  /// Faces at whose ends other than four cells meet. (3.8)
  exec::View<const OneSidedFace, 1> one_sided() const { return one_sided_.view(); }

  /// Of pseudo-time, from now on.
  void set_cfl(double cfl) { cfl_ = cfl; }
  double cfl() const { return cfl_; }
  const std::array<double, 3>& force() const { return force_; }
  /// On a unit of mass.
  void set_force(const std::array<double, 3>& force) {
    force_ = force;
    state_has_changed();
  }
  /// Bodies as they are from now on, on the grid; what coarse levels hold. Section 7.
  void immerse(ImmersedCells cells);
  void hold(const std::vector<std::uint8_t>& held);
  /// Of the next level, by those of this one. Collective.
  std::vector<std::uint8_t> restrict_held(const std::vector<std::uint8_t>& held,
                                          Level& coarse) const;
  const std::optional<Immersion<Real>>& immersion() const { return immersion_; }
  /// Of the present state and rate, also in its ghosts. (1.5)
  void compute_residuals(double rate);
  /// Ghosts of the state alone.
  void fill_ghosts();
  /// One time. Section 5.
  void smooth(double rate);
  /// Set the state and the source of the next level. (5.6)
  void restrict_to(Level& coarse, double rate);
  /// What the next level has changed since. (5.7)
  void correct_from(Level& coarse);

 private:
  const char* phase(const char* name) const { return mesh_.level == 0 ? name : "coarse levels"; }
  bool is_fine() const { return mesh_.level == 0; }
  /// What is added to the residuals of momentum alone on the grid itself, to all on coarse levels.
  Source<Real> source() const;
  int source_fields() const { return is_fine() ? state_fields - 1 : state_fields; }
  void allocate_source();
  void prepare_gathering(const LevelOwners& owners);
  void lay_lines(const AwaitingCells* awaiting);
  void complete_metrics(const grid::Ghosts& ghosts);
  void cut_into_tiles(const AwaitedGhosts& awaited, const std::vector<bool>& is_even);
  /// Whether each block of the rank is even.
  std::vector<bool> take_widths(const grid::Ghosts& ghosts);
  /// Of a state whose ghosts are filled.
  void sum_fluxes(double rate, Source<Real> source);
  /// Of some tiles, as far as these reach.
  void sum_fluxes_of(int begin, int end, double rate, Source<Real> source);
  template <Upwinding upwinding, bool is_plain, bool is_even, bool is_flat>
  void sum_fluxes_of(int begin, int end, double rate, Source<Real> source);
  /// Of a state whose ghosts are still to be filled: first in tiles that do not wait for others.
  void exchange_and_sum_fluxes(double rate, Source<Real> source);
  template <class Visit, class IsPlain>
  void with_upwinding(const Visit& visit, IsPlain is_plain) const {
    if (p_.flux == Flux::rusanov)
      visit(std::integral_constant<Upwinding, Upwinding::rusanov>{}, is_plain);
    else if (p_.flux == Flux::low_diffusion && is_fine())
      visit(std::integral_constant<Upwinding, Upwinding::low_diffusion>{}, is_plain);
    else
      visit(std::integral_constant<Upwinding, Upwinding::roe>{}, is_plain);
  }
  /// Whether fluxes have no more to do than fluxes must.
  bool is_plain() const;
  // level_eddies.cpp
  bool has_eddies() const { return eddies_.size() > 0; }
  const Real* of_eddies() const { return has_eddies() ? eddies_.view().data : nullptr; }
  Viscosity<Real> viscosity() const { return {static_cast<Real>(p_.viscosity), of_eddies()}; }
  /// Of a state whose ghosts are filled. (7.1)
  void find_eddies();
  void restrict_eddies_to(Level& coarse);
  void fill_ghosts_of_eddies();
  void fill_eddies_beyond_boundaries();
  void smooth_by_stages(double rate);
  void smooth_by_sweeps(double rate);
  // level_sweeps.cpp
  template <Damping damping>
  void sweep(double rate);
  template <Damping damping>
  LinearSystem<damping, Real> linear_system();
  template <Damping damping>
  void sweep_over_cells(const Diagonal<damping, Real>& diagonal);
  template <Damping damping>
  void sweep_over_lines(const Diagonal<damping, Real>& diagonal);
  struct SweepOfLines {
    bool is_first, is_last, factors;
  };
  template <Damping damping>
  void solve(LineSystem<damping, Real> system, int axis, const exec::LineBlocks<>& lines,
             SweepOfLines sweep);
  /// Four fields.
  template <class Value>
  void start_exchange(transport::Halo<Value>& halo, Value* fields) {
    const auto timer = phases_.measure("ghosts");
    halo.start(exec_, fields_of<Value>({fields}, state_fields, size_),
               [this] { return phases_.measure("exchange"); });
  }
  template <class Value>
  void finish_exchange(transport::Halo<Value>& halo, Value* fields) {
    if (halo.has_messages() || sector_) {
      const auto timer = phases_.measure("ghosts");
      halo.finish(exec_, [this] { return phases_.measure("exchange"); });
      if (sector_) sector_->turn(exec_, geometry_.places, fields + size_, size_);
    } else {
      halo.finish(exec_);  // it has nothing left to do
    }
  }
  template <class Value>
  void exchange(transport::Halo<Value>& halo, Value* fields) {
    start_exchange(halo, fields);
    finish_exchange(halo, fields);
  }
  /// To waiting blocks of a coarse level, or from them.
  void move(transport::Halo<Real>& halo, const transport::HaloFields<Real>& fields);
  void fill_ghosts_beyond_boundaries() { fill_ghosts_beyond(0, conditions_->count()); }
  void fill_ghosts_beyond(int first_face, int end_face);
  void set_immersed();
  const std::vector<grid::BlockPlace>& host_handed_places() const {
    return waiting_ ? waiting_->host_places() : arena_.places();
  }
  std::vector<std::uint8_t> gathered(const std::vector<std::uint8_t>& marks);
  void hold_rows(double rate);
  void fill_ghosts_of_change(Real* change);
  template <class Body>
  void for_each_cell(Body body) {
    exec::parallel_for(exec_, cells_, body);
  }

  const Parameters& p_;
  const transport::Communicator& comm_;
  transport::Communicator neighbours_;
  const exec::Exec& exec_;
  Phases& phases_;
  MeshLevel mesh_;
  int first_axis_;
  grid::BlockArena arena_;
  std::int64_t size_;
  std::optional<WaitingBlocks> waiting_;
  double volume_ = 0;
  double cfl_ = p_.cycles.cfl;
  exec::Array<grid::BlockPlace, 1> places_;
  exec::Array<Real, 1> state_, residual_, source_, area_, mean_, cell_volume_;
  exec::Array<WidthPlace, 1> width_places_;  // of the grid itself, where it is not even
  exec::Array<Real, 1> widths_;
  exec::Array<Real, 1> before_, pseudo_step_;  // a smoothing by stages
  // Sweeps: of diagonals, changes twice, copies of areas and the state, friction at faces,
  // closed faces by cell.
  exec::Array<float, 1> inverse_, change_, single_area_, single_state_, friction_;
  exec::Array<int, 1> closed_;
  /// Of the first sweeps of a smoothing, and of the others; the second are none where they would be
  /// the same.
  std::vector<SmoothingLines> lines_, second_lines_;
  exec::Array<Real, 1> restricted_;  // coarse levels: the state as it came
  exec::Array<Real, 1> eddies_;      // their viscosity; 0 where fluxes ask for it without a model
  std::optional<SubgridModel<Real>> subgrid_;  // of the grid itself
  std::optional<Conditions<Real>> conditions_;
  exec::Array<OneSidedFace, 1> one_sided_;
  exec::Blocks<> cells_;
  TileShape shape_{};
  exec::Array<ResidualTile, 1> tiles_;
  std::vector<TileRun> tile_runs_;
  /// What does not wait for other ranks, and what does.
  struct Overlap {
    int tiles = 0, faces = 0;  // of the first tiles and boundary faces
    exec::Blocks<> inner, outer;
    exec::Array<grid::BlockPlace, 1> outer_places;
  };
  std::optional<Overlap> overlap_;  // none: the case wants none, or there is no other rank
  struct Given {
    exec::Array<GivenFlux, 1> fluxes;
    exec::Array<int, 1> before;
    GivenTable table() const { return {fluxes.view().data, before.view().data}; }
  };
  Given of_conditions_, of_one_sided_;
  Geometry<Real> geometry_{};
  std::optional<transport::Halo<Real>> halo_;
  std::optional<transport::Halo<float>> halo_of_changes_;  // of sweeps
  std::optional<transport::Halo<Real>> halo_of_eddies_;
  std::optional<Gathering<Real>> gathering_, gathering_of_eddies_;
  std::optional<Sector> sector_;              // of something round
  std::optional<Immersion<Real>> immersion_;  // the grid's, where there are bodies
  exec::Array<HeldCell, 1> held_;
  std::array<double, 3> force_{};
  std::optional<double> residual_rate_;  // that the residual is of; none: of another state
};

}  // namespace thalweg::flow::inline TW_HALF
