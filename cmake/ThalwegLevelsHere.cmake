# tw_levels: those that a program for all x86-64 processors has beyond v2. Builds for tests have v3 alone,
# where this machine's processor has it: a third set of kernels takes a tenth of their time, and shows
# nothing that two do not. tw_level_of_tests: the level that they choose.
set(tw_levels v3 v4)
if(TW_LEVELS_FOR_TESTS)
  include(CheckCXXSourceRuns)
  check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"x86-64-v3\") ? 0 : 1; }" TW_PROCESSOR_HAS_v3)
  set(tw_levels "")
  if(TW_PROCESSOR_HAS_v3)
    set(tw_levels v3)
    set(tw_level_of_tests v3)
  endif()
endif()
