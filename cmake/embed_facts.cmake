# cmake -DOUT=file.cc -DFACTS=rules/facts -P embed_facts.cmake: the tables below FACTS as the text that
# src/facts/table.h gives for their name, byte by byte as in embed.cmake.
file(GLOB tables ${FACTS}/*.json)
list(SORT tables)
set(text "// Generated from rules/facts/. Do not edit.\n#include \"facts/table.h\"\n\n")
string(APPEND text "#include \"base/result.h\"\n\nnamespace mmlint::facts {\n\n"
                   "std::string text_of(std::string_view table) {\n  using namespace std::string_view_literals;\n")
foreach(table IN LISTS tables)
  get_filename_component(name ${table} NAME_WE)
  file(READ ${table} bytes HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  string(APPEND text "  if (table == \"${name}\") return std::string(\"${bytes}\"sv);\n")
endforeach()
string(APPEND text "  MM_CHECK(false);\n  return {};\n}\n\n}  // namespace mmlint::facts\n")
file(WRITE ${OUT} "${text}")
