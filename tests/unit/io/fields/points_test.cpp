// SPDX-License-Identifier: Apache-2.0
// Points of all ranks, written in the order of their identities.
#include "io/fields/points.hpp"

#include "io/hdf5/dataset_file.hpp"
#include "io/parts/sorted_items.hpp"
#include "tests/support/form_samples.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

constexpr std::int64_t count = 5;

PointSet mine() { return tetrahedra(count, world().rank(), world().size()); }

template <class T>
std::vector<T> stored(const std::filesystem::path& file, const std::string& name) {
  return DatasetFile::open(file).read_all<T>("VTKHDF/" + name);
}

TEST(Points, AreWrittenInTheOrderOfTheirIdentities) {
  const Scratch folder;
  write_points(folder / "f", world(), mine(), 0.5, 3);
  PointSet all;
  for (std::int64_t t = 0; t < count; ++t) add_tetrahedron(all, t);
  EXPECT_EQ(stored<double>(folder / "f", "Points"), all.places);
  EXPECT_EQ(stored<std::int64_t>(folder / "f", "PointData/identity"), all.identities);
  EXPECT_EQ(stored<std::int64_t>(folder / "f", "Connectivity"), all.triangles);
  const auto force = stored<double>(folder / "f", "PointData/force");
  const auto speed = stored<float>(folder / "f", "PointData/speed");
  const auto cell = stored<std::int64_t>(folder / "f", "PointData/cell");
  ASSERT_EQ(force.size(), all.places.size());
  for (std::size_t n = 0; n < all.identities.size(); ++n) {
    const auto identity = static_cast<double>(all.identities[n]);
    EXPECT_EQ(speed[n], static_cast<float>(identity) / 4);
    EXPECT_EQ(cell[n], all.identities[n] / 10);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(force[3 * n + c], identity * static_cast<double>(c + 1));
  }
}

TEST(Points, TrianglesHaveValuesInTheOrderOfTheirIdentities) {
  const Scratch folder;
  write_points(folder / "f", world(), with_triangle_values(mine()), 0.5, 3);
  const auto identities = stored<std::int64_t>(folder / "f", "CellData/identity");
  const auto stress = stored<double>(folder / "f", "CellData/stress");
  ASSERT_EQ(identities.size(), 4u * count);
  ASSERT_EQ(stress.size(), 3 * identities.size());
  for (std::size_t n = 0; n < identities.size(); ++n) {
    EXPECT_EQ(identities[n], static_cast<std::int64_t>(n));
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(stress[3 * n + c], static_cast<double>(n * (c + 1)));
  }
}

TEST(Points, TrianglesWithTooFewValuesAreRefused) {
  const Scratch folder;
  PointSet set = with_triangle_values(mine());
  set.triangle_values[0].components = 1;
  EXPECT_NE(message_of<UsageError>([&] {
              write_points(folder / "f", world(), set, 0, 0);
            }).find("\"stress\" has values for every triangle"),
            std::string::npos);
}

TEST(Points, HaveTheSameBytesOnAnyNumberOfRanks) {
  const Scratch folder;
  write_points(folder / "all", world(), mine(), 0.5, 3);
  if (world().is_root())
    write_points(folder / "one", transport::Communicator::self(), tetrahedra(count, 0, 1), 0.5, 3);
  world().barrier();
  EXPECT_EQ(bytes_of(folder / "all"), bytes_of(folder / "one"));
}

TEST(Points, AreSeenByThemselvesWithoutTriangles) {
  const Scratch folder;
  PointSet points = mine();
  points.triangles.clear();
  points.triangle_identities.clear();
  write_points(folder / "f", world(), points, 0, 0);
  EXPECT_EQ(stored<std::int64_t>(folder / "f", "NumberOfCells"), std::vector<std::int64_t>{20});
  EXPECT_EQ(stored<std::int64_t>(folder / "f", "Offsets").back(), 20);
  EXPECT_EQ(stored<std::int64_t>(folder / "f", "Connectivity")[19], 19);
}

TEST(Points, MayBeNone) {
  const Scratch folder;
  write_points(folder / "f", world(), PointSet{}, 0, 0);
  EXPECT_EQ(stored<std::int64_t>(folder / "f", "NumberOfPoints"), std::vector<std::int64_t>{0});
}

TEST(Points, OfOneIdentityAreRefused) {
  const Scratch folder;
  PointSet points = mine();
  points.identities[0] = points.identities[1];
  const auto write = [&] { write_points(folder / "f", world(), points, 0, 0); };
  EXPECT_EQ(message_of<UsageError>(write).find("two items have the same identity") !=
                std::string::npos,
            true);
  world().barrier();  // the file that the first rank began is gone
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Points, WithoutAValueForEachAreRefused) {
  const Scratch folder;
  PointSet points = mine();
  points.values[1].components = 1;
  const auto write = [&] { write_points(folder / "f", world(), points, 0, 0); };
  expect_contains(message_of<UsageError>(write), "\"force\" has values for every point");
}

TEST(SortedItems, AreDealtEvenlyHoweverIdentitiesAreSpread) {
  // Most ranks have few items, identities have gaps, and the last rank has most of them.
  const transport::Communicator comm = world();
  std::vector<std::int64_t> identities;
  const bool last = comm.rank() == comm.size() - 1;
  for (std::int64_t n = last ? 40 : 2; n > 0; --n)
    identities.push_back(n * n * 1000000007 + comm.rank());
  const SortedItems items(comm, identities);
  const Share share = even_share(40 + 2 * (comm.size() - 1), comm);
  EXPECT_EQ(items.share().count, share.count);
  EXPECT_TRUE(std::is_sorted(items.identities().begin(), items.identities().end()));
  EXPECT_EQ(items.sorted(std::span<const std::int64_t>(identities)), items.identities());
  // Each number leads to the item's place.
  const auto numbers = items.numbers();
  const SortedItems again(comm, numbers);
  EXPECT_EQ(again.sorted(std::span<const std::int64_t>(identities)), items.identities());
}

}  // namespace
}  // namespace thalweg::io::testing
