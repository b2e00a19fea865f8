// SPDX-License-Identifier: Apache-2.0
// What works on scalars on one level of the multigrid, one scalar after the other.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "exec/upload.hpp"
#include "solvers/flow/level/level.hpp"
#include "solvers/flow/scalars/immersed_scalars.hpp"
#include "solvers/flow/scalars/scalar_fluxes.hpp"
#include "solvers/flow/scalars/scalar_sweeps.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
class ScalarLevel {
 public:
  /// Collective. All refer to what must outlive it.
  ScalarLevel(Level<Real>& flow, const LevelOwners& owners, const Parameters& parameters,
              const transport::Communicator& comm, const exec::Exec& exec, Phases& phases);

  Level<Real>& flow() { return flow_; }
  const Level<Real>& flow() const { return flow_; }
  Real* value(int scalar) { return values_.view().data + scalar * size_; }
  Real* source(int scalar) { return sources_.view().data + scalar * size_; }
  const Real* residual() const { return residual_.view().data; }
  std::int64_t size() const { return size_; }

  /// What is not solved for: marks of ImmersedScalars::held(), or of Level::restrict_held().
  void hold(int scalar, const std::vector<std::uint8_t>& held);
  std::vector<std::uint8_t> held_by_bodies(int scalar) const;
  /// What leaves through each immersed body, by the last residual of the scalar. Collective.
  std::vector<double> outflows_through_bodies(int scalar) const;

  /// What boundaries say at a time.
  void set_time(double time);
  /// Be carried by the flow's present state. (8.1)
  void take_flow();
  /// The flow's source gets what buoyancy has changed by since the last call, or since values and
  /// source came from the level above. (8.7)
  void act_on_flow();
  /// The flow's source has none of it.
  void forget_buoyancy();

  void fill_ghosts(int scalar);
  void compute_residual(int scalar, double rate, bool with_source = true);
  /// What leaves through each boundary face, in the present state: those of ghosts have nothing.
  /// Fluxes are those of the last residual.
  double outflow(int boundary) const;
  /// The same of each boundary face.
  std::vector<double> boundary_fluxes() const;
  /// (8.6)
  void smooth(int scalar, double rate);
  /// The flow of both levels was taken.
  void restrict_to(ScalarLevel& coarse, int scalar, double rate);
  void correct_from(ScalarLevel& coarse, int scalar);
  /// What carried the last exchanges of values and changes; none before the first.
  std::vector<const transport::MessagePlan*> last_exchanges() const;

 private:
  bool is_fine() const { return flow_.mesh().level == 0; }
  double courant_number(int scalar, double rate) const;  // of pseudo-time
  const TransportedScalar& of(int scalar) const {
    return p_.scalars[static_cast<std::size_t>(scalar)];
  }
  template <Upwinding upwinding, bool is_plain, bool is_even>
  void take_flow_between_cells();
  template <bool is_even>
  void compute_fluxes_between_cells(int scalar);
  Diffusivity<Real> diffusivity(int scalar) const;
  ScalarFaces<Real> at_faces(int scalar) const;
  template <class Value>
  void exchange(transport::Halo<Value>& halo, const transport::HaloFields<Value>& fields);
  std::vector<int> closed_faces(int scalar) const;
  void hold_rows(int scalar, double rate, bool with_source);
  void set_immersed(int scalar);
  template <class Body>
  void for_each_cell(const Body& body) const {
    exec::parallel_for(exec_, flow_.cells(), body);
  }

  Level<Real>& flow_;
  const Parameters& p_;
  const exec::Exec& exec_;
  Phases& phases_;
  std::int64_t size_;
  int first_axis_;
  std::vector<exec::Blocks<>> faces_;  // across each axis
  exec::Array<Real, 1> values_, sources_, residual_;
  exec::Array<Real, 1> through_, flux_;  // of faces, by axis
  exec::Array<Real, 1> restricted_;      // coarse levels: values as they came
  exec::Array<Real, 1> acting_;          // values whose buoyancy is in the flow's source
  exec::Array<float, 1> inverse_, change_;
  std::vector<exec::Array<int, 1>> closed_;              // of each scalar
  std::vector<exec::Array<std::int64_t, 1>> held_;       // cells, of each scalar
  std::optional<ImmersedScalars<Real>> in_bodies_;       // of the grid itself
  std::vector<exec::Array<ScalarRule<Real>, 1>> rules_;  // of each scalar, by boundary
  std::optional<transport::Halo<Real>> halo_;
  std::optional<transport::Halo<float>> halo_of_changes_;
  std::optional<Gathering<Real>> gathering_;
};

}  // namespace thalweg::flow::inline TW_HALF
