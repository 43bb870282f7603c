# How our own code is compiled.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_RELEASE "-O2 -DNDEBUG")
endforeach()

# No path of this machine in messages of failed checks.
add_compile_options(-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
add_compile_definitions(MMLINT_VERSION="${PROJECT_VERSION}")

# Third-party code is compiled without them.
add_library(mmlint_warnings INTERFACE)
target_compile_options(mmlint_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 takes "text" + std::string for overlapping copies (its bug 105329).
  target_compile_options(mmlint_warnings INTERFACE -Wno-restrict)
endif()

if(MMLINT_SANITIZE)
  string(REPLACE "fuzzer," "" sanitizers ${MMLINT_SANITIZE})
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS MMLINT_SANITIZED)
  add_link_options(-fsanitize=${sanitizers})
else()
  # The binary needs nothing but the C library; a test asserts it.
  add_link_options(-static-libstdc++ -static-libgcc)
endif()

# Tells a fuzzer which parts of a target an input reaches. Only where fuzzers go: it takes time to compile.
function(mmlint_covered)
  if(MMLINT_SANITIZE MATCHES "fuzzer")
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE
        -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
    endforeach()
  endif()
endfunction()
