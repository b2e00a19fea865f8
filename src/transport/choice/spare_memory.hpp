// SPDX-License-Identifier: Apache-2.0
// Memory that nothing else needs, which routes may take for buffers of their own.
#pragma once

namespace thalweg::transport {

/// Bytes per rank; without limit unless set. Not collective.
double spare_memory();
void set_spare_memory(double bytes);

/// What a movement takes of it, until its end. Not collective.
class TakenMemory {
 public:
  explicit TakenMemory(double bytes = 0);
  ~TakenMemory();
  TakenMemory(TakenMemory&& other) noexcept;
  TakenMemory& operator=(TakenMemory&& other) noexcept;

 private:
  double bytes_;
};

}  // namespace thalweg::transport
