#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "script/summary.h"
#include "value/key_path.h"

// What is seen in training scripts.
namespace mmlint::script {
namespace {

struct Read {
  explicit Read(std::string text)
      : document(sources.add("/p/train.py", std::move(text))),
        script((document.parse_all(), script::summarize(document))) {
    CHECK(document.problems().empty());
    CHECK(script.complete);
  }

  // The only call of this name.
  const Call& call(std::string_view symbol) const {
    const Call* found = nullptr;
    for (const Call& each : script.calls) {
      if (each.symbol != symbol) continue;
      REQUIRE_MESSAGE(!found, symbol);
      found = &each;
    }
    REQUIRE_MESSAGE(found, symbol);
    return *found;
  }

  bool calls(std::string_view symbol) const {
    return std::any_of(script.calls.begin(), script.calls.end(),
                       [symbol](const Call& each) { return each.symbol == symbol; });
  }

  // "'nccl' | <options>.backend"
  static std::string printed(const Alternatives& alternatives) {
    std::string out;
    for (const Alternative& alternative : alternatives) {
      if (!out.empty()) out += " | ";
      if (alternative.is_unknown()) out += "?";
      out += alternative.symbol().text();
      if (alternative.value()) out += print(*alternative.value());
      if (alternative.prefix()) out += "...";
    }
    return out;
  }

  std::string argument(std::string_view symbol, std::string_view name, std::size_t position) const {
    const Argument* found = call(symbol).argument(name, position);
    return found ? printed(found->value) : "";
  }

  // What the Runner sees of a key: "line:value" of each write, "file" for the config's own.
  std::string at_runner(const std::string& key) const {
    REQUIRE(script.builds.size() == 1);
    const auto* found = script.builds.front().keys.find(key);
    if (!found) return "file";
    std::vector<std::string> out;
    for (const std::size_t index : found->writes) {
      const ConfigWrite& write = script.writes[index];
      out.push_back(fmt::format("{}:{}", sources.begin_of(write.span).line,
                                write.value.empty() ? "removed" : printed(write.value)));
    }
    if (found->as_loaded()) out.emplace_back("file");
    return fmt::format("{}", fmt::join(out, " | "));
  }

  std::string guard(std::string_view symbol) const {
    std::string out;
    for (const Condition& each : call(symbol).point.guard.conditions()) {
      if (each.question.kind == Question::Kind::kModule && each.holds) continue;
      if (!out.empty()) out += ", ";
      out += (each.holds ? "" : "not ") + name_of(each.question);
    }
    return out;
  }

  SourceStore sources;
  syntax::Document document;
  Summary script;
};

const std::string kImports =
    "import os, argparse, torch\nimport torch.distributed as dist\n"
    "from mmengine.config import Config\nfrom mmengine.runner import Runner\nfrom lib import x, "
    "y\n";

TEST_CASE("names are those of the library, whatever the script calls them") {
  const Read read(
      "import torch\nimport torch.distributed as dist\n"
      "from torch.nn.parallel import DistributedDataParallel as DDP\n"
      "from torch import cuda\nfrom mmengine import Config\n"
      "from mmengine.dist.utils import init_dist as start\n"
      "dist.barrier()\nDDP(1)\ncuda.set_device(0)\nConfig.fromfile('a')\nstart('pytorch')\n"
      "setter = torch.cuda.empty_cache\nsetter()\n");
  for (const char* name : {"torch.distributed.barrier", "torch.nn.parallel.DistributedDataParallel",
                           "torch.cuda.set_device", "mmengine.config.Config.fromfile",
                           "mmengine.dist.init_dist", "torch.cuda.empty_cache"}) {
    CHECK_MESSAGE(read.calls(name), name);
  }
}

TEST_CASE("strings, comments and docstrings hold no calls") {
  const Read read(
      "'''torch.cuda.set_device(0)'''\n# init_dist('pytorch')\n"
      "text = 'init_process_group(\"nccl\")'\nstr(text)\n");
  CHECK(read.script.calls.size() == 1);
}

TEST_CASE("another library's function of the same name is another one") {
  const Read read("from horovod import init_process_group\ninit_process_group('nccl')\n");
  CHECK(read.calls("horovod.init_process_group"));
  CHECK(!read.calls("torch.distributed.init_process_group"));
}

TEST_CASE("values come from where they were written") {
  const auto backend = [](const std::string& before, const std::string& argument) {
    const Read read(kImports + before + "dist.init_process_group(" + argument + ")\n");
    return read.argument("torch.distributed.init_process_group", "backend", 0);
  };
  CHECK(backend("", "backend='nccl'") == "'nccl'");
  CHECK(backend("", "'nccl', rank=0") == "'nccl'");
  CHECK(backend("name = 'eccl'\n", "name") == "'eccl'");
  CHECK(backend("flag = x()\n", "'eccl' if flag else 'gloo'") == "'eccl' | 'gloo'");
  CHECK(backend("flag = False\n", "'eccl' if flag else 'gloo'") == "'gloo'");
  CHECK(backend("if x():\n    name = 'a'\nelse:\n    name = 'b'\n", "name") == "'a' | 'b'");
  CHECK(backend("def f(name='gloo'):\n    return name\n", "f()") == "'gloo'");
  CHECK(backend("def f(name='gloo'):\n    return name\n", "f('nccl')") == "'nccl'");
  CHECK(backend("names = {'a': 'nccl'}\n", "names['a']") == "'nccl'");
  CHECK(backend("", "os.environ.get('B', 'gloo')") == "<environment>.B | 'gloo'");
  CHECK(backend("", "y(), rank=0") == "lib.y()");
  CHECK(backend("", "*args") == "");
  CHECK(backend("", "dist.Backend.NCCL") == "'nccl'");
  CHECK(backend("", "dist.Backend.GLOO") == "'gloo'");
  CHECK(backend("", "dist.Backend.MPI") == "'mpi'");
  CHECK(backend("", "dist.Backend.UCC") == "'ucc'");
}

TEST_CASE("strings that go on with something unknown have a beginning") {
  const auto device = [](const std::string& argument) {
    const Read read(kImports + "r = x()\nm = y()\nm.to(" + argument + ")\n");
    return read.argument("lib.y().to", "device", 0);
  };
  CHECK(device("f'gcu:{r}'") == "'gcu:'...");
  CHECK(device("'gcu:{}'.format(r)") == "'gcu:'...");
  CHECK(device("'gcu:%d' % r") == "'gcu:'...");
  CHECK(device("'xla:' + str(r)") == "'xla:'...");
  CHECK(device("f'gcu:{0}'") == "'gcu:0'");
}

TEST_CASE("conditions guard what they enclose and what they dominate") {
  const auto guard = [](const std::string& text) {
    return Read(kImports + text).guard("torch.cuda.set_device");
  };
  CHECK(guard("torch.cuda.set_device(0)\n") == "");
  CHECK(guard("if torch.cuda.is_available():\n    torch.cuda.set_device(0)\n") == "device:cuda");
  CHECK(guard("ok = torch.cuda.is_available()\nif x() and ok:\n    torch.cuda.set_device(0)\n") ==
        "device:cuda");
  CHECK(guard("def f():\n    if not torch.cuda.is_available():\n        return\n"
              "    torch.cuda.set_device(0)\nf()\n") == "device:cuda");
  CHECK(guard("if not torch.cuda.is_available():\n    raise SystemExit\n"
              "torch.cuda.set_device(0)\n") == "device:cuda");
  CHECK(guard("if torch.npu.is_available():\n    pass\nelse:\n    torch.cuda.set_device(0)\n") ==
        "not device:npu");
  CHECK(guard("device = x()\nif device == 'cuda':\n    torch.cuda.set_device(0)\n") == "is:cuda");
  CHECK(guard("if x() or torch.cuda.is_available():\n    torch.cuda.set_device(0)\n") == "");
  for (const std::string group : {"is_initialized()", "_is_initialized()"})
    CHECK(guard("if dist." + group + ":\n    torch.cuda.set_device(0)\n") == "group");
}

TEST_CASE("a plugin that may be missing") {
  const std::string text =
      "try:\n    import torch_gcu\n    HAVE = True\nexcept ImportError:\n    torch_gcu = None\n"
      "    HAVE = False\n";
  const auto guard = [&](const std::string& condition) {
    const Read read(kImports + text + "if " + condition +
                    ":\n    torch_gcu.set_device(0)\nelse:\n    torch.cuda.set_device(0)\n");
    CHECK(read.guard("torch_gcu.set_device") == "");  // the import succeeded
    return read.guard("torch.cuda.set_device");
  };
  CHECK(guard("HAVE") == "not module:torch_gcu");
  CHECK(guard("torch_gcu is not None") == "not module:torch_gcu");
  CHECK(guard("torch_gcu") == "not module:torch_gcu");
}

TEST_CASE("a try that goes on afterwards handles what it holds") {
  const auto handled = [](const std::string& handler) {
    const Read read(kImports + "try:\n    dist.barrier()\nexcept Exception:\n    " + handler +
                    "\n");
    return read.call("torch.distributed.barrier").point.handled;
  };
  CHECK(handled("pass"));
  CHECK(!handled("raise"));
  CHECK(!handled("sys.exit(1)"));
}

TEST_CASE("the last write before the Runner counts") {
  const auto seen = [](const std::string& key, const std::string& writes) {
    return Read(kImports + "cfg = Config.fromfile('a.py')\n" + writes + "Runner.from_cfg(cfg)\n")
        .at_runner(key);
  };
  const std::string wrapper = "model_wrapper_cfg";
  CHECK(seen(wrapper, "") == "file");
  CHECK(seen(wrapper, "cfg.model_wrapper_cfg = None\n") == "7:None");
  CHECK(seen(wrapper, "cfg.model_wrapper_cfg = None\ncfg['model_wrapper_cfg'] = dict(a=1)\n") ==
        "8:dict(a=1)");
  CHECK(seen(wrapper + ".device_ids", "cfg.model_wrapper_cfg.update({'device_ids': None})\n") ==
        "7:None");
  CHECK(seen(wrapper + ".device_ids", "cfg.model_wrapper_cfg.pop('device_ids', None)\n") ==
        "7:removed");
  CHECK(seen(wrapper + ".device_ids", "del cfg.model_wrapper_cfg['device_ids']\n") == "7:removed");
  CHECK(seen(wrapper + ".device_ids", "w = cfg.model_wrapper_cfg\nw['device_ids'] = [0]\n") ==
        "8:[0]");
  CHECK(seen(wrapper + ".a", "setattr(cfg.model_wrapper_cfg, 'a', 1)\n") == "7:1");
  CHECK(seen("a.b", "cfg.merge_from_dict({'a.b': 1})\n") == "7:1");
  CHECK(seen("a.b", "cfg.a.b = 1\ncfg.a = dict()\n") == "file");
  CHECK(seen("a", "if x():\n    cfg.a = 1\n") == "8:1 | file");
  CHECK(seen("a", "if hasattr(cfg, 'a'):\n    cfg.a = 1\nelse:\n    cfg.a = 2\n") == "8:1 | 10:2");
  CHECK(seen("a", "def change(c):\n    c.a = 1\nchange(cfg)\n") == "8:1");
}

TEST_CASE("whether the process group exists when the Runner is built") {
  const auto group = [](const std::string& text) {
    const Read read(kImports + "cfg = Config.fromfile('a.py')\n" + text + "Runner.from_cfg(cfg)\n");
    return read.script.calls[read.script.builds.front().call].point.group;
  };
  CHECK(group("") == OnPaths::kNone);
  CHECK(group("dist.init_process_group('gloo')\n") == OnPaths::kAll);
  CHECK(group("def f():\n    dist.init_process_group('gloo')\nf()\n") == OnPaths::kAll);
  CHECK(group("if x():\n    dist.init_process_group('gloo')\n") == OnPaths::kSome);
  CHECK(group("if not dist.is_initialized():\n    dist.init_process_group('gloo')\n") ==
        OnPaths::kAll);
  CHECK(group("def f():\n    if dist.is_initialized():\n        return\n"
              "    dist.init_process_group('gloo')\nf()\n") == OnPaths::kAll);
  CHECK(group("dist.init_process_group('gloo')\ndist.destroy_process_group()\n") == OnPaths::kNone);
}

TEST_CASE("options and the environment") {
  const Read read(kImports +
                  "parser = argparse.ArgumentParser()\nparser.add_argument('config')\n"
                  "parser.add_argument('--local_rank', '--local-rank', type=int, default=0)\n"
                  "parser.add_argument('--amp', action='store_true')\n"
                  "parser.add_argument('--launcher', choices=['none', 'pytorch'])\n"
                  "args = parser.parse_args()\nif 'LOCAL_RANK' not in os.environ:\n"
                  "    os.environ['LOCAL_RANK'] = str(args.local_rank)\n"
                  "os.environ['RANK'] = '0'\nos.environ.setdefault('MASTER_PORT', '29500')\n"
                  "cfg = Config.fromfile(args.config)\n");
  REQUIRE(read.script.options.size() == 4);
  CHECK(read.script.options[0].required);
  CHECK(read.script.options[1].dest == "local_rank");
  CHECK(Read::printed(read.script.options[1].default_value) == "0");
  CHECK(read.script.options[2].is_flag);
  CHECK(Read::printed(read.script.options[3].choices) == "['none', 'pytorch']");
  CHECK(Read::printed(read.script.config) == "<options>.config");
  REQUIRE(read.script.environment.size() == 3);
  CHECK(read.script.environment[0].only_if_unset);
  CHECK(!read.script.environment[1].only_if_unset);
  CHECK(read.script.environment[2].only_if_unset);
}

TEST_CASE("functions that nobody calls are read too, methods as well") {
  const Read read(kImports +
                  "class Trainer:\n    def run(self, rank):\n        torch.cuda.set_device(rank)\n"
                  "def unused(cfg):\n    return Runner.from_cfg(cfg)\n");
  CHECK(read.calls("torch.cuda.set_device"));
  CHECK(read.call("mmengine.runner.Runner.from_cfg").point.group == OnPaths::kSome);
}

TEST_CASE("loops and recursion end") {
  const Read read(kImports +
                  "def f(n):\n    while True:\n        if f(n - 1):\n            break\n"
                  "for b in ['eccl', 'gloo']:\n    try:\n"
                  "        dist.init_process_group(b)\n        break\n"
                  "    except RuntimeError:\n        continue\nf(3)\n");
  CHECK(read.argument("torch.distributed.init_process_group", "backend", 0) == "'eccl' | 'gloo'");
  CHECK(read.call("torch.distributed.init_process_group").point.handled);
}

TEST_CASE("a text that is put together without end is not known") {
  std::string doubled = "b = 'nccl'\n", formatted = "c = 'nccl'\n";
  for (int i = 0; i < 64; ++i) {
    doubled += "b = b + b\n";
    formatted += "c = f'{c}{c}'\n";
  }
  const Read read(kImports + doubled + formatted + "dist.new_group(b, c)\n");
  const Call& call = read.call("torch.distributed.new_group");
  for (const Argument& argument : call.arguments) CHECK(!argument.value.front().data());
}

TEST_CASE("what a conditional expression calls stands under its condition") {
  const Read read(kImports + "torch.cuda.set_device(0) if torch.cuda.is_available() else y()\n");
  CHECK(read.guard("torch.cuda.set_device") == "device:cuda");
  CHECK(read.guard("lib.y") == "not device:cuda");
}

TEST_CASE("an option is what it is compared with") {
  const Read read(kImports +
                  "args = argparse.ArgumentParser().parse_args()\n"
                  "if args.amp is True:\n    x()\nelse:\n    y()\n");
  CHECK(read.guard("lib.x") == "option:amp");
  CHECK(read.guard("lib.y") == "not option:amp");
}

TEST_CASE("an option is None only if it may be") {
  const auto guard = [](const std::string& option) {
    const Read read(kImports +
                    "parser = argparse.ArgumentParser()\nparser.add_argument('--card', " + option +
                    ")\nif parser.parse_args().card is not None:\n    x()\n");
    return read.guard("lib.x");
  };
  CHECK(guard("type=int") == "option:card");
  CHECK(guard("type=int, default=0") == "");
  CHECK(guard("action='store_true'") == "");
  CHECK(guard("type=json.loads, default=0") == "option:card");
  CHECK(guard("type=int, nargs='?', default=0") == "option:card");
}

TEST_CASE("options that nobody looks at are known") {
  const auto is_read = [](const std::string& rest) {
    const Read read(kImports +
                    "parser = argparse.ArgumentParser()\n"
                    "parser.add_argument('--amp', action='store_true')\n" +
                    rest);
    return read.script.options.at(0).is_read;
  };
  CHECK(!is_read("args = parser.parse_args()\nx(args.config)\n"));
  CHECK(is_read("args = parser.parse_args()\nx(args.amp)\n"));
  CHECK(is_read("x(parser.parse_args())\n"));
  CHECK(is_read("args = parser.parse_args()\nprint(vars(args))\n"));
  CHECK(!is_read("def f(a):\n    return a.config\nf(parser.parse_args())\n"));
}

TEST_CASE("what a script does when it could not make the group is told apart") {
  const Read read(kImports +
                  "try:\n    dist.init_process_group('gloo')\nexcept RuntimeError:\n"
                  "    rank, world_size = 0, 1\n    x()\ny()\n");
  CHECK(read.guard("lib.x") == "group-failed");
  CHECK(read.guard("lib.y") == "");
  REQUIRE(read.script.stores.size() == 2);
  CHECK(read.script.stores.at(1).symbol == "world_size");
}

TEST_CASE("a device is the text that names it") {
  const Read read(kImports + "device = torch.device('cuda:1')\nx(device)\n");
  CHECK(read.argument("lib.x", "device", 0) == "'cuda:1'");
}

TEST_CASE("imports that hide the module's own where they have not run") {
  const auto shadows = [](const std::string& body) {
    std::string out;
    const Read read("import torch\nfrom os import path as p\n" + body);
    for (const Shadow& shadow : read.script.shadows)
      out +=
          fmt::format("{}:{}<{} ", shadow.symbol.text(), read.sources.begin_of(shadow.import).line,
                      read.sources.begin_of(shadow.use).line);
    return out;
  };
  CHECK(shadows("def f():\n    torch.zeros(1)\n    import torch\n") == "torch:5<4 ");
  CHECK(shadows("def f():\n    g(p.join('a'))\n    if p:\n        from os import path as p\n") ==
        "os.path:6<4 ");
  CHECK(shadows("class A:\n    def f(self):\n        return [torch for x in y]\n"
                "        import torch\n") == "torch:6<5 ");
  CHECK(shadows(
            "def f(x):\n    if x:\n        import torch\n    with x:\n        torch.zeros(1)\n") ==
        "torch:5<7 ");
  CHECK(shadows("def f(x):\n    if x:\n        import torch\n        torch.zeros(1)\n") == "");
  CHECK(
      shadows("def f(x):\n    if x:\n        import torch\n    if x:\n        torch.zeros(1)\n") ==
      "");
  CHECK(shadows("def f(x):\n    if x:\n        import torch\n    else:\n        return\n"
                "    torch.zeros(1)\n") == "");
  CHECK(shadows("def f(x):\n    if x:\n        import torch\n    try:\n        torch.zeros(1)\n"
                "    except ValueError:\n        pass\n") == "torch:5<7 ");
  CHECK(shadows("def f(x):\n    for _ in x:\n        import torch\n    torch.zeros(1)\n") == "");
  CHECK(
      shadows("def f(x):\n    if x:\n        import torch\n    torch = x\n    torch.zeros(1)\n") ==
      "");
  CHECK(shadows("def f():\n    import torch\n    torch.zeros(1)\n    import torch\n") == "");
  CHECK(shadows("def f(torch):\n    torch.zeros(1)\n    import torch\n") == "");
  CHECK(shadows("def f():\n    global torch\n    torch.zeros(1)\n    import torch\n") == "");
  CHECK(shadows("def f():\n    g = lambda: torch\n    import torch\n") == "");
  CHECK(shadows("def f():\n    torch.zeros(1)\n    def g():\n        import torch\n") == "");
  CHECK(shadows("def f():\n    torch = 1\n    torch.zeros(1)\n    import torch\n") == "");
  CHECK(shadows("def f():\n    other.zeros(1)\n    import other\n") == "");
  CHECK(shadows("torch.zeros(1)\nimport torch\n") == "");
}

}  // namespace
}  // namespace mmlint::script
