// SPDX-License-Identifier: Apache-2.0
// The pipelines where some modes count, against sums of waves written out, fused against batched,
// and on any number of ranks (this program runs on 1 to 4).
#include "fft/pipeline.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <tuple>

#include "tests/unit/transport/arrangements.hpp"

namespace thalweg::fft {
namespace {

using transport::Communicator;

/// A smooth, reproducible amplitude for every mode and field; real fields need no symmetry here,
/// because only modes with m_x > 0 or the upper half of m_x = 0 are free.
template <class Real>
Complex<Real> amplitude(int field, int mx, int my, int mz) {
  const bool mirrored = mx == 0 && (my < 0 || (my == 0 && mz < 0));
  const int s = mirrored ? -1 : 1;
  const double phase = 1.3 * field + 0.7 * s * mx + 2.1 * s * my + 0.4 * s * mz;
  const double size = 1.0 / (1 + mx * mx + my * my + mz * mz);
  const bool mean = mx == 0 && my == 0 && mz == 0;
  return {static_cast<Real>(size * std::cos(phase)),
          static_cast<Real>(mean ? 0 : s * size * std::sin(phase))};
}

template <class Real>
struct LoadAmplitudes {
  const Layout* layout;
  int fields;
  void operator()(int row, int depth, int column, const Complex<Real>*, Complex<Real>* out) const {
    for (int f = 0; f < fields; ++f)
      out[f] = amplitude<Real>(f, column, layout->row_mode(layout->first_row() + row),
                               signed_mode(depth, layout->modes.kz));
  }
};

template <class Real>
struct KeepPoints {
  exec::View<Real, 4> points;  // (z, y, x, field)
  struct Row {
    Real* values;
    int fields;
    Real operator()(int x, const Real* in, Real* out) const {
      Real largest = 0;
      for (int f = 0; f < fields; ++f) {
        values[x * fields + f] = in[f];
        out[f] = in[f];
        largest = std::max(largest, std::abs(in[f]));
      }
      return largest;
    }
  };
  Row row(int z, int y) const { return {&points(z, y, 0, 0), points.extent[3]}; }
};

template <class Real>
struct KeepModes {
  const Layout* layout;
  exec::View<Complex<Real>, 4> modes;  // (field, row, depth, column of the row)
  void operator()(int row, int depth, int column, const Complex<Real>* in, Complex<Real>*) const {
    const int i = column - layout->row_column[static_cast<std::size_t>(layout->first_row() + row)];
    for (int f = 0; f < modes.extent[0]; ++f) modes(f, row, depth, i) = in[f];
  }
};

struct Grid {
  int nx, ny, nz;
  Truncation truncation;
};

/// The field at a point, by summing its waves.
double wave_sum(const Modes& modes, int field, double x, double y, double z) {
  double sum = 0;
  for (int mx = 0; mx <= modes.kx; ++mx)
    for (int my = -modes.ky; my <= modes.ky; ++my)
      for (int mz = -modes.kz; mz <= modes.kz; ++mz) {
        if (!modes.keeps(mx, my, mz)) continue;
        const Complex<double> a = amplitude<double>(field, mx, my, mz);
        const double angle = 2 * std::numbers::pi * (mx * x + my * y + mz * z);
        sum += (mx > 0 ? 2 : 1) * (a.re * std::cos(angle) - a.im * std::sin(angle));
      }
  return sum;
}

/// One pass there and back through a pipeline: points and modes.
template <class Real, template <class> class Pipeline>
struct Pass {
  static constexpr int fields = 2;
  Layout layout;
  Phases phases;
  exec::Exec exec;
  exec::Array<Real, 4> points;
  exec::Array<Complex<Real>, 4> modes;
  Real peak = 0;

  /// across: ranks that share planes.
  Pass(const Grid& g, const Communicator& comm, TileExchangeOptions options, int across = 1)
      : layout(make_layout(kept_modes(g.nx, g.ny, g.nz, g.truncation), comm.rank(),
                           RankGrid{comm.size() / across, across}, sizeof(Complex<Real>))),
        points({layout.local_planes(), layout.local_ys(), g.nx, fields}),
        modes({fields, layout.local_rows(), layout.depth, layout.group}) {
    const Traffic traffic{.to_planes = {fields}, .to_rows = {fields}, .modes_stay = true};
    Pipeline<Real> pipeline(layout, comm, exec, traffic, options, phases);
    for (int n = 0; n < 2; ++n) {  // twice: plans must be reusable
      pipeline.template modes<0, fields>("load", LoadAmplitudes<Real>{&layout, fields});
      pipeline.template planes<fields, fields>("planes", SpreadAsIs<Real>{},
                                               KeepPoints<Real>{points.view()}, {&peak, {1}});
      pipeline.template modes<fields, 0>("keep", KeepModes<Real>{&layout, modes.view()});
    }
  }
  double mode_error() const {
    double worst = 0;
    for (int row = 0; row < layout.local_rows(); ++row)
      for (int i = 0; i < layout.columns_of(layout.first_row() + row); ++i)
        for (int depth = 0; depth < layout.depth; ++depth) {
          const int global = layout.first_row() + row, my = layout.row_mode(global);
          const int column = layout.row_column[static_cast<std::size_t>(global)] + i;
          const int mz = signed_mode(depth, layout.modes.kz);
          for (int f = 0; f < fields; ++f) {
            const Complex<Real> found = modes.view()(f, row, depth, i);
            const Complex<double> wanted = layout.modes.keeps(column, my, mz)
                                               ? amplitude<double>(f, column, my, mz)
                                               : Complex<double>{0, 0};
            const double scale = layout.modes.points();
            worst = std::max({worst, std::abs(found.re / scale - wanted.re),
                              std::abs(found.im / scale - wanted.im)});
          }
        }
    return worst;
  }
};

/// The largest difference of points to the sum of the waves.
template <class Pass>
double point_error(const Pass& pass) {
  const Modes& modes = pass.layout.modes;
  double worst = 0;
  for (int z = 0; z < pass.layout.local_planes(); ++z)
    for (int y = 0; y < pass.layout.local_ys(); y += 3)
      for (int x = 0; x < modes.nx; x += 2)
        for (int f = 0; f < 2; ++f) {
          const double wanted =
              wave_sum(modes, f, double(x) / modes.nx, double(pass.layout.first_y() + y) / modes.ny,
                       double(pass.layout.first_plane() + z) / modes.nz);
          worst = std::max(worst, std::abs(double(pass.points.view()(z, y, x, f)) - wanted));
        }
  return worst;
}

class PipelineOn : public ::testing::TestWithParam<std::tuple<Grid, int, std::string>> {
 protected:
  Communicator world = Communicator::world();
  Grid grid() const { return std::get<0>(GetParam()); }
  TileExchangeOptions options() const { return {std::get<2>(GetParam()), std::get<1>(GetParam())}; }
  bool usable() const {
    const Modes modes = kept_modes(grid().nx, grid().ny, grid().nz, grid().truncation);
    return world.size() <= largest_rank_count(modes);
  }
};

TEST_P(PipelineOn, PointsAreTheSumOfTheWavesAndModesComeBack) {
  ASSERT_TRUE(usable());
  const Pass<double, FusedPipeline> pass(grid(), world, options());
  // The sum itself rounds: 1e3 waves of angles up to 1e2, each to 1e-16 of its angle.
  EXPECT_LT(point_error(pass), 1e-12);
  EXPECT_LT(pass.mode_error(), 1e-15);
}

TEST_P(PipelineOn, SinglePrecisionAgreesToItsRounding) {
  ASSERT_TRUE(usable());
  const Pass<float, FusedPipeline> pass(grid(), world, options());
  EXPECT_LT(pass.mode_error(), 4e-7);
}

TEST_P(PipelineOn, BatchedFormGivesTheSame) {
  ASSERT_TRUE(usable());
  const Pass<double, FusedPipeline> fused(grid(), world, options());
  const Pass<double, BatchedPipeline> batched(grid(), world, options());
  EXPECT_LT(batched.mode_error(), 1e-15);
  EXPECT_NEAR(batched.peak, fused.peak, 1e-13);
  double worst = 0;
  const auto size = static_cast<std::ptrdiff_t>(fused.points.size());
  for (std::ptrdiff_t i = 0; i < size; ++i)
    worst = std::max(worst, std::abs(fused.points.view().data[i] - batched.points.view().data[i]));
  EXPECT_LT(worst, 1e-13);
}

// Here nothing is copied between memories, but chunks, blocks of planes and turns are those of a
// device.
TEST_P(PipelineOn, StreamedFormGivesTheSame) {
  ASSERT_TRUE(usable());
  const Pass<double, BatchedPipeline> resident(grid(), world, options());
  for (const int chunks : {1, 4, 100}) {
    TileExchangeOptions streamed_options = options();
    streamed_options.streaming = {.streams = 3, .chunks = chunks, .components = 0};
    const Pass<double, BatchedPipeline> streamed(grid(), world, streamed_options);
    EXPECT_LT(streamed.mode_error(), 1e-15);
    EXPECT_NEAR(streamed.peak, resident.peak, 1e-13);
    double worst = 0;
    const auto size = static_cast<std::ptrdiff_t>(resident.points.size());
    for (std::ptrdiff_t i = 0; i < size; ++i)
      worst = std::max(worst,
                       std::abs(resident.points.view().data[i] - streamed.points.view().data[i]));
    EXPECT_LT(worst, 1e-13);
  }
}

TEST_P(PipelineOn, ThreadsDoNotChangeABit) {
  ASSERT_TRUE(usable());
  const int before = exec::threads();
  exec::set_threads(1);
  const Pass<double, FusedPipeline> one(grid(), world, options());
  exec::set_threads(3);
  const Pass<double, FusedPipeline> three(grid(), world, options());
  exec::set_threads(before);
  EXPECT_EQ(std::memcmp(one.points.view().data, three.points.view().data,
                        one.points.size() * sizeof(double)),
            0);
  EXPECT_EQ(one.peak, three.peak);
}

INSTANTIATE_TEST_SUITE_P(
    Grids, PipelineOn,
    ::testing::Values(std::tuple{Grid{16, 16, 16, Truncation::spherical}, 1, "direct"},
                      std::tuple{Grid{16, 16, 16, Truncation::spherical}, 3, "direct"},
                      std::tuple{Grid{24, 10, 15, Truncation::per_direction}, 2, "direct"},
                      std::tuple{Grid{11, 13, 17, Truncation::none}, 2, "alltoallv"},
                      std::tuple{Grid{4, 12, 4, Truncation::none}, 1, "alltoallv"},
                      std::tuple{Grid{6, 7, 5, Truncation::spherical}, 1, "direct"}));

/// Lines so long that a cache holds few of them: several rows share a k_y.
TEST(PipelineRows, OfOneKyMayBeSeveral) {
  const Grid grid{96, 6, 600, Truncation::spherical};
  const Pass<double, FusedPipeline> fused(grid, Communicator::world(), {"auto", 2});
  ASSERT_GT(fused.layout.groups, 1);
  EXPECT_LT(fused.mode_error(), 1e-15);
  const Pass<double, BatchedPipeline> batched(grid, Communicator::world(), {"direct", 1});
  EXPECT_LT(batched.mode_error(), 1e-15);
  EXPECT_NEAR(batched.peak, fused.peak, 1e-13);
}

/// On the memory of a node the same numbers are computed as with messages.
TEST(PipelineInPlace, ChangesNoBitOnNodesOfAnyShape) {
  using transport::testing::Arrangement;
  const Grid grid{12, 14, 10, Truncation::spherical};
  const Pass<double, FusedPipeline> sent(grid, Communicator::world(), {"direct", 1});
  for (const Arrangement arrangement :
       {Arrangement::one_node, Arrangement::pairs, Arrangement::turns, Arrangement::uneven})
    for (const int chunks : {1, 2}) {
      const Pass<double, FusedPipeline> in_place(grid, transport::testing::arranged(arrangement),
                                                 {"auto", chunks});
      EXPECT_LT(in_place.mode_error(), 1e-15);
      EXPECT_EQ(std::memcmp(sent.points.view().data, in_place.points.view().data,
                            sent.points.size() * sizeof(double)),
                0);
    }
}

/// Whether ranks that share planes are on one node or not.
TEST(PipelineInPlace, ChangesNoBitOfPencilsOnNodesOfAnyShape) {
  using transport::testing::Arrangement;
  const Communicator world = Communicator::world();
  if (world.size() % 2 != 0) GTEST_SKIP() << "two ranks share planes";
  const Grid grid{12, 14, 10, Truncation::spherical};
  const Pass<double, FusedPipeline> sent(grid, world, {"direct", 1}, 2);
  for (const Arrangement arrangement : {Arrangement::pairs, Arrangement::turns}) {
    const Pass<double, FusedPipeline> in_place(grid, transport::testing::arranged(arrangement),
                                               {"auto", 2}, 2);
    EXPECT_EQ(std::memcmp(sent.points.view().data, in_place.points.view().data,
                          sent.points.size() * sizeof(double)),
              0);
    EXPECT_EQ(sent.peak, in_place.peak);
  }
}

/// Ranks that share planes: as many as there are, and, on four, two of two.
TEST(PipelinePencils, GiveTheSumOfTheWavesInBothForms) {
  const Communicator world = Communicator::world();
  for (const int across : {2, 3, 4}) {
    if (world.size() % across != 0) continue;
    for (const Grid& grid :
         {Grid{16, 16, 16, Truncation::spherical}, Grid{24, 10, 15, Truncation::per_direction},
          Grid{11, 13, 7, Truncation::none}, Grid{40, 10, 300, Truncation::spherical}}) {
      const auto expect_points = [&](const auto& pass, double bound) {
        if (grid.nz > 100) return;  // the sum takes long
        EXPECT_LT(point_error(pass), bound);
      };
      for (const TileExchangeOptions& options :
           {TileExchangeOptions{"auto", 3}, TileExchangeOptions{"direct", 2}}) {
        const Pass<double, FusedPipeline> fused(grid, world, options, across);
        EXPECT_LT(fused.mode_error(), 1e-15);
        expect_points(fused, 1e-12);
        const Pass<double, BatchedPipeline> batched(grid, world, options, across);
        EXPECT_LT(batched.mode_error(), 1e-15);
        expect_points(batched, 1e-12);
        EXPECT_NEAR(batched.peak, fused.peak, 1e-13);
      }
      const Pass<float, FusedPipeline> single(grid, world, {"auto", 2}, across);
      EXPECT_LT(single.mode_error(), 4e-7);
      expect_points(single, 1e-5);
    }
  }
}

TileExchangeOptions singly(const char* route, int chunks) {
  return {.route = route, .chunks = chunks, .single_messages = true};
}

/// The largest difference of the points of two passes.
template <class A, class B>
double difference(const A& a, const B& b) {
  double worst = 0;
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(a.points.size()); ++i)
    worst = std::max(worst,
                     std::abs(double(a.points.view().data[i]) - double(b.points.view().data[i])));
  return worst;
}

/// Doubles that travel as floats come back with the error of floats: neither less, which would mean
/// that they travelled whole, nor more. Slabs and pencils, in both forms.
TEST(SingleMessages, HaveTheErrorOfSinglePrecision) {
  const Communicator world = Communicator::world();
  for (const Grid& grid :
       {Grid{16, 16, 16, Truncation::spherical}, Grid{24, 10, 15, Truncation::per_direction}})
    for (const int across : {1, 2, 4}) {
      if (world.size() % across != 0) continue;
      const Pass<double, FusedPipeline> whole(grid, world, {"direct", 2}, across);
      for (const char* route : {"direct", "alltoallv"}) {
        const Pass<double, FusedPipeline> fused(grid, world, singly(route, 3), across);
        const Pass<double, BatchedPipeline> batched(grid, world, singly(route, 1), across);
        const double peak = world.max(whole.peak);
        const double most = world.size() > 1 ? 2e-7 : 1e-15, least = world.size() > 1 ? 1e-9 : 0;
        for (const double error :
             {world.max(difference(fused, whole)), world.max(difference(batched, whole))}) {
          EXPECT_LE(error, most * peak);
          EXPECT_GE(error, least * peak);
        }
        EXPECT_LT(fused.mode_error(), 1e-6);
        EXPECT_LT(batched.mode_error(), 1e-6);
      }
    }
}

/// On one node nothing travels, so nothing is rounded; between nodes what does is.
TEST(SingleMessages, LeaveWhatANodeSharesAsItIs) {
  using transport::testing::Arrangement;
  const Grid grid{12, 14, 10, Truncation::spherical};
  const auto error_on = [&](Arrangement arrangement) {
    const Communicator comm = transport::testing::arranged(arrangement);
    const Pass<double, FusedPipeline> whole(grid, comm, {"auto", 2});
    const Pass<double, FusedPipeline> single(grid, comm, singly("auto", 2));
    return comm.max(difference(single, whole));
  };
  EXPECT_EQ(error_on(Arrangement::one_node), 0);
  if (Communicator::world().size() == 4) {
    EXPECT_GT(error_on(Arrangement::pairs), 1e-9);
  }
}

/// Of floats they are what they are anyway.
TEST(SingleMessages, ChangeNoBitOfSinglePrecision) {
  const Communicator world = Communicator::world();
  const Grid grid{12, 14, 10, Truncation::spherical};
  const Pass<float, FusedPipeline> whole(grid, world, {"direct", 2}),
      single(grid, world, singly("direct", 2));
  EXPECT_EQ(difference(single, whole), 0);
}

TEST(PipelinePeak, IsNotANumberWhereAPointIsNot) {
  struct Poison {
    bool first = false;
    Poison row(int z, int y) const { return {z + y == 0}; }
    double operator()(int x, const double*, double*) const {
      return first && x == 0 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
    }
  };
  const Communicator alone = Communicator::self();
  const Layout layout = make_layout(kept_modes(8, 8, 8, Truncation::none), 0, 1, 16);
  Phases phases;
  const exec::Exec exec;
  FusedPipeline<double> pipeline(layout, alone, exec, Traffic::up_to(1), {}, phases);
  pipeline.modes<0, 1>("load", LoadAmplitudes<double>{&layout, 1});
  double peak = 0;
  pipeline.planes<1, 0>("planes", SpreadAsIs<double>{}, Poison{}, {&peak, {1}});
  EXPECT_TRUE(std::isnan(peak));
}

TEST(PlaneBlocks, EndWhereMessagesAreCut) {
  const Layout layout = make_layout(kept_modes(8, 8, 20, Truncation::none), 0, 2, 16);
  const auto offsets = [&](int owner, int chunks, int block) {
    return plane_blocks(layout, owner, chunks, block).offset;
  };
  EXPECT_EQ(offsets(1, 3, 0), (std::vector<int>{10, 20}));
  EXPECT_EQ(offsets(0, 1, 4), (std::vector<int>{0, 4, 8, 10}));
  EXPECT_EQ(offsets(1, 2, 4), (std::vector<int>{10, 14, 15, 19, 20}));
  const Rectangle some = Rectangles(layout, TileDirection::to_rows, 2).at(1, 1, 0);
  std::int64_t size = 0;
  for (const Rectangle& part : cut_at(plane_blocks(layout, 1, 2, 4), some)) size += part.size;
  EXPECT_EQ(size, some.size);
  EXPECT_EQ(cut_at(plane_blocks(layout, 1, 2, 4), some).size(), 2u);
}

/// What predictions take for the messages of this rank is what its exchange sends.
TEST(Rectangles, AreWhatAnExchangeSends) {
  const Communicator world = Communicator::world();
  const Layout layout =
      make_layout(kept_modes(16, 20, 18, Truncation::spherical), world.rank(), world.size(), 16);
  const Tables tables(layout);
  for (const TileDirection direction : {TileDirection::to_planes, TileDirection::to_rows})
    for (const int chunks : {1, 3}) {
      Home<double> home(layout, world, 2, "direct");
      const auto sizes = TileExchange<double>::sizes(layout, direction, 2, home.sharing());
      std::vector<Complex<double>> send(static_cast<std::size_t>(sizes.send)),
          receive(static_cast<std::size_t>(sizes.receive));
      const TileExchange<double> exchange(layout, world, tables, direction, 2, {"direct", chunks},
                                          home, {.send = send.data(), .receive = receive.data()});
      std::vector<Complex<float>> single_send(send.size()), single_receive(receive.size());
      const TileExchange<double> halved(
          layout, world, tables, direction, 2, {"direct", chunks}, home,
          {send.data(), receive.data(), single_send.data(), single_receive.data()});
      std::int64_t bytes = 0, messages = 0;
      const Rectangles rectangles(layout, direction, chunks);
      for (const auto& ranks :
           loads_of(rectangles, 2 * 16, {.nodes = world.size(), .ranks_per_node = 1}))
        for (const transport::Load& load : ranks[static_cast<std::size_t>(world.rank())]) {
          bytes += load.bytes;
          messages += load.messages;
        }
      EXPECT_EQ(exchange.plan().statistics().bytes_per_exchange, bytes);
      EXPECT_EQ(halved.plan().statistics().bytes_per_exchange, bytes / 2);
      EXPECT_EQ(exchange.plan().statistics().messages_per_exchange, messages);
    }
}

TEST(BareTimes, ArePositive) {
  const Communicator world = Communicator::world();
  const Layout layout =
      make_layout(kept_modes(16, 16, 16, Truncation::spherical), world.rank(), world.size(), 16);
  Phases phases;
  const exec::Exec exec;
  const FusedPipeline<double> pipeline(layout, world, exec, Traffic::up_to(2), {}, phases);
  const BareTimes times = pipeline.measure_bare_times(world);
  EXPECT_GT(times.lines_forward, 0);
  EXPECT_GT(times.lines_inverse, 0);
  EXPECT_GT(times.planes_forward, 0);
  EXPECT_GT(times.planes_inverse, 0);
}

}  // namespace
}  // namespace thalweg::fft
