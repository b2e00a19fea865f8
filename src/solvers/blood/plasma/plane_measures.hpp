// SPDX-License-Identifier: Apache-2.0
// What passes through the named planes of a case, over all ranks. docs/theory/blood.md, section 10.
#pragma once

#include <vector>

#include "simulation/interface/simulation.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/lattice/sites.hpp"
#include "solvers/blood/measures/membrane_rows.hpp"
#include "solvers/blood/measures/section.hpp"

namespace thalweg::blood {

/// Of one plane. Profiles: by bin, those with fluid alone.
struct PlaneMeans {
  double flow_rate = 0;                                            // m^3/s, along the normal
  double pressure = 0;                                             // Pa, mean
  double hematocrit = 0;                                           // within the plane's thickness
  std::vector<double> position, velocity, pressures, hematocrits;  // r or z [m], m/s, Pa, 1
};

class PlaneMeasures {
 public:
  /// Collective. Throws InputError where no site belongs to a plane.
  PlaneMeasures(const Parameters& parameters, const transport::Communicator& comm,
                const Sites& sites);

  /// This rank's sites of all planes, one plane behind the other.
  const std::vector<int>& sites() const { return sites_; }
  /// flow: of sites(), in units of the lattice: excess of density, then velocity, each as (site).
  /// membranes: this rank's cells. reference: what the fluid's pressure is counted from [Pa].
  /// Collective.
  std::vector<PlaneMeans> means(const std::vector<double>& flow,
                                const std::vector<Membranes>& membranes, double reference) const;

  /// The columns of history.csv, as blood::history_columns names them.
  std::vector<simulation::Scalar> scalars(const std::vector<PlaneMeans>& means) const;
  /// The profile of that name.
  simulation::Table table(const std::string& name, const std::vector<PlaneMeans>& means) const;

 private:
  struct OnRank {
    PlaneOnLattice plane;
    PlaneSection section;
    std::vector<double> areas;      // of bins, in squares of the spacing; all ranks
    std::vector<double> positions;  // mean of each bin [m]
  };
  void add_cells(const OnRank& of, const Membranes& membranes, double* lengths) const;
  PlaneMeans means_of(const OnRank& of, const double* sums, double reference) const;

  Parameters p_;
  transport::Communicator comm_;
  std::vector<OnRank> planes_;
  std::vector<int> sites_;
};

}  // namespace thalweg::blood
