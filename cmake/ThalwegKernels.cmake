# Sources that are compiled twice (docs/design/one-source.md): by the C++ compiler into the room's
# library, and, where a device half is built, again into an object library <target>_device: by nvcc,
# or by the C++ compiler against the emulated device (docs/design/emulated-device.md). In a program for
# all processors the first goes on for each further level of x86-64 (ThalwegLevels.cmake).
# thalweg_cuda is what a program with a device half links: CUDA's libraries or their stand-in.
set(TW_HAS_CUDA OFF)
add_library(thalweg_cuda INTERFACE)
if(TW_CUDA STREQUAL "EMULATED")
  set(TW_HAS_CUDA ON)
  set(tw_device_suffix .device.cpp)
  # Frames and lines are for the reports of the emulated device. A source that its wrapper includes is
  # a header to the compiler, where it warns of what an unnamed namespace holds.
  set(tw_device_flags ${tw_host_flags} ${tw_march_flag} -Wno-subobject-linkage -fopenmp -O1 -g1)
  add_subdirectory(${CMAKE_SOURCE_DIR}/tools/emulated_device)
  target_link_libraries(thalweg_cuda INTERFACE emulated_device)
elseif(NOT TW_CUDA STREQUAL "OFF")
  include(ThalwegNvcc)
endif()
message(STATUS "Device half: ${TW_HAS_CUDA} (TW_CUDA=${TW_CUDA})")

# tw_add_device_objects(library source.cpp...): an object library of sources compiled for the device.
function(tw_add_device_objects library)
  tw_batch(batches ${tw_device_suffix} ${ARGN})
  add_library(${library} OBJECT ${batches})
  set_target_properties(${library} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${library} PRIVATE ${tw_device_flags})
  target_include_directories(${library} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_definitions(${library} PRIVATE NDEBUG TW_DEVICE_HALF)
  target_link_libraries(${library} PRIVATE thalweg_cuda)
endfunction()

# tw_add_kernels(target SOURCES both.cpp... [HOST_SOURCES host_only.cpp...] [DEVICE_SOURCES device_only.cpp...])
function(tw_add_kernels target)
  cmake_parse_arguments(ARG "" "" "SOURCES;HOST_SOURCES;DEVICE_SOURCES" ${ARGN})
  set(host_sources ${ARG_SOURCES} ${ARG_HOST_SOURCES})
  if(TW_UNITY_KERNELS)
    tw_batch(host_sources .cpp ${host_sources})
    set_source_files_properties(${host_sources} PROPERTIES COMPILE_OPTIONS -Wno-subobject-linkage)
  endif()
  target_sources(${target} PRIVATE ${host_sources})
  set_source_files_properties(${host_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  tw_optimise_kernels(${host_sources})
  tw_add_levels(${target} ${host_sources})
  if(NOT TW_HAS_CUDA)
    return()
  endif()
  tw_add_device_objects(${target}_device ${ARG_SOURCES} ${ARG_DEVICE_SOURCES})
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/src/solvers/([a-z]+)")
    set_property(GLOBAL APPEND PROPERTY TW_DEVICE_LIBRARIES_${CMAKE_MATCH_1} ${target}_device)
  else()
    set_property(GLOBAL APPEND PROPERTY TW_DEVICE_LIBRARIES ${target}_device)
  endif()
endfunction()

# tw_link_device_halves(program solver...): link a program with the device halves of all rooms below
# the solvers, and of the solvers that it holds.
function(tw_link_device_halves target)
  if(NOT TW_HAS_CUDA)
    return()
  endif()
  get_property(libraries GLOBAL PROPERTY TW_DEVICE_LIBRARIES)
  foreach(solver ${ARGN})
    get_property(of_solver GLOBAL PROPERTY TW_DEVICE_LIBRARIES_${solver})
    list(APPEND libraries ${of_solver})
  endforeach()
  # Linked only: host sources see nothing of CUDA, so they are the same to the compiler in every build.
  target_link_libraries(${target} PRIVATE ${libraries} $<LINK_ONLY:thalweg_cuda>)
endfunction()
