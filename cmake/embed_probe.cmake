# cmake -DOUT=file.cc -DFILE=file -P embed_probe.cmake: the bytes of FILE as probe::module_text().
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
file(WRITE ${OUT} "// Generated from src/probe/probe_ddp.py. Do not edit.
#include \"probe/block.h\"

std::string_view mmlint::probe::module_text() {
  using namespace std::string_view_literals;
  return \"${bytes}\"sv;
}
")
