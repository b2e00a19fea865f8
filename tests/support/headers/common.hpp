// SPDX-License-Identifier: Apache-2.0
// What most tests read, compiled once (cmake/ThalwegHeaders.cmake).
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "simulation/interface/simulation.hpp"
#include "tests/unit/io/scratch.hpp"
