#include <string>

#include <doctest/doctest.h>

#include "base/text.h"
#include "report/frame.h"

namespace mmlint::report {
namespace {

Excerpt excerpt(const std::string& bytes, std::string_view marked) {
  const Source source(FileId{0}, "/a.py", bytes);
  const auto begin = static_cast<std::uint32_t>(bytes.find(marked));
  return excerpt_of(source,
                    Span{FileId{0}, begin, begin + static_cast<std::uint32_t>(marked.size())});
}

TEST_CASE("marks count columns of a terminal") {
  const Excerpt wide = excerpt("x = 1\nname = '果园🍎', 'nccl'  # 中\n", "'nccl'");
  CHECK(wide.line == 2);
  CHECK(wide.text == "name = '果园🍎', 'nccl'  # 中");
  CHECK(wide.indent == 17);
  CHECK(wide.marked == 6);
  CHECK(excerpt("a='果园'", "果园").marked == 4);
  CHECK(excerpt("e\u0301 = 1", "=").indent == 2);
}

TEST_CASE("tabs are four columns and escapes count as they are printed") {
  const Excerpt tab = excerpt("\ta\tb", "b");
  CHECK(tab.text == "    a    b");
  CHECK(tab.indent == 9);
  const Excerpt escape = excerpt("'\x1b[2J' b", "b");
  CHECK(escape.text == "'\\x1b[2J' b");
  CHECK(escape.indent == 10);
}

TEST_CASE("a span over several lines is marked to the end of the first, line ends left out") {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    const std::string text = "a = dict(" + std::string(end) + "  b=1)" + end;
    const Excerpt block = excerpt(text, text.substr(4));
    CHECK(block.line == 1);
    CHECK(block.text == "a = dict(");
    CHECK(block.indent == 4);
    CHECK(block.marked == 5);
  }
}

TEST_CASE("a span of nothing is marked with one caret, at the end of the file as well") {
  const Source source(FileId{0}, "/a.py", "ab\ncd");
  CHECK(excerpt_of(source, Span{FileId{0}, 4, 4}).indent == 1);
  const Excerpt end = excerpt_of(source, Span{FileId{0}, 5, 5});
  CHECK(end.line == 2);
  CHECK(end.indent == 2);
  CHECK(end.marked == 1);
  const Source empty(FileId{0}, "/a.py", "");
  CHECK(excerpt_of(empty, Span{FileId{0}, 0, 0}).marked == 1);
}

TEST_CASE("a byte order mark has no column") {
  const Excerpt first = excerpt(
      "\xEF\xBB\xBF"
      "abc = 1",
      "abc");
  CHECK(first.text == "abc = 1");
  CHECK(first.indent == 0);
  CHECK(first.marked == 3);
  const Source source(FileId{0}, "/a.py",
                      "\xEF\xBB\xBF"
                      "abc");
  CHECK(excerpt_of(source, Span{FileId{0}, 0, 3}).indent == 0);
}

TEST_CASE("a long line is cut to a window around the span") {
  const std::string x(5000, 'x');
  const Excerpt middle = excerpt(x + " 'nccl' " + x, "'nccl'");
  CHECK(middle.text.substr(0, 3) == "...");
  CHECK(middle.text.substr(middle.text.size() - 3) == "...");
  CHECK(middle.text.substr(middle.indent, 6) == "'nccl'");
  CHECK(display_width(middle.text) == 166);
  const Excerpt front = excerpt("'nccl' " + x, "'nccl'");
  CHECK(front.indent == 0);
  const Excerpt back = excerpt(x + " 'nccl'", "'nccl'");
  CHECK(back.text.substr(back.indent) == "'nccl'");
  const Excerpt all = excerpt(x, x);
  CHECK(all.marked == 160);
  CHECK(all.text.size() == 163);
  std::string wide;
  for (int i = 0; i < 2000; ++i) wide += "中";
  const Excerpt chinese = excerpt(wide + "'nccl'" + wide, "'nccl'");
  CHECK(chinese.indent == 63);
  CHECK(display_width(chinese.text) == 166);
  CHECK(!first_invalid_utf8(chinese.text));
}

TEST_CASE("a line of 160 columns is not cut") {
  const std::string x(160, 'x');
  CHECK(excerpt(x, "x").text == x);
  CHECK(excerpt(x + "x", "x").text == x + "...");
}

TEST_CASE("a text goes on behind an indent") {
  CHECK(wrapped("one two three four", 24, 15, 4) == "one two\n    three four");
  CHECK(wrapped("one two three four", 0, 15, 4) == "one two three four");
  CHECK(wrapped("", 40, 10, 4).empty());
  // What fits exactly stays, the blank behind it aside.
  CHECK(wrapped("one two three four five", 24, 17, 2) == "one two\n  three four five");
}

TEST_CASE("a word is never broken") {
  const std::string path(60, 'x');
  CHECK(wrapped("see " + path + " there", 40, 0, 2) == "see\n  " + path + "\n  there");
  CHECK(wrapped(path, 40, 30, 2) == path);
}

TEST_CASE("a terminal that is too narrow is left alone") {
  CHECK(wrapped("one two three four five six", 20, 0, 4) == "one two three four five six");
}

TEST_CASE("Chinese may break between any two characters, but not in front of a mark") {
  CHECK(wrapped("设置设备会失败，因为没有驱动。", 24, 10, 2) ==
        "设置设备会失\n  败，因为没有驱动。");
  CHECK(wrapped("设置设备会失，因为", 24, 12, 2) == "设置设备会\n  失，因为");
}

TEST_CASE("each line of a text by itself") {
  CHECK(wrapped_lines("  1. one two three four five\nshort\n", 26) ==
        "  1. one two three four\n    five\nshort\n");
  CHECK(wrapped_lines("one two three four five six\n", 0) == "one two three four five six\n");
}

}  // namespace
}  // namespace mmlint::report
