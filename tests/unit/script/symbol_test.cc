#include "script/symbol.h"

#include <doctest/doctest.h>

namespace mmlint::script {
namespace {

using Kind = Symbol::Kind;

struct Form {
  const char* text;
  Kind kind;
  Kind root;
  const char* name = "";
  const char* owner = "";
};

TEST_CASE("each printed form is read and printed back") {
  for (const Form& form : {
           Form{"", Kind::kNone, Kind::kNone},
           Form{"torch", Kind::kName, Kind::kName, "torch"},
           Form{"<config>", Kind::kConfig, Kind::kConfig},
           Form{"<runner>", Kind::kRunner, Kind::kRunner},
           Form{"<parser>", Kind::kParser, Kind::kParser},
           Form{"<options>", Kind::kOptions, Kind::kOptions},
           Form{"<other command>", Kind::kOther, Kind::kOther},
           Form{"<environment>", Kind::kEnvironment, Kind::kEnvironment},
           Form{"<rank>", Kind::kRank, Kind::kRank},
           Form{"?turn", Kind::kTurn, Kind::kTurn},
           Form{"?", Kind::kUnknown, Kind::kUnknown},
           Form{"<super>", Kind::kSuper, Kind::kSuper},
           Form{"<file>a/b.yaml", Kind::kFile, Kind::kFile, "a/b.yaml"},
           Form{"<spec>a/b.py", Kind::kSpec, Kind::kSpec, "a/b.py"},
           Form{"<bound>3", Kind::kBound, Kind::kBound},
           Form{"<getter>a.b", Kind::kGetter, Kind::kGetter, "a.b"},
           Form{"<property>def@0:7", Kind::kProperty, Kind::kProperty},
           Form{"module@1", Kind::kModule, Kind::kModule},
           Form{"def@0:7", Kind::kFunction, Kind::kFunction},
           Form{"def@0:7#2", Kind::kFunction, Kind::kFunction},
           Form{"def@0:7|class@0:9()", Kind::kFunction, Kind::kFunction},
           Form{"class@0:7", Kind::kClass, Kind::kClass},
           Form{"class@0:7()", Kind::kInstance, Kind::kInstance},
           Form{"class@0:7/2()", Kind::kInstance, Kind::kInstance},
           Form{"class@0:7=CPU()", Kind::kMember, Kind::kMember},
           Form{"<generator>@0:7", Kind::kGenerator, Kind::kGenerator},
           Form{"<deferred>0:7", Kind::kDeferred, Kind::kDeferred},
           Form{"<tested>", Kind::kMark, Kind::kMark},
           Form{"torch.nn.Linear", Kind::kAttribute, Kind::kName, "Linear", "torch.nn"},
           Form{"<config>.model", Kind::kAttribute, Kind::kConfig, "model", "<config>"},
           Form{"?.cuda", Kind::kAttribute, Kind::kUnknown, "cuda", "?"},
           Form{"class@0:7/2().fit", Kind::kAttribute, Kind::kInstance, "fit", "class@0:7/2()"},
           Form{"torch.nn.Linear()", Kind::kResult, Kind::kName, "", "torch.nn.Linear"},
           Form{"<generator>@0:7[]", Kind::kItem, Kind::kGenerator, "", "<generator>@0:7"},
           Form{"collections.namedtuple()[a,b]", Kind::kItem, Kind::kName, "a,b",
                "collections.namedtuple()"},
       }) {
    CAPTURE(form.text);
    const Symbol symbol{form.text};
    CHECK(symbol.text() == form.text);
    CHECK(symbol.kind() == form.kind);
    CHECK(symbol.root() == form.root);
    CHECK(symbol.name() == form.name);
    CHECK(symbol.owner() == Symbol(form.owner));
    CHECK(symbol.empty() == (form.kind == Kind::kNone));
  }
}

TEST_CASE("two spellings of one object are one symbol") {
  CHECK(Symbol("torch").attribute("nn").attribute("Linear") == Symbol("torch.nn.Linear"));
  CHECK(Symbol::library("mmengine.Config") == Symbol("mmengine.config.Config"));
  CHECK(Symbol("mmengine").attribute("Runner") == Symbol("mmengine.runner.Runner"));
  CHECK(Symbol("torch.nn").attribute("DataParallel") == Symbol("torch.nn.parallel.DataParallel"));
  CHECK(Symbol("mmseg.registry").attribute("RUNNERS") == Symbol("mmengine.registry.RUNNERS"));
  CHECK(Symbol("os").attribute("environ") == Symbol::environment());
  CHECK(Symbol::function(0, 7).with_closure(2) == Symbol("def@0:7#2"));
  CHECK(Symbol::function(0, 7).bound_to(Symbol("?")) == Symbol("def@0:7|?"));
  CHECK(Symbol::class_at(0, 7).instance() == Symbol("class@0:7()"));
  CHECK(Symbol::class_at(0, 7).instance(2) == Symbol("class@0:7/2()"));
  CHECK(Symbol::class_at(0, 7).member("CPU") == Symbol("class@0:7=CPU()"));
  CHECK(Symbol::generator(1, 2).item() == Symbol("<generator>@1:2[]"));
  CHECK(Symbol::deferred(1, 2) == Symbol("<deferred>1:2"));
  CHECK(Symbol::property(Symbol::getter("a.b")) == Symbol("<property><getter>a.b"));
  CHECK(Symbol::mark("tested") == Symbol("<tested>"));
  CHECK(sizeof(Symbol) == sizeof(void*));
}

TEST_CASE("the parts of a definition are known") {
  const Symbol method("def@3:70#2|class@1:9/2()");
  CHECK(method.module() == 3);
  CHECK(method.offset() == 70);
  CHECK(method.closure() == 2);
  CHECK(method.target() == Symbol("class@1:9/2()"));
  CHECK(Symbol("def@3:70").closure() == -1);
  CHECK(Symbol("<bound>12").number() == 12);
  CHECK(Symbol("<property>def@0:7").target() == Symbol("def@0:7"));
  for (const char* each : {"class@0:7", "class@0:7()", "class@0:7/2()", "class@0:7=CPU()",
                           "class@0:7.fit", "class@0:7/2().fit"})
    CHECK(Symbol(each).class_of() == Symbol("class@0:7"));
  CHECK(Symbol("class@0:7/2()").callee() == Symbol("class@0:7"));
  CHECK(Symbol("torch.zeros()").callee() == Symbol("torch.zeros"));
  CHECK(Symbol("torch.zeros").callee().empty());
}

TEST_CASE("a path below the root has the name of a key, an option or a variable") {
  CHECK(Symbol("<config>.a.b").config_key() == "a.b");
  CHECK(Symbol::config().config_key() == "");
  CHECK(!Symbol("<config>()").config_key());
  CHECK(Symbol("<options>.launcher").option() == "launcher");
  CHECK(!Symbol("<options>.launcher").config_key());
  CHECK(Symbol("<environment>.RANK").variable() == "RANK");
  CHECK(Symbol("torch.optim.SGD").path_below("torch.optim") == "SGD");
  CHECK(!Symbol("torch.optim").is_inside("torch.optim"));
  CHECK(!Symbol("torch.optimizer").is_inside("torch.optim"));
  CHECK(Symbol("torch.tensor()").is_from(Symbol("torch.tensor()")));
  CHECK(Symbol("torch.tensor().mean()").is_from(Symbol("torch.tensor()")));
  CHECK(!Symbol("torch.tensors").is_from(Symbol("torch.tensor")));
  CHECK(Symbol("torch.nn.Linear").package() == "torch");
  CHECK(Symbol(".lib").package() == "");
}

TEST_CASE("a method is an attribute of any object, or of one of the analysis") {
  CHECK(Symbol("?.backward").is_method("backward"));
  CHECK(!Symbol("?.backward()").is_method("backward"));
  CHECK(!Symbol("backward").is_method("backward"));
  CHECK(Symbol("<parser>.parse_args").is_method(Kind::kParser, "parse_args"));
  CHECK(!Symbol("<parser>.a.parse_args").is_method(Kind::kParser, "parse_args"));
  CHECK(!Symbol("?.parse_args").is_method(Kind::kParser, "parse_args"));
}

}  // namespace
}  // namespace mmlint::script
