# Flags of our own code; third-party code is compiled without them.
add_library(mmlint_warnings INTERFACE)
target_compile_options(mmlint_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror)
add_compile_definitions(MMLINT_VERSION="${PROJECT_VERSION}")

if(MMLINT_SANITIZE)
  add_compile_options(-fsanitize=${MMLINT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MMLINT_SANITIZE})
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The binary needs nothing but the C library; a test asserts it.
  add_link_options(-static-libstdc++ -static-libgcc)
endif()
