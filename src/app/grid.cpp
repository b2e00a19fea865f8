// SPDX-License-Identifier: Apache-2.0
#include "app/grid.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "app/programs.hpp"
#include "base/error.hpp"
#include "simulation/interface/simulation.hpp"

namespace thalweg::app {

namespace fs = std::filesystem;

namespace {

/// A file of a grid is a case that names it.
io::Case case_of(const GridRequest& request) {
  if (fs::path(request.file).extension() == ".toml")
    return io::Case::load(request.file, request.overrides);
  if (!fs::exists(request.file))
    throw InputError(request.file + ": there is no such file. Nothing was run.");
  std::string path = fs::absolute(request.file).string();
  for (std::size_t at = 0; (at = path.find_first_of("\\\"", at)) != std::string::npos; at += 2)
    path.insert(at, "\\");
  return io::Case::parse("simulation.kind = \"flow\"\ngrid.file = \"" + path + "\"\n", request.file,
                         request.overrides);
}

/// Beside the picture.
fs::path file_to_draw(const GridRequest& request) { return request.plot + ".cgns"; }

}  // namespace

int describe_grid(const GridRequest& request, const transport::Communicator& comm) {
  io::Case input = case_of(request);
  const std::vector<std::string> kinds = simulation::Registry::instance().kinds();
  const std::string kind = input.choice("simulation.kind", kinds, {});
  input.throw_if_errors();
  const simulation::SolverKind* solver = simulation::Registry::instance().find(kind);
  if (!solver->grid)
    throw InputError(request.file + ": the solver " + kind +
                     " has no grids of blocks to tell of. Nothing was run.");
  const simulation::SolverKind::GridSummary summary = solver->grid(input);
  input.finish_section("grid");
  if (!comm.is_root()) return 0;
  for (const std::string& line : summary.lines) std::printf("%s\n", line.c_str());
  std::fflush(stdout);
  if (!request.write.empty()) summary.write(request.write);
  if (!request.plot.empty()) summary.write(file_to_draw(request));
  return 0;
}

int draw_grid(const GridRequest& request) {
  std::string words[] = {"thalweg-plot-grid", file_to_draw(request).string(), "--output",
                         request.plot, "--remove"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(),
                       words[3].data(), words[4].data(), nullptr};
  run_instead(words[0], arguments);
  std::fprintf(stderr,
               "thalweg: there is no program thalweg-plot-grid, which draws grids: install "
               "the Python package. The grid is in %s.\n",
               words[1].c_str());
  return static_cast<int>(ExitStatus::resource);
}

}  // namespace thalweg::app
