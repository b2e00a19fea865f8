// SPDX-License-Identifier: Apache-2.0
// Sectors of something round: what ghosts beyond a connection that turns get from their donors is
// turned back. docs/theory/flow.md, section 2.
#pragma once

#include <optional>

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "grid/block_arena.hpp"
#include "grid/ghosts.hpp"
#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow::inline TW_HALF {

/// A box of ghosts of this rank.
struct TurnedGhosts {
  int place = 0;  // number of the block among those of the rank
  int lower[3] = {};
  double rotation[3][3] = {};  // of what the donor has
};

/// A vector field with components `size` values apart.
template <class Value>
struct TurnVectors {
  const grid::BlockPlace* places;
  const TurnedGhosts* ghosts;
  Value* field;
  std::int64_t size;

  /// box: its number; cells of it from 0.
  TW_HD void operator()(int box, int k, int j, int i) const {
    const TurnedGhosts& g = ghosts[box];
    const std::int64_t cell = places[g.place].at(g.lower[0] + k, g.lower[1] + j, g.lower[2] + i);
    const double v[3] = {static_cast<double>(field[cell]), static_cast<double>(field[size + cell]),
                         static_cast<double>(field[2 * size + cell])};
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      field[n * size + cell] = static_cast<Value>(
          g.rotation[n][0] * v[0] + g.rotation[n][1] * v[1] + g.rotation[n][2] * v[2]);
  }
};

/// Those of a rank.
class Sector {
 public:
  /// None where nothing turns.
  static std::optional<Sector> of(const Mesh& mesh, const grid::Ghosts& ghosts,
                                  const grid::BlockArena& arena);

  /// A vector field whose ghosts have what their donors have.
  template <class Value>
  void turn(const exec::Exec& exec, const grid::BlockPlace* places, Value* field,
            std::int64_t size) const {
    exec::parallel_for(exec, boxes_, TurnVectors<Value>{places, ghosts_.view().data, field, size});
  }

 private:
  Sector(const std::vector<exec::Box3>& boxes, const std::vector<TurnedGhosts>& ghosts)
      : boxes_(boxes), ghosts_(exec::uploaded(ghosts)) {}

  exec::Blocks<> boxes_;
  exec::Array<TurnedGhosts, 1> ghosts_;
};

}  // namespace thalweg::flow::inline TW_HALF
