#include "report/shown.h"

#include <string>

#include <doctest/doctest.h>

#include "base/text.h"

namespace mmlint::report {
namespace {

TEST_CASE("printable text cannot move the cursor, reorder or break the line") {
  CHECK(printable("plain 果园 🍎 é") == "plain 果园 🍎 é");
  CHECK(printable("\x1b[31m\n\r\t\0x"
                  "\x7f") == "\\x1b[31m\\n\\r\\t");
  CHECK(printable(std::string_view("\0a\x7f", 3)) == "\\x00a\\x7f");
  CHECK(printable("\u009b1m\u202e\u2066\u2028\ufeff") == "\\u009b1m\\u202e\\u2066\\u2028\\ufeff");
  CHECK(printable("\xff\xc3(\xf0\x9f") == "\\xff\\xc3(\\xf0\\x9f");
  CHECK(printable("\xed\xa0\x80.py") == "\\xed\\xa0\\x80.py");  // an encoded surrogate
  CHECK(printable("a\tb", "    ") == "a    b");
  CHECK(printable("👨‍👩‍👧") == "👨‍👩‍👧");
}

TEST_CASE("no byte string gives a control character or broken UTF-8") {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const char bytes[] = {'a', static_cast<char>(first), static_cast<char>(second), 'b'};
      const std::string shown = printable(std::string_view(bytes, sizeof bytes));
      REQUIRE(!first_invalid_utf8(shown));
      for (const char c : shown) REQUIRE(static_cast<unsigned char>(c) >= 0x20);
      // C1 controls are two bytes.
      REQUIRE((first != 0xC2 || second >= 0xA0 || shown.find('\\') != std::string::npos));
    }
  }
  for (unsigned last = 0x80; last < 0xC0; ++last) {
    for (unsigned second = 0x80; second < 0xC0; ++second) {
      const char bytes[] = {'\xED', static_cast<char>(second), static_cast<char>(last)};
      REQUIRE(!first_invalid_utf8(printable(std::string_view(bytes, sizeof bytes))));
    }
  }
}

TEST_CASE("paths are relative to the display root") {
  Settings settings;
  CHECK(shown_path("/home/mei/a.py", settings) == "/home/mei/a.py");
  settings.display_root = "/home/mei";
  CHECK(shown_path("/home/mei/a.py", settings) == "a.py");
  CHECK(shown_path("/home/li/a.py", settings) == "../li/a.py");
  CHECK(shown_path("<stdin>", settings) == "<stdin>");
}

}  // namespace
}  // namespace mmlint::report
