#include <doctest/doctest.h>

#include "unit/project.h"
#include "value/value_python.h"

namespace mmlint {
namespace {

using test::MemoryProject;

const NoteOf kNoNotes = [](const Value&, const Origin*) { return ""; };

std::string shown(const std::string& text, const NoteOf& note = kNoNotes) {
  MemoryProject project({{"configs/a.py", text}});
  const config::Resolved& config = project.resolve("configs/a.py");
  REQUIRE(config.root);
  return to_python(*config.root, note);
}

TEST_CASE("what fits into a line stays on one, all else has one entry per line") {
  const std::string flat = "a = dict(type='A', x=[1, (2,), {'b-c': None}])\n";
  CHECK(shown(flat) == flat);
  CHECK(shown("a = dict(first='" + std::string(40, 'x') + "', second=['" + std::string(30, 'y') +
              "', 2], third=dict(last=True))\n") ==
        "a = dict(\n"
        "    first='" +
            std::string(40, 'x') +
            "',\n"
            "    second=['" +
            std::string(30, 'y') +
            "', 2],\n"
            "    third=dict(last=True))\n");
  const std::string list =
      "b = [\n    '" + std::string(60, 'x') + "',\n    '" + std::string(20, 'y') + "',\n]\n";
  CHECK(shown(list) == list);
}

TEST_CASE("a line of 79 columns fits, one of 80 does not") {
  const std::string fits = "a = dict(b='" + std::string(65, 'x') + "')\n";
  REQUIRE(fits.size() == 80);  // with its line end
  CHECK(shown(fits) == fits);
  CHECK(shown("a = dict(b='" + std::string(66, 'x') + "')\n") ==
        "a = dict(\n    b='" + std::string(66, 'x') + "')\n");
}

TEST_CASE("a key that MMEngine would take for the bases is only a comment") {
  MemoryProject project({{"configs/b.py", "x = 1\n"},
                         {"configs/a.py",
                          "from mmengine.config import read_base\nwith read_base():\n"
                          "    from .b import *\n_base_ = 'foo'\n"}});
  const config::Resolved& config = project.resolve("configs/a.py");
  REQUIRE(config.root);
  CHECK(to_python(*config.root, kNoNotes) ==
        "x = 1\n# _base_ = 'foo'  # no base, so no statement can set it\n");
}

TEST_CASE("keys that are no names of Python are written as strings") {
  CHECK(shown("a = {'class': 1, 'b': 2}\n") == "a = {'class': 1, 'b': 2}\n");
  CHECK(shown("a = {3: 1}\n") == "a = {3: 1}\n");
  CHECK(shown("globals()['a-b'] = 1\n") == "globals()['a-b'] = 1\n");
  CHECK(shown("类别 = dict(学习率=1)\n") == "类别 = dict(学习率=1)\n");
  CHECK(shown("globals()['ﬁ'] = {'µ': 1}\n") == "globals()['ﬁ'] = {'µ': 1}\n");
}

TEST_CASE("a config that hides a builtin is written without it") {
  CHECK(shown("b = dict(x=1)\ndict = 2\n") == "b = {'x': 1}\ndict = 2\n");
  CHECK(shown("a = [1e999, set()]\nfloat = 1\nset = 2\n") ==
        "a = [1e999, {*()}]\nfloat = 1\nset = 2\n");
  CHECK(shown("a = [1e999, -1e999, set()]\n") == "a = [float('inf'), float('-inf'), set()]\n");
}

TEST_CASE("strings hold no templates and no characters that cannot be seen") {
  CHECK(python_string("{{ x }}") == R"('{\x7b x }}')");
  CHECK(python_string("{{{") == R"('{\x7b{')");
  CHECK(python_string("it's") == "\"it's\"");
  CHECK(python_string("\xe2\x80\xae\xc2\x9b") == R"('\u202e\u009b')");
  CHECK(python_string("\xed\xa0\x80") == R"('\ud800')");
  CHECK(python_string("\xe4\xb8\xad") == "'\xe4\xb8\xad'");
}

TEST_CASE("notes stand below each other, and what they say of a part splits a line") {
  const NoteOf unknowns = [](const Value& value, const Origin*) {
    return value.kind == Value::Kind::kUnknown ? "unknown" : "";
  };
  CHECK(shown("import os\na = dict(b=1, c=os.listdir('/'))\nd = [os.getcwd(), 2]\n", unknowns) ==
        "a = dict(\n"
        "    b=1,\n"
        "    c=...)  # unknown\n"
        "d = [\n"
        "    ...,  # unknown\n"
        "    2,\n"
        "]\n");
  const NoteOf keys = [](const Value&, const Origin* origin) {
    return origin ? std::to_string(origin->key().begin) : "";
  };
  CHECK(shown("a = dict(b=1)\n", keys) ==
        "a = dict(  # 0\n"
        "    b=1)   # 9\n");
}

TEST_CASE("an unknown config is a comment") {
  const NoteOf reason = [](const Value& value, const Origin*) { return std::string(value.text()); };
  CHECK(shown("_base_ = [x for x in open('y')]\n", reason).starts_with("# "));
}

}  // namespace
}  // namespace mmlint
