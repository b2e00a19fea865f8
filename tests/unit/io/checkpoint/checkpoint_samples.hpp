// SPDX-License-Identifier: Apache-2.0
// A checkpoint with known content, split over any number of ranks, and its comparison.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/checkpoint/checkpoint.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {

/// This rank's rows of an array of these extents: the first ranks have one more where it does not
/// come out even; with fewer rows than ranks the last ranks have none.
inline Block block_of(std::array<std::int64_t, 4> global, const transport::Communicator& comm) {
  const std::int64_t rows = global[0] / comm.size(), more = global[0] % comm.size();
  const std::int64_t rank = comm.rank();
  return {global, rank * rows + std::min(rank, more), rows + (rank < more ? 1 : 0)};
}

/// The value at a flat index: not representable exactly, so that any change of precision shows.
template <class T>
T sample(std::int64_t index) {
  return static_cast<T>(1.0 / (3.0 + static_cast<double>(index)));
}

template <class T>
std::vector<T> samples(const Block& block) {
  const std::int64_t row = block.global[1] * block.global[2] * block.global[3];
  std::vector<T> values(static_cast<std::size_t>(block.count * row));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = sample<T>(block.offset * row + static_cast<std::int64_t>(i));
  return values;
}

inline constexpr std::array<std::int64_t, 4> velocity_extents{7, 5, 3, 2},
    tracer_extents{2, 1, 1, 4};

inline void write_sample(const std::filesystem::path& file, const transport::Communicator& comm) {
  CheckpointWriter writer(file, comm, "turbulence");
  writer.attribute("time", 0.1);
  writer.attribute("step", std::int64_t{1} << 40);
  writer.attribute("equations", std::string("navier-stokes"));
  const Block velocity = block_of(velocity_extents, comm), tracer = block_of(tracer_extents, comm);
  writer.array("velocity", velocity, samples<double>(velocity).data());
  writer.array("tracer", tracer, samples<float>(tracer).data());
  writer.commit();
}

template <class Stored, class T = Stored>
void expect_sample(const CheckpointReader& reader, const std::string& name,
                   std::array<std::int64_t, 4> extents, const transport::Communicator& comm) {
  const Block block = block_of(extents, comm);
  const std::vector<Stored> stored = samples<Stored>(block);
  const std::vector<T> expected(stored.begin(), stored.end());
  std::vector<T> values(expected.size());
  reader.array(name, block, values.data());
  EXPECT_EQ(values, expected) << name;
}

inline void expect_sample(const std::filesystem::path& file, const transport::Communicator& comm) {
  const CheckpointReader reader(file, comm);
  EXPECT_EQ(reader.kind(), "turbulence");
  EXPECT_EQ(reader.file(), file);
  EXPECT_EQ(reader.number("time"), 0.1);
  EXPECT_EQ(reader.integer("step"), std::int64_t{1} << 40);
  EXPECT_EQ(reader.text("equations"), "navier-stokes");
  EXPECT_EQ(reader.extents("velocity"), velocity_extents);
  expect_sample<double>(reader, "velocity", velocity_extents, comm);
  expect_sample<float>(reader, "tracer", tracer_extents, comm);
}

}  // namespace thalweg::io::testing
