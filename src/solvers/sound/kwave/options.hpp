// SPDX-License-Identifier: Apache-2.0
// The command line of k-Wave's compiled programs (docs/howto/k-wave.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solvers/sound/problem/sensors.hpp"

namespace thalweg::sound::kwave {

struct Options {
  std::string input, output;
  int threads = 0;              // 0: chosen
  int device = -1;              // -1: not asked for
  int progress_percent = 5;     // between progress lines
  int gzip = 0;                 // level of the output
  std::int64_t first_step = 1;  // recorded, from 1
  std::int64_t benchmark = 0;   // steps after which to stop; 0: none
  int verbose = 0;
  std::string checkpoint_file;
  double checkpoint_seconds = 0;
  std::int64_t checkpoint_steps = 0;
  bool copy_sensor_mask = false;
  std::vector<Record> pressure;  // what is recorded of it
  /// What is recorded of the velocity, for each component alike.
  std::vector<Statistic> velocity;
  bool colocated_velocity = false;
};

/// What reading the command line led to: options, or an end with a status.
struct ParsedOptions {
  std::optional<Options> options{};
  int status = 0;
  std::string message{};  // of an error
  std::string text{};     // for stdout: usage, version
};
ParsedOptions parse(int argc, char** argv);

}  // namespace thalweg::sound::kwave
