# The libraries of ThirdParty.cmake, built from the sources in MMLINT_SOURCES, which scripts/sources lays there.

# mmlint_source(TARGET FOLDER [GLOB...]): gives a target the headers of a folder, and an archive of the sources.
function(mmlint_source target folder)
  target_include_directories(${target} SYSTEM INTERFACE ${MMLINT_SOURCES}/${folder})
  if(ARGN)
    list(TRANSFORM ARGN PREPEND ${MMLINT_SOURCES}/)
    file(GLOB sources ${ARGN})
    add_library(${target}_sources STATIC ${sources})
    target_include_directories(${target}_sources PRIVATE ${MMLINT_SOURCES}/${folder})
    target_compile_options(${target}_sources PRIVATE -w)
    target_link_libraries(${target} INTERFACE ${target}_sources)
  endif()
endfunction()

mmlint_source(mmlint_fmt fmt/include)
mmlint_source(mmlint_expected expected/include)
mmlint_source(mmlint_json json/include)
mmlint_source(mmlint_cli11 cli11/include)
mmlint_source(mmlint_toml tomlplusplus/include)
mmlint_source(mmlint_re2 re2 re2/re2/*.cc re2/util/rune.cc re2/util/strutil.cc)
mmlint_source(mmlint_utf8proc utf8proc utf8proc/utf8proc.c)
target_compile_definitions(mmlint_utf8proc_sources PRIVATE UTF8PROC_STATIC)
mmlint_source(mmlint_yaml libyaml/include libyaml/src/*.c)
target_compile_definitions(mmlint_yaml_sources PRIVATE
  YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5")

# jemalloc's own configure finds out what the system has and writes headers, in a copy whose scripts may be run. Its
# Makefile would ask for make.
if(NOT MMLINT_SANITIZE)
  set(jemalloc ${CMAKE_BINARY_DIR}/third_party/jemalloc)
  set(page 12)  # the largest page that a kernel may have, as a power of two
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    set(page 16)
  endif()
  if(NOT EXISTS ${jemalloc}/configured)
    file(COPY ${MMLINT_SOURCES}/jemalloc DESTINATION ${CMAKE_BINARY_DIR}/third_party
         FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env CC=${CMAKE_C_COMPILER} CXX=${CMAKE_CXX_COMPILER}
        ./configure --host=${CMAKE_SYSTEM_PROCESSOR}-linux-gnu --with-lg-page=${page} --disable-shared --disable-stats
      WORKING_DIRECTORY ${jemalloc} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(failed)
      message(FATAL_ERROR "jemalloc's configure failed:\n${said}")
    endif()
    file(TOUCH ${jemalloc}/configured)
  endif()
  file(GLOB sources ${jemalloc}/src/*.c ${jemalloc}/src/jemalloc_cpp.cpp)
  list(REMOVE_ITEM sources ${jemalloc}/src/zone.c)  # of macOS
  add_library(mmlint_jemalloc_sources STATIC ${sources})
  target_include_directories(mmlint_jemalloc_sources PRIVATE ${jemalloc}/include)
  target_compile_definitions(mmlint_jemalloc_sources PRIVATE _GNU_SOURCE _REENTRANT JEMALLOC_NO_PRIVATE_NAMESPACE)
  target_compile_options(mmlint_jemalloc_sources PRIVATE -w)
  mmlint_source(mmlint_jemalloc jemalloc/include)
  target_link_libraries(mmlint_jemalloc INTERFACE mmlint_jemalloc_sources)
endif()
