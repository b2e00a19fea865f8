// SPDX-License-Identifier: Apache-2.0
// The reader of k-Wave's input files under random changes to their bytes: an error of ours or a
// problem, never a crash. The same on every machine.
#include <gtest/gtest.h>

#include <new>
#include <random>

#include "solvers/sound/kwave/input.hpp"
#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/kwave/samples.hpp"

namespace thalweg::sound::kwave::testing {
namespace {

using io::testing::bytes_of;

/// Everything a solver would read. Returns whether it could.
bool reads(const std::filesystem::path& file) {
  try {
    const Problem p = read_input(file).problem;
    std::vector<double> values(static_cast<std::size_t>(std::min<std::int64_t>(p.size(), 4096)));
    for (const Quantity* quantity : {&p.medium.sound_speed, &p.medium.density})
      if (!quantity->uniform())
        quantity->read(0, static_cast<std::int64_t>(values.size()), values.data());
    return true;
  } catch (const Error&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

class Mutator {
 public:
  explicit Mutator(std::string seed) : seed_(std::move(seed)) {}

  std::string next() {
    std::string bytes = seed_;
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      const std::size_t at = below(bytes.size());
      switch (below(4)) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
      case 1: bytes[at] = static_cast<char>(below(256)); break;
      case 2: bytes[at] = below(2) == 0 ? '\0' : '\xff'; break;
      default: bytes.replace(at, 8, bytes, below(bytes.size() - 8), 8); break;
      }
    }
    return bytes;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  std::string seed_;
  std::mt19937_64 random_{20240229};
};

TEST(KWaveFuzz, MutatedFilesAreReadOrRefused) {
  const io::testing::Scratch folder;
  const auto file = folder / "input.h5";
  Sample sample;
  sample.add_pressure_source().add_transducer().use_cuboids();
  sample.set("c0", std::vector<float>(sample_points, 1500)).write(file);
  ASSERT_TRUE(reads(file));
  Mutator mutator(bytes_of(file));
  int refused = 0;
  constexpr int mutations = 1500;
  for (int n = 0; n < mutations; ++n) {
    SCOPED_TRACE(n);
    io::testing::put_bytes(file, mutator.next());
    if (!reads(file)) ++refused;
  }
  // Most of the bytes are space that no dataset uses.
  EXPECT_GT(refused, mutations / 20);
  EXPECT_LT(refused, mutations);
}

}  // namespace
}  // namespace thalweg::sound::kwave::testing
