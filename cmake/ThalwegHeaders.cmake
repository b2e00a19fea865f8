# Headers that are read most, compiled once: from nothing tests are built in half the time, and all else in
# four fifths. Where caches of compilers are asked, -fpch-preprocess lets them see what was compiled before.
# Other compilers than GCC want the same flags wherever such headers are read.
set(tw_has_gcc OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(tw_has_gcc ON)
endif()
option(TW_PRECOMPILED_HEADERS "Compile the headers that are read most once" ${tw_has_gcc})

# tw_compile_headers(target header...): for the target, and for others that name it (REUSE_FROM).
function(tw_compile_headers target)
  target_compile_options(${target} PRIVATE -fpch-preprocess)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(TW_CCACHE)
    # Else it compares preprocessed text, which is the same where only a macro has changed, and hands out the
    # header with the old macro. It also notes that as right, so this must not find what was stored before.
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;${tw_ccache_environment};\
CCACHE_DEPEND=1;CCACHE_NAMESPACE=precompiled_headers;${TW_CCACHE}")
  endif()
endfunction()

# What our sources read of libraries.
set(tw_standard_headers <algorithm> <array> <chrono> <cmath> <complex> <cstdint> <cstring> <filesystem> <fstream> <functional>
                        <limits> <map> <memory> <numbers> <numeric> <optional> <set> <span> <sstream> <string> <utility> <vector>)

# tw_read_precompiled_headers(folder): all targets that are built there and below. The first of those that are
# compiled alike makes the headers: for the host, for a level of processors, for the emulated device.
function(tw_read_precompiled_headers folder)
  if(NOT TW_PRECOMPILED_HEADERS)
    return()
  endif()
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    tw_read_headers_of_kind(${target})
  endforeach()
  get_property(inner DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(each ${inner})
    tw_read_precompiled_headers(${each})
  endforeach()
endfunction()

# GCC 12 ends with an internal error where what it precompiled is optimised otherwise than what reads it.
function(tw_read_headers_of_kind target)
  get_target_property(type ${target} TYPE)
  get_target_property(level ${target} TW_LEVEL)
  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  get_target_property(seldom ${target} TW_RUN_SELDOM)
  if(NOT type MATCHES "STATIC|OBJECT|EXECUTABLE")
    return()
  endif()
  set(kind host)
  if("TW_DEVICE_HALF" IN_LIST definitions)
    set(kind device)
  elseif(level AND NOT TW_LEVELS_FOR_TESTS)
    return()  # kernels with other flags than those of the target: tw_optimise_kernels
  elseif(level)
    set(kind ${level})
  elseif(seldom)
    set(kind seldom)
  endif()
  if(kind STREQUAL device AND NOT TW_CUDA STREQUAL "EMULATED")
    return()
  endif()
  get_property(owner GLOBAL PROPERTY TW_HEADERS_OF_${kind})
  if(owner)
    target_compile_options(${target} PRIVATE -fpch-preprocess)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    tw_compile_headers(${target} ${tw_standard_headers})
    set_property(GLOBAL PROPERTY TW_HEADERS_OF_${kind} ${target})
  endif()
endfunction()

# tw_add_precompiled_headers(name library...): the target thalweg_test_headers_NAME, of what
# tests/support/headers/NAME.hpp reads.
function(tw_add_precompiled_headers name)
  set(target thalweg_test_headers_${name})
  add_library(${target} STATIC ${CMAKE_SOURCE_DIR}/tests/support/headers/${name}.cpp)
  target_link_libraries(${target} PUBLIC ${ARGN} thalweg_test_main GTest::gtest fmt::fmt)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  tw_run_seldom(${target})
  if(TW_PRECOMPILED_HEADERS)
    tw_compile_headers(${target} ${CMAKE_SOURCE_DIR}/tests/support/headers/${name}.hpp)
  endif()
endfunction()

# tw_use_precompiled_headers(test library...): those for a test that links the libraries.
function(tw_use_precompiled_headers test)
  set(name common)
  if("${ARGN}" MATCHES "thalweg_turbulence")
    set(name turbulence)
  endif()
  target_link_libraries(${test} PRIVATE thalweg_test_headers_${name})
  if(TW_PRECOMPILED_HEADERS)
    # GCC 12 takes what it precompiled for our own code and warns falsely of its strings.
    target_compile_options(${test} PRIVATE -fpch-preprocess -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                           -Wno-stringop-overread)
    target_precompile_headers(${test} REUSE_FROM thalweg_test_headers_${name})
  endif()
endfunction()
