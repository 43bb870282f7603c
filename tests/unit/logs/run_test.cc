#include "diagnosed.h"

#include <doctest/doctest.h>

using namespace mmlint::logs;

TEST_CASE("training behind an error that ended its program is another run") {
  // The outermost call is the script that Python was started with.
  const std::string died =
      "Traceback (most recent call last):\n  File \"tools/train.py\", line 20, in <module>\n"
      "    main()\n  File \"tools/train.py\", line 16, in main\n    runner.train()\n"
      "ValueError: wrong backend\n";
  const auto trained = [](int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += kTrained;
    return out;
  };
  for (const int times : {1, 2, 5}) {
    CAPTURE(times);
    const Diagnosis found = diagnosed(kTrained + died + trained(times));
    CHECK(found.cause == "ValueError: wrong backend");
    CHECK(found.line == 7);
    REQUIRE(found.other_runs.size() == 1);
    CHECK(found.other_runs[0].first_line == 8);
    CHECK(found.other_runs[0].outcome == Outcome::kFinished);
    CHECK(found.notes ==
          std::vector<std::string>{"training goes on at line 8: another run writes into this log"});
  }
  SUBCASE("the last of several that failed is the one to speak of") {
    std::string later = died;
    later.replace(later.find("wrong backend"), 13, "later");
    const Diagnosis found = diagnosed(died + trained(4) + later + trained(1));
    CHECK(found.cause == "ValueError: later");
    REQUIRE(found.other_runs.size() == 2);
    CHECK(found.other_runs[0].cause == "ValueError: wrong backend");
  }
  SUBCASE("processes of one run print a step or two before they fail for want of the first") {
    const std::string lost = traceback("RuntimeError: Connection closed by peer");
    CHECK(diagnosed(died + trained(2) + lost).runs == 1);
    const Diagnosis found = diagnosed(died + trained(5) + lost);
    CHECK(found.cause == "ValueError: wrong backend");
  }
  SUBCASE("one that is caught has no call from outside") {
    const std::string caught =
        died.substr(0, died.find("  File")) + died.substr(died.rfind("  File"));
    const Diagnosis found = diagnosed(kTrained + caught + kTrained);
    CHECK(found.verdict == Verdict::kFinished);
    CHECK(found.runs == 1);
    REQUIRE(found.others.size() == 1);
    CHECK(found.others[0].cause == "ValueError: wrong backend");
    CHECK(found.others[0].line == 5);
  }
  SUBCASE("loguru marks the call that caught it, and prints those outside of it as well") {
    std::string caught = died;
    caught.replace(caught.rfind("  File"), 6, "> File");
    const Diagnosis found = diagnosed(kTrained + caught + kTrained);
    CHECK(found.verdict == Verdict::kFinished);
    const Diagnosis ended = diagnosed(kTrained + caught);
    CHECK(ended.cause == "ValueError: wrong backend");
    REQUIRE(ended.place);
    CHECK(ended.place->line == 16);
  }
  SUBCASE("a module may go without an import, before anything has trained") {
    const std::string import =
        "Traceback (most recent call last):\n  File \"tools/train.py\", line 3, in <module>\n"
        "    import fast\nModuleNotFoundError: No module named 'fast'\n";
    CHECK(diagnosed(import + kTrained).verdict == Verdict::kFinished);
    CHECK(diagnosed(import + kTrained).others.size() == 1);
    CHECK(diagnosed(kTrained + import + kTrained).verdict == Verdict::kUnknown);
  }
}
