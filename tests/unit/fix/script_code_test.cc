#include "fix/script/script_code.h"

#include "fix/script/conditionals.h"
#include "unit/fix/edited.h"

namespace mmlint {
namespace {

using test::Edited;

std::string settled(const std::string& text, const std::optional<std::string>& torch) {
  Edited script(text);
  const std::uint32_t at = script.offset("'nccl'");
  fix::ScriptCode code(script.document);
  const auto edit = fix::settle_conditional(script.document, code.reads(),
                                            {script.source.id(), at, at + 6}, "'gloo'", torch);
  return edit ? script.after({*edit}) : "";
}

TEST_CASE("a conditional never has the same in both branches") {
  CHECK(settled("b = 'nccl' if fast else \"gloo\"\n", std::nullopt) == "b = 'gloo'\n");
  CHECK(settled("b = 'nccl' if fast else 'gloo'\n", "torch") ==
        "b = 'nccl' if fast and torch.cuda.is_available() else 'gloo'\n");
  CHECK(settled("b = 'gloo' if slow or old else 'nccl'\n", "t") ==
        "b = 'gloo' if (slow or old) or not t.cuda.is_available() else 'nccl'\n");
  CHECK(settled("b = 'nccl' if (n := count()) else 'gloo'\n", std::nullopt).empty());
  CHECK(settled("b = 'nccl' if fast else 'mpi'\n", "torch").empty());
}

TEST_CASE("the name of torch is the one that the script has at the place") {
  Edited script("import torch as t\nimport torch.nn as nn\nx = 1\n");
  fix::ScriptCode code(script.document);
  CHECK(code.torch_at(30) == "t");
  CHECK_FALSE(code.torch_at(0));
}

}  // namespace
}  // namespace mmlint
