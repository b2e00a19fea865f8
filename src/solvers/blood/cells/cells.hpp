// SPDX-License-Identifier: Apache-2.0
// Cells in plasma: elastic membranes that move with the fluid and push it (docs/theory/blood.md,
// sections 6 to 8). Vertices are in double precision whatever that of the fluid is, because they
// move by small parts of their coordinates; these are in spacings from the site (0, 0, 0).
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/phases.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/fields/points.hpp"
#include "simulation/interface/movement_report.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/cells/cell_traffic.hpp"
#include "solvers/blood/cells/move_sweep.hpp"
#include "solvers/blood/contrast/contrast_field.hpp"
#include "solvers/blood/coupling/force_gather.hpp"
#include "solvers/blood/coupling/transfer.hpp"
#include "solvers/blood/lattice/sites.hpp"
#include "solvers/blood/measures/membrane_rows.hpp"
#include "solvers/blood/membrane/force_sweep.hpp"
#include "solvers/blood/repulsion/repulsion.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::blood::inline TW_HALF {

/// What is known of each cell of all ranks, by identity, in SI units.
struct CellState {
  std::int64_t identity;
  int species;
  geometry::Vector centre, extent;
  double area, volume;                // m^2, m^3
  double area_strain, volume_strain;  // less 1, of what they are at rest
  double deformation, inclination;    // (8.1); radians
  double turning;                     // 1/s, (8.2)
  double energy;                      // J
};

template <class Real>
class Cells {
 public:
  /// sites: with their tables. phases outlive the cells. Collective.
  Cells(const Parameters& parameters, const transport::Communicator& comm, const Sites& sites,
        Phases& phases);

  /// Where fluid and membranes meet: the force on nodes, and their velocity; the node of the first
  /// site of each stretch.
  NodeValues<Real> force() { return {force_.view().data, layout_nodes_}; }
  NodeValues<Real> velocity() { return {velocity_.view().data, layout_nodes_}; }
  const int* stretch_nodes() const { return stretch_nodes_.view().data; }
  /// Viscosity over that of plasma, less 1, by node; none where it is 0 for all species. (12.3)
  Real* contrast() { return contrast_ ? contrast_->values() : nullptr; }

  /// Cells as the case places them.
  void initialise(const exec::Exec& exec);
  /// Nodes have their velocities: vertices move with them, for one step. meanwhile: is called once,
  /// while velocities travel; it leaves nodes as they are. fastest: of the fluid, in spacings per
  /// step; asked for now and then. Collective.
  void follow_fluid(const exec::Exec& exec, std::int64_t step,
                    const std::function<void()>& meanwhile, const std::function<double()>& fastest);
  /// Membranes push the nodes. Collective.
  void push_fluid(const exec::Exec& exec);

  /// Of all ranks. Collective.
  std::vector<CellState> states(const exec::Exec& exec);
  std::vector<simulation::Scalar> scalars(const exec::Exec& exec, double fluid_volume);
  simulation::Table table(const exec::Exec& exec);
  io::PointSet points(const exec::Exec& exec);
  /// This rank's cells, by species. Not collective.
  std::vector<Membranes> membranes(const exec::Exec& exec) const;
  /// From here on these are the sites of ranks, with their tables; nodes are new, at rest. All that
  /// follows is to be resume(). Collective.
  void set_sites(const Sites& sites);
  /// This rank's cells as the present forces were found, by species. Not collective.
  std::vector<HostCells> stored(const exec::Exec& exec) const;
  /// Goes on with what stored() has told, on the ranks that now have the sites; fluids in cells are
  /// known by site already. Collective.
  void resume(const exec::Exec& exec, std::vector<HostCells> stored);
  /// Vertices of this rank's cells.
  std::int64_t own_vertices() const { return own_; }
  /// The places that decide which rank has a cell, and how many vertices it has. Not collective.
  struct Centres {
    std::vector<grid::Cell> places;
    std::vector<int> vertices;
  };
  Centres centres(const exec::Exec& exec) const;
  void save(io::CheckpointWriter& file, const exec::Exec& exec);
  /// After so many steps.
  void load(io::CheckpointReader& file, const exec::Exec& exec, std::int64_t step);
  /// The first cell found where none can be, looked for when cells change hands. The same on all
  /// ranks.
  std::vector<simulation::Fault> faults() const { return faults_; }
  /// Which cells were removed since this was last asked. Known to the first rank.
  std::vector<std::string> notes() { return traffic_.notes(); }
  /// What was exchanged since the beginning or the restart, in so many steps. Collective.
  std::vector<simulation::TransportReport> transport(std::int64_t steps) const;

 private:
  /// Cells of one kind, those of this rank ascending by identity.
  struct Species {
    SpeciesParameters parameters;
    Mesh net;  // at rest, in spacings
    SpeciesTables<double> tables;
    double substep_mobility = 0;             // (7.19)
    exec::Array<double, 1> pull;             // along x, on each vertex
    std::int64_t first_identity = 0;         // of those that are there at the beginning
    std::int64_t begin = 0, first_cell = 0;  // of its vertices and cells among this rank's
    std::vector<std::int64_t> identities;    // of this rank's cells
    /// Of viscous membranes: what the present forces were found with, and what the next ones will.
    exec::Array<double, 1> past_metrics, metrics;

    int vertices() const { return tables.vertices(); }
    int cells() const { return static_cast<int>(identities.size()); }
    std::int64_t own() const { return std::int64_t{vertices()} * cells(); }
    /// Past metrics of a cell; 0 where the membrane is not viscous.
    int metrics_of_cell() const {
      return parameters.moduli.viscosity > 0 ? PastMetrics<double>::numbers * tables.points() : 0;
    }
  };
  /// A vertex of this rank that another one, or its own other side, needs: by place in the list
  /// of own values, and over which ends of the domain it looks.
  struct Copy {
    int rank;
    std::int64_t vertex;  // place of its x among own values
    int stride;           // from x to y and from y to z
    int image;
    int species;
    std::int64_t cell;  // identity
  };

  /// Vertices that lie in memory alike: which are the first, and how many lie in a group.
  struct Part {
    std::int64_t first;
    int per_group;
    std::int64_t vertices;
    VertexValues<double> of(exec::Array<double, 1>& values) const {
      return {values.view().data + 3 * first, per_group};
    }
  };
  /// Copies that lie alike: single vertices, or whole cells of a species.
  struct CopiedPart {
    Part part;
    int species;  // of whole cells
  };

  static std::vector<Species> make_species(const Parameters& parameters);
  std::vector<Mesh> nets() const;
  void list_nodes(const Sites& sites);
  exec::Array<double, 1> pull_of(const Species& species) const;

  void measure(const exec::Exec& exec, const Species& species);
  std::vector<double> tensions(const exec::Exec& exec, const Species& species);
  void find_forces(const exec::Exec& exec);
  void find_forces(const exec::Exec& exec, Species& species);
  void find_forces(const exec::Exec& exec, const Species& species, const Part& part,
                   const PastMetrics<double>& metrics);
  void find_forces_of_copies(const exec::Exec& exec);
  Mobilities mobilities(const Species& species) const;
  void move(const exec::Exec& exec);
  // cells_substeps.cpp
  void move_in_substeps(const exec::Exec& exec, const Species& species);

  template <class Act>
  void for_each_own_part(Act act);
  void interpolate(const exec::Exec& exec, const Part& part);
  void spread(const exec::Exec& exec, const Part& part);
  void push_by_own(const exec::Exec& exec, bool marks);
  void gather(const exec::Exec& exec);

  // cells_exchanges.cpp
  void exchange(
      const exec::Exec& exec, simulation::MovementTotals& kind, const std::function<void()>& start,
      const std::function<void()>& work, const std::function<void()>& arrived = [] {});
  bool has_whole_copies() const { return p_.cells.copies == Copies::whole; }
  transport::HaloFields<double> sent_to_copies(bool with_normals);
  void send_places(const exec::Exec& exec, bool marks);
  void send_forces(const exec::Exec& exec, bool marks);
  void shift_copies(const exec::Exec& exec);
  void forget_exchanges();

  void renew(const exec::Exec& exec, std::int64_t step, const std::function<double()>& fastest);
  void relocate(const exec::Exec& exec, std::vector<HostCells> own, bool may_change_owner);
  std::vector<HostCells> host_cells(const exec::Exec& exec) const;
  grid::Cell nearest_site(const geometry::Vector& centre) const;
  std::vector<int> wrapped(HostCells& cells, int vertices);
  geometry::Vector centre_in_domain(const HostCells& cells, int vertices, std::size_t number) const;
  /// A cell that cannot go on, and none if its identity is infinite.
  struct FaultyCell {
    double identity = std::numeric_limits<double>::infinity();
    bool is_torn = false, is_outside = false;
    geometry::Vector place{};  // m
    bool operator<(const FaultyCell& other) const { return identity < other.identity; }
  };
  void tell_fault(const FaultyCell& found);
  bool look_for_faults(std::vector<HostCells>& own, double move, std::int64_t step);
  HostCells moved(const exec::Exec& exec, HostCells from, const std::vector<int>& owners,
                  const Species& species);
  void complete_metrics(const exec::Exec& exec, const Species& species, HostCells& cells) const;
  void set_own(const exec::Exec& exec, const std::vector<HostCells>& own);
  std::vector<Copy> copies_of(const std::vector<HostCells>& own) const;
  struct Links {
    std::vector<transport::HaloLink> sends, receives;
  };
  std::vector<std::int64_t> announce(const exec::Exec& exec, const std::vector<Copy>& copies);
  void lay_out_copies(const std::vector<int>& species);
  struct CopyPlace {
    std::int64_t x;  // among all values
    int stride;      // from x to y and from y to z
  };
  std::vector<CopyPlace> copy_places() const;
  void set_shifts(const std::vector<int>& images_of_copies);
  Links links(const std::vector<Copy>& copies, const std::vector<std::int64_t>& from) const;
  void make_room_for_forces();
  void link_copies(const exec::Exec& exec, const std::vector<Copy>& copies);
  geometry::Vector turns(const geometry::Vector& place) const;
  double longest_move(const std::vector<HostCells>& own) const;

  // cells_contrast.cpp
  void set_vertex_kinds(const exec::Exec& exec, const std::vector<int>& species_of_copies);
  void fill_interior(const exec::Exec& exec);
  void plan_marks(std::int64_t step);
  void find_normals(const exec::Exec& exec);
  void mark_near(const exec::Exec& exec, const Part& part);
  void read_marks(const exec::Exec& exec);

  // cells_growth.cpp
  double scale_at(std::int64_t step) const;
  void grow(const exec::Exec& exec, std::int64_t step);
  void hold_to_size(const exec::Exec& exec, std::int64_t step);

  // cells_repulsion.cpp
  void make_repulsion(const NodeLayout& layout);
  void set_repelled_vertices(const exec::Exec& exec, const std::vector<std::int64_t>& of_copies);
  void repel(const exec::Exec& exec);

  Parameters p_;
  Units units_;
  transport::Communicator comm_;
  Phases& phases_;
  grid::Lattice lattice_;
  std::vector<grid::Box> boxes_;  // of ranks
  std::function<int(const grid::Cell&)> owner_;

  std::optional<NodeTables> nodes_;
  std::int64_t layout_nodes_ = 0;
  exec::Array<int, 1> stretch_nodes_;
  exec::Array<Real, 1> force_, velocity_;          // (coordinate, node)
  std::unique_ptr<ForceGather<Real>> gather_;      // none where vertices add to nodes
  std::unique_ptr<ContrastField<Real>> contrast_;  // none where no species has one

  std::vector<Species> species_;
  CellTraffic traffic_;
  std::int64_t own_ = 0, ghosts_ = 0;  // vertices
  std::vector<CopiedPart> copied_;
  // Three values for each vertex: own ones by species as (cell, coordinate, vertex), then those of
  // copies: whole cells as own ones, else as (coordinate, vertex).
  exec::Array<double, 1> places_, forces_, speeds_;
  exec::Array<double, 1> past_speeds_;  // of the fluid in the step before, own ones
  exec::Array<double, 1> pressures_;    // of own vertices (7.16); on devices
  exec::Array<double, 1> substeps_;     // numbers_of_substeps of a species' vertices
  exec::Array<double, 1> shifts_;       // of copies
  std::unique_ptr<transport::Halo<double>> halo_;
  std::unique_ptr<Repulsion> repulsion_;  // none where cells do not repel each other
  exec::Array<double, 1> measured_;       // of this rank's cells
  exec::Array<double, 1> growth_;         // of these, as they grow; none where they do not
  ForceScratch force_scratch_;
  exec::Array<BlockRange, 1> ranges_;
  // Halos are made anew when cells change hands; what they have carried is added up here.
  simulation::MovementTotals velocities_sent_, places_sent_, repulsion_sent_, forces_sent_;

  std::int64_t next_relocation_ = 0;                       // step
  std::int64_t next_marks_ = 0, steps_between_marks_ = 1;  // likewise
  bool are_marks_due_ = false;
  std::vector<double> places_then_;  // own ones when cells last changed hands
  std::vector<simulation::Fault> faults_;
};

/// act(part): vertices of this rank's cells, in their order. Between two parts messages move.
template <class Real>
template <class Act>
void Cells<Real>::for_each_own_part(Act act) {
  // Processors move messages while somebody asks for it; a device does without, and each part is a
  // launch. Parts in order give the same bits as all vertices at once.
  const bool moves_messages = exec::kernel_space == exec::Space::host && comm_.size() > 1;
  const int parts = moves_messages ? 4 : 1;
  for (const Species& species : species_) {
    const std::int64_t n = species.vertices(), cells = species.cells();
    for (int part = 0; part < parts; ++part) {
      const std::int64_t begin = cells * part / parts, end = cells * (part + 1) / parts;
      if (begin == end) continue;
      act(Part{species.begin + begin * n, species.vertices(), (end - begin) * n});
      halo_->progress();
    }
  }
}

}  // namespace thalweg::blood::inline TW_HALF
