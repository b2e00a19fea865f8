# The version and the commit, as base/version.hpp.
find_package(Git QUIET)
set(TW_COMMIT "unknown")
if(Git_FOUND AND EXISTS ${CMAKE_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${CMAKE_SOURCE_DIR} describe --always --dirty
                  OUTPUT_VARIABLE TW_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
configure_file(${CMAKE_SOURCE_DIR}/cmake/version.hpp.in
               ${CMAKE_BINARY_DIR}/generated/base/version.hpp @ONLY)
target_include_directories(thalweg_options INTERFACE ${CMAKE_BINARY_DIR}/generated)
