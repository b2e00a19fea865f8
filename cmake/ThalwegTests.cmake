# tw_add_test(NAME name SOURCES a.cpp... [LINK targets...] [RANKS 1 2 ...] [THREADS n] [LABELS ...]
#             [TIMEOUT s] [ENVIRONMENT ...])
# A GoogleTest program, run once per number of ranks (default: 1, without mpiexec).
include(GoogleTest)

function(tw_add_test)
  cmake_parse_arguments(ARG "" "NAME;THREADS;TIMEOUT" "SOURCES;LINK;RANKS;LABELS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_RANKS)
    set(ARG_RANKS 1)
  endif()
  if(NOT ARG_THREADS)
    set(ARG_THREADS 2)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS fast)
  endif()
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_link_libraries(${ARG_NAME} PRIVATE thalweg_test_main ${ARG_LINK} GTest::gtest)
  target_include_directories(${ARG_NAME} PRIVATE ${CMAKE_SOURCE_DIR})
  foreach(ranks ${ARG_RANKS})
    set(test ${ARG_NAME})
    set(launch $<TARGET_FILE:${ARG_NAME}>)
    if(ranks GREATER 1)
      set(test ${ARG_NAME}_ranks_${ranks})
      set(launch ${MPIEXEC_EXECUTABLE} --oversubscribe --allow-run-as-root --bind-to none
                 ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${launch})
    endif()
    add_test(NAME ${test} COMMAND ${launch})
    set_tests_properties(
      ${test} PROPERTIES
      LABELS "${ARG_LABELS};$<$<BOOL:$<STREQUAL:${ranks},1>>:>$<$<NOT:$<STREQUAL:${ranks},1>>:mpi>"
      TIMEOUT ${ARG_TIMEOUT} PROCESSORS ${ranks}
      ENVIRONMENT "OMP_NUM_THREADS=${ARG_THREADS};OMPI_MCA_rmaps_base_oversubscribe=1;${ARG_ENVIRONMENT}")
  endforeach()
endfunction()
