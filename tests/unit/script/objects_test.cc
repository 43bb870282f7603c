#include "script/objects.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/source.h"

namespace mmlint::script {
namespace {

constexpr std::string_view kImports =
    "import copy\n"
    "import torch\n"
    "from torch import nn\n"
    "from torch.nn.parallel import DistributedDataParallel as DDP\n";

// A script and its objects.
class Read {
 public:
  explicit Read(std::string_view text)
      : document_(sources_.add("/p/train.py", fmt::format("{}{}", kImports, text))) {
    document_.parse_all();
    CHECK(document_.problems().empty());
    script_ = summarize(document_);
  }

  // The lines on which those are made that have a method, or are called: "5 6". Lines of `text`
  // are counted from 1; "?" if that is not known.
  std::string makers(std::string_view symbol) const {
    std::string out;
    for (const Call& call : script_.calls) {
      if (call.symbol != symbol) continue;
      if (!call.object.known()) out += out.empty() ? "?" : " ?";
      for (const Span made : call.object.calls())
        out += (out.empty() ? "" : " ") + std::to_string(line_of(made));
    }
    return out;
  }

  // What is done with what is made on a line: the paths of the calls, and "escapes".
  std::string uses(int line) const {
    for (const Call& call : script_.calls) {
      if (line_of(call.span) != line) continue;
      const ObjectUses uses = Objects(script_).uses(call.span);
      std::string out = uses.escapes ? "escapes" : "stays";
      for (const Call* each : uses.calls) out += " " + path_in_object(each->symbol);
      return out;
    }
    return "nothing is made there";
  }

 private:
  int line_of(Span span) const {
    const std::string_view all = document_.source().bytes();
    const auto before = all.substr(kImports.size(), span.begin - kImports.size());
    return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  }

  SourceStore sources_;
  syntax::Document document_;
  Summary script_;
};

TEST_CASE("the path in an object leaves out calls that return it") {
  const auto path = [](std::string_view symbol) { return path_in_object(Symbol(symbol)); };
  CHECK(path("torch.nn.Linear()") == "");
  CHECK(path("torch.nn.Linear().cuda()") == "");
  CHECK(path("torch.nn.Linear().to().weight") == "weight");
  CHECK(path("torch.nn.parallel.DistributedDataParallel().cuda().module") == "module");
  CHECK(path("torch.nn.Linear().parameters()") == "parameters()");
  CHECK(path("class@0:12/1().backbone[]") == "backbone[]");
  CHECK(is_object(Symbol("class@0:12/1()")));
  CHECK_FALSE(is_object(Symbol()));
  CHECK(is_whole(Symbol("torch.nn.Linear().forward")));
  CHECK_FALSE(is_whole(Symbol("torch.nn.Linear().state_dict()")));
}

TEST_CASE("objects of one class are told apart") {
  const Read read(
      "a = nn.Linear(2, 2).cuda()\n"
      "b = nn.Linear(2, 2)\n"
      "b.train()\n"
      "pair = (a, b)\n"
      "first, second = pair\n"
      "first.eval()\n"
      "c = a if torch.rand(1) > 0 else b\n"
      "c.zero_grad()\n"
      "d = copy.deepcopy(b)\n"
      "d.half()\n");
  CHECK(read.makers("torch.nn.Linear().train") == "2");
  CHECK(read.makers("torch.nn.Linear().cuda().eval") == "1");
  CHECK(read.makers("torch.nn.Linear().cuda().zero_grad") == "1");
  CHECK(read.makers("torch.nn.Linear().zero_grad") == "2");
  CHECK(read.makers("torch.nn.Linear().half") == "9");
}

TEST_CASE("what torch.compile returns is the model") {
  const Read read(
      "net = nn.Linear(2, 2)\n"
      "fast = torch.compile(net, mode='default')\n"
      "fast(torch.rand(2))\n");
  CHECK(read.makers("torch.nn.Linear()") == "1");
  CHECK(read.uses(1) == "stays ");
}

TEST_CASE("objects are followed through functions and attributes") {
  const Read read(
      "class Trainer:\n"
      "    def __init__(self, model):\n"
      "        self.model = model\n"
      "    def step(self, x):\n"
      "        return self.model(x)\n"
      "def build(width):\n"
      "    return nn.Linear(width, 2), nn.Linear(2, width)\n"
      "one, two = build(3)\n"
      "Trainer(one).step(torch.rand(3))\n");
  CHECK(read.makers("torch.nn.Linear()") == "7");
}

TEST_CASE("a call knows which of several objects it may be about") {
  const Read read(
      "import sys\n"
      "if len(sys.argv) > 1:\n"
      "    net = nn.Linear(2, 2)\n"
      "else:\n"
      "    net = nn.Linear(2, 2)\n"
      "net.train()\n");
  CHECK(read.makers("torch.nn.Linear().train") == "3 5");
}

TEST_CASE("what a program does with an object") {
  CHECK(Read("net = nn.Linear(2, 2)\n"
             "ddp = DDP(net)\n"
             "ddp.module(torch.rand(2))\n"
             "ddp.state_dict()\n")
            .uses(2) == "stays module state_dict");
  CHECK(Read("net = nn.Linear(2, 2)\nprint(net)\nnet(1)\n").uses(1) == "stays ");
  CHECK(Read("import lib\nnet = nn.Linear(2, 2)\nlib.keep(net)\n").uses(2) == "escapes");
  CHECK(Read("import lib\nnet = nn.Linear(2, 2)\nlib.keep(x=[net])\n").uses(2) == "escapes");
  CHECK(Read("import lib\nnet = nn.Linear(2, 2)\nlib.keep(net.forward)\n").uses(2) == "escapes");
  CHECK(Read("import lib\nnet = nn.Linear(2, 2)\nlib.keep(net.parameters())\n").uses(2) ==
        "stays parameters");
  CHECK(Read("net = nn.Linear(2, 2)\nunknown(net)\n").uses(1) == "escapes");
  CHECK(Read("net = nn.Linear(2, 2)\nnet.register_forward_hook(print)\n").uses(1) ==
        "escapes register_forward_hook");
  CHECK(Read("class Holder(nn.Module):\n"
             "    def __init__(self):\n"
             "        self.inner = nn.Linear(2, 2)\n"
             "Holder()\n")
            .uses(3) == "escapes");
}

TEST_CASE("what a program does with an object in a container") {
  const auto uses = [](const std::string& text) {
    return Read("import lib\nnet = nn.Linear(2, 2)\n" + text).uses(2);
  };
  CHECK(uses("nets = {'a': net}\nnets['a'](1)\n") == "stays ");
  CHECK(uses("nets = [net]\nfor each in nets:\n    each.train()\n") == "stays train");
  CHECK(uses("nets = []\nnets.append(net)\nnets[0].train()\n") == "stays train");
  CHECK(uses("nets = {}\nnets['a'] = net\nfor name, each in nets.items():\n    each.train()\n") ==
        "stays train");
  CHECK(uses("for each, x in zip([net], 'a'):\n    each.train()\n") == "escapes");
  CHECK(uses("for i, each in enumerate((net,)):\n    each.train()\n") == "stays train");
  CHECK(uses("nets = {'a': [net]}\nlib.keep(nets)\n") == "escapes");
  CHECK(uses("lib.nets = (net,)\n") == "escapes");
  CHECK(uses("nets = {'a': net}\nnets[lib.name()]\n") == "stays");
  CHECK(uses("nets = {'a': net}\nlib.name().update(nets)\n") == "escapes");
  CHECK(uses("nets = [net]\nnets = nets + lib.nets()\n") == "escapes");
  CHECK(uses("nets = []\nkept = [nets]\nlib.keep(kept)\nnets.append(net)\n") == "escapes");
  CHECK(uses("def both(*nets):\n    lib.keep(nets)\nboth(net, 1)\n") == "escapes");
  CHECK(uses("class A:\n    pass\na = A()\nsetattr(a, 'net', net)\na.net.train()\n") ==
        "stays train");
  CHECK(uses("class A:\n    pass\na = A()\na.net = net\ngetattr(a, lib.name())\n") == "escapes");
}

TEST_CASE("a path of one rank") {
  const auto is_of_one = [](std::string_view text) {
    SourceStore sources;
    syntax::Document document(sources.add("/p/train.py", std::string(text)));
    document.parse_all();
    const Summary script = summarize(document);
    return is_of_one_rank(script.calls.back().point.guard);
  };
  CHECK(is_of_one(
      "import os, torch\nrank = int(os.environ['RANK'])\nif rank == 0:\n    torch.rand(1)\n"));
  CHECK(is_of_one(
      "import os, torch\nrank = int(os.environ['RANK'])\nif not rank > 0:\n    torch.rand(1)\n"));
  CHECK(is_of_one(
      "import torch\nfrom torch import distributed as dist\n"
      "def main():\n    if dist.get_rank() != 0:\n        return\n    torch.rand(1)\nmain()\n"));
  CHECK_FALSE(is_of_one("import os, torch\nif int(os.environ['RANK']) < 2:\n    torch.rand(1)\n"));
  CHECK_FALSE(
      is_of_one("import os, torch\nif int(os.environ['RANK']) % 2 == 0:\n    torch.rand(1)\n"));
}

}  // namespace
}  // namespace mmlint::script
