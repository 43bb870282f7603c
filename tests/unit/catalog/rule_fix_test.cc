#include <doctest/doctest.h>

#include <string>

#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

TEST_CASE("a verb is loaded for the documents that it is for") {
  const auto error = [](std::string_view action) {
    return rule_error(with(
        toy_rule(), R"({"do": "replace-value", "value": "{target.backends.default}"})", action));
  };
  CHECK(error(R"({"do": "use-torchrun"})")
            .ends_with("'use-torchrun' is not for rules about configs"));
  CHECK(error(R"({"do": "ask-cuda"})").ends_with("'ask-cuda' is not for rules about configs"));
  CHECK(error(R"({"do": "class-to-string"})").find("is not for") == std::string::npos);
}

}  // namespace
