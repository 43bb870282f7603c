#include <doctest/doctest.h>

#include "base/result.h"
#include "catalog/catalog.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

Target toy() {
  Target target;
  target.facts = Literal{Literal::Dict{
      {"name", Literal{"toy"}},
      {"backends", Literal{Literal::Dict{
                       {"default", Literal{"gloo"}},
                       {"usable", Literal{Literal::List{Literal{"gloo"}, Literal{nullptr}}}},
                   }}},
      {"count", Literal{std::int64_t{8}}},
      {"works", Literal{false}},
  }};
  return target;
}

}  // namespace

TEST_CASE("filling a text") {
  const Captures captures{{"value", "'{nccl}'"}, {"key", "env_cfg"}};
  CHECK(fill("plain 文字", captures, toy()) == "plain 文字");
  CHECK(fill("{key}: {value}", captures, toy()) == "env_cfg: '{nccl}'");
  CHECK(fill("{target.name} {target.backends.default}", captures, toy()) == "toy gloo");
  CHECK(fill("{target.backends.usable}, {target.count}, {target.works}", captures, toy()) ==
        "gloo, None, 8, False");
  CHECK(fill("{{key}} {{", captures, toy()) == "{key} {");
  CHECK(fill("", captures, toy()) == "");
}

TEST_CASE("an unbound placeholder is our own mistake") {
  CHECK_THROWS_AS(fill("{other}", {}, toy()), InternalError);
  CHECK_THROWS_AS(fill("{target.other}", {}, toy()), InternalError);
  CHECK_THROWS_AS(fill("{target.backends}", {}, toy()), InternalError);
  CHECK_THROWS_AS(fill("{", {}, toy()), InternalError);
  CHECK_THROWS_AS(fill(Literal{"{target.other}"}, toy()), InternalError);
}

TEST_CASE("filling a literal") {
  CHECK(fill(Literal{"{target.backends.default}"}, toy()) == Literal{"gloo"});
  CHECK(fill(Literal{"{target.count}"}, toy()) == Literal{std::int64_t{8}});
  CHECK(fill(Literal{"{value}"}, toy()) == Literal{"{value}"});
  CHECK(fill(Literal{true}, toy()) == Literal{true});
  const Literal nested{Literal::Dict{
      {"a", Literal{Literal::List{Literal{"{target.backends.usable}"}, Literal{"x"}}}}}};
  const Literal filled{Literal::Dict{
      {"a", Literal{Literal::List{Literal{Literal::List{Literal{"gloo"}, Literal{nullptr}}},
                                  Literal{"x"}}}}}};
  CHECK(fill(nested, toy()) == filled);
}
