// SPDX-License-Identifier: Apache-2.0
#include "case_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "simulation/process/device.hpp"

namespace thalweg::bench {

void add_device_option(CLI::App& program, std::string& device) {
  program.add_option("--device", device, "where steps compute: cpu or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}));
}

void choose_device(const std::string& device, const transport::Communicator& all) {
  if (device != "cpu") simulation::assign_devices(all);
}

std::unique_ptr<simulation::Simulation> solver_of(const std::string& kind, const std::string& text,
                                                  const std::vector<std::string>& settings,
                                                  const std::string& device,
                                                  const transport::Communicator& comm) {
  const auto* build = simulation::Registry::instance().find_factory(kind, device);
  if (build == nullptr)
    throw InputError("this program was built without a device half: build it with CUDA for "
                     "--device cuda. Nothing was run.");
  auto input = io::Case::parse(text, "benchmark", settings);
  auto solver = (*build)(input, comm);
  input.throw_if_errors();
  solver->initialise();
  return solver;
}

std::vector<double> seconds_of_steps(simulation::Simulation& solver, int times, int group,
                                     const transport::Communicator& comm) {
  std::vector<double> seconds;
  for (int t = 0; t < times; ++t) {
    comm.barrier();
    const double start = seconds_now();
    for (int s = 0; s < group; ++s) solver.step(1e9);
    solver.phases().list();  // a device may still be at work; this waits for the end of the steps
    seconds.push_back(comm.max(seconds_now() - start) / group);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

StepTimes time_steps(simulation::Simulation& solver, int steps, const std::string& device,
                     const transport::Communicator& comm) {
  seconds_of_steps(solver, 1, 1, comm);
  solver.phases().reset();
  const bool on_device = device != "cpu";
  const int group = on_device ? steps : 1, times = on_device ? 3 : steps;
  return {seconds_of_steps(solver, times, group, comm), times * group};
}

int run_or_say(const char* name, const std::function<int()>& run) {
  try {
    return run();
  } catch (const Error& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return static_cast<int>(error.status());
  }
}

}  // namespace thalweg::bench
