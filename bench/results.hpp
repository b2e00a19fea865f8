// SPDX-License-Identifier: Apache-2.0
// What a benchmark leaves: out/bench/NAME.json.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/version.hpp"
#include "exec/exec.hpp"

namespace thalweg::bench {

/// Write the entries of `found`, after those that say what ran: commit, compiler, threads.
inline void write_results(const std::string& name, const nlohmann::ordered_json& found) {
  nlohmann::ordered_json all = {
      {"commit", commit}, {"compiler", compiler}, {"threads", exec::threads()}};
  all.update(found);
  std::filesystem::create_directories("out/bench");
  const std::string file = "out/bench/" + name + ".json";
  std::ofstream(file) << all.dump(2) << "\n";
  fmt::print("wrote {}\n", file);
}

}  // namespace thalweg::bench
