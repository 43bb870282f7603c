# The rules and targets as their loader leaves them, as one generated source file: a run does not read JSON.
# A fault in a file of rules/ ends the build. The program that writes it runs here, so a build for another
# machine needs CMAKE_CROSSCOMPILING_EMULATOR.
add_executable(mmlint_write_catalog ${CMAKE_SOURCE_DIR}/cmake/write_catalog.cc)
target_link_libraries(mmlint_write_catalog PRIVATE mmlint_catalog mmlint_warnings)
mmlint_self_contained(mmlint_write_catalog)
set(embedded_image ${CMAKE_BINARY_DIR}/generated/embedded_image.cc)
add_custom_command(
  OUTPUT ${embedded_image}
  COMMAND mmlint_write_catalog ${embedded_image}
  DEPENDS mmlint_write_catalog
  VERBATIM)
add_library(mmlint_embedded_image STATIC ${embedded_image})
target_include_directories(mmlint_embedded_image PRIVATE ${CMAKE_SOURCE_DIR}/src)
