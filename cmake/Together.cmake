# Sources of one target compiled several at a time: what they include is read, and the templates they share
# are made, once for all of them, which is most of the time. Which may stand together is decided by the names
# in them, when CMake runs. That each compiles by itself as well is what the test house.alone proves.
set(MMLINT_TOGETHER "" CACHE STRING "Whose sources to compile several as one: SRC;TESTS")
# The fuzzers link this one a second time, with a fault in it, before the library.
set(mmlint_always_alone src/python/eval/access.cc)

function(mmlint_together target whose)
  if(NOT whose IN_LIST MMLINT_TOGETHER)
    return()
  endif()
  find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  set(others ${sources})
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(FILTER others EXCLUDE REGEX "\\.cc$")
  list(TRANSFORM sources REPLACE "^([^/])" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  foreach(source IN LISTS mmlint_always_alone)
    if(${CMAKE_SOURCE_DIR}/${source} IN_LIST sources)
      list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/${source})
      list(APPEND others ${CMAKE_SOURCE_DIR}/${source})
    endif()
  endforeach()
  execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/together.py
                          ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/together/${target} ${sources}
                  OUTPUT_VARIABLE units OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" units "${units}")
  set_target_properties(${target} PROPERTIES SOURCES "${units};${others}")
endfunction()
