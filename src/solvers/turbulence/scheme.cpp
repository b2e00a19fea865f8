// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/scheme.hpp"

#include "base/error.hpp"

namespace thalweg::turbulence {

namespace {

const std::vector<Stage> midpoint{{0, 1.0 / 2, 0}, {-1.0 / 2, 1, 1.0 / 2}};

// Williamson (1980), J. Comput. Phys. 35, 48, case 7.
const std::vector<Stage> williamson{
    {0, 1.0 / 3, 0}, {-5.0 / 9, 15.0 / 16, 1.0 / 3}, {-153.0 / 128, 8.0 / 15, 3.0 / 4}};

// Carpenter & Kennedy (1994), NASA TM 109112, five-stage solution 3.
const std::vector<Stage> carpenter_kennedy{
    {0, 1432997174477.0 / 9575080441755.0, 0},
    {-567301805773.0 / 1357537059087.0, 5161836677717.0 / 13612068292357.0,
     1432997174477.0 / 9575080441755.0},
    {-2404267990393.0 / 2016746695238.0, 1720146321549.0 / 2090206949498.0,
     2526269341429.0 / 6820363962896.0},
    {-3550918686646.0 / 2091501179385.0, 3134564353537.0 / 4481467310338.0,
     2006345519317.0 / 3224310063776.0},
    {-1275806237668.0 / 842570457699.0, 2277821191437.0 / 14882151754819.0,
     2802321613138.0 / 2924317926251.0}};

}  // namespace

const std::vector<Stage>& scheme_stages(const std::string& name) {
  if (name == "rk2") return midpoint;
  if (name == "rk3") return williamson;
  TW_CHECK(name == "rk4", "no Runge-Kutta scheme is called '" + name + "'");
  return carpenter_kennedy;
}

std::vector<double> stage_weights(const std::vector<Stage>& stages) {
  std::vector<double> weights;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    double weight = 0, share = 1;  // of R_s in the dU of this stage and of the later ones
    for (std::size_t later = s; later < stages.size(); ++later) {
      if (later > s) share *= stages[later].a;
      weight += stages[later].b * share;
    }
    weights.push_back(weight);
  }
  return weights;
}

}  // namespace thalweg::turbulence
