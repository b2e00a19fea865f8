// SPDX-License-Identifier: Apache-2.0
// Writes a small VTKHDF file with known values, for tests of the programs that open it:
//   write_image_example FILE      (any number of ranks)
// Grid (z, y, x) = (6, 5, 4), spacing (0.3, 0.2, 0.1), origin (3, 2, 1); at the point with indices
// (k, j, i) the velocity in single precision is (i, j, k) and the pressure in double precision
// 100 k + 10 j + i + 1/3.
#include <cstdio>

#include "base/error.hpp"
#include "io/fields/image.hpp"

namespace {

using thalweg::io::ImageField;

thalweg::io::ImageGrid example_grid() { return {{6, 5, 4}, {0.3, 0.2, 0.1}, {3, 2, 1}}; }

std::vector<ImageField> example_fields(const thalweg::transport::Communicator& comm) {
  const auto [nz, ny, nx] = example_grid().points;
  const std::int64_t begin = nz * comm.rank() / comm.size(),
                     end = nz * (comm.rank() + 1) / comm.size();
  std::vector<float> velocity;
  std::vector<double> pressure;
  for (std::int64_t k = begin; k < end; ++k)
    for (std::int64_t j = 0; j < ny; ++j)
      for (std::int64_t i = 0; i < nx; ++i) {
        for (const std::int64_t component : {i, j, k})
          velocity.push_back(static_cast<float>(component));
        pressure.push_back(static_cast<double>(100 * k + 10 * j + i) + 1.0 / 3);
      }
  return {{"velocity", "m/s", 3, begin, end, velocity},
          {"pressure", "Pa", 1, begin, end, pressure}};
}

}  // namespace

int main(int argc, char** argv) try {
  const thalweg::transport::Session session(&argc, &argv);
  if (argc != 2) throw thalweg::InputError("usage: write_image_example FILE");
  const auto comm = thalweg::transport::Communicator::world();
  thalweg::io::write_image(argv[1], comm, example_grid(), example_fields(comm), 0.125, 7);
  return 0;
} catch (const thalweg::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.status());
}
