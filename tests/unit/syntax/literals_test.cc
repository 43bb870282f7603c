#include <doctest/doctest.h>

#include "syntax/escapes.h"
#include "syntax/python_regex.h"

using namespace mmlint::syntax;

namespace {

std::string decoded(std::string_view content, const DecodeOptions& options = {}) {
  const Decoded result = decode_literal(content, options);
  if (result.wrong != nullptr) return std::string("! ") + result.wrong;
  return result.changed ? result.text : std::string(result.view);
}

std::optional<std::size_t> match(std::string_view pattern, std::string_view text) {
  std::string error;
  const PythonRegex regex(pattern, error);
  CHECK(error == "");
  std::size_t steps = 1'000'000;
  return regex.match_at(text, 0, steps);
}

std::string regex_error(std::string_view pattern) {
  std::string error;
  const PythonRegex regex(pattern, error);
  return error;
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

TEST_CASE("string prefixes") {
  CHECK(read_string_literal("rb'a'").literal.bytes);
  CHECK(read_string_literal("rb'a'").literal.raw);
  CHECK(read_string_literal("F'''a'''").literal.format);
  CHECK(read_string_literal("F'''a'''").literal.content == "a");
  CHECK(read_string_literal("''").literal.content == "");
  CHECK_FALSE(read_string_literal("ur'a'").valid);
  CHECK_FALSE(read_string_literal("`a`").valid);
}

TEST_CASE("numbers") {
  for (const char* valid : {"0", "00", "1_000", "0x1F", "0o17", "1.5e-3", "09.5", "1e5"}) {
    CAPTURE(valid);
    CHECK(wrong_number(valid) == nullptr);
  }
  for (const char* wrong : {"017", "1_", "10L", "0xFFL", "1_.5"}) {
    CAPTURE(wrong);
    CHECK(wrong_number(wrong) != nullptr);
  }
}

TEST_CASE("patterns as Python's re") {
  CHECK(match("a+b", "aaab") == 4);
  CHECK(match("a+b", "a+b") == std::nullopt);
  CHECK(match("a|bc", "bcd") == 2);
  CHECK(match("(ab)*c", "ababc") == 5);
  CHECK(match("[^0-9\\s]+", "ab 1") == 2);
  CHECK(match("a{2,3}?", "aaaa") == 2);
  CHECK(match("a{,2}", "aaa") == 2);
  CHECK(match("a{x}", "a{x}") == 4);
  CHECK(match("\\w\\.", "\xc3\xa9.") == 3);
  CHECK(match(".", "\n") == std::nullopt);
  CHECK(match("(?=a)a", "a") == std::nullopt);
  CHECK(match("(a*)*b", std::string(3000, 'a')) == std::nullopt);
  CHECK(regex_error("(a") == "missing ), unterminated subpattern at position 0");
  CHECK(regex_error("a)") == "unbalanced parenthesis at position 1");
  CHECK(regex_error("*") == "nothing to repeat at position 0");
  CHECK(regex_error("a**") == "multiple repeat at position 2");
  CHECK(regex_error("[a") == "unterminated character set at position 0");
  CHECK(regex_error("\\q") == "bad escape \\q at position 0");
}
