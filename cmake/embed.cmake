# cmake -DOUT=file.cc -DRULES=rules -DEXAMPLES=fixtures/rules -P embed.cmake: the JSON files below RULES, and
# the examples that `mmlint rules` shows, as tables of strings; the schemas are for editors only, and rules/torch is
# what was recorded of PyTorch, for who writes rules. rules/facts has a table of its own (embed_facts.cmake).

# Appends one table: files below root by their path. They are written byte by byte, because CMake's text and
# C++'s raw strings both lose carriage returns, and with their lengths, because a compiler gives up counting.
function(append_table name root files)
  string(APPEND text "std::span<const EmbeddedFile> ${name}() {\n  static constexpr EmbeddedFile kFiles[] = {\n")
  foreach(file IN LISTS files)
    file(READ ${root}/${file} bytes HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    if("${root}" STREQUAL "${RULES}")  # nobody reads how they are indented
      string(REGEX REPLACE "(\\\\x0a)(\\\\x20)+" "\\1" bytes "${bytes}")
    endif()
    string(APPEND text "      {\"${file}\", \"${bytes}\"sv},\n")
  endforeach()
  string(APPEND text "  };\n  return kFiles;\n}\n\n")
  set(text "${text}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE rules RELATIVE ${RULES} ${RULES}/*.json)
list(FILTER rules EXCLUDE REGEX "(^|/)schema\\.json$|^(torch|facts)/")
list(SORT rules)

# Of each rule and target the first bad example and the first good one, in the order of the paths: their names
# are bad-WORDS and good-WORDS with the target behind a dot (see src/catalog/example_files.h).
file(GLOB_RECURSE files RELATIVE ${EXAMPLES} ${EXAMPLES}/*)
list(FILTER files EXCLUDE REGEX "/\\.")
list(SORT files)
set(examples)
foreach(file IN LISTS files)
  string(REGEX MATCH "^([^/]+)/([^/]+)" example "${file}")
  set(code ${CMAKE_MATCH_1})
  if("${file}" STREQUAL "${example}")  # one file: its extension is no part of the name
    string(REGEX REPLACE "(\\.fixed)?\\.[^.]+$" "" example "${example}")
  endif()
  string(REGEX MATCH "/(bad|good)[^.]*(.*)$" name "${example}")
  set(verdict ${CMAKE_MATCH_1})
  string(REGEX REPLACE "\\.(lazy|classic)" "" target "${CMAKE_MATCH_2}")
  set(first "first_${code}_${verdict}_${target}")
  if(NOT DEFINED ${first})
    set(${first} ${example})
  endif()
  if("${${first}}" STREQUAL "${example}")
    list(APPEND examples ${file})
  endif()
endforeach()

set(text "// Generated from rules/ and fixtures/rules/. Do not edit.\n#include \"catalog/embedded.h\"\n\n")
string(APPEND text "namespace mmlint::catalog {\n\nusing namespace std::string_view_literals;\n\n")
append_table(embedded_files ${RULES} "${rules}")
append_table(embedded_examples ${EXAMPLES} "${examples}")
string(APPEND text "}  // namespace mmlint::catalog\n")
file(WRITE ${OUT} "${text}")
