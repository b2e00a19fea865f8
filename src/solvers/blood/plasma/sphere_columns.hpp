// SPDX-License-Identifier: Apache-2.0
// What results have of fixed spheres: Plasma::scalars() and tables().
#pragma once

#include <string>
#include <vector>

namespace thalweg::blood {

/// Of history.csv: the sum over all spheres.
inline std::vector<std::string> sphere_force_columns() {
  return {"force_on_spheres_x", "force_on_spheres_y", "force_on_spheres_z"};
}

/// Of the table `spheres`, which has a row for each.
inline std::vector<std::string> sphere_table_columns() {
  return {"sphere", "x", "y", "z", "radius", "force_x", "force_y", "force_z"};
}

}  // namespace thalweg::blood
