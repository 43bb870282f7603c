# The parts of libraries that nearly every file uses (src/base/std.h), parsed once per build instead of once per
# unit. That each file compiles by itself is what the test house.alone proves.
option(MMLINT_PRECOMPILED "Parse the headers that nearly every file includes once" OFF)

# mmlint_headers(NAME HEADERS <header>...): a set of headers for mmlint_precompiled, compiled with
# the options of the current folder.
function(mmlint_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS" ${ARGN})
  if(NOT MMLINT_PRECOMPILED)
    return()
  endif()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
  target_link_libraries(${name} PRIVATE mmlint_fmt mmlint_expected mmlint_warnings Threads::Threads)
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # ccache compares what it holds, not when it was made
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

set(mmlint_standard_headers "${CMAKE_SOURCE_DIR}/src/base/std.h")
mmlint_headers(mmlint_headers HEADERS ${mmlint_standard_headers})

# mmlint_precompiled(TARGET HEADERS): compiles a target with a set of mmlint_headers.
function(mmlint_precompiled target headers)
  if(MMLINT_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()
