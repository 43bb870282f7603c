#include "fix/text/source_lines.h"

#include <doctest/doctest.h>

namespace mmlint {
namespace {

using namespace fix;  // NOLINT: what is tested

TEST_CASE("lines end with any of the three line ends") {
  const std::string_view text = "ab\r\ncd\ref\ngh";
  CHECK(begin_of_line(text, 1) == 0);
  CHECK(end_of_line(text, 0) == 2);
  CHECK(begin_of_next_line(text, 1) == 4);
  CHECK(begin_of_line(text, 5) == 4);
  CHECK(begin_of_next_line(text, 4) == 7);
  CHECK(begin_of_next_line(text, 7) == 10);
  CHECK(begin_of_next_line(text, 10) == text.size());
  CHECK(end_of_line(text, 11) == text.size());
}

TEST_CASE("the indentation in front of a place, if nothing else is there") {
  const std::string_view text = "a = (\n \tb, c)";
  CHECK(indent_before(text, 0) == "");
  CHECK(indent_before(text, 8) == " \t");
  CHECK_FALSE(indent_before(text, 11));
}

TEST_CASE("the next token is behind blanks, comments and joined lines") {
  const std::string_view text = "a  # one\n  # two\r\n\t\\\n, b #";
  CHECK(text[next_token(text, 1)] == ',');
  CHECK(next_token(text, 0) == 0);
  CHECK(next_token(text, static_cast<std::uint32_t>(text.size()) - 2) == text.size());
}

TEST_CASE("blanks and line ends are nothing") {
  const std::string_view text = "a \t\r\n b # c";
  CHECK(is_blank(text, 1, 6));
  CHECK(is_blank(text, 3, 3));
  CHECK_FALSE(is_blank(text, 1, 7));
  CHECK_FALSE(is_blank(text, 7, 9));
}

}  // namespace
}  // namespace mmlint
