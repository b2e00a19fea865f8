// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/pause.hpp"

#include <gtest/gtest.h>

namespace thalweg::transport {
namespace {

/// A machine whose clock moves only while a core is offered.
struct Machine {
  double time = 0, offer_takes = 0;
  int offers = 0, sleeps = 0;
  Pause::System system{.now = [this] { return time; },
                       .offer_core =
                           [this] {
                             ++offers;
                             time += offer_takes;
                           },
                       .sleep = [this] { ++sleeps; }};
};

TEST(Pause, IsNothingAtFirst) {
  Machine machine;
  Pause pause(machine.system);
  for (int look = 0; look < Pause::at_once; ++look) pause();
  EXPECT_EQ(machine.offers, 0);
  EXPECT_EQ(machine.sleeps, 0);
}

TEST(Pause, OffersACoreOfItsOwnWithoutEverSleeping) {
  Machine machine;
  machine.offer_takes = Pause::short_time / 2;
  Pause pause(machine.system);
  for (int look = 0; look < 10 * Pause::at_once; ++look) pause();
  EXPECT_EQ(machine.offers, 9 * Pause::at_once);
  EXPECT_EQ(machine.sleeps, 0);
}

TEST(Pause, SleepsOnceOthersTookTheCore) {
  Machine machine;
  Pause pause(machine.system);
  for (int look = 0; look < Pause::at_once + 10; ++look) pause();
  machine.offer_takes = 3e-3;
  for (int look = 0; look < 100; ++look) pause();
  EXPECT_EQ(machine.offers, 11);
  EXPECT_EQ(machine.sleeps, 99);
}

TEST(Pause, SaysNowAndThenThatItIsTimeToLookAtTheClock) {
  Machine machine;
  Pause pause(machine.system);
  int times = 0;
  for (int look = 0; look < 4 * Pause::at_once; ++look) times += pause() ? 1 : 0;
  EXPECT_EQ(times, 4);
}

}  // namespace
}  // namespace thalweg::transport
