// SPDX-License-Identifier: Apache-2.0
#include "simulation/self_test/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "exec/samples.hpp"
#include "fft/transform_samples.hpp"
#include "simulation/process/device.hpp"
#include "simulation/self_test/comparison.hpp"
#include "simulation/self_test/record.hpp"

namespace thalweg::simulation {

namespace {

constexpr double no_number = std::numeric_limits<double>::infinity();

/// A comparison whose work may throw: that is a result, too. With several ranks it ends the test,
/// for the others may be waiting for this one.
template <class Work>
Comparison compared(const std::string& name, double bound, const transport::Communicator& comm,
                    Work work) {
  try {
    return {name, work(), bound};
  } catch (const Error& error) {
    if (comm.size() > 1) throw;
    return {name, no_number, bound, error.what()};
  }
}

void append(std::vector<Comparison>& all, std::vector<Comparison> more) {
  for (Comparison& comparison : more) all.push_back(std::move(comparison));
}

/// The samples of one room, or, where its device half throws, what it threw.
std::vector<Comparison> compare_room(const std::string& room, exec::Sampler on_host,
                                     exec::Sampler on_device, const transport::Communicator& comm) {
  std::vector<Comparison> all;
  const std::vector<exec::Sample> host = on_host();
  try {
    const std::vector<exec::Sample> device = on_device();
    for (std::size_t n = 0; n < host.size(); ++n)
      all.push_back({fmt::format("{}: {}", room, host[n].name),
                     comm.max(exec::apart(device[n].values, host[n].values)), host[n].bound});
  } catch (const Error& error) {
    if (comm.size() > 1) throw;
    all.push_back({room, no_number, 0, error.what()});
  }
  return all;
}

/// Steps on devices by every route between them, against those by the first that is possible: the
/// bytes that arrive are the same, and so are the fields.
std::vector<Comparison> compare_routes(const SolverKind& kind,
                                       const transport::Communicator& comm) {
  std::vector<Comparison> all;
  const auto fields = [&](const std::string& route) {
    return fields_after({kind.name, kind.self_test_case, {"transport.route=\"" + route + "\""}, 2},
                        "cuda", comm);
  };
  const auto usual = fields("staged");
  for (const char* route : {"direct", "shared", "spread"}) try {
      all.push_back({fmt::format("{}: route {} against staged", kind.name, route),
                     largest_difference(fields(route), usual, comm), 0});
    } catch (const InputError&) {
      // Not possible here: the message of the route's own tests and of `thalweg run` says why.
    }
  return all;
}

}  // namespace

bool SelfTest::passed() const {
  return !comparisons.empty() && std::all_of(comparisons.begin(), comparisons.end(),
                                             [](const Comparison& c) { return c.holds(); });
}

std::vector<Comparison> compare_samples(const transport::Communicator& comm) {
  std::vector<Comparison> all;
  for (const exec::NamedSampler& device : exec::device_samplers()) {
    const exec::Sampler host = device.room == "exec" ? exec::loop_samples : fft::transform_samples;
    append(all, compare_room(device.room, host, device.sampler, comm));
  }
  return all;
}

std::vector<Comparison> compare_solvers(const transport::Communicator& comm) {
  constexpr int steps = 3;
  std::vector<Comparison> all;
  const Registry& registry = Registry::instance();
  for (const std::string& name : registry.kinds()) {
    const SolverKind& kind = *registry.find(name);
    if (kind.self_test_case.empty() || !registry.find_factory(name, "cuda")) continue;
    for (const auto& [precision, bound] :
         {std::pair{"double", kind.self_test_bound}, {"single", 1e-5}}) {
      const SampleRun run{name,
                          kind.self_test_case,
                          {fmt::format("simulation.precision=\"{}\"", precision)},
                          steps};
      all.push_back(
          compared(fmt::format("{}: {} steps, {}", name, steps, precision), bound, comm, [&] {
            return largest_difference(fields_after(run, "cuda", comm),
                                      fields_after(run, "cpu", comm), comm);
          }));
    }
    if (comm.size() > 1) append(all, compare_routes(kind, comm));
  }
  return all;
}

SelfTest test_device(const transport::Communicator& comm) {
  if (!comm.agree(!exec::devices().empty()))
    throw InputError(exec::has_device_half()
                         ? "no CUDA device can be used here, so there is none to test"
                         : "this program was built without CUDA, so there is no device to test. "
                           "Build it with `make cuda`.");
  const double start = seconds_now();
  remember(own_device_info(comm), false);  // what ends this program in between has not passed
  use_device(own_device(comm));
  SelfTest result;
  append(result.comparisons, compare_samples(comm));
  append(result.comparisons, compare_solvers(comm));
  result.remembered = comm.agree(remember(own_device_info(comm), result.passed()));
  result.seconds = seconds_now() - start;
  return result;
}

DeviceChoice choose_device(const std::string& asked, const std::string& kind,
                           const transport::Communicator& comm) {
  if (asked != "auto") return {asked};
  const bool built = Registry::instance().find_factory(kind, "cuda") != nullptr;
  if (!comm.agree(built && !exec::devices().empty())) return {"cpu"};
  const exec::DeviceInfo device = own_device_info(comm);
  if (comm.agree(has_passed(device))) return {"cuda"};
  return {"cpu", fmt::format("note: {} is not used, for its self-test has not passed with this "
                             "program. Type  thalweg info --self-test  once, or --device cuda to "
                             "use it all the same",
                             device.name)};
}

}  // namespace thalweg::simulation
