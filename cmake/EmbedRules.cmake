# Embeds every file below rules/ into the binary, and of fixtures/rules/ the examples that it shows, as one
# generated source file.
set(rules ${CMAKE_SOURCE_DIR}/rules)
set(examples ${CMAKE_SOURCE_DIR}/fixtures/rules)
file(GLOB_RECURSE rule_files CONFIGURE_DEPENDS ${rules}/*.json)
file(GLOB_RECURSE example_files CONFIGURE_DEPENDS ${examples}/*)
set(embedded ${CMAKE_BINARY_DIR}/generated/embedded_rules.cc)
add_custom_command(
  OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DOUT=${embedded} -DRULES=${rules} -DEXAMPLES=${examples}
          -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${rule_files} ${example_files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
add_library(mmlint_embedded_rules STATIC ${embedded})
target_include_directories(mmlint_embedded_rules PRIVATE ${CMAKE_SOURCE_DIR}/src)

# The tables of rules/facts, which src/facts reads, in the same way.
file(GLOB tables CONFIGURE_DEPENDS ${rules}/facts/*.json)
set(embedded_facts ${CMAKE_BINARY_DIR}/generated/embedded_facts.cc)
add_custom_command(
  OUTPUT ${embedded_facts}
  COMMAND ${CMAKE_COMMAND} -DOUT=${embedded_facts} -DFACTS=${rules}/facts
          -P ${CMAKE_SOURCE_DIR}/cmake/embed_facts.cmake
  DEPENDS ${tables} ${CMAKE_SOURCE_DIR}/cmake/embed_facts.cmake
  VERBATIM)
add_library(mmlint_embedded_facts STATIC ${embedded_facts})
target_link_libraries(mmlint_embedded_facts PRIVATE mmlint_base)

# The Python module that `mmlint probe` writes, in the same way.
set(probe ${CMAKE_SOURCE_DIR}/src/probe/probe_ddp.py)
set(embedded_probe ${CMAKE_BINARY_DIR}/generated/embedded_probe.cc)
add_custom_command(
  OUTPUT ${embedded_probe}
  COMMAND ${CMAKE_COMMAND} -DOUT=${embedded_probe} -DFILE=${probe} -P ${CMAKE_SOURCE_DIR}/cmake/embed_probe.cmake
  DEPENDS ${probe} ${CMAKE_SOURCE_DIR}/cmake/embed_probe.cmake
  VERBATIM)
add_library(mmlint_embedded_probe STATIC ${embedded_probe})
target_include_directories(mmlint_embedded_probe PRIVATE ${CMAKE_SOURCE_DIR}/src)
