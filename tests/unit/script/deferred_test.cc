#include "script/deferred.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "syntax/document.h"

namespace mmlint::script {
namespace {

bool binds_alone(const std::string& text) {
  SourceStore sources;
  const syntax::Document document(sources.add("/p/lib.py", text));
  document.parse_all();
  CHECK(document.problems().empty());
  REQUIRE(document.statements().size() == 1);
  return only_binds(*document.statement(0));
}

}  // namespace

TEST_CASE("a definition only binds its name if nothing in it is called when it is walked") {
  CHECK(binds_alone("def f(a, b=1, *c, d=dict(type='BN', sizes=[1, 2]), e=nn.ReLU):\n    g()\n"));
  CHECK(
      binds_alone("@MODELS.register_module()\nclass A(nn.Module):\n    '''Doc.'''\n    x = 1\n"
                  "    y: int = -2\n    @property\n    def z(self):\n        return g()\n"));
  for (const std::string decorator : {"x.getter", "x.setter", "x.deleter", "abc.abstractmethod"}) {
    CAPTURE(decorator);
    CHECK(binds_alone("class A:\n    @" + decorator + "\n    def x(self):\n        pass\n"));
  }
  CHECK(binds_alone("@typing.overload\ndef f(a: int): ...\n"));
  CHECK(binds_alone("@functools.total_ordering\nclass A:\n    x = 1\n"));
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

TEST_CASE("names that are bound twice are told") {
  const auto once = [](const std::string& text) {
    SourceStore sources;
    const syntax::Document document(sources.add("/p/lib.py", text));
    document.parse_all();
    std::vector<const syntax::Stmt*> all;
    for (std::size_t i = 0; i < document.statements().size(); ++i)
      all.push_back(document.statement(i));
    return binds_each_once(all);
  };
  CHECK(once("import os, sys\nfrom a import b, c\nfrom d import *\nfrom e import *\nx = 1\n"));
  CHECK(once("import os\nimport os.path\ndef f(): pass\nclass A: pass\nA.x = A.y = 1\n"));
  CHECK_FALSE(once("from a import Net\nclass Net(Net): pass\n"));
  CHECK_FALSE(once("class A: pass\nclass B(A): pass\nclass A: pass\n"));
  CHECK_FALSE(once("x = 1\ndef f(y=x): pass\nx += 1\n"));
  CHECK_FALSE(once("x: int = 1\nx = y = 2\n"));
  CHECK_FALSE(once("from a import *\nfrom b import *\nfrom c import z, z\n"));
  CHECK_FALSE(once("import a as f\ndef f(): pass\n"));
}

}  // namespace mmlint::script
