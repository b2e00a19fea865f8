// SPDX-License-Identifier: Apache-2.0
// What lies behind an outlet: resistances and a compliance, and the pressures that several of them
// and the fluid take together. docs/theory/blood.md, section 11.
#pragma once

#include <vector>

namespace thalweg::blood {

/// p = stored + proximal Q,  compliance d(stored)/dt = Q - (stored - distal_pressure) / resistance.
/// Without compliance: p = distal_pressure + (proximal + resistance) Q. Q: out of the vessel.
struct Windkessel {
  double resistance = 0;        // Pa s/m^3
  double compliance = 0;        // m^3/Pa
  double proximal = 0;          // Pa s/m^3
  double distal_pressure = 0;   // Pa
  double initial_pressure = 0;  // Pa, of what is stored
};

/// p = offset + slope Q at the end of a step. (11.8)
struct PressureLine {
  double offset = 0;  // Pa
  double slope = 0;   // Pa s/m^3
};
/// Of a Windkessel that has stored so much pressure, over a step [s].
PressureLine line_of(const Windkessel& windkessel, double stored, double step);
/// What it has stored after a step with this flow.
double stored_after(const Windkessel& windkessel, double stored, double flow, double step);

/// What the fluid lets out of an opening where the pressure is p: flow - slope (p - reference).
struct FlowLine {
  double flow = 0;   // m^3/s
  double slope = 0;  // m^3/(s Pa), positive
};

struct OpeningPressures {
  std::vector<double> pressure;  // Pa
  double reference = 0;          // their mean: what the fluid's pressure is counted from
};
/// The pressures at which both lines of each opening meet. (11.9)
OpeningPressures meet(const std::vector<PressureLine>& behind, const std::vector<FlowLine>& fluid);

}  // namespace thalweg::blood
