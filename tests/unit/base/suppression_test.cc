#include "base/suppression.h"

#include <doctest/doctest.h>

#include <string>

using namespace mmlint;

namespace {

// What a comment suppresses, "word: rule, rule" for each suppression; '!' before what it only
// meant.
std::string read(const std::string& comment) {
  const Source source(FileId{0}, "/project/a.py", "    " + comment);
  Suppressions found;
  found.read(source, {FileId{0}, 4, static_cast<std::uint32_t>(source.bytes().size())});
  std::string out;
  for (const Suppression& each : found.comments) {
    if (!out.empty()) out += " | ";
    out += (each.suppresses ? "" : "!") + std::string(source.text(each.word)) + ":";
    for (const Span rule : each.rules) out += " " + std::string(source.text(rule));
  }
  return out;
}

TEST_CASE("a comment names rules in brackets") {
  CHECK(read("# mmlint: ignore[MM101]") == "ignore: MM101");
  CHECK(read("#mmlint:ignore[ MM101,unsupported-backend , ]because") ==
        "ignore: MM101 unsupported-backend");
  CHECK(read("#\tMMLint:  Ignore [mm101]") == "Ignore: mm101");
  CHECK(read("# mmlint: ignore-file[MM101]") == "ignore-file: MM101");
}

TEST_CASE("a suppression stands behind other comments") {
  CHECK(read("# noqa: E501 # mmlint: ignore[MM101] # pylint: disable=all") == "ignore: MM101");
  CHECK(read("## mmlint: ignore[MM101]  # mmlint: ignore-file[MM102] #1") ==
        "ignore: MM101 | ignore-file: MM102");
  const Source source(FileId{0}, "/a.py", "# a  # mmlint: ignore[A] b  # mmlint: ignore[C] ");
  Suppressions found;
  found.read(source, {FileId{0}, 0, static_cast<std::uint32_t>(source.bytes().size())});
  REQUIRE(found.comments.size() == 2);
  CHECK(source.text(found.comments[0].comment) == "# mmlint: ignore[A] b");
  CHECK(source.text(found.comments[1].comment) == "# mmlint: ignore[C]");
}

TEST_CASE("what was only meant to suppress is told apart") {
  for (const std::string text :
       {"ignore", "ignore MM101", "ignore[]", "ignore[MM101", "ignored", "ignore-file",
        "ingore[MM101]", "disable=MM101", "skip[MM101]", "ignore(MM101)", "ignore【MM101】",
        "ignore[MM101，MM102]", "ignore[MM101、MM102]"}) {
    CAPTURE(text);
    CHECK(read("# mmlint: " + text).starts_with("!"));
  }
  for (const std::string mark : {"：", "，", "、", "　", "［", "］", "【", "】", "（", "）"}) {
    CAPTURE(mark);
    CHECK(read("# mmlint: ignore" + mark + "MM101") == "!ignore:");
    CHECK(read("# mmlint: ignore[MM101" + mark + "MM102]") == "!ignore:");
  }
  CHECK(read("# mmlint：ignore[MM101]") == "!ignore:");
  CHECK(read("# mmlint：ignore【MM101】") == "!ignore:");
  for (const std::string text :
       {"# mmlint: does not know this", "# mmlint:", "# mmlint ignore[MM1]",
        "# say mmlint: ignore[MM1]", "#", "# ignore[MM101]"}) {
    CAPTURE(text);
    CHECK(read(text).empty());
  }
}

TEST_CASE("a place belongs to the statement on whose lines it is, or to the next") {
  Suppressions found;
  CHECK(found.statement_at(0) == 0);
  found.statements = {{2, 5}, {8, 9}};
  CHECK(found.statement_at(0) == 0);
  CHECK(found.statement_at(5) == 0);
  CHECK(found.statement_at(6) == 1);
  CHECK(found.statement_at(9) == 1);
  CHECK(found.statement_at(10) == 2);
}

}  // namespace
