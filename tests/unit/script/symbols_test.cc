#include "script/symbols.h"

#include <doctest/doctest.h>

namespace mmlint::script {
namespace {

TEST_CASE("messages name things as scripts mostly do") {
  CHECK(shown(Symbol("<config>.model")) == "cfg.model");
  CHECK(shown(Symbol("<runner>.train")) == "runner.train");
  CHECK(shown(Symbol("<parser>.add_argument")) == "parser.add_argument");
  CHECK(shown(Symbol("<options>.launcher")) == "args.launcher");
  CHECK(shown(Symbol("<environment>.RANK")) == "os.environ.RANK");
  CHECK(shown(Symbol("<rank>")) == "rank");
}

}  // namespace
}  // namespace mmlint::script
