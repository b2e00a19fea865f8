// SPDX-License-Identifier: Apache-2.0
// Checkpoints of blocks and of items: what one number of ranks has written, another one reads.
#include "io/checkpoint/checkpoint.hpp"
#include "tests/support/form_samples.hpp"
#include "tests/unit/io/scratch.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::io::testing {
namespace {

template <class T>
std::vector<T> pressure(const BlockLayout& layout) {
  return std::get<std::vector<T>>(block_field<T>(layout, "pressure", 1).values);
}

void write_blocks_to(const std::filesystem::path& file, const BlockLayout& layout,
                     const transport::Communicator& comm) {
  CheckpointWriter writer(file, comm, "flow");
  writer.blocks("pressure", layout, pressure<double>(layout).data());
  writer.commit();
}

TEST(CheckpointOfBlocks, IsReadWithAnyOtherSplitting) {
  const Scratch folder;
  write_blocks_to(folder / "1.h5", layout_for(2 * world().size() + 1, world()), world());
  EXPECT_FALSE(checkpoint_fault(folder / "1.h5", world()));
  const CheckpointReader together(folder / "1.h5", world());
  for (const int parts : {1, 4, 9}) {
    const BlockLayout layout = layout_for(parts, world());
    std::vector<float> found(static_cast<std::size_t>(layout.size()));
    together.blocks("pressure", layout, found.data());
    EXPECT_EQ(found, pressure<float>(layout));
  }
  const auto self = transport::Communicator::self();
  const CheckpointReader alone(folder / "1.h5", self);
  const BlockLayout whole = layout_for(3, self);
  std::vector<double> found(static_cast<std::size_t>(whole.size()));
  alone.blocks("pressure", whole, found.data());
  EXPECT_EQ(found, pressure<double>(whole));
}

TEST(CheckpointOfBlocks, HasTheSameBytesOnAnyNumberOfRanks) {
  const Scratch folder;
  write_blocks_to(folder / "all.h5", layout_for(5, world()), world());
  const auto self = transport::Communicator::self();
  if (world().is_root()) write_blocks_to(folder / "one.h5", layout_for(1, self), self);
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "all.h5"), bytes_of(folder / "one.h5"));
}

TEST(CheckpointOfBlocks, OfAnotherGridIsRefused) {
  const Scratch folder;
  BlockLayout layout = layout_for(2, world());
  write_blocks_to(folder / "1.h5", layout, world());
  const CheckpointReader reader(folder / "1.h5", world());
  layout.blocks[0].name = "outlet";
  std::vector<double> found(static_cast<std::size_t>(layout.size()));
  expect_contains(message_of<InputError>([&] { reader.blocks("pressure", layout, found.data()); }),
                  "array \"pressure\" is of other blocks than those of the case");
}

/// Particles on a line of unit length: identity 7 n at place ((3 n) mod count + 0.5) / count.
struct Particles {
  std::vector<std::int64_t> identities;
  std::vector<double> places, velocities;  // velocities: 2 for each

  void add(std::int64_t n, std::int64_t count) {
    identities.push_back(7 * n);
    places.push_back((static_cast<double>(3 * n % count) + 0.5) / static_cast<double>(count));
    for (const double factor : {1.0, -2.0}) velocities.push_back(factor * static_cast<double>(n));
  }
};
constexpr std::int64_t particle_count = 32;

int owner_of(double place, int ranks) { return static_cast<int>(place * ranks); }

/// Those of a rank, the last first.
Particles particles_of(int rank, int ranks) {
  Particles mine;
  for (std::int64_t n = particle_count - 1; n >= 0; --n) {
    Particles one;
    one.add(n, particle_count);
    if (owner_of(one.places[0], ranks) == rank) mine.add(n, particle_count);
  }
  return mine;
}

void write_particles(const std::filesystem::path& file, const transport::Communicator& comm) {
  const Particles mine = particles_of(comm.rank(), comm.size());
  const SortedItems items(comm, mine.identities);
  CheckpointWriter writer(file, comm, "blood");
  writer.items("cells", items);
  writer.items("cells", "place", items, std::span(mine.places));
  writer.items("cells", "velocity", items, std::span(mine.velocities), 2);
  writer.commit();
}

/// Read them, and let them go where they belong.
Particles restarted(const std::filesystem::path& file, const transport::Communicator& comm) {
  const CheckpointReader reader(file, comm);
  const ItemShare share = reader.items("cells");
  const auto places = reader.items<double>("cells", "place", share);
  const auto velocities = reader.items<double>("cells", "velocity", share, 2);
  std::vector<int> owners;
  for (const double place : places) owners.push_back(owner_of(place, comm.size()));
  const exec::Exec exec;
  transport::Migration migration(comm, "restart");
  const auto plan =
      migration.count(exec, {owners.data(), {static_cast<std::int64_t>(owners.size())}});
  const auto n = static_cast<std::size_t>(plan.items());
  Particles mine{std::vector<std::int64_t>(n), std::vector<double>(n), std::vector<double>(2 * n)};
  plan.move(exec, share.identities.data(), mine.identities.data());
  plan.move(exec, places.data(), mine.places.data());
  plan.move(exec, velocities.data(), mine.velocities.data(), 2);
  return mine;
}

void expect_particles(const Particles& found, int rank, int ranks) {
  const Particles wanted = particles_of(rank, ranks);  // by falling identity
  ASSERT_EQ(found.identities.size(), wanted.identities.size());
  for (std::size_t n = 0; n < found.identities.size(); ++n) {
    const std::size_t m = found.identities.size() - 1 - n;
    EXPECT_EQ(found.identities[n], wanted.identities[m]);
    EXPECT_EQ(found.places[n], wanted.places[m]);
    EXPECT_EQ(found.velocities[2 * n + 1], wanted.velocities[2 * m + 1]);
  }
}

TEST(CheckpointOfItems, GivesThemToTheirOwnersOnAnyNumberOfRanks) {
  const Scratch folder;
  write_particles(folder / "1.h5", world());
  EXPECT_FALSE(checkpoint_fault(folder / "1.h5", world()));
  expect_particles(restarted(folder / "1.h5", world()), world().rank(), world().size());
  expect_particles(restarted(folder / "1.h5", transport::Communicator::self()), 0, 1);
}

TEST(CheckpointOfItems, HasTheSameBytesOnAnyNumberOfRanks) {
  const Scratch folder;
  write_particles(folder / "all.h5", world());
  if (world().is_root()) write_particles(folder / "one.h5", transport::Communicator::self());
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "all.h5"), bytes_of(folder / "one.h5"));
  expect_particles(restarted(folder / "one.h5", world()), world().rank(), world().size());
}

TEST(CheckpointOfItems, KeepsWholeNumbersApartFromOthers) {
  const Scratch folder;
  write_particles(folder / "1.h5", world());
  const CheckpointReader reader(folder / "1.h5", world());
  const ItemShare share = reader.items("cells");
  expect_contains(
      message_of<InputError>([&] { reader.items<std::int64_t>("cells", "place", share); }),
      "array \"cells.place\" holds floating-point numbers");
  expect_contains(message_of<InputError>([&] { reader.items<double>("cells", "identity", share); }),
                  "array \"cells.identity\" holds whole numbers");
}

}  // namespace
}  // namespace thalweg::io::testing
