// SPDX-License-Identifier: Apache-2.0
// Cases of the blood solver that several tests run and change.
#pragma once

#include <sstream>
#include <string>

namespace thalweg::testing {

/// A sphere in the middle between plates that move against each other, in a cube. The rate of shear
/// is 2 speed / side. Plasma has 1 mPa s and 1000 kg/m^3.
struct ShearedCapsule {
  double spacing = 0.5e-6, side = 18e-6;  // m
  double speed = 0.09;                    // of each plate [m/s]
  double relaxation_time = 1;
  double radius = 3e-6;                             // m
  double shear_modulus = 1e-4;                      // N/m
  std::string species = "centres = [[0, 0, 0]]\n";  // more keys of it
};

inline std::string text_of(const ShearedCapsule& c) {
  std::ostringstream text;
  text << "[grid]\nspacing = " << c.spacing
       << "\n[geometry]\nshape = \"channel\"\nlength = " << c.side << "\nwidth = " << c.side
       << "\nheight = " << c.side << "\nlower_velocity = [" << -c.speed
       << ", 0, 0]\nupper_velocity = [" << c.speed
       << ", 0, 0]\n[blood]\nviscosity = 1e-3\ndensity = 1000\nrelaxation_time = "
       << c.relaxation_time << "\n[initial]\nkind = \"shear\"\n"
       << "[cells]\n[[cells.species]]\nshape = \"sphere\"\nradius = " << c.radius
       << "\ndilatation = 1\nshear_modulus = " << c.shear_modulus << '\n'
       << c.species;
  return text.str();
}

/// A round tube that a gradient of pressure of 10^4 Pa/m drives, at a spacing of 1 um.
/// Plasma has 1 mPa s and 1000 kg/m^3.
struct DrivenTube {
  double length = 1e-6, diameter = 0;  // m; 0: the test gives it
  double relaxation_time = 0.8;
  std::string more{};  // sections, and keys of [flow]
};

inline std::string text_of(const DrivenTube& t) {
  std::ostringstream text;
  text << "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"tube\"\nlength = " << t.length;
  if (t.diameter > 0) text << "\ndiameter = " << t.diameter;
  text << "\n[blood]\ndensity = 1000\nviscosity = 1e-3\nrelaxation_time = " << t.relaxation_time
       << "\n[flow]\npressure_gradient = [1e4, 0, 0]\n"
       << t.more;
  return text.str();
}

}  // namespace thalweg::testing
