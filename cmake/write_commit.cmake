# cmake -DGIT=... -DSOURCE=... -DOUTPUT=... -P write_commit.cmake: write the commit of SOURCE into
# OUTPUT, which stays as it is if it says that already.
set(commit "unknown")
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "// SPDX-License-Identifier: Apache-2.0
#include \"base/version.hpp\"

namespace thalweg {

const char* const commit = \"${commit}\";

}  // namespace thalweg
")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
