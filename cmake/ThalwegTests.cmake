# tw_add_test(NAME name SOURCES a.cpp... [LINK targets...] [RANKS 1 2 ...] [FUZZ_RANKS 3 ...] [THREADS n]
#             [LABELS ...] [TIMEOUT s] [ENVIRONMENT ...] [ALONE c.cpp...])
# A GoogleTest program, run once per number of ranks (default: 1, without mpiexec), with so many
# threads per rank (default: 2). FUZZ_RANKS: run by `ctest -C fuzz` only. ALONE: sources whose names mean
# other things in others.
include(GoogleTest)

# All that `ctest -L LABEL` needs, for labels of parts that are built alone: `make asan` (memory: of
# the rooms that handle memory and messages by hand), `make emulated-test`.
set(tw_labels_built_alone fast memory emulated)
foreach(label ${tw_labels_built_alone})
  add_custom_target(${label}_tests)
endforeach()

# Ranks and threads that share a core must not spin while they wait: tests take 20 to 50 times as
# long then.
set(tw_waiting_environment OMP_WAIT_POLICY=passive OMPI_MCA_mpi_yield_when_idle=1)
if(NOT TW_SANITIZE)  # whose own library must come first
  list(APPEND tw_waiting_environment LD_PRELOAD=$<TARGET_FILE:sleeping_yield>)
endif()

# Where no earlier run tells what takes long, that begins first which tests/costs.txt has, then what is
# labelled slow: else one long test is left over at the end, on one core.
file(STRINGS ${CMAKE_SOURCE_DIR}/tests/costs.txt tw_costs)
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/costs.txt)
foreach(line ${tw_costs})
  string(REGEX MATCH "^([^ ]+) ([0-9]+)$" matched "${line}")
  set(tw_cost_of_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
endforeach()
# tw_set_cost(test default)
function(tw_set_cost test cost)
  if(DEFINED tw_cost_of_${test})
    set(cost ${tw_cost_of_${test}})
  endif()
  set_tests_properties(${test} PROPERTIES COST ${cost})
endfunction()

function(tw_add_test)
  cmake_parse_arguments(ARG "" "NAME;THREADS;TIMEOUT" "SOURCES;LINK;RANKS;FUZZ_RANKS;LABELS;ENVIRONMENT;ALONE" ${ARGN})
  if(NOT ARG_RANKS)
    set(ARG_RANKS 1)
  endif()
  if(NOT ARG_THREADS)
    set(ARG_THREADS 2)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS fast)
  endif()
  add_executable(${ARG_NAME} ${ARG_SOURCES} ${ARG_ALONE})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(${ARG_NAME} PRIVATE thalweg_test_main ${ARG_LINK} GTest::gtest)
  target_include_directories(${ARG_NAME} PRIVATE ${CMAKE_SOURCE_DIR})
  tw_run_seldom(${ARG_NAME})
  tw_use_precompiled_headers(${ARG_NAME} ${ARG_LINK})
  if(TW_UNITY)  # A source that is included is a header to the compiler (ThalwegKernels.cmake).
    target_compile_options(${ARG_NAME} PRIVATE -Wno-subobject-linkage)
  endif()
  add_dependencies(${ARG_NAME} sleeping_yield)
  foreach(label ${tw_labels_built_alone})
    if(label IN_LIST ARG_LABELS)
      add_dependencies(${label}_tests ${ARG_NAME})
    endif()
  endforeach()
  set(run NAME ${ARG_NAME} PROGRAM ${ARG_NAME} THREADS ${ARG_THREADS} LABELS ${ARG_LABELS}
          TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT ${ARG_ENVIRONMENT})
  tw_add_runs(${run} RANKS ${ARG_RANKS})
  if(ARG_FUZZ_RANKS)
    tw_add_runs(${run} RANKS ${ARG_FUZZ_RANKS} CONFIGURATION fuzz)
  endif()
endfunction()

# tw_add_runs(NAME name PROGRAM target RANKS 1 2 ... THREADS n LABELS ... TIMEOUT s [ENVIRONMENT ...]
#             [CONFIGURATION name] [ARGUMENTS ...])
# Tests that call a test program, one per number of ranks; with a CONFIGURATION only `ctest -C name`
# runs them.
# Three ranks and more have one thread each, as they share cores: threads are tested on fewer.
function(tw_add_runs)
  cmake_parse_arguments(ARG "" "NAME;PROGRAM;THREADS;TIMEOUT;CONFIGURATION"
                        "RANKS;LABELS;ENVIRONMENT;ARGUMENTS" ${ARGN})
  set(only "")
  if(ARG_CONFIGURATION)
    set(only CONFIGURATIONS ${ARG_CONFIGURATION})
  endif()
  foreach(ranks ${ARG_RANKS})
    set(test ${ARG_NAME})
    set(launch $<TARGET_FILE:${ARG_PROGRAM}>)
    if(ranks GREATER 1)
      set(test ${ARG_NAME}_ranks_${ranks})
      set(launch ${MPIEXEC_EXECUTABLE} --oversubscribe --allow-run-as-root --bind-to none
                 ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${launch})
    endif()
    add_test(NAME ${test} COMMAND ${launch} ${ARG_ARGUMENTS} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} ${only})
    set(labels ${ARG_LABELS})
    if(ranks GREATER 1)
      list(APPEND labels mpi)
    endif()
    set(threads ${ARG_THREADS})
    if(ranks GREATER 2)
      set(threads 1)
    endif()
    set(environment OMP_NUM_THREADS=${threads} ${tw_waiting_environment} ${ARG_ENVIRONMENT})
    if(TW_SANITIZE)
      # MPI libraries never give back some of what they allocate; too large a request must reach our
      # own error.
      list(APPEND environment ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1)
    endif()
    # Ranks wait for each other most of the time, so all of a test count as one processor. A test that
    # counts as more waits until so many are free at once: ctest then leaves it to the end.
    set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${environment}")
    set(cost 1)
    if(labels MATCHES slow)
      set(cost 14)
    elseif(ranks GREATER 1)
      set(cost 5)
    endif()
    tw_set_cost(${test} ${cost})
  endforeach()
endfunction()

# tw_run_on_device(NAME name KIND solver RANKS 1 2 ... THREADS n TIMEOUT s [FUZZ] [FUZZ_RANKS 4 ...]): in
# a build with a device half, once more with TW_TEST_DEVICE=cuda (tests/support/test_device.hpp). FUZZ:
# takes minutes on the emulated device, so there only `make emulated-fuzz` (ctest -C fuzz) runs it;
# FUZZ_RANKS: on so many ranks.
function(tw_run_on_device)
  if(NOT TW_HAS_CUDA)
    return()
  endif()
  cmake_parse_arguments(ARG "FUZZ" "NAME;KIND;THREADS;TIMEOUT" "RANKS;FUZZ_RANKS" ${ARGN})
  tw_link_device_halves(${ARG_NAME} ${ARG_KIND})
  set(run NAME ${ARG_NAME}_on_device PROGRAM ${ARG_NAME} THREADS ${ARG_THREADS}
          TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT TW_TEST_DEVICE=cuda)
  if(NOT TW_CUDA STREQUAL "EMULATED")
    tw_add_runs(${run} RANKS ${ARG_RANKS} ${ARG_FUZZ_RANKS} LABELS gpu)
    return()
  endif()
  add_dependencies(emulated_tests ${ARG_NAME})
  set(configuration "")
  if(ARG_FUZZ)
    set(configuration CONFIGURATION fuzz)
  endif()
  tw_add_runs(${run} RANKS ${ARG_RANKS} LABELS emulated ${configuration})
  if(ARG_FUZZ_RANKS)
    tw_add_runs(${run} RANKS ${ARG_FUZZ_RANKS} LABELS emulated CONFIGURATION fuzz)
  endif()
endfunction()
