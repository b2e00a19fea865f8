# Headers that most tests read, compiled once (tests/support/headers/): from nothing tests are built in half
# the time. Where caches of compilers are asked, -fpch-preprocess lets them see what was compiled before.
option(TW_PRECOMPILED_HEADERS "Compile the headers that most tests read once" ON)

# tw_add_precompiled_headers(name library...): the target thalweg_test_headers_NAME, of what
# tests/support/headers/NAME.hpp reads.
function(tw_add_precompiled_headers name)
  set(target thalweg_test_headers_${name})
  add_library(${target} STATIC ${CMAKE_SOURCE_DIR}/tests/support/headers/${name}.cpp)
  target_link_libraries(${target} PUBLIC ${ARGN} thalweg_test_main GTest::gtest fmt::fmt)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  tw_run_seldom(${target})
  if(TW_PRECOMPILED_HEADERS)
    target_compile_options(${target} PRIVATE -fpch-preprocess)
    target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support/headers/${name}.hpp)
    if(TW_CCACHE)
      # Else it compares preprocessed text, which is the same where only a macro has changed, and hands out the
      # header with the old macro. It also notes that as right, so this must not find what was stored before.
      set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;${tw_ccache_environment};\
CCACHE_DEPEND=1;CCACHE_NAMESPACE=precompiled_headers;${TW_CCACHE}")
    endif()
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
