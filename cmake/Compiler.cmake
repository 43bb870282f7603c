# How our own code is compiled.
include(CheckCXXSourceCompiles)

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

# A newer compiler warns of more than ours does: that may break the build of who develops, and the one that
# scripts/test makes, but not a user's, which is the release. Third-party code is compiled without warnings.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(werror OFF)
else()
  set(werror ON)
endif()
option(MMLINT_WERROR "Warnings are errors, those of the linker as well" ${werror})
add_library(mmlint_warnings INTERFACE)
target_compile_options(mmlint_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor $<$<BOOL:${MMLINT_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 takes "text" + std::string for overlapping copies (its bug 105329). In large groups it also takes
  # them for copies beyond the end (105651), and parts that a variant does not hold for uninitialized.
  target_compile_options(mmlint_warnings INTERFACE -Wno-restrict
    "$<$<CONFIG:Release>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-maybe-uninitialized>")
endif()

if(MMLINT_SANITIZE)
  string(REGEX REPLACE "fuzzer,?" "" sanitizers ${MMLINT_SANITIZE})
  if(sanitizers)
    add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${sanitizers})
  endif()
  add_compile_definitions(_GLIBCXX_ASSERTIONS MMLINT_SANITIZED)
else()
  # What nothing calls is left out of every executable.
  add_compile_options("$<$<CONFIG:Release>:-ffunction-sections;-fdata-sections>")
  add_link_options(-static-libstdc++ -static-libgcc -Wl,--gc-sections)
endif()

# What users get holds all that it needs, the C library included, so that it runs on any Linux of its
# architecture; tests assert it. The linker warns of calls that would need files of the system even so.
function(mmlint_self_contained target)
  if(MMLINT_SANITIZE)
    return()
  endif()
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  check_cxx_source_compiles("int main() { return 0; }" MMLINT_HAS_STATIC_C_LIBRARY)
  if(MMLINT_HAS_STATIC_C_LIBRARY)
    target_link_options(${target} PRIVATE -static $<$<BOOL:${MMLINT_WERROR}>:-Wl,--fatal-warnings>)
    if(target STREQUAL "mmlint" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_link_options(${target} PRIVATE -Wl,--eh-frame-hdr  # see src/main.cc
        -Wl,--wrap=__register_frame_info -Wl,--wrap=__deregister_frame_info)
    endif()
  else()
    message(WARNING "this system has no static C library: mmlint will need this C library or a later one")
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_link_options(${target} PRIVATE -s)
  endif()
endfunction()

# Tells a fuzzer which parts of a target an input reaches. Only where fuzzers go: it takes time to compile.
# What is compared with what takes a third of the time to tell, so the build for volume leaves that out.
function(mmlint_covered)
  if(MMLINT_SANITIZE MATCHES "fuzzer")
    set(coverage inline-8bit-counters,indirect-calls,pc-table)
    if(sanitizers)
      string(APPEND coverage ,trace-cmp)
    endif()
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE -fsanitize-coverage=${coverage})
    endforeach()
  endif()
endfunction()

# Has the code of targets count its steps (tests/fuzz/steps.h), in the build of the fuzzers.
function(mmlint_counted)
  if(MMLINT_SANITIZE MATCHES "fuzzer")
    if(NOT TARGET mmlint_steps)
      add_library(mmlint_steps STATIC ${CMAKE_SOURCE_DIR}/tests/fuzz/steps.cc)
      target_include_directories(mmlint_steps PUBLIC ${CMAKE_SOURCE_DIR}/tests/fuzz)
      target_compile_options(mmlint_steps PRIVATE -O2 -fno-sanitize=all)
      if(NOT sanitizers)
        target_compile_definitions(mmlint_steps PRIVATE MMLINT_COUNTS_NEW)
      endif()
      target_link_options(mmlint_steps PUBLIC -Wl,--wrap=__sanitizer_cov_trace_pc)
    endif()
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE -fsanitize-coverage=trace-pc)
      target_link_libraries(${target} PUBLIC mmlint_steps)
    endforeach()
  endif()
endfunction()
