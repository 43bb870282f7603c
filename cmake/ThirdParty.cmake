# Every third-party dependency, as one interface target each. Debian gives the libraries; where MMLINT_SOURCES names
# a folder, it gives all of them.

find_package(Threads REQUIRED)
add_library(mmlint_fmt INTERFACE)  # compiled by src/base/fmt_library.cc
add_library(mmlint_expected INTERFACE)
add_library(mmlint_json INTERFACE)
add_library(mmlint_cli11 INTERFACE)
add_library(mmlint_toml INTERFACE)
add_library(mmlint_re2 INTERFACE)
target_link_libraries(mmlint_re2 INTERFACE Threads::Threads)
add_library(mmlint_utf8proc INTERFACE)
target_compile_definitions(mmlint_utf8proc INTERFACE UTF8PROC_STATIC)
add_library(mmlint_yaml INTERFACE)
# For the program alone: it makes and drops many small objects in several threads, which the C library's
# own allocator makes wait. Sanitizers bring their own, and get none here.
add_library(mmlint_jemalloc INTERFACE)
target_link_libraries(mmlint_jemalloc INTERFACE Threads::Threads)
if(NOT MMLINT_SANITIZE)
  target_sources(mmlint_jemalloc INTERFACE ${CMAKE_SOURCE_DIR}/cmake/jemalloc_options.cc)
  target_link_options(mmlint_jemalloc INTERFACE -Wl,--wrap=secure_getenv)
endif()
if(MMLINT_SOURCES)
  include(ThirdPartySources)
else()
  include(ThirdPartyDebian)
endif()

# Only for a test, which compares our reader of shell with it: the parser and its grammar come from npm, pinned by
# third_party/package-lock.json.
if(MMLINT_TESTS)
  set(node_modules ${MMLINT_TREE_SITTER_DIR})
  if(NOT node_modules)
    set(node_modules ${CMAKE_BINARY_DIR}/third_party/node_modules)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${CMAKE_SOURCE_DIR}/third_party/package-lock.json)
    file(SHA256 ${CMAKE_SOURCE_DIR}/third_party/package-lock.json lock_hash)
    set(stamp ${CMAKE_BINARY_DIR}/third_party/fetched-${lock_hash})
    if(NOT EXISTS ${stamp})
      find_program(NPM npm)
      if(NOT NPM)
        message(FATAL_ERROR "npm is missing: install the Debian package 'npm', or give the folder that "
                            "holds tree-sitter and tree-sitter-bash with -DMMLINT_TREE_SITTER_DIR=DIR")
      endif()
      file(COPY ${CMAKE_SOURCE_DIR}/third_party/package.json
                ${CMAKE_SOURCE_DIR}/third_party/package-lock.json
                ${CMAKE_SOURCE_DIR}/third_party/.npmrc
           DESTINATION ${CMAKE_BINARY_DIR}/third_party)
      execute_process(
        COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
        WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/third_party
        RESULT_VARIABLE npm_failed ERROR_VARIABLE npm_error OUTPUT_QUIET)
      if(npm_failed)
        message(FATAL_ERROR "npm could not fetch the parser:\n${npm_error}")
      endif()
      file(TOUCH ${stamp})
    endif()
  endif()
  set(tree_sitter ${node_modules}/tree-sitter/vendor/tree-sitter/lib)
  set(bash ${node_modules}/tree-sitter-bash/src)
  foreach(needed ${tree_sitter}/src/lib.c ${bash}/parser.c)
    if(NOT EXISTS ${needed})
      message(FATAL_ERROR "the parser's source ${needed} is missing")
    endif()
  endforeach()
  add_library(mmlint_tree_sitter STATIC EXCLUDE_FROM_ALL
    ${tree_sitter}/src/lib.c ${bash}/parser.c ${bash}/scanner.c)
  target_include_directories(mmlint_tree_sitter
    SYSTEM PUBLIC ${tree_sitter}/include PRIVATE ${tree_sitter}/src ${bash})
  target_compile_definitions(mmlint_tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
  target_compile_options(mmlint_tree_sitter PRIVATE -w -O0)
  if(MMLINT_SANITIZE)
    target_compile_options(mmlint_tree_sitter PRIVATE -fno-sanitize=undefined)
  endif()
  set_target_properties(mmlint_tree_sitter PROPERTIES C_STANDARD 11)
endif()
