#include "script/symbols.h"

#include <doctest/doctest.h>

namespace mmlint::script {
namespace {

TEST_CASE("messages name things as scripts mostly do") {
  CHECK(shown("<config>.model") == "cfg.model");
  CHECK(shown("<runner>.train") == "runner.train");
  CHECK(shown("<parser>.add_argument") == "parser.add_argument");
  CHECK(shown("<options>.launcher") == "args.launcher");
  CHECK(shown("<environment>.RANK") == "os.environ.RANK");
  CHECK(shown("<rank>") == "rank");
}

}  // namespace
}  // namespace mmlint::script
