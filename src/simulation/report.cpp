// SPDX-License-Identifier: Apache-2.0
#include "simulation/report.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/version.hpp"

namespace thalweg::simulation {

namespace {

using nlohmann::ordered_json;

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

/// null where there is no floor.
ordered_json ratio(double measured, double floor) {
  return floor > 0 ? ordered_json(measured / floor) : ordered_json(nullptr);
}

ordered_json phase_json(const Phase& phase, double steps) {
  const double per_step = phase.seconds / steps;
  const double calls = static_cast<double>(phase.calls) / steps;
  return {{"name", phase.name},
          {"seconds_per_step", per_step},
          {"calls_per_step", calls},
          {"bytes_per_step", phase.bytes_per_call * calls},
          {"floor_seconds", phase.floor_seconds * calls},
          {"ratio_to_floor", ratio(per_step, phase.floor_seconds * calls)}};
}

}  // namespace

std::string report_json(Simulation& simulation, const RunFacts& facts) {
  const double steps = std::max<double>(1, static_cast<double>(facts.step_seconds.size()));
  ordered_json phases = ordered_json::array(), transport = ordered_json::array();
  double floor = 0;
  for (const Phase& phase : simulation.phases().list()) {
    phases.push_back(phase_json(phase, steps));
    floor += phase.floor_seconds * static_cast<double>(phase.calls) / steps;
  }
  for (const TransportReport& t : simulation.transport())
    transport.push_back({{"name", t.name},
                         {"route", t.route},
                         {"why", t.why},
                         {"bytes", t.bytes},
                         {"messages", t.messages},
                         {"predicted_seconds", nullptr},
                         {"measured_seconds", t.measured_seconds},
                         {"hidden_fraction", t.hidden_fraction}});
  const double median = quantile(facts.step_seconds, 0.5);
  const ordered_json report{
      {"version", std::string(version) + " (" + commit + ")"},
      {"case", facts.case_file},
      {"title", facts.title},
      {"kind", facts.kind},
      {"status", facts.status},
      {"device", {{"kind", facts.device}, {"name", facts.device_name}}},
      {"ranks", facts.ranks},
      {"threads", facts.threads},
      {"precision", facts.precision},
      {"steps", simulation.steps()},
      {"time", simulation.time()},
      {"seconds_per_step",
       {{"median", median},
        {"p10", quantile(facts.step_seconds, 0.1)},
        {"p90", quantile(facts.step_seconds, 0.9)}}},
      {"floor_seconds_per_step", floor},
      {"ratio_to_floor", ratio(median, floor)},
      {"seconds_total", facts.seconds_total},
      {"phases", phases},
      {"transport", transport},
      {"memory",
       {{"estimated_bytes", facts.estimated_bytes}, {"peak_bytes_per_rank", facts.peak_bytes}}},
      {"machine",
       {{"cpu", cpu_name()},
        {"cores", std::thread::hardware_concurrency()},
        {"triad_bytes_per_second", simulation.triad_bytes_per_second()},
        {"profile", nullptr}}}};
  return report.dump(2) + "\n";
}

}  // namespace thalweg::simulation
