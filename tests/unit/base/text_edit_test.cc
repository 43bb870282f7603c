#include "base/text_edit.h"

#include <doctest/doctest.h>

#include "base/result.h"

using namespace mmlint;

namespace {

constexpr FileId kFile = static_cast<FileId>(0);

TextEdit edit(std::uint32_t begin, std::uint32_t end, std::string text) {
  return {{kFile, begin, end}, std::move(text)};
}

}  // namespace

TEST_CASE("edits in any order") {
  const auto out =
      apply_edits("a=1, b=2, c=3", {edit(12, 13, "30"), edit(0, 0, "#"), edit(5, 10, "")});
  REQUIRE(out);
  CHECK(*out == "#a=1, c=30");
  CHECK(apply_edits("abc", {}).value() == "abc");
  CHECK(apply_edits("", {edit(0, 0, "x")}).value() == "x");
  CHECK(apply_edits("abc", {edit(3, 3, "d")}).value() == "abcd");
  CHECK(apply_edits("abc", {edit(0, 3, "")}).value().empty());
}

TEST_CASE("bytes outside of the edits stay") {
  const std::string bytes("\xEF\xBB\xBF\r\n\0\xFF\r", 8);
  CHECK(apply_edits(bytes, {edit(3, 3, "x")}).value() ==
        std::string("\xEF\xBB\xBFx\r\n\0\xFF\r", 9));
}

TEST_CASE("neighbours do not touch, the same place does") {
  CHECK_FALSE(touches(edit(1, 3, "x"), edit(3, 5, "y")));
  CHECK_FALSE(touches(edit(3, 5, "y"), edit(1, 3, "x")));
  CHECK_FALSE(touches(edit(1, 3, "x"), edit(3, 3, "y")));
  CHECK_FALSE(touches(edit(3, 3, "y"), edit(1, 3, "x")));
  CHECK(touches(edit(1, 3, "x"), edit(2, 4, "y")));
  CHECK(touches(edit(2, 4, "x"), edit(1, 3, "y")));
  CHECK(touches(edit(1, 9, "x"), edit(4, 5, "y")));
  CHECK(touches(edit(1, 9, "x"), edit(4, 4, "y")));
  CHECK(touches(edit(3, 3, "x"), edit(3, 3, "y")));
  CHECK(touches(edit(3, 3, "x"), edit(3, 5, "y")));
  TextEdit elsewhere = edit(1, 3, "x");
  elsewhere.span.file = static_cast<FileId>(1);
  CHECK_FALSE(touches(elsewhere, edit(1, 3, "x")));
  CHECK(apply_edits("abcdef", {edit(3, 5, "Y"), edit(1, 3, "X")}).value() == "aXYf");
  CHECK(apply_edits("abcdef", {edit(3, 3, "Y"), edit(1, 3, "X")}).value() == "aXYdef");
}

TEST_CASE("edits that touch or lie outside are an error") {
  CHECK(apply_edits("abc", {edit(0, 2, "x"), edit(1, 3, "y")}).error().message ==
        "two of its edits change the same text");
  CHECK_FALSE(apply_edits("abc", {edit(1, 1, "x"), edit(1, 1, "x")}));
  CHECK_FALSE(apply_edits("abcdef", {edit(0, 6, "x"), edit(1, 2, "y"), edit(4, 5, "z")}));
  CHECK_FALSE(apply_edits("abc", {edit(2, 4, "x")}));
  CHECK_FALSE(apply_edits("abc", {edit(2, 1, "x")}));
  TextEdit elsewhere = edit(2, 3, "x");
  elsewhere.span.file = static_cast<FileId>(1);
  CHECK_THROWS_AS(apply_edits("abc", {edit(0, 1, "x"), elsewhere}), InternalError);
}
