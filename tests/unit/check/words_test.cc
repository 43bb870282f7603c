#include "check/script/words.h"

#include <doctest/doctest.h>

#include <utility>

#include "catalog/on_target.h"
#include "catalog/regex.h"
#include "unit/check/several_targets.h"

namespace mmlint::check {
namespace {

catalog::Match call(const std::string& name, const std::string& argument = "") {
  catalog::Match match;
  match.kind = catalog::Match::Kind::kDoes;
  match.does.names = catalog::Literal{catalog::Literal::List{catalog::Literal{name}}};
  catalog::does::Call fact;
  fact.argument = argument;
  match.does.kind = std::move(fact);
  return match;
}

// A value of a kind that matches a regex.
std::vector<catalog::ValueTest> tests_of(const std::string& kind, const std::string& regex) {
  catalog::ValueTest is{catalog::ValueTest::Kind::kIs, false, {}, nullptr};
  is.operand = catalog::Literal{kind};
  catalog::ValueTest matches{catalog::ValueTest::Kind::kMatches, false, {}, nullptr};
  matches.regex = catalog::Regex::checked_before(regex);
  return {is, matches};
}

bool may(const catalog::Match& match, std::string_view text) {
  const NeededWords needed(match);
  std::set<std::string, std::less<>> wanted;
  needed.add_to(wanted);
  return needed.may_match(Words(text, wanted));
}

TEST_CASE("a script that does not name what a rule is about is not walked") {
  CHECK(may(call("torch.cuda.set_device"), "from torch.cuda import set_device as s\n"));
  CHECK(!may(call("torch.cuda.set_device"), "import torch\ntorch.cuda.device(0)\n"));
  CHECK(!may(call("*.cuda"), "model.cuda_or_cpu()\n"));
  CHECK(may(call("*.cuda"), "model.cuda()\n"));
  CHECK(may(call("torch.cuda.amp.*"), "torch.cuda.amp.autocast()\n"));
  CHECK(may(call("*", "device"), "f(device=0)\n"));
  CHECK(!may(call("*", "device"), "f(0)\n"));
  CHECK(may(call("*"), ""));
}

TEST_CASE("what PyTorch has in a module is named with the module") {
  const catalog::Match range = call("torch.cuda.nvtx.range");
  CHECK(may(range, "from torch.cuda import nvtx as n\nwith n.range('a'):\n    pass\n"));
  CHECK(may(range, "import torch\nrange = getattr(torch, 'cuda').nvtx.range\n"));
  CHECK(!may(range, "for i in range(3):\n    print(i)\n"));
  CHECK(!may(range, "import torch\nfor i in range(3):\n    print(torch.ones(i))\n"));
  CHECK(may(call("torch.load"), "from torch import load as l\n"));
  CHECK(!may(call("torch.load"), "import json\njson.load(f)\n"));
  CHECK(may(call("mmseg.registry.MODELS"), "MODELS.build()\n"));
}

TEST_CASE("a word of prose is no name of a library") {
  CHECK(!may(call("*.to"), "add('--out', help='the path to save')  # refer to the docs\n"));
  CHECK(may(call("*.to"), "add('--out', help='the path to save')\nx.to(0)\n"));
  CHECK(may(call("*.to"), "getattr(x, 'to')(0)\n"));
  CHECK(may(call("*.to"), "from lib import to as move\n"));
  CHECK(may(call("*.to"), "import lib, to as move\n"));
  CHECK(may(call("*.to"), "x = a if b else y . to (0)\n"));
  CHECK(may(call("torch.load"), "from torch import load as l\n"));
}

TEST_CASE("what is called of any object stands behind a dot, in an import or as a string") {
  CHECK(!may(call("*.type"), "parser.add_argument('--size', type=int)\n"));
  CHECK(may(call("*.to"), "print('to')\n"));
  CHECK(!may(call("*.cuda"), "cuda = True\nif cuda:\n    f(cuda=cuda)\n"));
  CHECK(may(call("*.cuda"), "model \\\n    .cuda()\n"));
  CHECK(may(call("*.cuda"), "from lib import (a,\n                 cuda)\ncuda(x)\n"));
  CHECK(may(call("*.cuda"), "from lib import (a,  # (why)\n    cuda)\ncuda(x)\n"));
  CHECK(may(call("*.cuda"), "from lib import *\ncuda(x)\n"));
  CHECK(!may(call("*.cuda"), "from lib import a\nx = [*a]\ncuda(x)\n"));
}

TEST_CASE("all parts of a match have to be named, or one of its branches") {
  catalog::Match match;
  match.children = {call("lib.first"), call("lib.second")};
  CHECK(!may(match, "first()\n"));
  CHECK(may(match, "first()\nsecond()\n"));
  match.kind = catalog::Match::Kind::kAny;
  CHECK(may(match, "second()\n"));
  CHECK(!may(match, "third()\n"));
  match.kind = catalog::Match::Kind::kNot;
  CHECK(may(match, "third()\n"));
}

TEST_CASE("a text that is tested stands somewhere in the script") {
  catalog::Match match = call("*.to", "device");
  match.tests = tests_of("str", "^(gcu|dtu)(:|$)");
  CHECK(may(match, "x.to('dtu:0')\n"));
  CHECK(!may(match, "x.to('cpu')\n"));
  match.tests = tests_of("str", "^cuda(:|$)");
  CHECK(may(match, "x.to(f'cuda:{0}')\n"));
  CHECK(!may(match, "x.to('cpu')\n"));
  match.tests = tests_of("str", "^cuda:|^npu:");
  CHECK(may(match, "x.to('npu:1')\n"));
  CHECK(!may(match, "input = x.to('cpu')\n"));
}

// However a regex is written, a script with a text that it matches is walked.
TEST_CASE("no script is left out that has what a regex matches") {
  catalog::Match match = call("*.to", "device");
  for (const char* regex : {"^cuda:|^npu:",
                            "^(cuda|npu):",
                            "^cuda:?",
                            "^cuda(:|$)?",
                            "^cuda:*x",
                            "^cuda:{0,1}x",
                            "^cuda\\.?npu",
                            "^(cuda)?:|npu",
                            "^cuda:|npu$",
                            "(?i)^CUDA:",
                            "^cuda:(?i)|^NPU:",
                            "^cuda:[|]x|^npu:",
                            "^cuda:[]|]|^npu:",
                            "^cuda:[^]|]|^npu:",
                            "^cuda:\\||^npu:",
                            "^cu*x",
                            "^cuda:\\Q|\\E|^npu:",
                            "^(cuda:|npu)",
                            "^cuda\\.npu\\.|^npu:",
                            "^cuda\\.npu\\.?",
                            "^cuda\\.npu\\.*x",
                            "^c(u|x)da:",
                            "^(?:cuda|npu):",
                            "^cuda:(a|b)|^npu:"}) {
    match.tests = tests_of("str", regex);
    for (const std::string first : {"cuda", "npu", "cudax", "cux", "cudanpu", "cuda.npux"}) {
      for (const char* last : {"", ":", ":0", ":x", ".npu.", ".npu", "x", ":|", ":|x"}) {
        const std::string text = first + last;
        CAPTURE(regex);
        CAPTURE(text);
        if (match.tests[1].regex->matches(text)) CHECK(may(match, "x.to('" + text + "')\n"));
      }
    }
  }
}

TEST_CASE("a symbol that is tested is imported somewhere by its first name") {
  catalog::Match match = call("*.to", "device");
  match.tests = tests_of("reference", "^torch_gcu\\.device\\(\\)$");
  CHECK(may(match, "import torch_gcu as g\nx.to(g.device())\n"));
  CHECK(!may(match, "x.to(device())\n"));
  match.tests = tests_of("reference", "^<options>\\.device$");
  CHECK(may(match, "x.to(args.device)\n"));
}

TEST_CASE("keys of a config are written where one is loaded") {
  catalog::Match match = call("optim_wrapper.type");
  match.does.kind = catalog::does::Write{};
  CHECK(may(match, "Config.fromfile('a').optim_wrapper.update(x)\n"));
  CHECK(!may(match, "load('a').optim_wrapper.type = 1\n"));
  CHECK(!may(match, "Config.fromfile('a').type = 1\n"));
}

TEST_CASE("an import has the name that a match is about, or what is in it") {
  catalog::Match match = call("mmcv.utils.*");
  match.does.kind = catalog::does::Import{};
  for (const char* text :
       {"import mmcv.utils\n", "import os, mmcv.utils.path as p\n", "from mmcv import a, utils\n",
        "from mmcv.utils import Registry\n", "from mmcv.utils.path import x\n",
        "def f(): from mmcv import utils as u\n",
        "from mmcv import (a as utils2,  # why\n    utils)\n",
        "from mmcv \\\n    .utils import x\n", "x = 1; from mmcv . utils import x\n"}) {
    CAPTURE(text);
    CHECK(may(match, text));
  }
  for (const char* text :
       {"import mmcv\nmmcv.utils.f()\n", "import mmcv\nfrom mmengine import utils\n",
        "from mmcv import a as utils\n", "from .mmcv.utils import x\n", "import a.mmcv.utils\n"}) {
    CAPTURE(text);
    CHECK(!may(match, text));
  }
  match.does.names = catalog::Literal{std::string("*.utils")};
  CHECK(may(match, ""));
}

TEST_CASE("an import inside of a function hides another one only of the same name") {
  catalog::Match match = call("*");
  match.does.kind = catalog::does::Shadow{};
  CHECK(may(match, "import torch\ndef f():\n    import torch\n"));
  CHECK(may(match, "from a import b\ndef f():\n\tx = 1\r\n\tfrom a import b\n"));
  CHECK(may(match, "import torch\ndef f(): import torch\n"));
  CHECK(may(match, "import torch\ndef f():\n    x = 1; import torch\n"));
  CHECK(may(match, "if a:\n    from lib import (b,\n        c)\ndef f():\n    import c\n"));
  CHECK(may(match, "from lib import b, \\\r\n    c\ndef f():\n    import c\n"));
  CHECK(may(match, "import a.b\ndef f(): import a\n"));
  CHECK(!may(match, "import torch\nfrom a import b\n"));
  CHECK(!may(match, "import os\nimport os\n"));
  CHECK(!may(match, "def f():\n    import torch\n"));
  CHECK(!may(match, "from os import path\ndef f():\n    from os import getcwd\n"));
}

// Every rule is asked whether a script is worth a walk: one that names nothing makes all of them
// so.
TEST_CASE("no rule of ours has a script walked that names nothing") {
  const catalog::Catalog& rules = test::SeveralTargets::rules();
  for (const char* name : {"gcu", "cpu", "cuda"}) {
    const catalog::Target& target = *rules.target(name);
    for (const auto& each : rules.active(target)) {
      if (each.rule->documents != "script") continue;
      CAPTURE(each.rule->code);
      CHECK(!may(catalog::filled(each.rule->match, target), "x = 1\n"));
    }
  }
}

}  // namespace
}  // namespace mmlint::check
