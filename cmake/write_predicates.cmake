# cmake -DOUT=folder -DCHECK=src/check -P write_predicates.cmake: reads the comments at the beginning of each
# predicates/NAME.cc below CHECK, which say what it finds, and may have lines `// captures: A, B`,
# `// forms: A, B`, `// keys: A, B` (each of these several times), `// needs: launches` and `// judges: each run`. Writes predicate_names.cc and predicate_functions.cc, if that changes them.

# A list "a, b" as what stands between the braces of a list of C++.
function(quote out words)
  string(REPLACE ", " "\", \"" words "${words}")
  if(words)
    set(words "\"${words}\"")
  endif()
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

set(names "")
set(functions "")
foreach(kind config:config:Config script:script:Script shell:launch:Launch)
  string(REPLACE ":" ";" kind ${kind})
  list(GET kind 0 folder)
  list(GET kind 1 lower)
  list(GET kind 2 upper)
  file(GLOB files ${CHECK}/${folder}/predicates/*.cc)
  list(SORT files)
  set(declared "")
  set(rows "")
  string(APPEND names "std::span<const Predicate> ${lower}_predicates() {\n"
                      "  static const std::vector<Predicate> kAll = {\n")
  foreach(path IN LISTS files)
    get_filename_component(function ${path} NAME_WE)
    string(REPLACE "_" "-" name ${function})
    file(READ ${path} text)
    if(NOT text MATCHES "^// ([^\n]+)\n")
      message(FATAL_ERROR "${path}: must begin with a comment that says what the predicate finds")
    endif()
    foreach(what captures forms keys)
      string(REGEX MATCHALL "\n// ${what}: [^\n]+" lines "${text}")
      string(REPLACE ";\n// ${what}: " ", " lines "${lines}")
      string(REPLACE "\n// ${what}: " "" lines "${lines}")
      quote(${what} "${lines}")
    endforeach()
    set(needs_launches false)
    if(text MATCHES "\n// needs: launches\n")
      set(needs_launches true)
    endif()
    set(judges_runs false)
    if(text MATCHES "\n// judges: each run\n")
      set(judges_runs true)
    endif()
    string(APPEND names "      {\"${name}\", {${captures}}, {${forms}}, {${keys}}, ${needs_launches}, ${judges_runs}},\n")
    string(APPEND declared "${upper}Predicate ${function};\n")
    string(APPEND rows "  if (name == \"${name}\") return predicates::${function};\n")
  endforeach()
  string(APPEND names "  };\n  return kAll;\n}\n\n")
  string(APPEND functions "namespace predicates {\n${declared}}\n\n"
         "${upper}Predicate* ${lower}_predicate(std::string_view name) {\n${rows}"
         "  MM_CHECK(false);\n  return nullptr;\n}\n\n")
endforeach()

set(head "// Generated from src/check/*/predicates. Do not edit.\n")
file(CONFIGURE OUTPUT ${OUT}/predicate_names.cc @ONLY CONTENT
     "${head}#include \"catalog/vocabulary.h\"\n\nnamespace mmlint::catalog {\n\n${names}}  // namespace mmlint::catalog\n")
file(CONFIGURE OUTPUT ${OUT}/predicate_functions.cc @ONLY CONTENT
     "${head}#include \"base/result.h\"
#include \"check/config/predicate.h\"
#include \"check/script/predicate.h\"
#include \"check/shell/predicate.h\"

namespace mmlint::check {

${functions}}  // namespace mmlint::check
")
