#include "script/deferred.h"

#include <doctest/doctest.h>

#include <string>

#include "syntax/document.h"

namespace mmlint::script {
namespace {

bool binds_alone(const std::string& text) {
  SourceStore sources;
  syntax::Parser parser;
  const syntax::Document document(sources.add("/p/lib.py", text));
  document.parse_all(parser);
  CHECK(document.problems().empty());
  REQUIRE(document.statements().size() == 1);
  return only_binds(*document.statement(0, parser));
}

}  // namespace

TEST_CASE("a definition only binds its name if nothing in it is called when it is walked") {
  CHECK(binds_alone("def f(a, b=1, *c, d=dict(type='BN', sizes=[1, 2]), e=nn.ReLU):\n    g()\n"));
  CHECK(
      binds_alone("@MODELS.register_module()\nclass A(nn.Module):\n    '''Doc.'''\n    x = 1\n"
                  "    y: int = -2\n    @property\n    def z(self):\n        return g()\n"));
  CHECK(binds_alone("@torch.no_grad()\nasync def f():\n    pass\n"));
  CHECK_FALSE(binds_alone("def f(a=g()):\n    pass\n"));
  CHECK_FALSE(binds_alone("def f(a=dict(b=g())):\n    pass\n"));
  CHECK_FALSE(binds_alone("def f(a=torch.dict()):\n    pass\n"));
  CHECK_FALSE(binds_alone("@register\ndef f():\n    pass\n"));
  CHECK_FALSE(binds_alone("@MODELS.register_module(g())\ndef f():\n    pass\n"));
  CHECK_FALSE(binds_alone("@get().register_module()\nclass A:\n    pass\n"));
  CHECK_FALSE(binds_alone("class A(make()):\n    pass\n"));
  CHECK_FALSE(binds_alone("class A:\n    x = g()\n"));
  CHECK_FALSE(binds_alone("class A:\n    if x:\n        y = 1\n"));
  CHECK_FALSE(binds_alone("class A:\n    @register\n    def f(self):\n        pass\n"));
  CHECK_FALSE(binds_alone("class A:\n    class B:\n        x = g()\n"));
  CHECK_FALSE(binds_alone("x = 1\n"));
}

}  // namespace mmlint::script
