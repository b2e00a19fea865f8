# One program for all processors (docs/design/processor-levels.md): in builds with TW_MARCH=all, kernels
# are compiled once more for each of tw_levels, in namespaces of their own.

# As GCC does for all Intel processors of that level: they run slower while they work on 512 bits.
set(tw_flags_of_v4 -mprefer-vector-width=256)

# tw_optimise_kernels(source...): for the lowest level, also where all else of a target runs seldom. Builds for
# tests do it for the level alone that they run, where most kernels are as fast as with -O3, which takes half
# as long again to compile; rooms of others say so.
set(tw_optimisation_for_tests -O2 -fpeel-loops -fvect-cost-model=dynamic)
function(tw_optimise_kernels)
  set(flags $<$<CONFIG:Release>:-O3>)
  if(TW_LEVELS_FOR_TESTS)
    set(flags "")
    if(tw_level_of_tests STREQUAL v2)
      set(flags ${tw_optimisation_for_tests})
    endif()
  endif()
  if(flags)  # other than those of the target, see ThalwegHeaders.cmake
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${flags})
    set_property(SOURCE ${ARGN} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# tw_add_levels(target source...): the sources once more for each level, as object libraries.
function(tw_add_levels target)
  foreach(level ${tw_levels})
    set(library ${target}_${level})
    add_library(${library} OBJECT ${ARGN})
    set_target_properties(${library} PROPERTIES TW_LEVEL ${level} UNITY_BUILD OFF)
    target_compile_definitions(${library} PRIVATE TW_LEVEL=${level})
    # What the first compilation sees of other libraries. Our own headers are not the system's, of which
    # compilers say nothing and compiler caches may miss changes.
    target_include_directories(${library} PRIVATE ${CMAKE_SOURCE_DIR}/src)
    target_include_directories(
      ${library} SYSTEM
      PRIVATE $<FILTER:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,EXCLUDE,^${CMAKE_SOURCE_DIR}/src$>)
    target_compile_definitions(${library} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    target_link_libraries(${library} PRIVATE thalweg_options thalweg::openmp)
    # Local objects of inline functions then stay inside the closed object.
    target_compile_options(${library} PRIVATE -fno-gnu-unique ${tw_flags_of_${level}})
    if(TW_LEVELS_FOR_TESTS AND level STREQUAL tw_level_of_tests)
      target_compile_options(${library} PRIVATE ${tw_optimisation_for_tests})
    endif()
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/src/solvers/([a-z]+)")
      set_property(GLOBAL APPEND PROPERTY TW_LEVEL_LIBRARIES_${CMAKE_MATCH_1}_${level} ${library})
    else()
      set_property(GLOBAL APPEND PROPERTY TW_LEVEL_LIBRARIES_${level} ${library})
    endif()
  endforeach()
endfunction()

# tw_close_levels(solver): all that has the solver, an object library thalweg_NAME, gets one object per
# level: its kernels and those below it, of which only build...() can be seen from outside.
function(tw_close_levels solver)
  string(REPLACE thalweg_ "" name ${solver})
  foreach(level ${tw_levels})
    get_property(libraries GLOBAL PROPERTY TW_LEVEL_LIBRARIES_${level})
    get_property(of_solver GLOBAL PROPERTY TW_LEVEL_LIBRARIES_${name}_${level})
    set(objects "")
    foreach(library ${libraries} ${of_solver})
      list(APPEND objects $<FILTER:$<TARGET_OBJECTS:${library}>,EXCLUDE,\\.gch$>)  # precompiled headers
    endforeach()
    set(closed ${CMAKE_CURRENT_BINARY_DIR}/${solver}_${level}.o)
    add_custom_command(
      OUTPUT ${closed}
      COMMAND ${CMAKE_SOURCE_DIR}/tools/close_level.sh ${CMAKE_LINKER} ${CMAKE_OBJCOPY} ${CMAKE_READELF}
              ${closed} host_half_${level} ${objects}
      DEPENDS ${objects} ${CMAKE_SOURCE_DIR}/tools/close_level.sh
      COMMENT "Closing the kernels of ${name} for x86-64-${level}"
      COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(${solver}_${level}_closed DEPENDS ${closed})
    add_dependencies(${solver} ${solver}_${level}_closed)
    target_link_libraries(${solver} INTERFACE ${closed})
  endforeach()
endfunction()
