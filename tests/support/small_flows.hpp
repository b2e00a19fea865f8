// SPDX-License-Identifier: Apache-2.0
// Small flows that together have every condition, grid and model: for tests on ranks.
#pragma once

#include "tests/support/small_flows_around_shapes.hpp"
#include "tests/support/small_flows_in_boxes.hpp"
#include "tests/support/small_flows_with_more.hpp"
