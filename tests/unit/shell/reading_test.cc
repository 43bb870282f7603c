#include <doctest/doctest.h>

#include "unit/shell/script.h"

using namespace mmlint;
using namespace mmlint::shell;

namespace {

// The words of the last command.
std::string last(std::string text) {
  Script script(std::move(text));
  REQUIRE(!script.summary.commands.empty());
  std::string out;
  for (const ExpandedWord& each : script.summary.commands.back().words)
    out += (out.empty() ? "" : "|") + Script::show(each);
  return out;
}

// The second word of the last command in each round of its loop.
std::string rounds(std::string text) {
  Script script(std::move(text));
  REQUIRE(!script.summary.commands.empty());
  const auto& words = script.summary.commands.back().words;
  REQUIRE(words.size() > 1);
  if (!words[1].rounds) return "?";
  std::string out;
  for (const std::string& each : *words[1].rounds)
    out += (out.empty() ? "" : "|") + words[1].value + each + words[1].suffix;
  return out;
}

}  // namespace

TEST_CASE("a wildcard after KEY= keeps its location") {
  Script script("# trains\npython train.py a.b=4*2 c=[1]\n");
  const auto& arguments = script.launch().arguments;
  REQUIRE(arguments.size() == 2);
  for (const ExpandedWord& word : arguments) {
    std::string written;
    for (const SourceRun& run : word.runs) written += script.text(run.source);
    CHECK(written == word.value);
  }
  CHECK(arguments[0].value == "a.b=4*2");
  CHECK(arguments[1].value == "c=[1]");
}

TEST_CASE("builtins that set variables") {
  CHECK(last("IFS=, read -ra L <<< \"${CARDS:-0,1}\"; run ${#L[@]} \"${L[0]}\"") == "run|2!|0!");
  CHECK(last("IFS=, read -ra L <<< \"${CARDS:-}\"; run ${#L[@]}") == "run|0!");
  CHECK(last("read -r A B <<< ' x  y z'; run $A $B") == "run|*|*");
  CHECK(last("read -r A B C <<< ' x  y'; run $A $B \"$C\"") == "run|x|y|");
  CHECK(last("read -ra L <<< \"$1\"; run \"${L[@]}\"") == "run|*");
  CHECK(last("IFS=: read -r A B <<< a:; run \"$A\" \"$B\"") == "run|a|");
  CHECK(last("printf -v A '%03d-%s' 7 x; run $A $(printf '%s\\n' a b) $(printf '%%')") ==
        "run|007-x|a|b|%");
  CHECK(last("run $(printf %5.2f 1) \"$(printf %s \"$1\")\"") == "run|*|?");
}

TEST_CASE("options of a function") {
  const std::string loop =
      "f() { local OPTIND=1 o; while getopts 'a:b' o; do case $o in a) A=$OPTARG ;; b) B=1 ;; "
      "*) B=bad ;; esac; done; shift $((OPTIND - 1)); run \"$A\" \"$B\" \"$@\"; }\n";
  CHECK(last(loop + "f -ba x y") == "run|x|1|y");
  CHECK(last(loop + "f -ax -- -b") == "run|x|?|-b");
  CHECK(last(loop + "f -a") == "run|?|bad");
  CHECK(last(loop + "f -c z") == "run|?|bad|z");
  CHECK(last(loop + "f -a \"$1\" y") == "run|?|?|y");
}

TEST_CASE("texts by small tools") {
  CHECK(last("A=0,1,2; run ${A//,/ } ${A/,/-} \"${A//,}\"") == "run|0|1|2|0-1,2|012");
  CHECK(last("A=0,1,2; run $(echo $A | tr , '\\n' | wc -l) $(awk -F, '{print NF}' <<< $A)") ==
        "run|3|3");
  CHECK(last("A=(${CARDS:-0,1}); B=(${A//,/ }); run ${#B[@]}") == "run|2!");
  CHECK(last("run $(echo $1 | tr , ' ') $(cat x | wc -l)") == "run|*|*");
}

TEST_CASE("what each round of a loop has") {
  CHECK(rounds("for i in 1 12; do run n$(printf %02d $i).py; done") == "n01.py|n12.py");
  CHECK(rounds("for i in 1 2; do P=$((i * 10 + 1)); run $P; done") == "11|21");
  CHECK(rounds("for f in a.py b.py; do run ${f%.py}; done") == "a|b");
  CHECK(rounds("for f in a/x b/y; do run $(basename $f); done") == "x|y");
  CHECK(rounds("for f in a b; do run $f$1; done") == "?");
  CHECK(rounds("for f in $1; do run $f; done") == "?");
}

TEST_CASE("what a loop adds up") {
  CHECK(last("for i in 1 2; do A=\"$A$i\"; L+=(-n $i); N=$((N + i)); done; run \"${L[@]}\"") ==
        "run|*|-n|1|-n|2");
  CHECK(last("A= L=() N=0; for i in 1 2; do A=$A$i; L+=(-n $i); N=$((N + i)); done; "
             "run $A \"${L[@]}\" $N") == "run|12|-n|1|-n|2|3");
  CHECK(last("N=0; for i in 1 2; do [ $i = 2 ] && break; N=$i; done; run $N") == "run|*");
  CHECK(last("N=0; for i in $1; do N=1; done; run \"$N\"") == "run|?");
}

TEST_CASE("conditions of arithmetic") {
  CHECK(last("N=2; A=; if ((N > 1 && N != 3)); then A=y; fi; run $A") == "run|y");
  CHECK(last("N=${N:-2}; A=x; if ((N > 2)); then A=y; fi; run \"$A\"") == "run|x!");
  CHECK(last("f() { if (($# >= 2)); then run two; else run one; fi; }; f a") == "run|one");
  Script script("N=${N:-2}; A=(); ((N > 2)) && A=(--x); python a.py \"${A[@]}\"\n");
  REQUIRE(script.launch().arguments.size() == 1);
  CHECK(script.launch().arguments[0].absent_by_default);
}

TEST_CASE("folders of outputs") {
  const auto folders = [](std::string text) {
    Script script(std::move(text));
    std::string out;
    for (const OutputFolder& each : script.summary.outputs)
      out += (out.empty() ? "" : "|") + Script::show(each.folder);
    return out;
  };
  CHECK(folders("run > a/b; run 2>&1 | tee c/d") == "a");
  CHECK(folders("mkdir -p a/x; echo > a/b; echo > c/b") == "c");
  CHECK(folders("D=a/$(date +%F); mkdir a; echo > $D/b; mkdir -p $D; echo > $D/c") == "a/?");
  CHECK(folders("echo > \"$1/b\"; mkdir \"$2\"; echo > a/b") == "");
  CHECK(folders("cd x; mkdir ../a; echo > ../a/b; echo > a/b") == "a");
}

TEST_CASE("what only a subshell has") {
  Script script("echo 2 | read N\n(f() { :; })\n(M=1)\nM=2\nf\nrun $N\n");
  REQUIRE(script.summary.lost.size() == 3);
  CHECK(script.summary.lost[0].name == "N");
  CHECK(script.summary.lost[1].name == "f");
  CHECK(script.summary.lost[1].calls.size() == 1);
}
