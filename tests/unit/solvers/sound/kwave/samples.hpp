// SPDX-License-Identifier: Apache-2.0
// A small input file of k-Wave that tests change: two dimensions, 8 x 6 points, 4 steps.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace thalweg::sound::kwave::testing {

struct Sample {
  /// Integers and floats by the name of their dataset, each stored as (1, 1, size).
  std::map<std::string, std::vector<std::int64_t>> integers;
  std::map<std::string, std::vector<float>> floats;
  std::map<std::string, std::string> attributes;

  /// A valid file: uniform medium, initial pressure, three sensor points.
  Sample();
  Sample& drop(const std::string& name);
  Sample& set(const std::string& name, std::vector<float> values);
  Sample& set_integers(const std::string& name, std::vector<std::int64_t> values);
  /// With a pressure source at points 2 and 11: many signals of 3 samples.
  Sample& add_pressure_source();
  Sample& add_velocity_source();
  /// The delays are 0 and 2, of 3 steps each.
  Sample& add_transducer();
  /// Boxes of 2 x 2 x 1 and 1 x 3 x 1 points.
  Sample& use_cuboids();

  void write(const std::filesystem::path& file) const;
};

inline constexpr std::int64_t sample_points = 48;

}  // namespace thalweg::sound::kwave::testing
