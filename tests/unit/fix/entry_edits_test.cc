#include "fix/text/entry_edits.h"

#include <doctest/doctest.h>

#include "syntax/walk.h"
#include "unit/fix/edited.h"

namespace mmlint {
namespace {

using test::Edited;

// The text after entries are added to the dict that is the value of the last statement.
std::string added(const std::string& text, const std::vector<std::string>& entries = {"z=1"}) {
  Edited file(text);
  return file.after(fix::add_written_entries(file.document, file.last_value(), entries));
}

// The text without the entry of that dict whose key is found first.
std::string removed(const std::string& text, std::string_view key) {
  Edited file(text);
  return file.after(fix::remove_entries(file.document, file.last_value(), {file.offset(key)}));
}

TEST_CASE("entries are added behind the last one, as these are written") {
  CHECK(added("a = dict()\n") == "a = dict(z=1)\n");
  CHECK(added("a = dict(b=2)\n") == "a = dict(b=2, z=1)\n");
  CHECK(added("a = dict(b=2,)\n") == "a = dict(b=2, z=1,)\n");
  CHECK(added("a = dict(\n    b=2)\n", {"y=0", "z=1"}) ==
        "a = dict(\n    b=2,\n    y=0,\n    z=1)\n");
  CHECK(added("a = dict(\n    b=2,\n)\n") == "a = dict(\n    b=2,\n    z=1,\n)\n");
  CHECK(added("a = {'b': (2)}\n", {"'z': 1"}) == "a = {'b': (2), 'z': 1}\n");
  CHECK(added("a = other(b=2)\n") == "a = other(b=2)\n");
}

TEST_CASE("comments behind the last entry stay with it") {
  CHECK(added("a = dict(\n    b=2,  # two\n)\n") == "a = dict(\n    b=2,  # two\n    z=1,\n)\n");
  CHECK(added("a = dict(\n    b=2  # two\n)\n") == "a = dict(\n    b=2,  # two\n    z=1\n)\n");
}

TEST_CASE("new lines end as those of the file do") {
  CHECK(added("a = dict(\r\n    b=2,\r\n)\r\n") == "a = dict(\r\n    b=2,\r\n    z=1,\r\n)\r\n");
  CHECK(added("a = dict(\r\n    b=2  # two\r\n)\r\n") ==
        "a = dict(\r\n    b=2,  # two\r\n    z=1\r\n)\r\n");
  CHECK(added("\xEF\xBB\xBF"
              "a = dict(b=2)\n") ==
        "\xEF\xBB\xBF"
        "a = dict(b=2, z=1)\n");
}

TEST_CASE("values are written in the quotes and brackets of their place") {
  const auto literal = [](const std::string& text) {
    Edited file(text);
    return file.after(fix::add_entries(file.document, file.last_value(),
                                       {{"z", catalog::Literal{std::string("gloo")}}}));
  };
  CHECK(literal("a = dict(b='c')\n") == "a = dict(b='c', z='gloo')\n");
  CHECK(literal("a = {\"b\": \"c\"}\n") == "a = {\"b\": \"c\", \"z\": \"gloo\"}\n");
}

TEST_CASE("any call takes further arguments") {
  Edited file("wrap(net)\n");
  const syntax::Call* call = nullptr;
  syntax::for_each_expr(file.statement(0), [&](const syntax::Expr& x) {
    if (!call && x.kind == syntax::ExprKind::kCall) call = &syntax::as<syntax::Call>(x);
  });
  REQUIRE(call);
  CHECK(file.after(fix::add_arguments(file.document, *call, {"a=1", "b=2"})) ==
        "wrap(net, a=1, b=2)\n");
}

TEST_CASE("an entry goes with its comma") {
  CHECK(removed("a = dict(b=1)\n", "b") == "a = dict()\n");
  CHECK(removed("a = dict(b=1, c=2, d=3)\n", "b") == "a = dict(c=2, d=3)\n");
  CHECK(removed("a = dict(b=1, c=2, d=3)\n", "c=") == "a = dict(b=1, d=3)\n");
  CHECK(removed("a = dict(b=1, c=2, d=3)\n", "d=") == "a = dict(b=1, c=2)\n");
  CHECK(removed("a = {'b': 1, 'c': 2}\n", "'c'") == "a = {'b': 1}\n");
  CHECK(removed("a = dict(b=1)\n", "=1") == "a = dict(b=1)\n");
}

TEST_CASE("an entry that has a line to itself goes with the line") {
  CHECK(removed("a = dict(\n    b=1,\n    c=2,\n)\n", "b") == "a = dict(\n    c=2,\n)\n");
  CHECK(removed("a = dict(\n    b=1,\n    c=2,\n)\n", "c=") == "a = dict(\n    b=1,\n)\n");
  CHECK(removed("a = dict(\n    b=1,\n    c=2)\n", "c=") == "a = dict(\n    b=1)\n");
  CHECK(removed("a = dict(\r\n    b=1,\r\n    c=2,\r\n)\r\n", "b") ==
        "a = dict(\r\n    c=2,\r\n)\r\n");
  CHECK(removed("a = dict(\n    b=1, c=2,\n    d=3)\n", "c=") == "a = dict(\n    b=1,\n    d=3)\n");
}

TEST_CASE("a comment outlives the entry that it stands behind") {
  CHECK(removed("a = dict(\n    b=1,  # one\n    c=2)\n", "b") ==
        "a = dict(\n    # one\n    c=2)\n");
  CHECK(removed("a = dict(\n    b=1,  # one\n    c=2)\n", "c=") ==
        "a = dict(\n    b=1,  # one\n    )\n");
}

TEST_CASE("entries that are added to and removed from one dict are edits that do not touch") {
  Edited file("a = dict(b=1, c=2)\n");
  std::vector<TextEdit> edits =
      fix::remove_entries(file.document, file.last_value(), {file.offset("b")});
  for (TextEdit& more : fix::add_written_entries(file.document, file.last_value(), {"z=1"}))
    edits.push_back(std::move(more));
  CHECK(file.after(std::move(edits)) == "a = dict(c=2, z=1)\n");
}

}  // namespace
}  // namespace mmlint
