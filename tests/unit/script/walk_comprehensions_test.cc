#include <doctest/doctest.h>

#include <string>

#include "script/summary.h"

// What the calls of a comprehension, of map() and of a partial do to the rest of the run.
namespace mmlint::script {
namespace {

// Whether there is a process group at a call of mark() behind the text.
OnPaths group_behind(const std::string& text) {
  SourceStore sources;
  syntax::Document document(sources.add(
      "/p/train.py",
      "import functools, sys\nimport torch.distributed as dist\nfrom end import mark, picks\n"
      "def join():\n    dist.init_process_group('gloo')\n"
      "class Worker:\n    def __init__(self, rank=0):\n        join()\n" +
          text + "\nmark()\n"));
  document.parse_all();
  CHECK(document.problems().empty());
  const Summary script = summarize(document);
  for (const Call& call : script.calls) {
    if (call.symbol == "end.mark") return call.point.group;
  }
  FAIL(text);
  return OnPaths::kNone;
}

}  // namespace

TEST_CASE("what a comprehension calls is called in the run") {
  for (const std::string text :
       {"[run() for run in (join,)]", "tuple(run() for run in [join])",
        "any(run() for run in [join])", "workers = tuple(kind(rank=1) for kind in (Worker,))",
        "{1: run() for run in [join]}", "next(run() for run in [join])",
        "only, = (run() for run in [join])",
        "def all_of(*runs):\n    return [run() for run in runs]\nall_of(join)"})
    CHECK_MESSAGE(group_behind(text) == OnPaths::kAll, text);
  for (const std::string text :
       {"[join() for _ in sys.argv]", "[run() for run in [join] if picks(run)]",
        "{join() for _ in sys.argv}"})
    CHECK_MESSAGE(group_behind(text) == OnPaths::kSome, text);
  for (const std::string text : {"[run for run in (join,)]", "[run() for run in ()]",
                                 "[run() for run in [join] if run is None]"})
    CHECK_MESSAGE(group_behind(text) == OnPaths::kNone, text);
}

TEST_CASE("what map() and a partial call is called in the run") {
  for (const std::string text :
       {"list(map(lambda run: run(), [join]))", "list(map(Worker, [0]))",
        "list(map(lambda run, rank: run(), [join, join], [0]))",
        "for _ in map(functools.partial(Worker), [0]):\n    pass", "functools.partial(join)()"})
    CHECK_MESSAGE(group_behind(text) == OnPaths::kAll, text);
  for (const std::string text :
       {"list(map(lambda run: run, [join]))", "list(map(Worker, []))", "functools.partial(join)"})
    CHECK_MESSAGE(group_behind(text) == OnPaths::kNone, text);
}

TEST_CASE("the targets of a comprehension hide names of the script only inside of it") {
  CHECK(group_behind("[join for join in (print,)]\njoin()") == OnPaths::kAll);
  CHECK(group_behind("[(a, join) for a, (*b, join) in [(1, (2, print))]]\njoin()") ==
        OnPaths::kAll);
  CHECK(group_behind(
            "def main():\n    run = join\n    [run for run in (print,)]\n    run()\nmain()") ==
        OnPaths::kAll);
  CHECK(group_behind("run = print\n[run for run in [join]]\nrun()") == OnPaths::kNone);
}

}  // namespace mmlint::script
