#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "script/summary.h"

// What `try` and suppress() make up for.
namespace mmlint::script {
namespace {

// Whether the only barrier() of a script stands in a `try` after which the run goes on.
bool is_barrier_handled(const std::string& text) {
  SourceStore sources;
  const syntax::Document document(sources.add(
      "/p/train.py", "import contextlib, torch\nimport torch.distributed as dist\n" + text));
  document.parse_all();
  CHECK(document.problems().empty());
  const Summary script = summarize(document);
  const auto found = std::find_if(script.calls.begin(), script.calls.end(), [](const Call& call) {
    return call.symbol == "torch.distributed.barrier";
  });
  REQUIRE(found != script.calls.end());
  return found->point.handled;
}

TEST_CASE("a try handles only what its handlers catch") {
  const auto handled = [](const std::string& head) { return is_barrier_handled(head); };
  const auto caught = [&](const std::string& type) {
    return handled("try:\n    dist.barrier()\nexcept" + type + ":\n    pass\n");
  };
  const auto suppressed = [&](const std::string& types) {
    return handled("with contextlib.suppress(" + types + "):\n    dist.barrier()\n");
  };
  CHECK(caught(""));
  CHECK(caught(" RuntimeError"));
  CHECK(caught(" errors.LaunchError"));
  CHECK(caught(" (KeyboardInterrupt, RuntimeError)"));
  CHECK(!caught(" KeyboardInterrupt"));
  CHECK(!caught(" (KeyboardInterrupt, SystemExit)"));
  CHECK(!caught(" torch.cuda.OutOfMemoryError"));
  CHECK(suppressed("Exception"));
  CHECK(suppressed("KeyboardInterrupt, ValueError"));
  CHECK(!suppressed("KeyboardInterrupt"));
}

TEST_CASE("a handler after which nothing trains handles nothing") {
  const auto handled = [](const std::string& body) {
    return is_barrier_handled(
        "def step():\n    optimizer = torch.optim.SGD([], lr=0.1)\n    optimizer.step()\n" + body);
  };
  const std::string end = "except Exception as error:\n    print(error)\n";
  CHECK(!handled("try:\n    dist.barrier()\n    step()\n" + end));
  CHECK(!handled("with contextlib.suppress(Exception):\n    dist.barrier()\n    step()\n"));
  CHECK(
      !handled("def main():\n    dist.barrier()\n    try:\n        step()\n"
               "    except ValueError:\n        pass\ntry:\n    main()\n" +
               end));
  CHECK(handled("try:\n    dist.barrier()\n" + end + "step()\n"));
  CHECK(handled("try:\n    dist.barrier()\n    step()\n" + end + "    step()\n"));
  CHECK(handled("try:\n    step()\n    dist.barrier()\n" + end));
  // The next turn may do it in another way.
  CHECK(
      handled("for name in ['a', 'b']:\n    try:\n        dist.barrier()\n        step()\n"
              "    except Exception:\n        pass\n"));
  CHECK(
      handled("while True:\n    try:\n        dist.barrier()\n        step()\n"
              "    except Exception:\n        device = 'cpu'\n"));
}

}  // namespace
}  // namespace mmlint::script
