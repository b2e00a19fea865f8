// SPDX-License-Identifier: Apache-2.0
// What was built, of what, how. The values stand in sources that CMake writes
// (cmake/version.cpp.in, cmake/write_commit.cmake): this header is the same in every build, so that
// builds which differ in their device alone share the compiler's results.
#pragma once

namespace thalweg {

extern const char* const version;
/// Of the sources when this was built, with "-dirty" if they had changed since.
extern const char* const commit;
extern const char* const compiler;
extern const char* const build_type;
/// Names of solvers that this program was built without; empty: none.
extern const char* const solvers_left_out;
/// What all code but that of processor levels is compiled for.
extern const char* const host_architecture;

}  // namespace thalweg
