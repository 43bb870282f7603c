// write_catalog FILE: loads the files of rules/ that this program carries, with every check of the
// loader, and writes what came of them as a C++ source, which goes into mmlint.
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include "catalog/catalog.h"
#include "catalog/image.h"

namespace {

// A string literal is of lines, because a compiler's messages and an editor want them.
constexpr std::size_t kBytesOfLine = 24;

std::string source_of(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out =
      "// Generated from rules/. Do not edit.\n#include \"catalog/embedded.h\"\n\n"
      "namespace mmlint::catalog {\n\nstd::string_view embedded_image() {\n"
      "  using namespace std::string_view_literals;\n  return\n";
  for (std::size_t at = 0; at < bytes.size(); at += kBytesOfLine) {
    out += "      \"";
    for (const unsigned char byte : bytes.substr(at, kBytesOfLine)) {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
    out += "\"sv\n";
  }
  return out + "      ;\n}\n\n}  // namespace mmlint::catalog\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_catalog FILE\n", stderr);
    return 2;
  }
  const auto loaded = mmlint::catalog::Catalog::load();
  if (!loaded) {
    std::fprintf(stderr, "%s\n", to_string(loaded.error()).c_str());
    return 1;
  }
  std::ofstream out(argv[1], std::ios::binary);
  out << source_of(mmlint::catalog::written({loaded->rules(), loaded->targets()})) << std::flush;
  if (!out) std::fprintf(stderr, "%s: can't be written\n", argv[1]);
  return out ? 0 : 1;
}
