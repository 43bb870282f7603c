#include "report/markup.h"

#include <doctest/doctest.h>

namespace mmlint::report {
namespace {

TEST_CASE("text shows itself in Markdown") {
  CHECK(markdown_text("plain words, 'quoted' (x/y); 50%") == "plain words, 'quoted' (x/y); 50%");
  CHECK(markdown_text("<b>&amp;") == "\\<b\\>\\&amp;");
  CHECK(markdown_text("[x](http://e) ![i](y)") == "\\[x\\](http\\://e) \\!\\[i\\](y)");
  CHECK(markdown_text("a|b\\c `d` *e* _f_ @g ~h~") ==
        "a\\|b\\\\c \\`d\\` \\*e\\* \\_f\\_ \\@g \\~h\\~");
  // Line ends and control characters are escapes, whose backslash is shown too.
  CHECK(markdown_text("a\nb\x1b") == "a\\\\nb\\\\x1b");
}

TEST_CASE("code in a cell keeps backticks, bars and blanks") {
  CHECK(markdown_cell_code("a.py:1") == "`a.py:1`");
  CHECK(markdown_cell_code("a|b") == "`a\\|b`");
  CHECK(markdown_cell_code("a`b``c") == "```a`b``c```");
  CHECK(markdown_cell_code("`a") == "`` `a ``");
  CHECK(markdown_cell_code(" a ") == "`  a  `");
  CHECK(markdown_cell_code("a\n<b>") == "`a\\n<b>`");
}

TEST_CASE("a block of code cannot be ended from inside") {
  CHECK(markdown_block("x = 1\r\n\ty\n", "python") == "```python\nx = 1\n\ty\n```\n");
  CHECK(markdown_block("'''```'''", "python") == "````python\n'''```'''\n````\n");
  CHECK(markdown_block("\x1b", "bash") == "```bash\n\\x1b\n```\n");
}

}  // namespace
}  // namespace mmlint::report
