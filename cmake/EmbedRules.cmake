# Embeds every file below rules/ into the binary, as one generated source file.
file(GLOB_RECURSE rule_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*.json)
set(embedded ${CMAKE_BINARY_DIR}/generated/embedded_rules.cc)
add_custom_command(
  OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DOUT=${embedded} -DROOT=${CMAKE_SOURCE_DIR}/rules
          -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${rule_files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
add_library(mmlint_embedded_rules STATIC ${embedded})
target_include_directories(mmlint_embedded_rules PRIVATE ${CMAKE_SOURCE_DIR}/src)
