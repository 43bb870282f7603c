#include <string>

#include <doctest/doctest.h>

#include "report/frame.h"

namespace mmlint::report {
namespace {

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
