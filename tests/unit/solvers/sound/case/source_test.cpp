// SPDX-License-Identifier: Apache-2.0
// From sources in physical units to the signals of a problem.
#include <gtest/gtest.h>

#include <algorithm>

#include "solvers/sound/case/source_case.hpp"
#include "solvers/sound/traces.hpp"
#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

TEST(SoundSource, ScalesAreThoseOfTheTheory) {
  Problem problem;
  problem.dimensions = 2;
  problem.dt = 1e-8;
  EXPECT_DOUBLE_EQ(pressure_scale(SourceMode::additive, problem, 1500), 2 * 1e-8 / (2 * 1500));
  EXPECT_DOUBLE_EQ(pressure_scale(SourceMode::additive_plain, problem, 1500),
                   2 * 1e-8 / (2 * 1500));
  EXPECT_DOUBLE_EQ(pressure_scale(SourceMode::dirichlet, problem, 1500), 1.0 / (2 * 1500.0 * 1500));
  EXPECT_DOUBLE_EQ(velocity_scale(SourceMode::additive, problem, 1500), 2 * 1500 * 1e-8);
  EXPECT_EQ(velocity_scale(SourceMode::dirichlet, problem, 1500), 1);
}

TEST(SoundSource, EqualPointsShareASignal) {
  const Parameters p = read(valid_case);
  ASSERT_EQ(p.problem.pressure_sources.size(), 1u);
  EXPECT_EQ(p.problem.pressure_sources[0].points.size(), 21u);
  const Signals& signals = p.problem.pressure_sources[0].signals;
  EXPECT_EQ(signals.signals, 1);
  EXPECT_TRUE(signals.weights.empty());
  // The burst is longer than the run.
  EXPECT_EQ(signals.steps, p.problem.steps);
  EXPECT_TRUE(p.problem.velocity_sources.empty());
}

TEST(SoundSource, AmplitudeFollowsTheSpeedOfSoundAtThePoint) {
  const Parameters p = read(replaced(valid_case, "from = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                                     "from = [1e-3, 2e-3]\nto = [3e-3, 2e-3]"));
  const Signals& signals = p.problem.pressure_sources[0].signals;
  ASSERT_EQ(signals.weights.size(), 21u);  // in water and in the ball
  EXPECT_FLOAT_EQ(signals.weights.back() / signals.weights.front(), 1500.0f / 1600.0f);
}

TEST(SoundSource, SurfacesThatSetTheFieldSetAllOfIt) {
  const Parameters p =
      read(replaced(valid_case, "shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                    "mode = \"dirichlet\"\nshape = \"disc\"\ncenter = [2e-3, 2.4e-3]\n"
                    "radius = 1e-3\ndirection = [1.0, 0.7]"));
  const Signals& signals = p.problem.pressure_sources.at(0).signals;
  EXPECT_EQ(signals.signals, 1);
  EXPECT_TRUE(signals.weights.empty());
}

// u lies half a cell further along its axis than the points, of which a disc knows nothing.
TEST(SoundSource, SurfacesMoveWhereTheyAre) {
  const std::string disc =
      replaced(valid_case, "shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
               "shape = \"disc\"\ncenter = [2e-3, 2e-3]\nradius = 1e-3\ndirection = [3.0, 1.0]");
  const Parameters p = read(replaced(disc, "kind = \"pressure\"", "kind = \"velocity\""));
  ASSERT_EQ(p.problem.velocity_sources.size(), 2u);  // one for each component
  for (std::size_t d = 0; d < 2; ++d) {
    const VelocitySource& source = p.problem.velocity_sources[d];
    ASSERT_TRUE(source.components[d]);
    const std::vector<float>& weights = source.components[d]->weights;
    ASSERT_EQ(weights.size(), source.points.size());
    double sum = 0, middle = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto weight = static_cast<double>(weights[i]);
      sum += weight;
      middle += weight * (p.grid.place(source.points[i])[d] + p.grid.spacing[d] / 2);
    }
    EXPECT_NEAR(middle / sum, 2e-3, 2e-6) << d;
  }
}

TEST(SoundSource, StrengthOnUnevenSpacingsIsThatOfTheLayer) {
  const std::string uneven = replaced(valid_case, "spacing = 1e-4", "spacing = [1e-4, 2e-4]");
  const auto first = [](const Parameters& p) {
    return p.problem.pressure_sources.at(0).signals.samples.at(5);
  };
  const Parameters across_x = read(uneven);
  const Parameters across_y = read(replaced(uneven, "from = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                                            "from = [1e-3, 2e-3]\nto = [2e-3, 2e-3]"));
  EXPECT_FLOAT_EQ(first(across_x) / first(across_y), 2);
  const auto note = [](const Parameters& p) {
    return std::count_if(p.notes.begin(), p.notes.end(), [](const std::string& text) {
      return text.find("source 1 do not lie in one plane of the grid") != std::string::npos;
    });
  };
  EXPECT_EQ(note(across_x), 0);
  const Parameters slanting = read(replaced(uneven, "to = [1e-3, 3e-3]", "to = [3e-3, 3e-3]"));
  EXPECT_EQ(note(slanting), 1);
}

TEST(SoundSource, SurfacesNeedTwoDimensions) {
  EXPECT_NE(message_of("[grid]\npoints = [64]\nspacing = 1e-4\n[medium]\nsound_speed = 1500\n"
                       "density = 1000\n[[source]]\nshape = \"disc\"\ncenter = [3e-3]\n"
                       "radius = 1e-3\nsignal = { kind = \"sine\", frequency = 1e6, "
                       "amplitude = 1 }\n[time]\ncfl = 0.3\nend = 1e-6\n"
                       "[simulation]\nkind = \"sound\"\n")
                .find("needs two dimensions or more"),
            std::string::npos);
}

TEST(SoundSource, OtherSignalsNeedOnePerPointAndAddUp) {
  const Parameters p = read(replaced(
      valid_case, "[time]",
      "[[source]]\nshape = \"points\"\npositions = [[1e-3, 1e-3], [2e-3, 1e-3]]\n"
      "signal = { kind = \"sine\", frequency = 1e6, amplitude = 1e4, ramp_cycles = 0 }\n\n[time]"));
  const PressureSource& source = p.problem.pressure_sources.at(0);
  EXPECT_EQ(source.points.size(), 22u);
  EXPECT_EQ(source.signals.signals, 22);
  const std::size_t t = 25;
  // Points are in ascending order: (10, 10) has both, (20, 10) the sine, (10, 11) the burst.
  const float* now = source.signals.samples.data() + t * 22;
  EXPECT_FLOAT_EQ(now[0], now[1] + now[2]);
}

TEST(SoundSource, APointThatIsNamedTwiceActsOnce) {
  const auto source = [](const std::string& mode, const std::string& positions) {
    const Parameters p = read(
        replaced(valid_case, "shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                 "mode = \"" + mode + "\"\nshape = \"points\"\npositions = [" + positions + "]"));
    return p.problem.pressure_sources.at(0);
  };
  for (const std::string mode : {"additive", "additive-plain", "dirichlet"}) {
    const auto once = source(mode, "[2e-3, 1e-3], [1e-3, 1e-3]"),
               twice = source(mode, "[2e-3, 1e-3], [1e-3, 1e-3], [2.02e-3, 1e-3]");
    EXPECT_EQ(twice.points, once.points);
    EXPECT_EQ(twice.signals.samples, once.signals.samples);
    EXPECT_TRUE(twice.signals.weights.empty());
  }
}

// Whatever else sets the field, and for how long.
TEST(SoundSource, ThatSetsTheFieldStopsWithItsOwnSignal) {
  const auto points = [](const std::string& positions, const std::string& signal) {
    return "[[source]]\nmode = \"dirichlet\"\nshape = \"points\"\npositions = " + positions +
           "\nsignal = { frequency = 4e6, amplitude = 1, " + signal + " }\n\n";
  };
  const std::string burst = "kind = \"tone-burst\", cycles = 2", sine = "kind = \"sine\"";
  const auto joined = [](const std::string& sources) {
    return read(replaced(valid_case, "[time]", sources + "[time]")).problem.pressure_sources.at(1);
  };
  const Signals alone = joined(points("[[1e-3, 1e-3], [2e-3, 1e-3]]", burst)).signals;
  EXPECT_TRUE(alone.ends.empty());
  const PressureSource both = joined(points("[[1e-3, 1e-3], [2e-3, 1e-3]]", burst) +
                                     points("[[2e-3, 1e-3], [3e-3, 1e-3]]", sine));
  ASSERT_EQ(both.points.size(), 3u);
  EXPECT_GT(both.signals.steps, alone.steps);
  EXPECT_EQ(both.signals.ends,
            (std::vector<int>{alone.steps, both.signals.steps, both.signals.steps}));
}

TEST(SoundSource, VelocitiesActAlongTheirDirection) {
  std::string text =
      replaced(valid_case, "kind = \"pressure\"", "kind = \"velocity\"\ndirection = [0.0, 2.0]");
  const Parameters p = read(text);
  ASSERT_EQ(p.problem.velocity_sources.size(), 1u);
  EXPECT_FALSE(p.problem.velocity_sources[0].components[0]);
  EXPECT_TRUE(p.problem.velocity_sources[0].components[1]);
}

// Each has its own mode; what sets the field comes last. A velocity source leaves the components
// alone along which it does not move.
TEST(SoundSource, OfDifferentModesStayApart) {
  const auto source = [](const std::string& keys) {
    return "[[source]]\n" + keys +
           "\nsignal = { kind = \"sine\", frequency = 1e6, amplitude = 1 }\n\n";
  };
  const std::string at_points = "shape = \"points\"\npositions = [[1e-3, 1e-3], [2e-3, 1e-3]]";
  const std::string array = "shape = \"array\"\ncenter = [1e-3, 2.4e-3]\nelements = 4\n"
                            "pitch = 3e-4\nelement_width = 2e-4\nfocus = [5e-3, 2.4e-3]\n"
                            "apodisation = \"hann\"";
  const Parameters p = read(replaced(
      valid_case, "[time]",
      source("mode = \"dirichlet\"\n" + at_points) +
          source("mode = \"additive-plain\"\n" + at_points) +
          source("kind = \"velocity\"\nmode = \"dirichlet\"\ndirection = [0, 1]\n" + at_points) +
          source("kind = \"velocity\"\n" + array) + source("kind = \"velocity\"\n" + at_points) +
          "[time]"));
  const auto& pressure = p.problem.pressure_sources;
  ASSERT_EQ(pressure.size(), 3u);
  EXPECT_EQ(pressure[0].mode, SourceMode::additive);
  EXPECT_EQ(pressure[0].points.size(), 21u);
  EXPECT_EQ(pressure[1].mode, SourceMode::additive_plain);
  EXPECT_EQ(pressure[2].mode, SourceMode::dirichlet);
  EXPECT_EQ(pressure[2].points.size(), 2u);
  // The array with its delays and the two points move along x, as one.
  const auto& velocity = p.problem.velocity_sources;
  ASSERT_EQ(velocity.size(), 2u);
  EXPECT_EQ(velocity[0].mode, SourceMode::additive);
  EXPECT_TRUE(velocity[0].components[0] && !velocity[0].components[1]);
  EXPECT_GT(velocity[0].components[0]->signals, 10);
  EXPECT_EQ(velocity[1].mode, SourceMode::dirichlet);
  EXPECT_TRUE(!velocity[1].components[0] && velocity[1].components[1]);
  EXPECT_EQ(velocity[1].points.size(), 2u);
}

TEST(SoundSource, ArraysDelayTheirElements) {
  const std::string text =
      replaced(valid_case, "shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
               "shape = \"array\"\ncenter = [1e-3, 2.4e-3]\nelements = 8\npitch = 3e-4\n"
               "element_width = 2e-4\nfocus = [5e-3, 2.4e-3]\napodisation = \"hann\"");
  EXPECT_EQ(message_of(text), "");
  const Signals signals = read(text).problem.pressure_sources.at(0).signals;
  EXPECT_GT(signals.signals, 8);
}

/// A traces.h5 of the sample's two sensor points and a third, rows counted through; the case plays
/// it.
class TracesSource : public ::testing::Test {
 protected:
  static constexpr int rows = 5;
  io::testing::Scratch scratch_;

  static std::string sensors(const std::string& third) {
    return replaced(valid_case, "[5e-3, 2.5e-3]]", "[5e-3, 2.5e-3], " + third + "]") +
           "[[sensor]]\nname = \"again\"\nshape = \"points\"\npositions = [[5e-3, 2e-3]]\n";
  }
  void record(const std::string& third, int written = rows) const {
    const Parameters p = read(replaced(sensors(third), "end = 1e-6", "steps = 5"));
    Traces traces(p);
    traces.open(scratch_ / "traces.h5", false);
    std::vector<float> values;
    for (int i = 0; i < 3 * written; ++i) values.push_back(static_cast<float>(i));
    traces.write(Field::pressure, 0, written, values.data());
    traces.flush();
  }
  std::string playing(const std::string& keys = "mode = \"dirichlet\"\nreverse = true\n") const {
    const std::size_t from = valid_case.find("[[source]]"), to = valid_case.find("[time]");
    return valid_case.substr(0, from) + "[[source]]\nshape = \"traces\"\npath = \"" +
           (scratch_ / "traces.h5").string() + "\"\nsensors = [\"sensor-1\", \"again\"]\n" + keys +
           valid_case.substr(to);
  }
  /// Whether the message of a case that plays the file says so.
  void expect_message(const std::string& keys, const std::string& said) const {
    const std::string text = message_of(playing(keys));
    EXPECT_NE(text.find(said), std::string::npos) << text;
  }
};

TEST_F(TracesSource, PlaysBackwardWhatEachPointHeard) {
  record("[1e-3, 1e-3]");
  const Parameters p = read(playing());
  const PressureSource& source = p.problem.pressure_sources.at(0);
  EXPECT_EQ(source.mode, SourceMode::dirichlet);
  // In ascending order; a point that two sensors hear plays once.
  EXPECT_EQ(source.points,
            (std::vector<std::int64_t>{p.grid.index({10, 10, 0}), p.grid.index({50, 20, 0}),
                                       p.grid.index({50, 25, 0})}));
  ASSERT_EQ(source.signals.signals, 3);
  const float scale = 1 / (2 * 1500.0F * 1500.0F);
  for (int t = 0; t < rows; ++t) {
    const float* now = source.signals.samples.data() + 3 * t;
    const auto first = static_cast<float>(3 * (rows - 1 - t));  // of the row that is played
    EXPECT_FLOAT_EQ(now[0], scale * (first + 2));
    EXPECT_FLOAT_EQ(now[1], scale * first);
    EXPECT_FLOAT_EQ(now[2], scale * (first + 1));
  }
}

TEST_F(TracesSource, PlaysForwardAtTheTimesOfTheRecord) {
  const std::string late = replaced(
      replaced(valid_case, "[medium]", "record_from = 5e-8\n[medium]"), "end = 1e-6", "steps = 12");
  const Parameters heard = read(late);
  ASSERT_GT(heard.sensors.first_step, 0);
  const std::vector<float> ones(static_cast<std::size_t>(2 * (12 - heard.sensors.first_step)), 1);
  Traces traces(heard);
  traces.open(scratch_ / "traces.h5", false);
  traces.write(Field::pressure, 0, 12 - heard.sensors.first_step, ones.data());
  traces.flush();
  const Parameters p = read(replaced(playing("mode = \"dirichlet\"\n"), ", \"again\"", ""));
  const Signals& signals = p.problem.pressure_sources[0].signals;
  for (int t = 0; t < 12; ++t)
    EXPECT_EQ(signals.samples[static_cast<std::size_t>(2 * t)] > 0, t >= heard.sensors.first_step)
        << t;
}

TEST_F(TracesSource, SaysWhatIsWrongWithTheTraces) {
  const std::string keys = "reverse = true\n";
  expect_message(keys, "traces.h5");  // there is none
  record("[1.04e-3, 1e-3]");
  expect_message(keys, "was heard at [0.00104, 0.001] m, which is no point of this grid");
  record("[1e-3, 1e-3]", 3);
  expect_message(keys, "has rows in which nothing is recorded; finish that run");
  record("[1e-3, 1e-3]");
  expect_message(keys + "kind = \"velocity\"\n", "must be \"pressure\"");
  EXPECT_NE(message_of(replaced(playing(), "again", "agin")).find("of a sensor \"agin\""),
            std::string::npos);
  EXPECT_NE(message_of(replaced(playing(), "sensors =", "sensor =")).find("sensors"),
            std::string::npos);
  EXPECT_NE(message_of(replaced(playing(), "[\"sensor-1\", \"again\"]", "[]"))
                .find("source.0.sensors = []\n"),
            std::string::npos);
}

TEST(SoundSource, DelaysAreMadeForASpeedOfTheirOwn) {
  const auto samples = [](const std::string& speed) {
    const std::string text =
        replaced(valid_case, "shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                 "shape = \"array\"\ncenter = [1e-3, 2.4e-3]\nelements = 8\npitch = 3e-4\n"
                 "element_width = 2e-4\nfocus = [5e-3, 2.4e-3]\n" +
                     speed);
    return read(text).problem.pressure_sources.at(0).signals.samples;
  };
  EXPECT_EQ(samples(""), samples("sound_speed = 1600"));  // the largest of the medium
  EXPECT_NE(samples(""), samples("sound_speed = 1500"));
}

}  // namespace
}  // namespace thalweg::sound::testing
