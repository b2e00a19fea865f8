// SPDX-License-Identifier: Apache-2.0
// What most tests of turbulence read, compiled once (cmake/ThalwegHeaders.cmake).
#pragma once
#include "tests/support/headers/common.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"
