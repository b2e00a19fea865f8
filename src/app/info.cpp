// SPDX-License-Identifier: Apache-2.0
#include "app/info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/processor_level.hpp"
#include "base/version.hpp"
#include "exec/device_info.hpp"
#include "exec/stream.hpp"
#include "fft/library.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/process/machine.hpp"
#include "simulation/self_test/record.hpp"

namespace thalweg::app {

void print_info(const transport::Communicator& comm) {
  if (!comm.is_root()) return;
  fmt::print("thalweg {} ({})\n", version, commit);
  fmt::print("compiler   {}, {}, kernels for {}\n", compiler, build_type, processor_level_text());
  fmt::print("solvers    {}\n", fmt::join(simulation::Registry::instance().kinds(), ", "));
  fmt::print("processor  {}: {} cores, {} threads per rank, {} of memory free\n",
             simulation::cpu_name(), simulation::usable_cores(), exec::threads(),
             simulation::bytes_text(simulation::available_bytes()));
  fmt::print("ranks      {} ({} on this node)\n", comm.size(), comm.node_size());
  fmt::print("libraries  {}\n", transport::library_version() + ", " + io::library_version() + ", " +
                                    fft::library_version() + " (THALWEG_FFT)");
  if (!exec::has_device_half()) return fmt::print("devices    none: built without CUDA\n");
  const auto devices = exec::devices();
  if (devices.empty()) fmt::print("devices    built with CUDA, but no device can be used here\n");
  for (const auto& device : devices)
    fmt::print("devices    {}, compute capability {}, {}; {}\n", device.name,
               device.compute_capability,
               simulation::bytes_text(static_cast<double>(device.memory_bytes)),
               simulation::has_passed(device)
                   ? "its self-test has passed, --device auto uses it"
                   : "not used by --device auto until  thalweg info --self-test  has passed");
}

}  // namespace thalweg::app
