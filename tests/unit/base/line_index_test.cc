#include "base/line_index.h"

#include <doctest/doctest.h>

#include "base/text.h"

#include "base/internal_error.h"

using namespace mmlint;

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  const LineIndex index(text);
  std::vector<std::string_view> lines;
  for (std::uint32_t line = 1; line <= index.line_count(); ++line) {
    lines.push_back(index.line_text(line));
  }
  return lines;
}

using Lines = std::vector<std::string_view>;

}  // namespace

TEST_CASE("every kind of line end") {
  CHECK(lines_of("") == Lines{""});
  CHECK(lines_of("a") == Lines{"a"});
  CHECK(lines_of("a\n") == Lines{"a", ""});
  CHECK(lines_of("a\nb") == Lines{"a", "b"});
  CHECK(lines_of("a\r\nb\r\n") == Lines{"a", "b", ""});
  CHECK(lines_of("a\rb\r") == Lines{"a", "b", ""});
  CHECK(lines_of("\r") == Lines{"", ""});
  CHECK(lines_of("\n\n") == Lines{"", "", ""});
  CHECK(lines_of("\r\r\n\n\r") == Lines{"", "", "", "", ""});
  CHECK(lines_of("a\nb\r\nc\rd\n\re") == Lines{"a", "b", "c", "d", "", "e"});
  CHECK(lines_of("a\n\rb") == Lines{"a", "", "b"});
  // Only these three end a line: neither form feed nor the separators of Unicode do.
  CHECK(lines_of("a\fb\vc\xC2\x85 d\xE2\x80\xA8 e").size() == 1);
}

TEST_CASE("where lines begin") {
  const LineIndex index("ab\r\ncd\ne");
  CHECK(index.line_begin(1) == 0);
  CHECK(index.line_begin(2) == 4);
  CHECK(index.line_begin(3) == 7);
  CHECK_THROWS_AS(index.line_begin(0), InternalError);
  CHECK_THROWS_AS(index.line_begin(4), InternalError);
}

TEST_CASE("columns count characters") {
  const std::string_view text = "x = '中文😀'  # é\ny = 1";
  const LineIndex index(text);
  CHECK(index.position(0) == Position{1, 1});
  CHECK(index.position(5) == Position{1, 6});   // 中
  CHECK(index.position(8) == Position{1, 7});   // 文
  CHECK(index.position(11) == Position{1, 8});  // 😀
  CHECK(index.position(15) == Position{1, 9});
  const auto second = static_cast<std::uint32_t>(text.find('y'));
  CHECK(index.position(second) == Position{2, 1});
  CHECK(index.position(second - 1) == Position{1, 15});  // the line end itself
}

TEST_CASE("an offset inside a character is that character") {
  const LineIndex index("a中😀b");
  CHECK(index.position(2) == Position{1, 2});
  CHECK(index.position(3) == Position{1, 2});
  CHECK(index.position(4) == Position{1, 3});
  CHECK(index.position(7) == Position{1, 3});
  CHECK(index.position(8) == Position{1, 4});
}

TEST_CASE("an offset past the end is the end") {
  CHECK(LineIndex("ab").position(99) == Position{1, 3});
  CHECK(LineIndex("ab\n").position(3) == Position{2, 1});
  CHECK(LineIndex("").position(7) == Position{1, 1});
}

TEST_CASE("a byte order mark has no column") {
  const LineIndex index(
      "\xEF\xBB\xBF"
      "a = 1\nb");
  CHECK(index.position(0) == Position{1, 1});
  CHECK(index.position(2) == Position{1, 1});
  CHECK(index.position(3) == Position{1, 1});
  CHECK(index.position(4) == Position{1, 2});
  CHECK(index.position(9) == Position{2, 1});
  CHECK(index.line_begin(1) == 3);
  CHECK(index.line_text(1) == "a = 1");
  CHECK(LineIndex("\xEF\xBB\xBF").line_text(1).empty());
}

TEST_CASE("CR and LF are columns of the line they end") {
  const LineIndex index("ab\r\ncd");
  CHECK(index.position(2) == Position{1, 3});
  CHECK(index.position(3) == Position{1, 4});
  CHECK(index.position(4) == Position{2, 1});
}

TEST_CASE("bytes that are not UTF-8 count one column each") {
  const LineIndex index(
      "\xFF\xFE"
      "a\n\xE4\xB8");
  CHECK(index.position(2) == Position{1, 3});
  CHECK(index.position(6) == Position{2, 3});
}

TEST_CASE("columns are the same in lines of any length") {
  // Characters of 1 to 4 bytes, broken ones between them, in lines that cross many marks.
  const std::string piece = "ab\xC3\xA9\xE6\x9E\x9C\xF0\x9F\x8D\x8E\xFF\xE4\xB8z";
  std::string line;
  while (line.size() < 30'000) line += piece;
  const std::string text = "\xEF\xBB\xBF" + line + "\r\n" + line + "\nx\n" + line;
  const LineIndex index(text);
  CHECK(index.line_count() == 4);
  for (std::uint32_t number = 1; number <= 4; ++number) {
    const std::uint32_t begin = index.line_begin(number);
    const std::string_view one = index.line_text(number);
    std::uint32_t column = 1;
    for (std::size_t at = 0; at < one.size(); ++column) {
      const std::size_t length = character_length(one.substr(at));
      for (std::size_t i = 0; i < length; ++i) {
        const Position found = index.position(begin + static_cast<std::uint32_t>(at + i));
        if (found != Position{number, column}) FAIL("byte " << at + i << " of line " << number);
      }
      at += length;
    }
  }
  // Bytes that continue nothing.
  const std::string broken(20'000, '\x80');
  CHECK(LineIndex(broken).position(15'000) == Position{1, 15'001});
}
