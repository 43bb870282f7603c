# The standard headers that nearly every file includes, parsed once per build instead of once per file.
# A build without proves that every file includes what it uses, so the release is one.
option(MMLINT_PRECOMPILED "Parse the standard headers once" OFF)

if(MMLINT_PRECOMPILED)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/precompiled.cc CONTENT "")
  add_library(mmlint_headers OBJECT ${CMAKE_BINARY_DIR}/precompiled.cc)
  target_link_libraries(mmlint_headers PRIVATE mmlint_fmt mmlint_expected mmlint_warnings Threads::Threads)
  target_precompile_headers(mmlint_headers PRIVATE
    <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string>
    <string_view> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # ccache compares what it holds, not when it was made
    target_compile_options(mmlint_headers PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

function(mmlint_precompiled target)
  if(MMLINT_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM mmlint_headers)
  endif()
endfunction()
