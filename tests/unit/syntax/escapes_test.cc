#include <doctest/doctest.h>

#include "syntax/escapes.h"

using namespace mmlint::syntax;

namespace {

std::string decoded(std::string_view content, const DecodeOptions& options = {}) {
  const Decoded result = decode_literal(content, options);
  if (result.wrong != nullptr) return std::string("! ") + result.wrong;
  return result.changed ? result.text : std::string(result.view);
}

}  // namespace

TEST_CASE("escapes") {
  CHECK(decoded("plain") == "plain");
  CHECK(decoded("a\\n\\t\\\\\\'\\\"") == "a\n\t\\'\"");
  CHECK(decoded("\\x41\\101\\u4e2d\\U0001F600") == "AA\xe4\xb8\xad\xf0\x9f\x98\x80");
  CHECK(decoded("\\d\\.") == "\\d\\.");
  CHECK(decoded("a\\\r\nb\r\nc\rd") == "ab\nc\nd");
  CHECK(decoded("\\n", {.raw = true}) == "\\n");
  CHECK(decoded("\\u1234\\xff", {.bytes = true}) == "\\u1234\xff");
  CHECK(decoded("{{a}}", {.braces = true}) == "{a}");
  CHECK(decoded("a}", {.braces = true}) == "! f-string: single '}' is not allowed");
  CHECK(decoded("\\Users").substr(0, 2) == "! ");
  CHECK(decoded("\xc3\xa9", {.bytes = true}).substr(0, 2) == "! ");
  CHECK(decode_literal("\\N{DASH}", {}).has_name);
}
