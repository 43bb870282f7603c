#include <doctest/doctest.h>

#include <string>

#include "script/summary.h"

// What is known where a condition of several parts fails.
namespace mmlint::script {
namespace {

ProgramPoint where_it_fails(const std::string& condition) {
  SourceStore sources;
  syntax::Document document(sources.add("/p/train.py", "import os\nimport lib\nimport torch\nif " +
                                                           condition +
                                                           ":\n    pass\nelse:\n    lib.mark()\n"));
  document.parse_all();
  const Summary script = summarize(document);
  for (const Call& call : script.calls) {
    if (call.symbol == "lib.mark") return call.point;
  }
  FAIL("no call");
  return {};
}

TEST_CASE("an `and` of two conditions fails in two ways") {
  const Question rank{Question::Kind::kEnvironment, "RANK"};
  const Question size{Question::Kind::kEnvironment, "WORLD_SIZE"};
  const ProgramPoint both = where_it_fails("'RANK' in os.environ and 'WORLD_SIZE' in os.environ");
  REQUIRE(both.ways.size() == 2);
  CHECK(both.ways[0].answer(rank) == false);
  CHECK(both.ways[1].answer(rank) == true);
  CHECK(both.ways[1].answer(size) == false);
  CHECK(!both.open);
}

TEST_CASE("it is open if a part of it is not known") {
  CHECK(where_it_fails("'RANK' in os.environ and lib.x()").open);
}

TEST_CASE("where something is not on the CPU, there is a card") {
  const Question card{Question::Kind::kEquals, "cuda"}, cuda{Question::Kind::kDevice, "cuda"};
  for (const char* test : {"lib.x().device.type == 'cpu'", "lib.x().device.index is None",
                           "next(lib.all()).device.index is None", "str(lib.x().device) == 'cpu'",
                           "lib.x().device == torch.device('cpu')"}) {
    CAPTURE(test);
    CHECK(where_it_fails(test).guard.answer(card) == true);
  }
  CHECK(where_it_fails("lib.x().is_cpu").guard.answer(cuda) == true);
  CHECK(where_it_fails("lib.x().is_cuda").guard.answer(cuda) == false);
  CHECK(!where_it_fails("lib.x().index is None").guard.answer(card));
  CHECK(!where_it_fails("lib.x().device.type == 'cuda'").guard.answer(card).value_or(false));
}

}  // namespace
}  // namespace mmlint::script
