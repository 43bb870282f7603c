# The predicates of rules: each is a file in src/check/KIND/predicates, and nothing else names it. Two generated
# sources have their names: one tells the loader of rules, src/catalog, which there are, the other one gives
# src/check their functions.
set(generated ${CMAKE_BINARY_DIR}/generated)
set(predicate_files)
foreach(kind config script shell)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/check/${kind}/predicates/*.cc)
  list(APPEND predicate_files ${files})
endforeach()
add_custom_command(
  OUTPUT ${generated}/predicate_names.cc ${generated}/predicate_functions.cc
  COMMAND ${CMAKE_COMMAND} -DOUT=${generated} -DCHECK=${CMAKE_SOURCE_DIR}/src/check
          -P ${CMAKE_SOURCE_DIR}/cmake/write_predicates.cmake
  DEPENDS ${predicate_files} ${CMAKE_SOURCE_DIR}/cmake/write_predicates.cmake
  VERBATIM)
add_library(mmlint_predicate_names STATIC ${generated}/predicate_names.cc)
target_include_directories(mmlint_predicate_names PRIVATE ${CMAKE_SOURCE_DIR}/src)
