// SPDX-License-Identifier: Apache-2.0
#include "app/probe.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/user_files.hpp"
#include "io/files/together.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/process/launch.hpp"
#include "simulation/process/log.hpp"
#include "simulation/process/progress.hpp"
#include "transport/comm/shared_segment.hpp"
#include "transport/probe/probe.hpp"
#include "transport/profile/profile_table.hpp"

namespace thalweg::app {

namespace {

/// A bar on a terminal, else a line for every fifth of the way.
class Bar {
 public:
  explicit Bar(simulation::Log& log) : log_(log) {}
  void show(const transport::ProbeProgress& progress) {
    if (!log_.shows_bar()) return show_line(progress);
    const double now = seconds_now();
    if (now - drawn_ < 0.1) return;
    drawn_ = now;
    log_.draw_bar(simulation::bar_of(progress.fraction) + " " + text_of(progress));
  }

 private:
  static std::string text_of(const transport::ProbeProgress& progress) {
    return fmt::format("{:3.0f} %  {} left  {}", 100 * progress.fraction,
                       simulation::duration_text(progress.seconds_left), progress.step);
  }
  void show_line(const transport::ProbeProgress& progress) {
    const int fifth = static_cast<int>(5 * progress.fraction);
    if (fifth <= fifths_) return;
    fifths_ = fifth;
    log_.line("{}", text_of(progress));
  }
  simulation::Log& log_;
  int fifths_ = 0;
  double drawn_ = 0;
};

/// Tries both places, whatever becomes of the other, and says where the profile is. Throws IoError
/// where the one that was asked for fails.
void keep(const transport::Profile& profile, const std::string& out, simulation::Log& log) {
  try {
    log.line("kept as {}", transport::store_profile(profile).string());
  } catch (const IoError& error) {
    if (out.empty()) throw;
    log.line("warning: not kept in the cache, where runs look for it: {}", error.what());
  }
  if (out.empty()) return;
  transport::write_profile(profile, out);
  log.line("kept as {}", out);
}

}  // namespace

int probe(const ProbeRequest& request, const transport::Communicator& comm) {
  simulation::require_that_all_ranks_are_here(comm);
  simulation::Log log(comm.is_root(), false);
  const auto topology = transport::Topology::discover(comm);
  log.line("{}; {}", topology.summary(), transport::library_version());
  if (comm.size() == 1)
    log.line("One process measures copies alone; for messages: mpirun -n RANKS thalweg probe");
  io::on_root(comm, [&] {
    const std::string& out = request.out;
    require_writable(out.empty() ? transport::store_place(transport::fingerprint(topology))
                                 : std::filesystem::path(out));
  });
  // Ranks must agree on sizes, and what is free changes from one look to the next.
  transport::ProbeOptions options{.quick = request.quick,
                                  .available_bytes = comm.min(simulation::available_bytes()),
                                  .shared_bytes = comm.min(transport::SharedSegment::room()),
                                  .program = simulation::thalweg_program()};
  if (request.max_bytes > 0) options.largest = request.max_bytes;
  Bar bar(log);
  const double start = seconds_now();
  const transport::Profile profile = transport::probe(
      comm, topology, options, [&](const transport::ProbeProgress& p) { bar.show(p); });
  const double seconds = seconds_now() - start;
  io::on_root(comm, [&] {
    log.line("\n{}\nmeasured in {}", transport::profile_table(profile),
             simulation::duration_text(seconds));
    keep(profile, request.out, log);
  });
  return 0;
}

}  // namespace thalweg::app
