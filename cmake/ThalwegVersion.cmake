# The values of base/version.hpp. The commit is written anew by each build that finds another one,
# because a tree is often configured long before it is built.
find_package(Git QUIET)
set(TW_VERSION_SOURCE ${CMAKE_BINARY_DIR}/generated/base/version.cpp)
configure_file(${CMAKE_SOURCE_DIR}/cmake/version.cpp.in ${TW_VERSION_SOURCE} @ONLY)
set(TW_COMMIT_SOURCE ${CMAKE_BINARY_DIR}/generated/base/commit.cpp)
add_custom_target(
  thalweg_commit ALL
  COMMAND ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DSOURCE=${CMAKE_SOURCE_DIR}
          -DOUTPUT=${TW_COMMIT_SOURCE} -P ${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake
  BYPRODUCTS ${TW_COMMIT_SOURCE}
  COMMENT "")
