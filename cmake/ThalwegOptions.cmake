# What a build can choose, and the flags that follow from it, as the target thalweg_options.
option(TW_TESTS "Build the tests" ON)
option(TW_WARNINGS_AS_ERRORS "Stop at warnings" OFF)
option(TW_UNITY "Compile several sources without kernels as one: from nothing twice as fast" ON)
option(TW_UNITY_KERNELS "Compile several sources with kernels as one on the host too, whose compiler then may inline them otherwise: for tests and a first program" OFF)
option(TW_AUDIT "Check our own invariants (TW_ASSERT) and index bounds" OFF)
set(TW_CUDA AUTO CACHE STRING "Build the device half: AUTO (where nvcc is found), ON, OFF, EMULATED (a device in software)")
set(TW_MARCH native CACHE STRING "Value of -march for host code; all: one program for x86-64-v2, v3 and v4, on other processors the compiler's default; empty: that default")
option(TW_LEVELS_FOR_TESTS "Have no level but v2 and v3, and optimise only the kernels that this machine's processor chooses" OFF)
set(TW_SOLVERS all CACHE STRING "Solvers to build: all, or names such as turbulence;sound")
set(TW_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")
set(tw_all_solvers turbulence sound blood flow)
set(tw_solvers ${TW_SOLVERS})
if(TW_SOLVERS STREQUAL "all")
  set(tw_solvers ${tw_all_solvers})
endif()
set(tw_unknown ${tw_solvers})
list(REMOVE_ITEM tw_unknown ${tw_all_solvers})
if(tw_unknown OR NOT tw_solvers)
  message(FATAL_ERROR "TW_SOLVERS=${TW_SOLVERS}: there is no \"${tw_unknown}\". Expected: all, or some of ${tw_all_solvers}")
endif()
set(tw_left_out ${tw_all_solvers})
list(REMOVE_ITEM tw_left_out ${tw_solvers})
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(TW_CCACHE ccache)
if(TW_CCACHE)
  # Precompiled headers would end its work else (cmake/ThalwegHeaders.cmake).
  set(tw_ccache_environment CCACHE_SLOPPINESS=pch_defines,time_macros)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${tw_ccache_environment} ${TW_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${TW_CCACHE})
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
if(TW_LEVELS_FOR_TESTS)  # kernels have more: tw_optimise_kernels
  set(CMAKE_CXX_FLAGS_RELEASE "-O1")
endif()

# No -ffast-math: it would let the compiler drop the NaN checks. What vectorisation needs of it is
# that sqrt sets no errno and that comparisons do not trap.
set(tw_host_flags -Wall -Wextra -Wshadow -fno-math-errno -fno-trapping-math)
# Levels beyond the one that all code is compiled for, for kernels alone (docs/design/processor-levels.md).
set(tw_levels "")
set(tw_level_of_tests v2)
set(tw_march ${TW_MARCH})
if(TW_MARCH STREQUAL "all")
  # Other families of processors have no such levels: there the compiler's default runs on all.
  set(tw_march "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(tw_march x86-64-v2)
    include(ThalwegLevelsHere)
  endif()
endif()
# Here, so that nothing is installed before it.
if(TW_MARCH STREQUAL "native")
  install(CODE "message(FATAL_ERROR \"This build is for this machine's processor alone (TW_MARCH=native). \
Build what runs on all, then install that:  cmake --preset release && cmake --build build/release\")")
endif()
# For sources that do not link thalweg_options: device halves.
set(tw_march_flag "")
set(tw_host_architecture "the compiler's default processor")
if(tw_march)
  set(tw_march_flag -march=${tw_march})
  set(tw_host_architecture ${tw_march_flag})
endif()
if(TW_WARNINGS_AS_ERRORS)
  list(APPEND tw_host_flags -Werror)
endif()

add_library(thalweg_options INTERFACE)
target_compile_features(thalweg_options INTERFACE cxx_std_20)
target_compile_options(
  thalweg_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${tw_host_flags};-Wconversion>")
if(tw_march)
  set(tw_level_of_target $<TARGET_PROPERTY:TW_LEVEL>)
  target_compile_options(
    thalweg_options
    INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=$<IF:$<BOOL:${tw_level_of_target}>,x86-64-${tw_level_of_target},${tw_march}>>)
endif()
foreach(level ${tw_levels})
  string(TOUPPER ${level} name)
  target_compile_definitions(thalweg_options INTERFACE TW_HAS_${name})
endforeach()
if(TW_AUDIT)
  target_compile_definitions(thalweg_options INTERFACE TW_AUDIT)
else()
  target_compile_definitions(thalweg_options INTERFACE $<$<NOT:$<CONFIG:Debug>>:NDEBUG>)
endif()
if(TW_SANITIZE)
  target_compile_options(thalweg_options INTERFACE -fsanitize=${TW_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(thalweg_options INTERFACE -fsanitize=${TW_SANITIZE})
endif()

# Sources of a target are one to the compiler, which then reads their headers once; kernels stay alone
# (tw_add_kernels).
set(CMAKE_UNITY_BUILD ${TW_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)

# tw_run_seldom(targets...): code that runs a few times per run, such as readers, reports,
# predictions and tests. To compile it in half the time is worth more than its speed.
function(tw_run_seldom)
  foreach(target ${ARGN})
    set_target_properties(${target} PROPERTIES TW_RUN_SELDOM ON)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    if(TW_SANITIZE)  # These checks of pointers take a third of the time to compile; containers hold them here.
      target_compile_options(${target} PRIVATE -fno-sanitize=null,alignment,vptr)
    endif()
  endforeach()
endfunction()
