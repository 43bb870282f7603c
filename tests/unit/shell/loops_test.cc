#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/shell/script.h"

using namespace mmlint;
using namespace mmlint::shell;

TEST_CASE("loops over ranks") {
  Script script(
      "export WORLD_SIZE=8\nfor i in {0..7}; do\n  RANK=$i LOCAL_RANK=$i python train.py "
      "&\ndone\nwait\n");
  CHECK(script.variable("WORLD_SIZE") == "8");
  CHECK(script.variable("RANK") == "?");
  CHECK(script.launch().variable("RANK")->value->depends_on == "i");
  const CommandContext& context = script.context();
  CHECK(!context.conditional);
  CHECK(context.background);
  REQUIRE(context.wait);
  CHECK(script.text(*context.wait) == "wait");
  REQUIRE(context.loop);
  const Loop& loop = script.summary.loops[*context.loop];
  CHECK(loop.variable == "i");
  CHECK(loop.known);
  CHECK(loop.values.size() == 8);
  CHECK(!loop.outer);
  Script counted("N=4; for ((r=0; r<$N; r++)); do RANK=$r python a.py & done");
  CHECK(counted.summary.loops[0].values == std::vector<std::string>{"0", "1", "2", "3"});
  CHECK(!counted.context().wait);
  // xargs is a loop over its input, and waits for what it starts.
  Script in_turn("seq 0 3 | xargs -I{} env RANK={} python train.py; wait");
  REQUIRE(in_turn.context().loop);
  CHECK(!in_turn.context().background);
  CHECK(in_turn.launch().variable("RANK")->value->depends_on == " input");
  Script at_once("xargs -P 4 -n 1 sh -c 'RANK=$1 python train.py' _; wait");
  REQUIRE(at_once.context().loop);
  CHECK(at_once.context().background);
  CHECK(at_once.text(*at_once.context().wait).starts_with("xargs"));
  CHECK(!Script("xargs -P1 -I{} python train.py {}").context().background);
  CHECK(Script("parallel -j 4 python train.py ::: 1 2").context().background);
  CHECK(!Script("parallel -j 1 python train.py ::: 1 2").context().background);
  CHECK(!Script("parallel -j1 python train.py ::: 1 2").context().background);
}

TEST_CASE("while loops that count") {
  const auto loop = [](const std::string& text) {
    return Script("r=1; " + text + " python a.py; done").summary.loops[0];
  };
  using Values = std::vector<std::string>;
  const auto counts = [&](const std::string& condition, const std::string& step) {
    INFO(condition);
    Script script("r=1; N=3; while " + condition + "; do RANK=$r python a.py & " + step + "; done");
    CHECK(script.launch().variable("RANK")->value->depends_on == "r");
    return script.summary.loops[0].values;
  };
  CHECK(counts("[ $r -lt 3 ]", "r=$((r+1))") == Values{"1", "2"});
  CHECK(counts("test \"$r\" -le \"$N\"", "((r++))") == Values{"1", "2", "3"});
  CHECK(counts("[[ $r -ne ${N} ]]", "(( r += 1 ))") == Values{"1", "2"});
  CHECK(counts("((r < N))", "let r=r+1") == Values{"1", "2"});
  CHECK(counts("((r <= $N - 1))", "r=$(expr $r + 1)") == Values{"1", "2"});
  // The body has other values of the counter, or other steps.
  CHECK(!loop("while [ $r -lt 3 ]; do r=$((r+1));").known);
  CHECK(loop("while [ $r -lt 3 ]; do r=$((r+1));").variable == "r");
  CHECK(loop("while [ $r -lt 3 ]; do r=$((r+2));").variable.empty());
  CHECK(loop("while [ $r -lt 3 ]; do r+=1;").variable.empty());
  CHECK(loop("while [ $r -lt 3 ]; do ((r++)); ((r++));").variable.empty());
  CHECK(loop("until [ $r -lt 3 ]; do ((r++));").variable.empty());
  CHECK(loop("until [ $r -gt 2 ]; do ((r++));").variable == "r");
  CHECK(loop("while [ x ]; do ((r++));").variable.empty());
  CHECK(!loop("while [ $r -lt ${N:-3} ]; do python b.py; ((r++)) && ").known);
  CHECK(!Script("for ((r=0; r<${1:-4}; r++)); do python a.py; done").summary.loops[0].known);
}

TEST_CASE("loops in loops") {
  Script ranks("for n in 0 1; do for i in 0 1; do RANK=$n python a.py & done; done; python b.py");
  const auto& loops = ranks.summary.loops;
  REQUIRE(ranks.context().loop);
  const Loop& innermost = loops[*ranks.context().loop];
  CHECK(innermost.variable == "i");
  REQUIRE(innermost.outer);
  CHECK(loops[*innermost.outer].variable == "n");
  CHECK(!loops[*innermost.outer].outer);
  CHECK(!ranks.summary.commands.back().context.loop);
  // What an inner loop sets is unknown where it begins, whatever has set it since the outer began.
  Script inner(
      "while x; do while x; do while x; do python a.py $A; A=1; done; A=2; done\n"
      "while x; do python a.py $A; A=3; done; done");
  CHECK(inner.words(0) == "python|a.py|*");
  CHECK(inner.words(1) == "python|a.py|*");
  CHECK(inner.text(inner.launch(0).arguments[0].blame) == "A=1");
  CHECK(inner.text(inner.launch(1).arguments[0].blame) == "A=3");
  Script set("f() { A=2; }; for i in 1; do f; while x; do python a.py $A; A=1; done; done");
  CHECK(set.words() == "python|a.py|*");
  // It is exported from then on if it was.
  Script given("while x; do A=2; export A; while x; do python a.py; A=1; done; done");
  CHECK(given.variable("A") == "* (conditional)");
  // Behind a loop what it sets is what it was before.
  Script behind("while x; do while x; do A=1; f; done; python a.py $A $C; done; f() { C=1; }");
  CHECK(behind.words() == "python|a.py|*|*");
  // The variable of a loop has its words until an inner loop sets it.
  Script variable("for i in 1 2; do python a.py $i; while x; do python b.py $i; i=; done; done");
  CHECK(variable.launch(0).arguments[0].depends_on == "i");
  CHECK(variable.launch(1).arguments[0].depends_on.empty());
  // A function that is called in an inner loop sets what it sets there.
  Script called("f() { A=1; }; A=0; while x; do while x; do python a.py $A; f; done; done");
  CHECK(called.words() == "python|a.py|*");
}
