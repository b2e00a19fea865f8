// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "exec/stream.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/process/machine.hpp"

namespace thalweg::sound::kwave {

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string megabytes(double bytes) {
  constexpr double mebibyte = 1 << 20;
  return fmt::format("{:.0f} MB", bytes / mebibyte);
}

/// Adds to what earlier legs took.
void add_seconds(Output& output, const std::string& name, double seconds) {
  const double earlier = std::strtod(output.text(name).c_str(), nullptr);  // no text: 0
  output.set_text(name, fmt::format("{:8.2f}s", earlier + seconds));
}

}  // namespace

void describe(Log& log, const Input& input, const Options& options,
              const std::vector<Record>& records, int ranks) {
  const Problem& p = input.problem;
  log.row("Reading simulation configuration:", "Done");
  log.row("Number of CPU threads:", std::to_string(exec::threads()));
  if (ranks > 1) log.row("Number of ranks:", std::to_string(ranks));
  log.row("Processor name:", simulation::cpu_name());
  log.section("Simulation details");
  log.row("Domain dimensions:", fmt::format("{} x {} x {}", p.points[0], p.points[1], p.points[2]));
  log.row("Medium type:", p.dimensions == 3 ? "3D" : p.axisymmetric ? "axisymmetric" : "2D");
  log.row("Simulation time steps:", std::to_string(p.steps));
  log.row("Input file:", options.input, 1);
  log.row("Output file:", options.output, 1);
  log.row("Recording from step:", std::to_string(options.first_step), 1);
  for (const Record& record : records) log.row("Output:", dataset_name(record), 2);
}

PeakMemory peak_memory(const transport::Communicator& comm) {
  const double mine = simulation::peak_resident_bytes();
  return {comm.sum(mine), comm.max(mine)};
}

void write_summary(Output& output, const Times& times, const PeakMemory& memory, int ranks) {
  output.set_text("host_names", fmt::format("{} ({})", host_name(), simulation::cpu_name()));
  output.set_text("number_of_cpu_cores", std::to_string(exec::threads() * ranks));
  output.set_text("total_memory_in_use", megabytes(memory.total));
  output.set_text("peak_core_memory_in_use", megabytes(memory.largest));
  add_seconds(output, "total_execution_time", times.all());
  add_seconds(output, "data_loading_phase_execution_time", times.loading);
  add_seconds(output, "pre-processing_phase_execution_time", times.preparing);
  add_seconds(output, "simulation_phase_execution_time", times.simulating);
  add_seconds(output, "post-processing_phase_execution_time", times.finishing);
}

}  // namespace thalweg::sound::kwave
