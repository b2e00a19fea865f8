// SPDX-License-Identifier: Apache-2.0
// The parts under the files: agreement on failure, pieces of large transfers, row checksums.
#include <numeric>

#include "io/checkpoint/row_hash.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/hdf5.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

TEST(Together, ThrowsOnAllRanksWhatOneRankThrew) {
  const int last = world().size() - 1;
  EXPECT_EQ(message_of<InputError>([&] {
              together(world(), [&] {
                if (world().rank() == last) throw InputError("input of one rank");
              });
            }),
            "input of one rank");
  EXPECT_THROW(on_root(world(), [] { throw std::runtime_error("of the library"); }), IoError);
  EXPECT_NO_THROW(together(world(), [] {}));
}

TEST(Together, ThrowsTheErrorOfTheLowestRank) {
  EXPECT_EQ(message_of<IoError>([] {
              together(world(), [] { throw IoError("rank " + std::to_string(world().rank())); });
            }),
            "rank 0");
}

TEST(Pieces, CoverABoxInOrder) {
  const hdf5::Box box{{10, 20, 30, 0}, {3, 4, 5, 2}};
  for (const std::int64_t limit : {1, 2, 3, 10, 25, 40, 79, 80, 1000}) {
    std::int64_t next = 0;
    hdf5::for_each_piece(box, limit, [&](const hdf5::Box& piece, std::int64_t at) {
      EXPECT_EQ(at, next);
      EXPECT_LE(piece.size(), limit);
      std::int64_t flat = 0;
      for (std::size_t d = 0; d < 4; ++d)
        flat = flat * box.count[d] + piece.start[d] - box.start[d];
      EXPECT_EQ(flat, at);
      next += piece.size();
    });
    EXPECT_EQ(next, box.size()) << limit;
  }
}

TEST(Pieces, OfNothingAreNone) {
  hdf5::for_each_piece({{0, 0}, {0, 5}}, 3, [](const hdf5::Box&, std::int64_t) { ADD_FAILURE(); });
}

TEST(RowHash, DoesNotDependOnPartsOrRanks) {
  std::vector<char> bytes(5 * 24);
  std::iota(bytes.begin(), bytes.end(), char{1});
  RowHash whole(24);
  whole.add(bytes.data(), 120);
  const std::uint64_t expected = whole.total(transport::Communicator::self());
  const std::int64_t rank = world().rank(), size = world().size();
  const std::int64_t begin = 5 * rank / size, end = 5 * (rank + 1) / size;
  for (const std::int64_t part : {1, 7, 24, 25, 1000}) {
    RowHash mine(24);
    mine.go_to(begin);
    for (std::int64_t at = begin * 24; at < end * 24; at += part)
      mine.add(bytes.data() + at, std::min(part, end * 24 - at));
    EXPECT_EQ(mine.total(world()), expected) << part;
  }
}

}  // namespace
}  // namespace thalweg::io::testing
