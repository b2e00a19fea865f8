// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/signal_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "io/files/npy.hpp"

namespace thalweg::sound {

namespace {

std::vector<double> from_text(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw InputError(file.string() + " cannot be opened");
  std::vector<double> samples;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const auto first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r,");
    if (first == std::string::npos || line[first] == '#') continue;
    double value = 0;
    const char* end = line.data() + last + 1;
    const auto read = std::from_chars(line.data() + first, end, value);
    if (read.ec != std::errc() || read.ptr != end)
      throw InputError(fmt::format("{}:{} is no number", file.string(), number));
    samples.push_back(value);
  }
  return samples;
}

std::vector<double> from_npy(const std::filesystem::path& file) {
  const io::NpyFile array(file);
  if (array.extents().size() != 1)
    throw InputError(
        fmt::format("{} has {} axes; expected one, time", file.string(), array.extents().size()));
  std::vector<double> samples(static_cast<std::size_t>(array.size()));
  array.read(0, array.size(), samples.data());
  return samples;
}

}  // namespace

std::vector<double> read_signal_file(const std::filesystem::path& file) {
  std::vector<double> samples = file.extension() == ".npy" ? from_npy(file) : from_text(file);
  if (samples.empty()) throw InputError(file.string() + " holds no samples");
  for (const double sample : samples)
    if (!std::isfinite(sample))
      throw InputError(file.string() + " holds a sample that is not finite");
  return samples;
}

}  // namespace thalweg::sound
