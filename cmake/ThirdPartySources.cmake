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

# What gperftools' configure finds out on every Linux of today; its own files for CMake build more than the
# minimal form, and leave the allocator out of the static library.
if(NOT MMLINT_SANITIZE)
  set(generated ${CMAKE_BINARY_DIR}/generated/gperftools)
  file(CONFIGURE OUTPUT ${generated}/config.h CONTENT "")
  set(TC_VERSION_MAJOR 2)
  set(TC_VERSION_MINOR 10)
  set(ac_cv_have_struct_mallinfo 0)
  set(ac_cv_have_std_align_val_t 1)
  configure_file(${MMLINT_SOURCES}/gperftools/src/gperftools/tcmalloc.h.in ${generated}/gperftools/tcmalloc.h @ONLY)
  set(tcmalloc central_freelist common internal_logging malloc_extension malloc_hook maybe_threads memfs_malloc
      page_heap sampler span stack_trace_table static_vars symbolize system-alloc tcmalloc thread_cache base/logging
      base/spinlock base/spinlock_internal base/sysinfo)
  list(TRANSFORM tcmalloc REPLACE "(.+)" "gperftools/src/\\1.cc")
  mmlint_source(mmlint_tcmalloc gperftools/src ${tcmalloc} gperftools/src/base/dynamic_annotations.c)
  target_include_directories(mmlint_tcmalloc_sources PRIVATE ${generated})
  target_compile_definitions(mmlint_tcmalloc_sources PRIVATE
    NO_TCMALLOC_SAMPLES NO_HEAP_CHECK NDEBUG __STDC_FORMAT_MACROS ENABLE_ALIGNED_NEW_DELETE
    HAVE_FCNTL_H HAVE_FEATURES_H HAVE_INTTYPES_H HAVE_MMAP HAVE_PTHREAD HAVE_SBRK HAVE_STDINT_H HAVE_SYS_SYSCALL_H
    HAVE_SYS_TYPES_H HAVE_TLS HAVE_UNISTD_H HAVE___ATTRIBUTE__ HAVE_POLL_H HAVE_SYS_SOCKET_H HAVE_SYS_WAIT_H
    GPERFTOOLS_CONFIG_H_ PERFTOOLS_DLL_DECL= PACKAGE_STRING="gperftools")
endif()
