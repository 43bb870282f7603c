# Every third-party dependency, as one interface target each. Debian gives the libraries; the parser
# and its grammar come from npm, pinned by third_party/package-lock.json. Where MMLINT_SOURCES names a folder, it
# gives all of them.

# --- the parser ---
set(node_modules ${MMLINT_TREE_SITTER_DIR})
if(MMLINT_SOURCES)
  set(node_modules ${MMLINT_SOURCES})
endif()
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
                          "holds tree-sitter, tree-sitter-python and tree-sitter-bash with "
                          "-DMMLINT_TREE_SITTER_DIR=DIR")
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
set(tree_sitter_lib ${node_modules}/tree-sitter/vendor/tree-sitter/lib)
set(tree_sitter_python ${node_modules}/tree-sitter-python/src)
set(tree_sitter_bash ${node_modules}/tree-sitter-bash/src)
set(parsers ${tree_sitter_python}/parser.c)
if(MMLINT_TESTS)
  list(APPEND parsers ${tree_sitter_bash}/parser.c)
endif()
foreach(needed ${tree_sitter_lib}/src/lib.c ${parsers})
  if(NOT EXISTS ${needed})
    message(FATAL_ERROR "the parser's source ${needed} is missing")
  endif()
endforeach()

add_library(mmlint_tree_sitter STATIC
  ${tree_sitter_lib}/src/lib.c ${tree_sitter_python}/parser.c ${tree_sitter_python}/scanner.c)
target_include_directories(mmlint_tree_sitter
  SYSTEM PUBLIC ${tree_sitter_lib}/include
  PRIVATE ${tree_sitter_lib}/src ${tree_sitter_python})
target_compile_options(mmlint_tree_sitter PRIVATE -O2)
# It counts the uses of nodes for trees that several threads have. Each of our trees stays in the thread
# that made it, so the counts need no locked instructions.
target_compile_options(mmlint_tree_sitter PRIVATE
  "-D__atomic_add_fetch(at,n,order)=(*(at)+=(n))" "-D__atomic_sub_fetch(at,n,order)=(*(at)-=(n))")
set(parsers mmlint_tree_sitter)
if(MMLINT_TESTS)  # for one of them, which compares our reader of shell with it
  add_library(mmlint_tree_sitter_bash STATIC EXCLUDE_FROM_ALL
    ${tree_sitter_bash}/parser.c ${tree_sitter_bash}/scanner.c)
  target_include_directories(mmlint_tree_sitter_bash PRIVATE ${tree_sitter_bash})
  target_compile_options(mmlint_tree_sitter_bash PRIVATE -O0)
  target_link_libraries(mmlint_tree_sitter_bash PUBLIC mmlint_tree_sitter)
  list(APPEND parsers mmlint_tree_sitter_bash)
endif()
foreach(target IN LISTS parsers)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
  target_compile_options(${target} PRIVATE -w)
  if(MMLINT_SANITIZE)
    # What the fuzzer is to reach is our code; the parser still stops at memory that is not its own.
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
  set_target_properties(${target} PROPERTIES C_STANDARD 11)
endforeach()

# --- the libraries ---
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
