// SPDX-License-Identifier: Apache-2.0
// The whole vocabulary of the execution layer. Read space.hpp, view.hpp, array.hpp, loops.hpp.
#pragma once

#include "exec/array.hpp"
#include "exec/atomic.hpp"
#include "exec/blocks.hpp"
#include "exec/growable_array.hpp"
#include "exec/loops.hpp"
#include "exec/reduce.hpp"
#include "exec/scan.hpp"
#include "exec/select.hpp"
#include "exec/sort.hpp"
#include "exec/stream.hpp"
#include "exec/tiles.hpp"
