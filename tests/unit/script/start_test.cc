#include <doctest/doctest.h>

#include <string>

#include "script/summary.h"

// What a run does that is started in a known way.
namespace mmlint::script {
namespace {

std::vector<Word> known_words(std::initializer_list<const char*> texts) {
  std::vector<Word> out;
  for (const char* text : texts) out.push_back({text, {}, true});
  return out;
}

// The functions of lib that a script calls, each once.
std::string calls(const std::string& text, const Start* start) {
  SourceStore sources;
  const syntax::Document document(sources.add("/p/train.py", text));
  REQUIRE(document.parse_all());
  const Summary summary = summarize(document, nullptr, start);
  std::string out;
  for (const Call& each : summary.calls) {
    out += each.symbol.path_below("lib").value_or("");
  }
  return out;
}

// Calls x, y and z if an option has another value than its default, a flag is given, and a variable
// is set. `before` stands before the options are parsed.
std::string script(const std::string& before, const std::string& words = "") {
  return "import argparse\nimport os\nimport sys\nfrom lib import x, y, z\n"
         "parser = argparse.ArgumentParser()\n"
         "parser.add_argument('--rank', type=int, default=-1)\n"
         "parser.add_argument('--on', action='store_true')\n" +
         before + "args = parser.parse_args(" + words +
         ")\n"
         "if args.rank != -1:\n    x()\n"
         "if args.on:\n    y()\n"
         "if 'SLURM_PROCID' in os.environ:\n    z()\n";
}

TEST_CASE("options that a start does not give have their defaults") {
  Start start;
  start.guard.add({{Question::Kind::kEnvironment, "SLURM_PROCID"}, false});
  CHECK(calls(script(""), nullptr) == "xyz");
  CHECK(calls(script(""), &start) == "");
  CHECK(calls(script("", "sys.argv[1:]"), &start) == "");
  CHECK(calls(script("", "['--on']"), &start) == "xy");
  CHECK(calls(script("parser.set_defaults(rank=1)\n"), &start) == "x");
  start.words = {"--on"};
  CHECK(calls(script(""), &start) == "y");
  start.words = {"--ra"};  // argparse takes abbreviations
  CHECK(calls(script(""), &start) == "x");
  start.words.clear();
  start.more = true;
  CHECK(calls(script(""), &start) == "xy");
}

TEST_CASE("options and variables that a start gives have their values") {
  Start start;
  start.words = {"--rank"};
  start.values = {{"--rank", "-1"}};
  CHECK(calls(script(""), &start) == "z");
  start.values = {{"--rank", "1"}};
  CHECK(calls(script(""), &start) == "xz");
  start.words = {"--rank", "--rank"};  // the last one wins, and which that is is not told
  start.values = {{"--rank", "-1"}};
  CHECK(calls(script(""), &start) == "xz");
  const std::string asks =
      "import os\nfrom lib import x, y\n"
      "if os.environ.get('DEVICE', 'cuda') == 'cuda':\n    x()\n"
      "if int(os.environ['WORLD_SIZE']) == 1:\n    y()\n";
  start.environment = {{"DEVICE", "cpu"}, {"WORLD_SIZE", "2"}};
  CHECK(calls(asks, nullptr) == "xy");
  CHECK(calls(asks, &start) == "");
}

TEST_CASE("a start without a required option gets no further") {
  Start start;
  const std::string text = script("parser.add_argument('--lr', required=True)\n");
  CHECK(calls(text, &start) == "");
  start.words = {"--lr"};
  CHECK(calls(text, &start) == "z");
}

TEST_CASE("a start names one of several subcommands, or none that is known") {
  const std::string text =
      "import argparse\nfrom lib import x, y, z\n"
      "parser = argparse.ArgumentParser()\n"
      "parser.add_argument('--log')\n"
      "commands = parser.add_subparsers(dest='command')\n"
      "one = commands.add_parser('one', aliases=['1'])\n"
      "one.add_argument('--on', action='store_true')\n"
      "one.set_defaults(run=x)\n"
      "two = commands.add_parser('two')\n"
      "two.add_argument('--on', action='store_true', default=True)\n"
      "two.set_defaults(run=y)\n"
      "args = parser.parse_args()\n"
      "args.run(args)\n"
      "if args.command == 'one' and args.on:\n    z()\n";
  CHECK(calls(text, nullptr) == "xyz");
  Start start;
  CHECK(calls(text, &start) == "xyz");
  start.arguments = known_words({"one"});
  CHECK(calls(text, &start) == "x");
  start.arguments = known_words({"--log", "two", "1"});
  CHECK(calls(text, &start) == "x");
  start.arguments = known_words({"--log=1", "two", "--on", "one"});
  start.words = {"--log", "--on"};
  CHECK(calls(text, &start) == "y");
  start.arguments = known_words({"one", "--on"});
  start.words = {"--on"};
  CHECK(calls(text, &start) == "xz");
  start.arguments = known_words({"--other", "one", "two"});  // which of them it takes is not known
  CHECK(calls(text, &start) == "xyz");
}

TEST_CASE("positional arguments have the words of the start, in their order") {
  const std::string text =
      "import argparse\nfrom lib import x, y\n"
      "parser = argparse.ArgumentParser()\n"
      "parser.add_argument('mode')\n"
      "parser.add_argument('device')\n"
      "args = parser.parse_args()\n"
      "if args.mode == 'train':\n    x()\n"
      "if args.device == 'cuda':\n    y()\n";
  Start start;
  CHECK(calls(text, &start) == "xy");
  start.arguments = known_words({"train", "cpu"});
  CHECK(calls(text, &start) == "x");
  start.arguments = known_words({"test"});
  CHECK(calls(text, &start) == "y");
}

TEST_CASE("variables are as the start has them, and a script that sets them is not followed") {
  Start start;
  start.guard.add({{Question::Kind::kEnvironment, "SLURM_PROCID"}, true});
  CHECK(calls(script(""), &start) == "z");
  start.guard = {};
  start.guard.add({{Question::Kind::kEnvironment, "SLURM_PROCID"}, false});
  SourceStore sources;
  const syntax::Document document(
      sources.add("/p/train.py", script("os.environ['SLURM_PROCID'] = '0'\n")));
  REQUIRE(document.parse_all());
  CHECK(!summarize(document, nullptr, &start).complete);
  CHECK(summarize(document).complete);
}

TEST_CASE("a variable that is not set is its default, or raises KeyError") {
  Start start;
  start.guard.add({{Question::Kind::kEnvironment, "SLURM_NTASKS"}, false});
  const auto runs = [&](const std::string& count) {
    return calls("import os\nfrom lib import x, y\n" + count + "if n > 1:\n    x()\ny()\n", &start);
  };
  CHECK(runs("n = int(os.environ.get('SLURM_NTASKS', '1'))\n") == "y");
  CHECK(runs("n = int(os.environ.get('SLURM_NTASKS', '2'))\n") == "xy");
  CHECK(runs("try:\n    n = int(os.environ['SLURM_NTASKS'])\nexcept KeyError:\n    n = 1\n") ==
        "y");
  CHECK(runs("n = int(os.environ['SLURM_NTASKS'])\n") == "");
}

TEST_CASE("a name that is not known may be that of any attribute") {
  const auto device = [](const std::string& sets) {
    return calls(
        "from lib import x, y\n"
        "class S:\n    on = False\n    def load(self, all):\n"
        "        for k, v in all:\n            " +
            sets + "\ns = S()\ns.load(y())\nif s.on:\n    x()\n",
        nullptr);
  };
  CHECK(device("setattr(self, k, v)") == "yx");
  CHECK(device("self.__dict__.update(v)") == "yx");
  CHECK(device("setattr(self, 'lr', v)") == "y");
}

// Calls x if the option, of which `computed` makes something, is as `asked` says.
std::string asks(const std::string& computed, const std::string& asked) {
  return "import argparse\nfrom lib import x\n"
         "def fill(to):\n    to.append(0)\n"
         "parser = argparse.ArgumentParser()\n"
         "parser.add_argument('--gpus', default='0')\n"
         "args = parser.parse_args()\n" +
         computed + "if " + asked + ":\n    x()\n";
}

TEST_CASE("what a script computes of an option that a start gives is known") {
  Start start;
  start.words = {"--gpus"};
  start.values = {{"--gpus", "-1"}};
  const std::string numbers = "ids = [int(x) for x in args.gpus.split(',') if int(x) >= 0]\n";
  CHECK(calls(asks(numbers, "ids"), &start) == "");
  CHECK(calls(asks(numbers, "len(ids) > 0"), &start) == "");
  CHECK(calls(asks(numbers, "any(i >= 0 for i in ids)"), &start) == "");
  const std::string loop =
      "ids = []\nfor word in args.gpus.split(','):\n"
      "    if int(word) >= 0:\n        ids.append(int(word))\n";
  CHECK(calls(asks(loop, "ids"), &start) == "");
  CHECK(calls(asks("", "'1' in args.gpus"), &start) == "x");
  CHECK(calls(asks("", "0 <= int(args.gpus) < 8"), &start) == "");
  CHECK(calls(asks("", "args.gpus.startswith('-')"), &start) == "x");
  start.values = {{"--gpus", "0,2"}};
  CHECK(calls(asks(numbers, "len(ids) > 1"), &start) == "x");
  CHECK(calls(asks(loop, "ids[-1] < 2"), &start) == "");
  start.more = true;  // what else is passed is another start
  CHECK(calls(asks(loop, "len(ids) < 2"), &start) == "");
}

TEST_CASE("a list that somebody else changes is not known") {
  Start start;
  CHECK(calls(asks("ids = []\nfill(ids)\n", "ids"), &start) == "x");
  CHECK(calls(asks("ids = []\nwhile args.more:\n    ids.append(1)\n", "ids"), &start) == "x");
}

// Calls x if a flag is as `asked` says.
std::string flag(const std::string& action, const std::string& asked) {
  return "import argparse\nimport torch\nimport torch.distributed as dist\nfrom lib import x\n"
         "parser = argparse.ArgumentParser()\n"
         "parser.add_argument('--sync', action=" +
         action +
         ")\n"
         "args = parser.parse_args()\nif " +
         asked + ":\n    x()\n";
}

TEST_CASE("flags that a start gives are known") {
  Start start;
  start.words = {"--sync"};
  CHECK(calls(flag("'store_true'", "args.sync"), &start) == "x");
  CHECK(calls(flag("'store_true'", "not args.sync"), &start) == "");
  CHECK(calls(flag("'store_false'", "args.sync"), &start) == "");
  CHECK(calls(flag("argparse.BooleanOptionalAction, default=False", "not args.sync"), &start) ==
        "");
  start.words = {"--no-sync"};
  CHECK(calls(flag("argparse.BooleanOptionalAction, default=True", "args.sync"), &start) == "");
  start.words = {"--no-sync", "--sync"};  // the last one counts
  CHECK(calls(flag("argparse.BooleanOptionalAction", "not args.sync"), &start) == "");
  start.words = {};
  CHECK(calls(flag("argparse.BooleanOptionalAction, default=True", "not args.sync"), &start) == "");
  CHECK(calls(flag("argparse.BooleanOptionalAction", "args.sync"), &start) == "");
}

TEST_CASE("lists are added and repeated") {
  Start start;
  const std::string hooks = "[1] + ['x'] * args.sync";
  CHECK(calls(flag("'store_true'", "len(" + hooks + ") > 1"), &start) == "");
  start.words = {"--sync"};
  CHECK(calls(flag("'store_true'", "len(" + hooks + ") < 2"), &start) == "");
  CHECK(calls(flag("'store_true'", "'x' in 2 * " + hooks), &start) == "x");
}

TEST_CASE("the backend of a group is what it was made with") {
  Start start;
  const std::string made = "(dist.init_process_group('gloo'), dist.get_backend())[1]";
  CHECK(calls(flag("'store_true'", made + " != 'gloo'"), &start) == "");
  CHECK(calls(flag("'store_true'", "{'gloo': '', 'nccl': 'cuda'}[" + made + "]"), &start) == "");
}

TEST_CASE("what is true of all items is true") {
  Start start;
  start.guard.add({{Question::Kind::kDevice, "cuda"}, false});
  const std::string all = "all(t.is_cuda for t in torch.tensors())";
  CHECK(calls(flag("'store_true'", all), &start) == "");
  CHECK(calls(flag("'store_true'", "any(t.is_cuda for t in torch.tensors())"), &start) == "");
  CHECK(calls(flag("'store_true'", "not " + all), &start) == "x");
}

// The script has no argparse; it sets its globals by hand.
TEST_CASE("the arguments of a start are those that sys.argv has") {
  const auto script = [](const std::string& asked) {
    return "import sys\nfrom lib import x\nbackend = 'nccl'\n"
           "for word in sys.argv[1:]:\n    key, value = word[2:].split('=')\n"
           "    globals()[key] = value\nif " +
           asked + ":\n    x()\n";
  };
  Start start;
  start.arguments = known_words({"--backend=gloo"});
  CHECK(calls(script("backend == 'nccl'"), &start) == "");
  CHECK(calls(script("sys.argv[-1][:2] == '--'"), &start) == "x");
  CHECK(calls(script("len(sys.argv) > 2"), &start) == "");
  start.knows_all = false;
  CHECK(calls(script("backend != 'nccl'"), &start) == "x");
  start.knows_all = true;
  start.arguments = {};
  CHECK(calls(script("backend != 'nccl'"), &start) == "");
}

}  // namespace
}  // namespace mmlint::script
