// SPDX-License-Identifier: Apache-2.0
// What is compiled once for tests needs a source that is compiled alike.
#include "tests/support/headers/turbulence.hpp"
