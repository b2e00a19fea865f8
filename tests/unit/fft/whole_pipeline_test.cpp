// SPDX-License-Identifier: Apache-2.0
// The pipelines where all modes count, on plane waves, whose derivatives are known: fused and
// batched, in one to three dimensions, axisymmetric, and on any number of ranks (this program runs
// on 1 to 4).
#include "fft/pipeline.hpp"
#include "fft/whole_layout.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "exec/upload.hpp"
#include "tests/unit/transport/arrangements.hpp"

namespace thalweg::fft {
namespace {

using transport::Communicator;
constexpr double pi = std::numbers::pi;

/// cos of a phase that grows by `step` from point to point along each axis.
struct Wave {
  double step[3];
  double operator()(double x, double y, double z) const {
    return std::cos(step[0] * x + step[1] * y + step[2] * z + 0.3);
  }
  double derivative(int axis, double x, double y, double z) const {
    return -step[axis] * std::sin(step[0] * x + step[1] * y + step[2] * z + 0.3);
  }
};

template <class Real>
struct MakeWave {
  Wave wave;
  int first_plane;
  struct Row {
    Wave wave;
    int z, y;
    void operator()(int x, const Real*, Real* out) const {
      out[0] = static_cast<Real>(wave(x, y, z));
    }
  };
  Row row(int z, int y) const { return {wave, z + first_plane, y}; }
};

template <class Real, int Fields>
struct KeepPoints {
  exec::View<Real, 4> kept;  // (z, y, x, field)
  struct Row {
    Real* values;
    void operator()(int x, const Real* in, Real*) const {
      for (int f = 0; f < Fields; ++f) values[x * Fields + f] = in[f];
    }
  };
  Row row(int z, int y) const { return {&kept(z, y, 0, 0)}; }
};

/// A field -> itself and its derivatives along x, y, z, per cell.
template <class Real>
struct Derivatives {
  const Layout* layout;
  static double wave_number(int bin, int n) {
    return 2 * bin == n ? 0 : 2 * pi * bin_mode(bin, n) / n;
  }
  void operator()(int row, int z, int column, const Complex<Real>* in, Complex<Real>* out) const {
    const int bin = layout->row_bin[static_cast<std::size_t>(layout->first_row() + row)];
    const double k[] = {wave_number(column, layout->nx), wave_number(bin, layout->ny),
                        wave_number(z, layout->line)};
    out[0] = static_cast<Real>(1 / layout->scale()) * in[0];
    for (int a = 0; a < 3; ++a) out[a + 1] = times_i(static_cast<Real>(k[a]) * out[0]);
  }
};

struct Grid {
  int nx, ny, nz;
};

template <template <class> class Pipeline, class Real>
void expect_derivatives(const Grid& grid, const TileExchangeOptions& options,
                        const Communicator& comm = Communicator::world()) {
  if (comm.size() > largest_rank_count_whole(grid.nx, grid.ny, grid.nz)) return;
  const exec::Exec exec;
  Phases phases;
  const Layout layout =
      make_whole_layout(grid.nx, grid.ny, grid.nz, comm.rank(), comm.size(), sizeof(Complex<Real>));
  Pipeline<Real> pipeline(layout, comm, exec, Traffic::up_to(4), options, phases);
  const auto step = [](int mode, int n) {
    return n > 2 * std::abs(mode) ? 2 * pi * mode / n : 0.0;
  };
  const Wave wave{{step(2, grid.nx), step(-1, grid.ny), step(1, grid.nz)}};
  exec::Array<Real, 4> kept({layout.local_planes(), grid.ny, grid.nx, 4});
  for (int repeat = 0; repeat < 2; ++repeat) {  // the second one must not see the first
    pipeline.template planes<0, 1>("out", SpreadAsIs<Real>{},
                                   MakeWave<Real>{wave, layout.first_plane()});
    pipeline.template modes<1, 4>("modes", Derivatives<Real>{&layout});
    pipeline.template planes<4, 0>("in", SpreadAsIs<Real>{}, KeepPoints<Real, 4>{kept.view()});
  }
  const double tolerance = sizeof(Real) == 4 ? 4e-6 : 2e-14;
  for (int z = 0; z < layout.local_planes(); ++z)
    for (int y = 0; y < grid.ny; ++y)
      for (int x = 0; x < grid.nx; ++x) {
        const int gz = z + layout.first_plane();
        ASSERT_NEAR(static_cast<double>(kept.view()(z, y, x, 0)), wave(x, y, gz), tolerance);
        for (int a = 0; a < 3; ++a)
          ASSERT_NEAR(static_cast<double>(kept.view()(z, y, x, a + 1)),
                      wave.derivative(a, x, y, gz), tolerance)
              << "axis " << a << " of " << grid.nx << " x " << grid.ny << " x " << grid.nz;
      }
}

constexpr Grid grids[] = {{16, 12, 10}, {15, 9, 7},  {32, 1, 24}, {31, 1, 17},
                          {24, 1, 1},   {8, 6, 4},   {5, 4, 23},  {64, 20, 6},
                          {6, 5, 66},   {40, 1, 141}};  // long lines

TEST(WholePipeline, DifferentiatesWavesFused) {
  for (const Grid& grid : grids) {
    expect_derivatives<FusedPipeline, double>(grid, {"direct", 1});
    expect_derivatives<FusedPipeline, float>(grid, {"direct", 1});
  }
}

TEST(WholePipeline, DifferentiatesWavesBatched) {
  for (const Grid& grid : grids) {
    expect_derivatives<BatchedPipeline, double>(grid, {"direct", 1});
    expect_derivatives<BatchedPipeline, float>(grid, {"direct", 1});
  }
}

TEST(WholePipeline, CutsExchangesInParts) {
  expect_derivatives<FusedPipeline, double>({16, 12, 13}, {"direct", 3});
  expect_derivatives<BatchedPipeline, double>({16, 12, 13}, {"direct", 2});
}

TEST(WholePipeline, WorksOnTheMemoryOfItsNode) {
  using transport::testing::Arrangement;
  for (const Arrangement arrangement :
       {Arrangement::one_node, Arrangement::pairs, Arrangement::turns, Arrangement::uneven})
    for (const int chunks : {1, 3}) {
      const Communicator comm = transport::testing::arranged(arrangement);
      expect_derivatives<FusedPipeline, double>({16, 12, 13}, {"auto", chunks}, comm);
      expect_derivatives<BatchedPipeline, float>({15, 9, 7}, {"auto", chunks}, comm);
    }
}

/// Modes to an array (row, z, column of the row), and from it.
struct StoreModes {
  const Layout* layout;
  Complex<double>* values;
  Complex<double>& at(int row, int z, int column) const {
    const int first = layout->row_column[static_cast<std::size_t>(layout->first_row() + row)];
    return values[(row * layout->depth + z) * layout->group + column - first];
  }
  void operator()(int row, int z, int column, const Complex<double>* in, Complex<double>*) const {
    at(row, z, column) = in[0];
  }
};
struct LoadModes : StoreModes {
  void operator()(int row, int z, int column, const Complex<double>*, Complex<double>* out) const {
    out[0] = at(row, z, column);
  }
};

/// A wave has one mode; from what was stored of it comes the wave.
template <template <class> class Pipeline>
void expect_stored_modes() {
  const Communicator comm = Communicator::world();
  const exec::Exec exec;
  Phases phases;
  const Layout layout = make_whole_layout(16, 12, 10, comm.rank(), comm.size(), 16);
  Pipeline<double> pipeline(layout, comm, exec, Traffic::up_to(1), {"direct", 2}, phases);
  const Wave wave{{2 * pi * 2 / 16, -2 * pi / 12, 2 * pi * 3 / 10}};
  exec::Array<Complex<double>, 1> modes({layout.local_rows() * layout.depth * layout.group});
  const StoreModes store{&layout, modes.view().data};
  exec::Array<double, 4> kept({layout.local_planes(), 12, 16, 1});
  for (int repeat = 0; repeat < 2; ++repeat) {
    pipeline.template planes<0, 1>("out", SpreadAsIs<double>{},
                                   MakeWave<double>{wave, layout.first_plane()});
    pipeline.template modes<1, 0>("store", store);
    pipeline.template modes<0, 1>("load", LoadModes{store});
    pipeline.template planes<1, 0>("in", SpreadAsIs<double>{}, KeepPoints<double, 1>{kept.view()});
  }
  for (int row = 0; row < layout.local_rows(); ++row)
    for (int z = 0; z < layout.depth; ++z)
      for (int i = 0; i < layout.group; ++i) {
        const auto global = static_cast<std::size_t>(layout.first_row() + row);
        const int column = layout.row_column[global] + i;
        if (column >= layout.columns) continue;
        const bool is_wave = column == 2 && layout.row_bin[global] == 11 && z == 3;
        const Complex<double> mode = store.at(row, z, column);
        ASSERT_NEAR(mode.re, is_wave ? layout.scale() / 2 * std::cos(0.3) : 0, 1e-11);
        ASSERT_NEAR(mode.im, is_wave ? layout.scale() / 2 * std::sin(0.3) : 0, 1e-11);
      }
  for (int z = 0; z < layout.local_planes(); ++z)
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 16; ++x)
        ASSERT_NEAR(kept.view()(z, y, x, 0), layout.scale() * wave(x, y, z + layout.first_plane()),
                    1e-11);
}

TEST(WholePipeline, StoresModesAndLoadsThem) {
  expect_stored_modes<FusedPipeline>();
  expect_stored_modes<BatchedPipeline>();
}

/// Work of which one rank is slow to begin.
template <class Work>
struct Slow : Work {
  bool slow;
  void wait() const {
    if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  auto row(int z, int y) const {
    if (z == 0 && y == 0) wait();
    return Work::row(z, y);
  }
  void operator()(int row, int z, int column, const Complex<double>* in,
                  Complex<double>* out) const {
    if (row == 0 && z == 0 && column == 0) wait();
    Work::operator()(row, z, column, in, out);
  }
};

/// Several exchanges of one direction in turn: nobody writes where a slow rank still reads.
TEST(WholePipeline, WaitsForSlowRanks) {
  const Communicator comm = Communicator::world();
  const exec::Exec exec;
  Phases phases;
  const Layout layout = make_whole_layout(16, 12, 10, comm.rank(), comm.size(), 16);
  FusedPipeline<double> pipeline(layout, comm, exec, Traffic::up_to(1), {"auto", 2}, phases);
  constexpr int turns = 4;
  using Modes = exec::Array<Complex<double>, 1>;
  std::vector<Modes> modes;
  const auto slow = [&](int turn) { return comm.rank() == turn % comm.size(); };
  for (int turn = 0; turn < turns; ++turn) {
    const Wave wave{{2 * pi * (turn + 1) / 16, 0, 0}};
    Modes& stored = modes.emplace_back(Modes({layout.local_rows() * layout.depth * layout.group}));
    pipeline.planes<0, 1>("out", SpreadAsIs<double>{},
                          MakeWave<double>{wave, layout.first_plane()});
    pipeline.modes<1, 0>("store", Slow<StoreModes>{{&layout, stored.view().data}, slow(turn)});
  }
  for (int turn = 0; turn < turns; ++turn) {
    exec::Array<double, 4> kept({layout.local_planes(), 12, 16, 1});
    const StoreModes stored{&layout, modes[static_cast<std::size_t>(turn)].view().data};
    pipeline.modes<0, 1>("load", LoadModes{stored});
    pipeline.planes<1, 0>("in", SpreadAsIs<double>{},
                          Slow<KeepPoints<double, 1>>{{kept.view()}, slow(turn)});
    const Wave wave{{2 * pi * (turn + 1) / 16, 0, 0}};
    for (int z = 0; z < layout.local_planes(); ++z)
      for (int x = 0; x < 16; ++x)
        ASSERT_NEAR(kept.view()(z, 3, x, 0), layout.scale() * wave(x, 3, z), 1e-11) << turn;
  }
}

TEST(WholePipeline, ExtendsAsTheSymmetriesSay) {
  constexpr int n = 6;
  const auto value = [](Extension e, int k) {
    const Reflection r = extended(e, k, n);
    return r.sign * (10 + r.from);
  };
  for (int k = 0; k < 2 * n; ++k)
    for (const Extension e : {Extension::even_whole, Extension::odd_half, Extension::even_half})
      EXPECT_EQ(value(e, k + 2 * n), -value(e, k));
  for (int k = 1; k < n; ++k) EXPECT_EQ(value(Extension::even_whole, 4 * n - k), 10 + k);
  for (int k = 0; k < n; ++k) EXPECT_EQ(value(Extension::odd_half, 4 * n - 1 - k), -(10 + k));
  for (int k = 0; k < n; ++k) EXPECT_EQ(value(Extension::even_half, 4 * n - 1 - k), 10 + k);
  EXPECT_EQ(value(Extension::even_whole, n), 0);
}

/// d/dr by the long line.
template <class Real>
struct RadialDerivative {
  const Layout* layout;
  static constexpr Extension extension(int) { return Extension::even_whole; }
  void operator()(int, int z, int, const Complex<Real>* in, Complex<Real>* out) const {
    const double k = 2 * pi * radial_mode(z, layout->nz) / (4 * layout->nz);
    out[0] = times_i(static_cast<Real>(k / layout->scale()) * in[0]);
  }
};

template <class Real>
struct MakeRadial {
  double k;
  int first_plane;
  struct Row {
    double value;
    void operator()(int, const Real*, Real* out) const { out[0] = static_cast<Real>(value); }
  };
  Row row(int z, int) const { return {std::cos(k * (z + first_plane))}; }
};

/// Of lines with n points.
template <template <class> class Pipeline, class Real>
void expect_radial_derivative(int n) {
  const Communicator comm = Communicator::world();
  const exec::Exec exec;
  Phases phases;
  const Layout layout =
      make_whole_layout(20, 1, n, comm.rank(), comm.size(), sizeof(Complex<Real>), true);
  Pipeline<Real> pipeline(layout, comm, exec, Traffic::up_to(1), {}, phases);
  const double k = 3 * pi / (2 * n);  // even about 0, odd about n
  exec::Array<Real, 4> kept({layout.local_planes(), 1, 20, 1});
  pipeline.template planes<0, 1>("out", SpreadAsIs<Real>{},
                                 MakeRadial<Real>{k, layout.first_plane()});
  pipeline.template modes<1, 1>("modes", RadialDerivative<Real>{&layout});
  pipeline.template planes<1, 0>("in", SpreadAsIs<Real>{}, KeepPoints<Real, 1>{kept.view()});
  const double tolerance = sizeof(Real) == 4 ? 2e-6 : 1e-14;
  for (int z = 0; z < layout.local_planes(); ++z)
    ASSERT_NEAR(static_cast<double>(kept.view()(z, 0, 7, 0)),
                -k * std::sin(k * (z + layout.first_plane())), tolerance);
}

TEST(WholePipeline, DifferentiatesAlongARadius) {
  expect_radial_derivative<FusedPipeline, double>(12);
  expect_radial_derivative<FusedPipeline, float>(12);
  expect_radial_derivative<FusedPipeline, float>(36);
  expect_radial_derivative<BatchedPipeline, double>(12);
}

/// That the long lines above are long enough to be transformed one after the other.
TEST(WholePipeline, TurnsLongLines) {
  const auto suits = [](const Layout& layout) { return OneByOneShape<float>::suits(layout); };
  EXPECT_EQ(suits(make_whole_layout(6, 5, 66, 0, 1, 8)), ColumnBlocks<float>::possible);
  EXPECT_EQ(suits(make_whole_layout(40, 1, 141, 0, 1, 8)), ColumnBlocks<float>::possible);
  EXPECT_EQ(suits(make_whole_layout(20, 1, 36, 0, 1, 8, true)), ColumnBlocks<float>::possible);
  EXPECT_FALSE(suits(make_whole_layout(40, 1, 24, 0, 1, 8)));
}

template <TransposeOrder order>
void expect_turned() {
  constexpr int stride = 9, turned_stride = 11;
  for (int rows = 1; rows <= turned_stride; ++rows)
    for (int columns = 1; columns <= stride; ++columns) {
      std::vector<Complex<float>> from(rows * stride), to(columns * turned_stride, {-1, -1});
      for (std::size_t i = 0; i < from.size(); ++i) from[i] = {static_cast<float>(i), 0.5f};
      transpose<order>(from.data(), rows, columns, stride, to.data(), turned_stride);
      for (int c = 0; c < columns; ++c)
        for (int r = 0; r < turned_stride; ++r)
          ASSERT_EQ(to[static_cast<std::size_t>(c * turned_stride + r)].re,
                    r < rows ? static_cast<float>(r * stride + c) : -1)
              << rows << " x " << columns;
    }
}

TEST(Transpose, TurnsRectanglesOfAnySize) {
  expect_turned<TransposeOrder::reads>();
  expect_turned<TransposeOrder::writes>();
}

TEST(WholeLayout, GivesEveryRankRowsAndPlanesUpToTheLargestCount) {
  for (const Grid& grid : grids)
    for (int ranks = 1; ranks <= largest_rank_count_whole(grid.nx, grid.ny, grid.nz); ++ranks)
      for (int rank = 0; rank < ranks; ++rank) {
        const Layout layout = make_whole_layout(grid.nx, grid.ny, grid.nz, rank, ranks, 8);
        EXPECT_GT(layout.local_rows(), 0);
        EXPECT_GT(layout.local_planes(), 0);
        EXPECT_GE(layout.group * layout.groups, layout.columns);
      }
  EXPECT_THROW(make_whole_layout(8, 8, 4, 0, 5, 8), UsageError);
}

}  // namespace
}  // namespace thalweg::fft
