# cmake -DOUT=file.cc -DROOT=rules -P embed.cmake: the JSON files below ROOT as a table of raw strings,
# byte for byte; the schemas are for editors only.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.json)
list(FILTER files EXCLUDE REGEX "(^|/)schema\\.json$")
list(SORT files)
set(text "// Generated from rules/. Do not edit.\n#include \"catalog/embedded.h\"\n\nnamespace mmlint::catalog {\n\n")
# With their lengths: a compiler gives up counting so many bytes.
string(APPEND text "using namespace std::string_view_literals;\n\n")
string(APPEND text "std::span<const EmbeddedFile> embedded_files() {\n  static constexpr EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} content)
  string(APPEND text "      {\"${file}\", R\"~mmlint~(${content})~mmlint~\"sv},\n")
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n\n}  // namespace mmlint::catalog\n")
file(WRITE ${OUT} "${text}")
