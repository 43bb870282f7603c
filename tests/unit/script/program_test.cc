#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/paths.h"
#include "script/summary.h"
#include "value/key_path.h"

// Programs of several files.
namespace mmlint::script {
namespace {

using Files = std::map<std::string, std::string>;

// The files of a project, by their path in it; the program starts with train.py.
class Project : public ModuleFinder {
 public:
  explicit Project(Files files) {
    for (auto& [path, text] : files) {
      auto document = std::make_unique<syntax::Document>(sources_.add("/p/" + path, text));
      document->parse_all();
      CHECK(document->problems().empty());
      documents_["/p/" + path] = std::move(document);
    }
    script = summarize(*documents_.at("/p/train.py"), this);
    CHECK(script.complete);
  }

  std::optional<FoundModule> find(const syntax::Document& importer, int level,
                                  std::string_view dotted) override {
    std::string path = level == 0 ? "/p" : importer.source().path();
    for (int i = 0; i < level; ++i) path = parent_folder(path);
    for (std::size_t begin = 0; begin < dotted.size();) {
      const std::size_t end = std::min(dotted.find('.', begin), dotted.size());
      path += "/" + std::string(dotted.substr(begin, end - begin));
      begin = end + 1;
    }
    for (const char* file : {"/__init__.py", ".py"}) {
      const auto found = documents_.find(path + file);
      if (found != documents_.end()) return found_module(path + file, *found->second);
    }
    const auto below = documents_.lower_bound(path + "/");
    const bool folder = below != documents_.end() && below->first.starts_with(path + "/");
    return folder ? std::optional(FoundModule{path, nullptr}) : std::nullopt;
  }

  // What calls of this name get as their first argument, in their order.
  std::vector<std::string> given(std::string_view symbol) const {
    std::vector<std::string> out;
    for (const Call& call : script.calls) {
      if (call.symbol != symbol || call.arguments.empty()) continue;
      std::string all;
      for (const Alternative& each : call.arguments.front().value) {
        if (!all.empty()) all += " | ";
        all += each.is_unknown() ? "?" : each.symbol().text();
        if (each.value()) all += print(*each.value());
      }
      out.push_back(std::move(all));
    }
    return out;
  }

  // "DEVICE" in `torch.zeros(DEVICE)` of train.py behind `before`, with other files.
  static std::string value(const std::string& before, const std::string& expression,
                           Files others = {}) {
    others["train.py"] = "import torch\n" + before + "torch.zeros(" + expression + ")\n";
    const auto found = Project(std::move(others)).given("torch.zeros");
    return found.size() == 1 ? found.front() : fmt::format("{} calls", found.size());
  }

  Summary script;

 private:
  SourceStore sources_;
  std::map<std::string, std::unique_ptr<syntax::Document>> documents_;
};

}  // namespace

TEST_CASE("imports find the modules of the project") {
  const Files files = {{"config.py", "NAME = 'gloo'\n_own = 1\n"},
                       {"utils/dist.py", "from .names import BACKEND\nfrom config import *\n"},
                       {"utils/names.py", "BACKEND = 'mpi'\n"},
                       {"pkg/__init__.py", "from . import deep\nVALUE = deep.VALUE\n"},
                       {"pkg/deep.py", "VALUE = 7\n"}};
  CHECK(Project::value("import config\n", "config.NAME", files) == "'gloo'");
  CHECK(Project::value("from config import NAME as n\n", "n", files) == "'gloo'");
  CHECK(Project::value("from utils.dist import BACKEND\n", "BACKEND", files) == "'mpi'");
  CHECK(Project::value("from utils.dist import NAME\n", "NAME", files) == "'gloo'");
  CHECK(Project::value("from utils import dist\n", "dist.BACKEND", files) == "'mpi'");
  CHECK(Project::value("import utils.dist\n", "utils.dist.BACKEND", files) == "'mpi'");
  CHECK(Project::value("import utils.dist as d\n", "d.BACKEND", files) == "'mpi'");
  CHECK(Project::value("import pkg\n", "pkg.VALUE", files) == "7");
  CHECK(Project::value("import pkg\n", "pkg.deep.VALUE", files) == "7");
  CHECK(Project::value("from config import *\n", "_own", files) == "?");
  CHECK(Project::value("import missing\n", "missing.x", files) == "missing.x");
}

TEST_CASE("functions of other files do what they do with what they are given") {
  const Files files = {
      {"lib.py",
       "import torch\nSTATE = 'old'\ndef same(x, y='default'):\n    return x\n"
       "def fallback(y='default'):\n    return y\ndef change():\n    global STATE\n"
       "    STATE = 'new'\ndef mark(args):\n    args.device = 'cpu'\n"
       "def is_gpu(dev):\n    return dev.type == 'cuda'\n"
       "def maker(name):\n    def made():\n        return name + later\n    later = '!'\n"
       "    return made\n"}};
  const std::string all = "import lib\nfrom lib import *\n";
  CHECK(Project::value(all, "same('a')", files) == "'a'");
  CHECK(Project::value(all, "fallback()", files) == "'default'");
  CHECK(Project::value(all + "change()\n", "lib.STATE", files) == "'new'");
  CHECK(Project::value(all + "lib.STATE = 3\n", "lib.STATE", files) == "3");
  CHECK(Project::value(all + "import argparse\nargs = argparse.ArgumentParser().parse_args()\n"
                             "mark(args)\n",
                       "args.device", files) == "'cpu'");
  CHECK(Project::value(all, "1 if is_gpu(torch.device('cpu')) else 2", files) == "2");
  CHECK(Project::value(all + "f = maker('a')\ng = maker('b')\n", "f()", files) == "'a!'");
}

TEST_CASE("classes have what they inherit, set and are given") {
  const Files files = {
      {"base.py",
       "class Base:\n    kind = 'base'\n    def __init__(self, name):\n        self.name = name\n"
       "    def who(self):\n        return self.name\n    @property\n    def shown(self):\n"
       "        return self.kind\n    @staticmethod\n    def fixed():\n        return 'static'\n"
       "    @classmethod\n    def make(cls):\n        return cls.kind\n"
       "    def __call__(self, x):\n        return x\n"},
      {"heirs.py",
       "from dataclasses import dataclass, field\nfrom base import Base\n"
       "class Heir(Base):\n    kind = 'heir'\n    def __init__(self):\n"
       "        super().__init__('child')\n    def who(self):\n        return super().who()\n"
       "@dataclass\nclass Config:\n    lr: float = 0.1\n    device: str = 'cuda'\n"
       "    backend: str = field(default='nccl')\n"
       "class Small(Config):\n    device: str = 'cpu'\n"}};
  const std::string all = "from base import Base\nfrom heirs import Heir, Config, Small\n";
  const auto value = [&](const std::string& expression) {
    return Project::value(all, expression, files);
  };
  CHECK(value("Base('x').who()") == "'x'");
  CHECK(value("Heir().who()") == "'child'");
  CHECK(value("Heir().kind") == "'heir'");
  CHECK(value("Heir().shown") == "'heir'");
  CHECK(value("Heir.make()") == "'heir'");
  CHECK(value("Base.fixed()") == "'static'");
  CHECK(value("Base('x')('y')") == "'y'");
  CHECK(value("Config().device") == "'cuda'");
  CHECK(value("Config(device='cpu').device") == "'cpu'");
  CHECK(value("Config(0.2, 'xla').device") == "'xla'");
  CHECK(value("Config().backend") == "'nccl'");
  CHECK(value("Small().device") == "'cpu'");
}

TEST_CASE("decorators of the project guard, those of libraries leave what they decorate") {
  const Files files = {
      {"deco.py",
       "import functools\nimport torch\ndef with_cuda(f):\n    @functools.wraps(f)\n"
       "    def wrapper(*args, **kwargs):\n        if torch.cuda.is_available():\n"
       "            return f(*args, **kwargs)\n    return wrapper\n"
       "def named(name):\n    def outer(f):\n        def inner(*args):\n"
       "            return f(name, *args)\n        return inner\n    return outer\n"}};
  const Project program(Files{{"deco.py", files.at("deco.py")},
                              {"train.py",
                               "import torch\nfrom deco import with_cuda\n@with_cuda\ndef go(x):\n"
                               "    torch.zeros(x)\ngo(1)\n"}});
  REQUIRE(program.given("torch.zeros") == std::vector<std::string>{"1"});
  for (const Call& call : program.script.calls) {
    if (call.symbol == "torch.zeros")
      CHECK(call.point.guard.answer({Question::Kind::kDevice, "cuda"}) == true);
  }
  CHECK(Project::value("from deco import named\n@named('gloo')\ndef f(name, x):\n"
                       "    return name\n",
                       "f(1)", files) == "'gloo'");
  CHECK(Project::value("@torch.no_grad()\ndef f(x):\n    return x\n", "f(1)") == "1");
}

TEST_CASE("the number of cards is nought where there is no CUDA") {
  CHECK(Project::value("n = torch.cuda.device_count()\n", "n") == "torch.cuda.device_count() | 0");
  CHECK(Project::value("n = torch.cuda.device_count()\n", "1 if n > 0 else 2") == "1 | 2");
  CHECK(Project::value("", "7 // 2") == "3");
  CHECK(Project::value("", "-7 % 4") == "1");
  const Project divides(Files{{"train.py", "import torch\nx = 64 // torch.cuda.device_count()\n"}});
  REQUIRE(divides.script.failures.size() == 1);
  CHECK(divides.script.failures[0].kind == Failure::Kind::kDivision);
  CHECK(divides.script.failures[0].point.guard.answer({Question::Kind::kDevice, "cuda"}) == false);
  const Project indexes(Files{
      {"train.py",
       "import torch\ncards = [c for c in range(torch.cuda.device_count())]\nx = cards[0]\n"}});
  REQUIRE(indexes.script.failures.size() == 1);
  CHECK(indexes.script.failures[0].kind == Failure::Kind::kIndex);
  const Project asks(Files{{"train.py", "import torch\nassert torch.cuda.is_available()\n"}});
  REQUIRE(asks.script.failures.size() == 1);
  CHECK(asks.script.failures[0].point.guard.answer({Question::Kind::kDevice, "cuda"}) == false);
}

TEST_CASE("ranks and turns answer a condition in both ways, others leave it open") {
  const auto open = [](const std::string& before, const std::string& condition) {
    const Project program(Files{{"train.py", "import os\nimport torch\nimport lib\n" + before +
                                                 "if " + condition + ":\n    torch.zeros(1)\n"}});
    for (const Call& call : program.script.calls) {
      if (call.symbol == "torch.zeros") return call.point.open;
    }
    FAIL("no call");
    return false;
  };
  CHECK(open("", "lib.x()"));
  CHECK(!open("", "int(os.environ['RANK']) == 0"));
  CHECK(!open("", "torch.distributed.get_rank() == 0"));
  CHECK(!open("", "torch.cuda.is_available()"));
  CHECK(!open("", "True"));
  CHECK(!open("for i in range(9):\n  pass\n", "i % 3 == 0"));
  CHECK(open("", "torch.distributed.get_rank() == 0 and lib.x()"));
}

TEST_CASE("what the run gets to is told from what nobody calls") {
  const Project program(
      Files{{"lib.py",
             "import torch\ndef used():\n    torch.zeros(1)\ndef other():\n    torch.ones(1)\n"
             "if __name__ == '__main__':\n    torch.empty(1)\n"},
            {"train.py",
             "import torch\nimport lib\nlib.used()\ndef mine():\n    torch.full(1)\n"
             "class Net(torch.nn.Module):\n    def forward(self, x):\n        torch.rand(1)\n"
             "    def debug(self):\n        torch.randn(1)\nlib.wrap(Net())\n"}});
  std::map<std::string, bool> reached;
  for (const Call& call : program.script.calls) {
    if (!call.own) reached[call.symbol.str()] = call.point.reached;
  }
  CHECK(reached.at("torch.zeros"));
  CHECK(reached.count("torch.ones") == 0);  // another program's matter
  CHECK(reached.count("torch.empty") == 0);
  CHECK(!reached.at("torch.full"));
  CHECK(reached.at("torch.rand"));
  CHECK(!reached.at("torch.randn"));
}

TEST_CASE("a match takes the case that fits") {
  const std::string pick =
      "def pick(x):\n    match x:\n        case 'a' | 'b':\n            return 1\n"
      "        case ('c', str() as found):\n            return found\n"
      "        case {'key': value}:\n            return value\n"
      "        case [first, *_, -1]:\n            return first\n"
      "        case 'g' if torch.cuda.is_available():\n            return 'guarded'\n"
      "        case other:\n            return other\n";
  CHECK(Project::value(pick, "pick('b')") == "1");
  CHECK(Project::value(pick, "pick(('c', 'd'))") == "'d'");
  CHECK(Project::value(pick, "pick({'key': 3, 'more': 4})") == "3");
  CHECK(Project::value(pick, "pick([7, 8, 9, -1])") == "7");
  CHECK(Project::value(pick, "pick([7, 8, 9, -2])") == "[7, 8, 9, -2]");
  CHECK(Project::value(pick, "pick('g')") == "'guarded' | 'g'");
  CHECK(Project::value(pick, "pick('z')") == "'z'");
  CHECK(Project::value("import argparse\np = argparse.ArgumentParser()\n"
                       "p.add_argument('--to', default='b')\n" +
                           pick,
                       "pick(p.parse_args().to)") == "1");
}

TEST_CASE("members of enumerations have values, properties and what __init__ gives them") {
  const std::string device =
      "import enum\nclass Device(enum.Enum):\n    CPU = ('cpu', 'gloo')\n"
      "    CARD = ('cuda', 'nccl')\n    def __init__(self, name, backend):\n"
      "        self.backend = backend\n    @property\n    def is_card(self):\n"
      "        return self is Device.CARD\n"
      "class Kind(str, enum.Enum):\n    ONE = 'one'\n    TWO = 'two'\n";
  CHECK(Project::value(device, "Device.CARD.backend") == "'nccl'");
  CHECK(Project::value(device, "Device['CPU'].backend") == "'gloo'");
  CHECK(Project::value(device, "Device.CARD.is_card") == "True");
  CHECK(Project::value(device, "Device.CPU.is_card") == "False");
  CHECK(Project::value(device, "Device.CPU.value[0]") == "'cpu'");
  CHECK(Project::value(device, "Kind('two').name") == "'TWO'");
  CHECK(Project::value(device, "Kind.TWO == 'two'") == "True");
  CHECK(Project::value(device, "{Kind.ONE: 1, Kind.TWO: 2}[Kind('two')]") == "2");
}

TEST_CASE("objects of one class are told apart") {
  const std::string two =
      "import dataclasses\nfrom typing import NamedTuple\nfrom collections import namedtuple\n"
      "@dataclasses.dataclass\nclass C:\n    device: str = 'cpu'\n"
      "    more: dict = dataclasses.field(default_factory=lambda: {'a': 1})\n"
      "class T(NamedTuple):\n    device: str = 'cpu'\n    backend: str = 'gloo'\n"
      "N = namedtuple('N', 'device backend')\na = C()\nb = C('cuda')\n"
      "c = dataclasses.replace(a, device='xpu')\nx, y = T('mps')\n";
  CHECK(Project::value(two, "a.device") == "'cpu'");
  CHECK(Project::value(two, "b.device") == "'cuda'");
  CHECK(Project::value(two, "c.device") == "'xpu'");
  CHECK(Project::value(two, "c.more['a']") == "1");
  CHECK(Project::value(two, "x") == "'mps'");
  CHECK(Project::value(two, "y") == "'gloo'");
  CHECK(Project::value(two, "N('cpu', backend='mpi').backend") == "'mpi'");
  CHECK(Project::value(two, "N('cpu', 'mpi')[1]") == "'mpi'");
}

TEST_CASE("lists, dicts and records are known after they were changed") {
  CHECK(Project::value("a = {'x': 1}\nb = {**a, 'y': 2}\n", "b.get('x', 3)") == "1");
  CHECK(Project::value("a = {'x': 1}\n", "a.get('y', 3)") == "3");
  CHECK(Project::value("a = {'x': 1} | {'x': 2}\n", "a.pop('x')") == "2");
  CHECK(Project::value("a = {}\na.setdefault('x', 4)\n", "a['x']") == "4");
  CHECK(Project::value("a = []\na.append(5)\n", "a[0]") == "5");
  CHECK(Project::value("first, *rest = (1, 2, 3)\n", "rest") == "[2, 3]");
  CHECK(Project::value("a = [1]\nb = [0, *a] + [2]\n", "b") == "[0, 1, 2]");
  const std::string record = "import types\nn = types.SimpleNamespace(x=1)\n";
  CHECK(Project::value(record + "vars(n).update(x=2)\n", "n.x") == "2");
  CHECK(Project::value(record, "getattr(n, 'x', 7)") == "1");
  CHECK(Project::value("", "(lambda x, y=2: y)(1)") == "2");
  CHECK(Project::value("d = 'cuda'\nfor n in ['a', 'b']:\n    if n == 'a':\n        continue\n"
                       "    d = n\n    break\n",
                       "d") == "'b'");
}

TEST_CASE("a context manager gives what it yields, in the state at its yield") {
  const Project program(Files{{"train.py",
                               "import contextlib\nimport torch\nimport torch.distributed as dist\n"
                               "@contextlib.contextmanager\ndef group(name='gloo'):\n"
                               "    dist.init_process_group(name)\n    try:\n        yield name\n"
                               "    finally:\n        dist.destroy_process_group()\n"
                               "with group() as name:\n    torch.zeros(name)\n"}});
  CHECK(program.given("torch.zeros") == std::vector<std::string>{"'gloo'"});
  for (const Call& call : program.script.calls) {
    if (call.symbol == "torch.zeros") CHECK(call.point.group == OnPaths::kAll);
  }
}

TEST_CASE("a value that one path replaces is known to be of the other path") {
  const Project program(Files{
      {"train.py",
       "import torch\ndevice = 'cuda'\nif not torch.cuda.is_available():\n    device = 'cpu'\n"
       "torch.zeros(device)\ndef pick():\n    try:\n        torch.zeros(1).cuda()\n"
       "        return 'cuda'\n    except RuntimeError:\n        return "
       "'cpu'\ntorch.ones(pick())\n"}});
  const Question cuda{Question::Kind::kDevice, "cuda"};
  int found = 0;
  for (const Call& call : program.script.calls) {
    for (const Argument& argument : call.arguments) {
      for (const Alternative& each : argument.value) {
        if (!each.is_text("cuda")) continue;
        CHECK(each.guard.answer(cuda) == true);
        ++found;
      }
    }
  }
  CHECK(found == 2);
}

TEST_CASE("a definition of another file is the same whoever asks for it first, and where") {
  const Files files = {{"lib.py",
                        "def pick():\n    return 'gloo'\n"
                        "class Net:\n    device = 'cpu'\n    sizes = dict(a=1)\n"
                        "    def name(self, prefix='net'):\n        return prefix + self.device\n"
                        "class Small(Net):\n    device = 'small'\n"},
                       {"twice.py",
                        "from lib import Net\nclass Net(Net):\n    more = 'more'\n"
                        "def f():\n    return 1\nold = f\ndef f():\n    return 2\n"},
                       {"user.py", "from lib import Net as Model, pick\n"},
                       {"all.py", "from lib import *\n"}};
  const auto value = [&](const std::string& before, const std::string& expression) {
    return Project::value("import all, lib, twice, user\nfrom lib import Net, pick\n" + before,
                          expression, files);
  };
  CHECK(value("", "all.pick() + user.pick()") == "'gloogloo'");
  CHECK(value("if torch.cuda.is_available():\n    lib.pick()\n", "user.pick()") == "'gloo'");
  CHECK(value("if torch.cuda.is_available():\n    x = pick()\nelse:\n    x = 'mpi'\n", "x") ==
        "'gloo' | 'mpi'");
  CHECK(value("if torch.cuda.is_available():\n    pick()\nelse:\n    Net()\n"
              "if not torch.cuda.is_available():\n    ",
              "pick() + Net().device") == "'gloocpu'");
  CHECK(value("def main():\n    return user.Model().name()\n", "main()") == "'netcpu'");
  CHECK(value("", "all.Small().name('a ')") == "'a small'");
  CHECK(value("Net.device = 'gcu'\n", "user.Model().device") == "'gcu'");
  CHECK(value("", "twice.old() + twice.f()") == "3");
  CHECK(value("", "twice.Net().device + twice.Net.more") == "'cpumore'");
  CHECK(value("lib.pick = twice.f\n", "lib.pick()") == "2");
  CHECK(value("lib.pick = twice.f\n", "user.pick()") == "'gloo'");
  CHECK(value("def g():\n    return 3\nif torch.cuda.is_available():\n    lib.pick = g\n",
              "lib.pick()") == "3 | 'gloo'");
}

TEST_CASE("what a definition does beside is done where it stands") {
  const std::string lib =
      "import torch\ndef keep(x):\n    torch.ones('kept')\n    return x\n@keep\ndef f(): pass\n"
      "def g(x=torch.ones('default')): pass\nclass Net:\n    torch.ones('body')\n";
  const Project project({{"lib.py", lib}, {"train.py", "import lib\n"}});
  CHECK(project.given("torch.ones") == std::vector<std::string>{"'kept'", "'default'", "'body'"});
}

TEST_CASE("recursion and circular imports end") {
  const Project program(
      Files{{"a.py", "import b\ndef f(n):\n    return b.g(n)\n"},
            {"b.py", "import a\ndef g(n):\n    return a.f(n)\n"},
            {"train.py",
             "import a\nclass A(A if a else object):\n    pass\n"
             "def walk(cfg):\n    for k in cfg:\n        walk(k)\nwalk(a.f(1))\nA()\n"}});
  CHECK(program.script.files.size() == 3);
}

}  // namespace mmlint::script
