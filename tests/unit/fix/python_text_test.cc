#include "fix/text/python_text.h"

#include <doctest/doctest.h>

#include "unit/fix/edited.h"

namespace mmlint {
namespace {

using catalog::Literal;

fix::Style style_of(const std::string& text) {
  return fix::style_of(test::Edited(text).document);
}

const Literal kDict{Literal::Dict{{"type", Literal{std::string("A")}},
                                  {"ids", Literal{Literal::List{Literal{std::int64_t{0}}}}},
                                  {"flag", Literal{false}},
                                  {"other", Literal{nullptr}}}};

TEST_CASE("new text takes the quote that most strings of a file have") {
  CHECK(style_of("a = 'x'\nb = 'y'\nc = \"z\"\n").quote == '\'');
  CHECK(style_of("a = \"x\"\nb = 'y'\nc = \"z\"\n").quote == '"');
  CHECK(style_of("").quote == '\'');
  // Docstrings have three whatever the file's strings have.
  CHECK(style_of("\"\"\"A.\"\"\"\n\"\"\"B.\"\"\"\na = 'x'\n").quote == '\'');
}

TEST_CASE("new text takes the line ends of the file") {
  CHECK(style_of("a = 1\n").line_end == "\n");
  CHECK(style_of("a = 1\r\nb = 2\r\n").line_end == "\r\n");
  CHECK(fix::to_statement("a", kDict, style_of("a = 1\r\n")) ==
        "a = dict(\r\n    type='A',\r\n    ids=[0],\r\n    flag=False,\r\n    other=None)");
}

TEST_CASE("a value keeps the quotes of what it replaces") {
  test::Edited file("a = 'x'\nb = 'y'\nc = \"z\"\nd = dict(e=\"f\")\n");
  const auto near = [&](std::string_view text) {
    const std::uint32_t at = file.offset(text);
    return fix::style_near(file.document,
                           {file.source.id(), at, at + static_cast<std::uint32_t>(text.size())});
  };
  CHECK(near("\"z\"").quote == '"');
  CHECK(near("'x'").quote == '\'');
  // A call has strings of many kinds inside.
  CHECK(near("dict(e=\"f\")").quote == style_of(std::string(file.source.bytes())).quote);
}

TEST_CASE("values are written as Python") {
  fix::Style style;
  CHECK(fix::to_python(kDict, style) == "dict(type='A', ids=[0], flag=False, other=None)");
  CHECK(fix::to_python(Literal{std::string("it's \\")}, style) == "'it\\'s \\\\'");
  style.braces = true;
  style.quote = '"';
  CHECK(fix::to_python(kDict, style) ==
        "{\"type\": \"A\", \"ids\": [0], \"flag\": False, \"other\": None}");
  CHECK(fix::to_argument("a", "1", style) == "\"a\": 1");
  CHECK(fix::to_statement("a", Literal{Literal::Dict{{"b", Literal{true}}}}, style) ==
        "a = {\"b\": True}");
}

}  // namespace
}  // namespace mmlint
