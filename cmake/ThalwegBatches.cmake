# Sources with kernels that are one to the compiler: it then reads their headers and compiles the members
# of the classes that they share once (docs/design/one-source.md). With more of them two cores are faster,
# and many cores slower.
set(TW_BATCH_SIZE 4 CACHE STRING "At most so many sources with kernels are one to the compiler")

# tw_write_batch(file source...): a source that includes others, and after the last of them compiles the
# classes that they share (TW_INSTANTIATE, base/portable.hpp). It names them from src/, so that it is the
# same text in every checkout and compiler caches know it.
function(tw_write_batch file)
  file(RELATIVE_PATH room ${CMAKE_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^solvers/([a-z]+).*" "\\1" solver ${room})
  set(includes "")
  set(classes "")
  foreach(source ${ARGN})
    string(APPEND includes "#include \"${room}/${source}\"\n")
    file(STRINGS ${source} shared REGEX "^TW_INSTANTIATE\\(")
    list(TRANSFORM shared REPLACE "^TW_INSTANTIATE\\((.*)\\)$" "\\1")
    list(APPEND classes ${shared})
  endforeach()
  list(REMOVE_DUPLICATES classes)
  set(known "")
  set(instances "")
  foreach(class ${classes})
    string(APPEND known "constexpr bool ${class} = true;\n")
    string(APPEND instances "namespace thalweg::${solver}::inline TW_HALF {
template class ${class}<float>;
template class ${class}<double>;
}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT "#include \"base/portable.hpp\"
namespace seen_by_cmake {  // Where a class is missing, run cmake again.
${known}}
#undef TW_INSTANTIATE
#define TW_INSTANTIATE(Class) static_assert(seen_by_cmake::Class);
${includes}${instances}")
endfunction()

# tw_batch(result suffix source...): files that include the sources, several each in builds with TW_UNITY.
function(tw_batch result suffix)
  list(LENGTH ARGN count)
  set(size 1)
  if(TW_UNITY)  # all as large as the others, as far as that goes
    math(EXPR number "(${count} + ${TW_BATCH_SIZE} - 1) / ${TW_BATCH_SIZE}")
    math(EXPR size "(${count} + ${number} - 1) / ${number}")
  endif()
  set(batches "")
  set(n 0)
  while(n LESS count)
    list(SUBLIST ARGN ${n} ${size} sources)
    list(GET sources 0 first)
    list(GET sources -1 last)
    get_filename_component(name ${first} NAME_WE)
    get_filename_component(last ${last} NAME_WE)
    if(NOT last STREQUAL name)
      string(APPEND name _to_${last})
    endif()
    set(batch ${CMAKE_CURRENT_BINARY_DIR}/batches/${name}${suffix})
    tw_write_batch(${batch} ${sources})
    list(APPEND batches ${batch})
    math(EXPR n "${n} + ${size}")
  endwhile()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()
