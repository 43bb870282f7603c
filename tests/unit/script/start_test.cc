#include <doctest/doctest.h>

#include <string>

#include "script/summary.h"

// What a run does that is started in a known way.
namespace mmlint::script {
namespace {

// The functions of lib that a script calls, each once.
std::string calls(const std::string& text, const Start* start) {
  SourceStore sources;
  syntax::Parser parser;
  const syntax::Document document(sources.add("/p/train.py", text));
  REQUIRE(document.parse_all(parser));
  const Summary summary = summarize(document, parser, nullptr, start);
  std::string out;
  for (const Call& each : summary.calls) {
    if (each.symbol.starts_with("lib.")) out += each.symbol.substr(4);
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
  const std::string asks = "import os\nfrom lib import x, y\n"
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

TEST_CASE("variables are as the start has them, and a script that sets them is not followed") {
  Start start;
  start.guard.add({{Question::Kind::kEnvironment, "SLURM_PROCID"}, true});
  CHECK(calls(script(""), &start) == "z");
  start.guard = {};
  start.guard.add({{Question::Kind::kEnvironment, "SLURM_PROCID"}, false});
  SourceStore sources;
  syntax::Parser parser;
  const syntax::Document document(
      sources.add("/p/train.py", script("os.environ['SLURM_PROCID'] = '0'\n")));
  REQUIRE(document.parse_all(parser));
  CHECK(!summarize(document, parser, nullptr, &start).complete);
  CHECK(summarize(document, parser).complete);
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

}  // namespace
}  // namespace mmlint::script
