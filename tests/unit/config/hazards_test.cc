#include <doctest/doctest.h>

#include "unit/project.h"
#include "value/key_path.h"

namespace mmlint {
namespace {

using test::MemoryProject;

const char* const kBase =
    "names = ['a', 'b']\nroot = 'data'\nmodel = dict(type='M', head=dict(n=1))\n";

// A leaf over kBase.
struct Leaf {
  explicit Leaf(const std::string& text)
      : project({{"configs/base.py", kBase}, {"configs/leaf.py", "_base_ = './base.py'\n" + text}}),
        config(project.resolve("configs/leaf.py")) {}

  // "rule-name: text" of every hazard, in order.
  std::vector<std::string> hazards() const {
    std::vector<std::string> out;
    for (const Problem& p : config.hazards) {
      out.push_back(std::string(rule_name(p.kind)) + ": " +
                    std::string(project.sources.text(p.span)));
    }
    return out;
  }

  std::string value(std::string_view key) const {
    const FoundValue found = value_at(*config.root, key);
    if (!found.value) return "absent";
    return found.value->kind == Value::Kind::kUnknown ? "unknown" : print(*found.value);
  }

  MemoryProject project;
  const config::Resolved& config;
};

using Texts = std::vector<std::string>;

TEST_CASE("what is handed on whole is replaced, what is looked into is random") {
  const Leaf leaf(
      "v = {{_base_.root}}\nsame = f'{v}'\nwhole = dict(a=v, b=[v], c=str(v))\nsum = v + '/x'\n"
      "last = v[-1]\nupper = v.upper()\nkeys = {v: 1}\nitems = {v, 'x'}\n");
  REQUIRE(leaf.config.ok());
  for (const char* key : {"v", "same", "whole.a", "whole.b.0", "whole.c"}) {
    CAPTURE(key);
    CHECK(leaf.value(key) == "'data'");
  }
  for (const char* key : {"sum", "last", "upper", "keys", "items"}) {
    CAPTURE(key);
    CHECK(leaf.value(key) == "unknown");
  }
  CHECK(leaf.hazards() == Texts{"base-variable-in-expression: {{_base_.root}}"});
}

TEST_CASE("what random text does not decide is known, but told") {
  const Leaf leaf("n = len({{_base_.root}})\nfirst = {{_base_.names}}[0]\n");
  CHECK(leaf.value("n") == "12");  // _root_ and six digits
  CHECK(leaf.value("first") == "'_'");
  CHECK(leaf.hazards() == Texts{"base-variable-in-expression: {{_base_.root}}",
                                "base-variable-in-expression: {{_base_.names}}"});
}

TEST_CASE("random text that decides whether the config loads") {
  const Leaf leaf("digits = {{_base_.root}}[-6:]\nassert digits > '8'\n");
  const bool known = leaf.config.ok() && leaf.config.root->kind != Value::Kind::kUnknown;
  CHECK_FALSE(known);
}

TEST_CASE("a token that is stored in _base_ is never replaced") {
  const Leaf leaf("_base_.model.head.root = {{_base_.root}}\nkept = {{_base_.root}}\n");
  CHECK(leaf.value("model.head.root") == "unknown");
  CHECK(leaf.value("model.type") == "'M'");
  CHECK(leaf.value("kept") == "'data'");
}

TEST_CASE("text in quotes is told where it is written") {
  const Leaf leaf(
      "a = '{{_base_.root}}'\nb = a + 'x'\nc = f'{{_base_.names}}'\nd = {{_base_.root}}\n");
  CHECK(leaf.hazards() == Texts{"quoted-base-variable: '{{_base_.root}}'",
                                "quoted-base-variable: f'{{_base_.names}}'"});
  CHECK(leaf.value("b") == "unknown");
  CHECK(leaf.value("d") == "'data'");
}

TEST_CASE("a loop tells a place once, and nobody gets more than a bound") {
  const Leaf loop("m = _base_.model\nfor i in range(9):\n    m.pop('x')\ndel i\n");
  CHECK(loop.hazards() == Texts{"base-edited-in-place: m.pop", "pop-of-missing-key: 'x'"});
  std::string many = "m = _base_.model\n";
  for (int i = 0; i < 2000; ++i) many += "m.pop('x')\n";
  CHECK(Leaf(many).config.hazards.size() == kMaxHazards);
}

TEST_CASE("deleting counts where the merge brings the key back") {
  const std::string copy = "import copy\nmodel = copy.deepcopy(_base_.model)\n";
  CHECK(Leaf(copy + "del model['head']\n").hazards() == Texts{"delete-after-copy: model['head']"});
  CHECK(Leaf(copy + "x = model.pop('head')\nmodel['head'] = x\n").hazards().empty());
  CHECK(Leaf(copy + "model.head.pop('n')\nmodel.head._delete_ = True\n").hazards().empty());
  CHECK(Leaf("model = _base_.model\ndel model['head']\n").hazards() ==
        Texts{"base-edited-in-place: model['head']"});
}

TEST_CASE("an edit through _base_ itself is meant") {
  CHECK(Leaf("_base_.model.head.n = 2\n_base_.names.append('c')\n").hazards().empty());
  CHECK(Leaf("h = _base_.model.head\nh.update(n=2)\n").hazards() ==
        Texts{"base-edited-in-place: h.update"});
}

TEST_CASE("a name that is deleted again does not leak") {
  CHECK(Leaf("for i, x in enumerate([1]):\n    pass\ndel i\n").hazards() ==
        Texts{"leaked-name: x"});
  CHECK(Leaf("def f():\n    for i in [1]:\n        pass\nf()\n").hazards().empty());
}

}  // namespace
}  // namespace mmlint
