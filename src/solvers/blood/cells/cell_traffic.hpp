// SPDX-License-Identifier: Apache-2.0
// Which cells there are: those that enter by openings, leave by them, or are lost through walls.
// All of it is done on the host, now and then (docs/design/cells.md). One object per rank.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/checkpoint/checkpoint.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/inflow/reservoir.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::blood {

/// Cells of a species on the host: identities, (cell, coordinate, vertex) in spacings, and (cell,
/// number) of viscous membranes; cells whose metrics are not known follow those whose are. Speeds
/// of the fluid in the last step, as places, are known of the same cells, and so are moves: how far
/// vertices went in it.
struct HostCells {
  std::vector<std::int64_t> identities;
  std::vector<double> places;
  std::vector<double> metrics{};
  std::vector<double> speeds{};
  std::vector<double> moves{};
};

class CellTraffic {
 public:
  /// nets: of each species at rest, in spacings.
  CellTraffic(const Parameters& parameters, const transport::Communicator& comm,
              std::vector<Mesh> nets);

  /// Cells wait in front of openings, packed, and none has entered. Collective.
  void initialise();

  /// Counts what flows in during the step after `step` steps. The same on all ranks.
  void flow(std::int64_t step);
  /// Whether cells are to enter before that step. The same on all ranks.
  bool is_due(std::int64_t step) const;
  /// Takes the cells out of this rank's own that have come to where they leave. Collective; tells
  /// whether any rank had one.
  bool let_out(std::vector<HostCells>& own, std::int64_t step);
  /// Adds those that are due before that step and have room to the first rank's own. Collective;
  /// tells whether any has entered.
  bool let_in(std::vector<HostCells>& own, std::int64_t step);
  /// Takes the cells out of this rank's own whose number and place are told: they have left through
  /// a wall. Collective; tells whether any rank had one.
  struct Lost {
    std::size_t species, number;  // in own
    geometry::Vector place;       // m
  };
  bool lose(std::vector<HostCells>& own, const std::vector<Lost>& lost, std::int64_t step);

  /// What was lost since this was last asked, in words.
  std::vector<std::string> notes();
  std::vector<simulation::Scalar> scalars() const;
  /// Their names.
  static std::vector<std::string> columns(const Parameters& parameters);
  void save(io::CheckpointWriter& file) const;
  /// Collective.
  void load(io::CheckpointReader& file);

 private:
  /// What waits in front of one opening.
  struct Feed {
    std::size_t opening;  // of Parameters::openings
    std::vector<ReservoirCell> cells;
    std::vector<std::int64_t> entered;  // how often each has
    double volume = 0;                  // that has flowed in [m^3]

    /// When a cell enters next.
    double next(std::size_t cell) const {
      return cells[cell].first + static_cast<double>(entered[cell]) * cells[cell].period;
    }
  };
  /// A cell that is due.
  struct Candidate {
    std::size_t feed, cell;
    Mesh mesh;  // in spacings
  };

  std::vector<FedSpecies> fed_species(const OpeningParameters& opening) const;
  void fill(Feed& feed) const;
  void share_reservoir(std::vector<ReservoirCell>& cells) const;
  /// A cell that is there.
  struct Present {
    std::size_t species;
    Mesh mesh;  // in spacings
  };
  bool flows_in(const Feed& feed, std::int64_t step) const;
  std::vector<Candidate> candidates(std::int64_t step) const;
  std::vector<Candidate> elsewhere(const std::vector<Candidate>& due) const;
  Mesh mesh_at(const ReservoirCell& cell) const;
  std::size_t species_of(const Candidate& candidate) const;
  std::vector<Present> near(const std::vector<Candidate>& candidates,
                            const std::vector<HostCells>& own) const;
  void admit(std::vector<Candidate> candidates, const std::vector<HostCells>& own,
             std::vector<Candidate>& let) const;
  bool is_free(const Candidate& candidate, const std::vector<Present>& present) const;
  bool keeps_apart(const Mesh& a, std::size_t species_a, Mesh b, std::size_t species_b) const;
  int opening_reached(const double* places, int vertices, double time) const;
  Mesh mesh_of(const HostCells& cells, std::size_t species, std::size_t number) const;
  static double waiting(const Feed& feed);
  double waiting() const;
  void save(io::CheckpointWriter& file, const std::string& name, const Feed& feed) const;
  void load(io::CheckpointReader& file, const std::string& name, Feed& feed) const;
  bool is_stored(const io::CheckpointReader& file, const Feed& feed) const;

  Parameters p_;
  transport::Communicator comm_;
  std::vector<Mesh> nets_;
  std::vector<double> edges_;  // mean lengths at rest, in spacings
  std::vector<Feed> feeds_;
  std::int64_t interval_ = 1;  // steps from one look at what is due to the next
  std::int64_t next_identity_;
  std::vector<std::int64_t> entered_, left_;  // by opening
  std::int64_t lost_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace thalweg::blood
