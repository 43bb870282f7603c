#include <doctest/doctest.h>

#include "unit/project.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint {
namespace {

using test::MemoryProject;

std::string json(MemoryProject& project, const std::string& path) {
  const config::Resolved& config = project.resolve(path);
  for (const Problem& problem : config.problems) {
    INFO(rule_name(problem.kind));
    CHECK(config.problems.empty());
  }
  return config.root ? to_json(*config.root) : "";
}

// What one classic config without bases means.
std::string meaning(const std::string& text) {
  MemoryProject project({{"configs/a.py", text}});
  return json(project, "configs/a.py");
}

ProblemKind problem_of(const std::string& text) {
  MemoryProject project({{"configs/a.py", text}});
  const config::Resolved& config = project.resolve("configs/a.py");
  REQUIRE(config.problems.size() == 1);
  return config.problems[0].kind;
}

TEST_CASE("merging keeps, replaces and deletes") {
  MemoryProject project(
      {{"configs/base.py", "m = dict(a=1, b=dict(c=2, d=3), e=[1, 2])\n"},
       {"configs/leaf.py", "_base_ = './base.py'\nm = dict(b=dict(_delete_=True, x=9), e=[3])\n"}});
  CHECK(json(project, "configs/leaf.py") == R"({"m": {"a": 1, "b": {"x": 9}, "e": [3]}})");
}

TEST_CASE("base variables, and edits of the base in place") {
  MemoryProject project({{"configs/base.py", "p = [dict(t='A')]\nn = 2\n"},
                         {"configs/leaf.py",
                          "_base_ = './base.py'\nq = {{_base_.p}}\nk = _base_.n * 3\n"
                          "_base_.p[0].t = 'B'\n"}});
  CHECK(json(project, "configs/leaf.py") ==
        R"({"p": [{"t": "B"}], "n": 2, "q": [{"t": "B"}], "k": 6})");
}

TEST_CASE("a lazy config imports, updates and drops what it imported") {
  MemoryProject project(
      {{"configs/base.py", "from torch.optim import SGD\nopt = dict(type=SGD)\nlr = 1\n"},
       {"configs/leaf.py",
        "from mmengine.config import read_base\nwith read_base():\n"
        "    from .base import *\nopt.update(dict(lr=lr / 4))\n"}});
  CHECK(json(project, "configs/leaf.py") ==
        R"({"opt": {"type": "torch.optim.SGD", "lr": 0.25}, "lr": 1})");
}

TEST_CASE("comprehensions keep their names to themselves") {
  CHECK(meaning("a = [i * 2 for i in range(3)]\n") == R"({"a": [0, 2, 4]})");
}

TEST_CASE("map and filter call functions of the config") {
  CHECK(meaning("a = list(map(lambda x: x + 1, [1, 2]))\nb = list(filter(None, [0, 3]))\n"
                "c = list(filter(lambda x: x > 1, (1, 2)))\n") ==
        R"({"a": [2, 3], "b": [3], "c": [2]})");
}

TEST_CASE("what is unknown says why, and taints what it may have changed") {
  const std::string text =
      meaning("m = dict(a=1)\nk = dict(b=2)\nimport os\nif os.path.exists('x'):\n    m['a'] = 2\n");
  CHECK(text.find(R"("m": {"__unknown__")") != std::string::npos);
  CHECK(text.find(R"("k": {"b": 2})") != std::string::npos);
}

TEST_CASE("whether two equal texts are one object is not known") {
  for (const std::string two : {"list(dict(a=1))[0] is list(dict(a=2))[0]",
                                "list(dict(**{k + ' b': 1}))[0] is list(dict(**{k + ' b': 2}))[0]"})
    CHECK(meaning("k = 'x'\ny = " + two + "\n").find(R"("y": {"__unknown__")") !=
          std::string::npos);
  CHECK(meaning("k = 'x'\ny = k is k\n") == R"({"k": "x", "y": true})");
}

TEST_CASE("what is not computed is named in the reason of the unknown value") {
  for (const auto& [expression, reason] : std::map<std::string, std::string>{
           {"{1}.union({2})", "set.union() is not computed"},
           {"(1).to_bytes(1, 'big')", "int.to_bytes() is not computed"},
           {"(1.5).fromhex('1')", "float.fromhex() is not computed"},
           {"str.unknown", "str.unknown is not computed"},
           {"[1].__len__()", "__len__ is not computed"},
           {"frozenset([1])", "frozenset() is not computed"},
           {"'%d' % 1", "% formatting is not computed"},
           {"{1} & {2}", "an operator on sets or ConfigDicts is not computed"},
           {"math.hypot(3, 4)", "math.hypot is not computed"},
           {"itertools.count()", "itertools.count is not computed"}}) {
    CHECK(meaning("import itertools, math\nx = " + expression + "\ndel itertools, math\n") ==
          R"({"x": {"__unknown__": ")" + reason + R"("}})");
  }
}

TEST_CASE("a method that is not computed makes its object unknown, under every name") {
  for (const std::string call : {"s.add(2)", "add = s.add", "getattr(s, 'add')(2)", "s |= {2}"}) {
    const std::string text = meaning("s = {1}\nt = s\n" + call + "\nadd = 0\n");
    CHECK(text.find(R"("t": {"__unknown__")") != std::string::npos);
  }
}

TEST_CASE("a call that is not computed makes unknown what its arguments hold") {
  CHECK(meaning("a = [1]\nb = list(iter(lambda: a, 2))\nb[0].append(2)\n")
            .find(R"("a": {"__unknown__")") != std::string::npos);
  CHECK(meaning("a = [1]\nclass C:\n    pass\nC.x = a\nC.x.append(2)\n")
            .find(R"("a": {"__unknown__")") != std::string::npos);
}

TEST_CASE("bounds end what would not end") {
  CHECK(problem_of("while True:\n    a = 1\n") == ProblemKind::kLimitReached);
  CHECK(problem_of("a = [0] * 10**9\n") == ProblemKind::kLimitReached);
  CHECK(problem_of("a = 'x'\nfor i in range(60):\n    a = a + a\n") == ProblemKind::kLimitReached);
  std::string doubling = "a = dict()\n";
  for (int i = 0; i < 60; ++i) doubling += "a = dict(x=a, y=a)\n";
  CHECK(problem_of(doubling) == ProblemKind::kLimitReached);
  CHECK(problem_of("def f(n):\n    return f(n)\na = f(1)\n") == ProblemKind::kLimitReached);
}

TEST_CASE("problems have their kind") {
  CHECK(problem_of("_base_ = './nowhere.py'\n") == ProblemKind::kBaseNotFound);
  CHECK(problem_of("_base_ = './a.py'\n") == ProblemKind::kBaseCycle);
  CHECK(problem_of("a = b\n") == ProblemKind::kUndefinedName);
  CHECK(problem_of("a = (1\n") == ProblemKind::kSyntaxError);
  CHECK(problem_of("_base_ = []\na = 1 / 0\n") == ProblemKind::kConfigRaises);
}

TEST_CASE("an operator refuses its operands as Python says it") {
  const auto error = [](const std::string& text) {
    MemoryProject project({{"configs/a.py", text}});
    const config::Resolved& config = project.resolve("configs/a.py");
    REQUIRE(config.problems.size() == 1);
    return config.problems[0].captures.at("detail");
  };
  CHECK(error("a = 'x' / 2\n") == "unsupported operand type(s) for /: 'str' and 'int'");
  CHECK(error("a = None ** 2\n") ==
        "unsupported operand type(s) for ** or pow(): 'NoneType' and 'int'");
  CHECK(error("a = 1.5 | 2\n") == "unsupported operand type(s) for |: 'float' and 'int'");
  CHECK(error("a = 2\na += 'x'\n") == "unsupported operand type(s) for +=: 'int' and 'str'");
  CHECK(error("a = 'x'\na += 2\n") == "can only concatenate str (not \"int\") to str");
  CHECK(error("a = [1] + (2,)\n") == "can only concatenate list (not \"tuple\") to list");
  CHECK(error("a = 2.5 * [1]\n") == "can't multiply sequence by non-int of type 'float'");
  CHECK(error("a = -'x'\n") == "bad operand type for unary -: 'str'");
}

TEST_CASE("origins lead to the first setter") {
  MemoryProject project({{"configs/base.py", "m = dict(a=1)\n"},
                         {"configs/mid.py", "_base_ = './base.py'\nm = dict(a=2)\n"},
                         {"configs/leaf.py", "_base_ = './mid.py'\nm = dict(b=3)\n"}});
  const config::Resolved& leaf = project.resolve("configs/leaf.py");
  const FoundValue a = value_at(*leaf.root, "m.a");
  REQUIRE(a.entry);
  const auto path = [&](Span span) { return project.sources.get(span.file).path(); };
  CHECK(path(a.entry->origin->key()) == "/p/configs/mid.py");
  REQUIRE(a.entry->origin->shadows());
  CHECK(path(a.entry->origin->shadows()->key()) == "/p/configs/base.py");
  CHECK(project.sources.text(a.entry->origin->shadows()->value()) == "1");
}

TEST_CASE("a base's value under two names is one object, through two spellings of the base two") {
  MemoryProject project({{"configs/base.py", "x = dict(a=1, b=dict(c=1))\ny = 1\n"},
                         {"configs/mid.py",
                          "from mmengine.config import read_base\nwith read_base():\n"
                          "    from .base import x\n"},
                         {"configs/twice.py",
                          "from mmengine.config import read_base\nwith read_base():\n"
                          "    from .base import x as p, y\n    from .base import *\n"
                          "x.b.c = 2\np.a = 3\n"},
                         {"configs/two.py",
                          "from mmengine.config import read_base\nwith read_base():\n"
                          "    from .base import x as p\n    from .mid import x\n"
                          "    from .base import x as q\nx.b.c = 2\nq.a = 3\n"}});
  CHECK(json(project, "configs/twice.py") ==
        R"({"p": {"a": 3, "b": {"c": 2}}, "y": 1, "x": {"a": 3, "b": {"c": 2}}})");
  CHECK(
      json(project, "configs/two.py") ==
      R"({"p": {"a": 3, "b": {"c": 1}}, "x": {"a": 1, "b": {"c": 2}}, "q": {"a": 3, "b": {"c": 1}}})");
}

TEST_CASE("what a computed value was read from, and what was removed, is remembered") {
  MemoryProject project({{"configs/base.py", "m = dict(a=1, b=2)\nlr = 3\n"},
                         {"configs/leaf.py",
                          "_base_ = './base.py'\nk = 2\nn = [_base_.lr * k, 1][0] + _base_.m['a']\n"
                          "_base_.m.pop('b')\nk = 5\n"}});
  const config::Resolved& leaf = project.resolve("configs/leaf.py");
  const Origin& n = *value_at(*leaf.root, "n").entry->origin;
  REQUIRE(n.reads());
  std::vector<std::string> read;
  for (const Origin* origin : *n.reads()) read.emplace_back(project.sources.text(origin->value()));
  CHECK(read == std::vector<std::string>{"3", "2", "1"});
  REQUIRE(leaf.removals.size() == 1);
  CHECK(project.sources.text(leaf.removals[0].at) == "_base_.m.pop('b')");
  CHECK(project.sources.text(leaf.removals[0].removed->value()) == "2");
  const Origin& k = *value_at(*leaf.root, "k").entry->origin;
  CHECK(project.sources.text(k.value()) == "5");
  REQUIRE(k.earlier());
  CHECK(project.sources.text(k.earlier()->value()) == "2");
}

}  // namespace
}  // namespace mmlint
