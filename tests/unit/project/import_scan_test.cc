#include "project/import_scan.h"

#include <doctest/doctest.h>

#include <string>

namespace mmlint::project {
namespace {

// "..a.b: x, y" for `from ..a.b import x, y as z`.
std::string scanned(std::string_view text) {
  std::string out;
  for (const ScannedImport& import : scan_imports(text)) {
    if (!out.empty()) out += "; ";
    out += std::string(static_cast<std::size_t>(import.level), '.') + import.dotted;
    for (std::size_t i = 0; i < import.names.size(); ++i)
      out += (i == 0 ? ": " : ", ") + import.names[i];
  }
  return out;
}

TEST_CASE("both kinds of imports, with other names and at any indentation") {
  CHECK(scanned("import os, utils.dist as dist\n") == "os; utils.dist");
  CHECK(scanned("from utils.dist import make_group as make, rank\n") ==
        "utils.dist: make_group, rank");
  CHECK(scanned("def f():\n    from . import engine\n") == ".: engine");
  CHECK(scanned("from ..data.orchard import (\n    Apple,  # red\n    Pear,\n)\n") ==
        "..data.orchard: Apple, Pear");
  CHECK(scanned("from utils import \\\n    dist\r\nimport sys\r\n") == "utils: dist; sys");
  CHECK(scanned("import 果园.苹果\n") == "果园.苹果");
}

TEST_CASE("what only begins like an import is none") {
  CHECK(scanned("important = 1\nfrom_scratch = True\nimports(1)\n") == "");
  CHECK(scanned("") == "");
}

TEST_CASE("a text may end in the middle of an import") {
  CHECK(scanned("from utils import dist\\") == "utils: dist");
  CHECK(scanned("from utils import dist\\\n\\") == "utils: dist");
  CHECK(scanned("from utils import (dist  # rank") == "utils: dist");
  CHECK(scanned("import utils\\\r") == "utils");
  CHECK(scanned("from\\") == "");
}

TEST_CASE("a text runs when it is started if it does more than define") {
  CHECK(runs_when_started("def main():\n    pass\n\nif __name__ == '__main__':\n    main()\n"));
  CHECK(runs_when_started("import torch\nmain()\n"));
  CHECK(runs_when_started("runner.train()\n"));
  CHECK(runs_when_started("for epoch in range(3):\n    step()\n"));
  CHECK_FALSE(
      runs_when_started("import torch\n\n\ndef f(x):\n    return g(x)\n\n\nN = len([1])\n"));
  CHECK_FALSE(runs_when_started("class A(B):\n    def f(self):\n        g()\n"));
  CHECK_FALSE(runs_when_started(""));
}

}  // namespace
}  // namespace mmlint::project
