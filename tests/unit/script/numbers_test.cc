#include <doctest/doctest.h>

#include "script/summary.h"

namespace mmlint::script {

TEST_CASE("a remainder has the sign of its divisor, also of the least integer") {
  SourceStore sources;
  syntax::Document document(sources.add(
      "/p/train.py",
      "import torch\nleast = -9223372036854775807 - 1\n"
      "if least % 3 == 1 and 7 % -3 == -2:\n    torch.zeros(1)\nelse:\n    torch.ones(1)\n"));
  document.parse_all();
  const Summary script = summarize(document);
  REQUIRE(script.calls.size() == 1);
  CHECK(script.calls.front().symbol == "torch.zeros");
}

}  // namespace mmlint::script
