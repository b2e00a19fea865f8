// SPDX-License-Identifier: Apache-2.0
// What the command line says, before anything is started.
#pragma once

#include <string>
#include <vector>

#include "app/grid.hpp"
#include "app/predict/predict.hpp"
#include "app/probe.hpp"
#include "app/verify/verify.hpp"
#include "simulation/run.hpp"

namespace thalweg::app {

enum class Command { none, run, check, info, probe, predict, bench, verify, grid };

struct Request {
  Command command = Command::none;
  int status = 0;  // where there is nothing to do: --help, or a wrong command line
  simulation::RunOptions run;
  int threads = 0;  // 0: choose
  bool json = false;
  bool self_test = false;
  std::vector<std::string> benchmarks;
  bool quick = false, list = false;
  ProbeRequest probe;
  PredictOptions predict;
  VerifyRequest verify;
  GridRequest grid;
};

/// Read the command line; prints help, version and mistakes (under a launcher on rank 0 only).
Request read_command_line(int argc, char** argv);

}  // namespace thalweg::app
