// SPDX-License-Identifier: Apache-2.0
// How cells that begin small grow to their size at rest. docs/theory/blood.md, section 7.
#pragma once

namespace thalweg::blood {

/// From a part of the lengths at rest to all of them, within a time [s]. (7.13)
struct Growth {
  double from = 1;  // 1: cells have their size from the beginning on
  double time = 0;

  bool is_asked() const { return from < 1; }
  double scale_at(double now) const {
    if (now >= time) return 1;
    const double part = now / time;
    return from + (1 - from) * part * part * (3 - 2 * part);
  }
  /// The largest rate of the scale [1/s].
  double fastest() const { return is_asked() ? 1.5 * (1 - from) / time : 0; }
};

}  // namespace thalweg::blood
