# Sources of one target compiled several at a time: what they include is read, and the templates they share
# are made, once for all of them. Which may stand together is decided by the names in them, when CMake runs;
# the release compiles each of src/ by itself, which proves that each is complete.
set(MMLINT_TOGETHER "" CACHE STRING "Whose sources to compile several as one: SRC;TESTS")

function(mmlint_together target whose)
  if(NOT whose IN_LIST MMLINT_TOGETHER)
    return()
  endif()
  find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/together.py
                          ${CMAKE_SOURCE_DIR}/src ${sources}
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  while(lines)
    list(POP_FRONT lines group source)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endwhile()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
