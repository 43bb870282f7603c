// What becomes SyncBatchNorm certainly has no batch norm.
// judges: each run

#include "check/script/predicate.h"
#include "facts/libraries.h"
#include "launch/walked_imports.h"
#include "syntax/walk.h"

namespace mmlint::check::predicates {
namespace {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

constexpr std::string_view kLayer = "BatchNorm";

// BatchNorm2d, LazyBatchNorm1d; SyncBatchNorm alone is what the conversion is called by.
bool is_layer(std::string_view name) {
  return name.find(kLayer) != name.npos && name != "SyncBatchNorm";
}

bool names_layer(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return is_layer(as<syntax::Name>(expr).id);
  if (expr.kind == ExprKind::kAttribute) return is_layer(as<syntax::Attribute>(expr).name);
  return expr.kind == ExprKind::kString &&
         as<syntax::String>(expr).value.find(kLayer) != std::string_view::npos;
}

// A layer, or a tuple of classes with one.
bool names_layers(const Expr& expr) {
  if (expr.kind != ExprKind::kTuple) return names_layer(expr);
  const auto& items = as<syntax::Sequence>(expr).items;
  return std::ranges::any_of(items, [](const Expr* each) { return names_layer(*each); });
}

// The class or classes that isinstance tests for; null for any other expression.
const Expr* tested_by(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return nullptr;
  const auto& call = as<syntax::Call>(expr);
  const bool is_test = call.callee->kind == ExprKind::kName &&
                       as<syntax::Name>(*call.callee).id == "isinstance" &&
                       call.arguments.size() == 2;
  return is_test ? call.arguments[1].value : nullptr;
}

// Looks for the layers in the files of a program.
class Search {
 public:
  // Whether a file uses a layer, or a name that stands for some, other than in isinstance. The
  // names are those of all files that were searched before.
  bool finds_layer(const syntax::Document& document) {
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      const Stmt* stmt = document.statement(i);
      if (!stmt || uses_layer(*stmt)) return true;
    }
    return false;
  }

 private:
  bool uses_layer(const Expr& expr) const {
    if (names_layer(expr)) return true;
    if (expr.kind == ExprKind::kName && names_.count(as<syntax::Name>(expr).id) != 0) return true;
    const Expr* tested = tested_by(expr);
    bool found = false;
    syntax::for_each_child(
        expr, [&](const Expr& inner) { found = found || (&inner != tested && uses_layer(inner)); });
    return found;
  }

  bool uses_layer(const Stmt& stmt) {
    // `from torch.nn import BatchNorm2d` alone makes none.
    if (stmt.kind == StmtKind::kImportFrom) return false;
    if (stmt.kind == StmtKind::kAssign) {  // bn_types = (nn.BatchNorm1d, nn.BatchNorm2d)
      const auto& assign = as<syntax::Assign>(stmt);
      const bool is_name =
          assign.targets.size() == 1 && assign.targets.front()->kind == ExprKind::kName;
      if (is_name && names_layers(*assign.value)) {
        names_.insert(as<syntax::Name>(*assign.targets.front()).id);
        return false;
      }
    }
    bool found = false;
    syntax::for_each_child(
        stmt, [&](const Expr& expr) { found = found || uses_layer(expr); },
        [&](const Stmt& inner) { found = found || uses_layer(inner); });
    return found;
  }

  std::set<std::string_view> names_;
};

// Whether a file may make such a layer, as far as its text says.
bool may_make_layer(const syntax::Document& document, Search& search) {
  const std::string_view text = document.source().bytes();
  // Models and classes that are looked up by a name.
  constexpr std::array<std::string_view, 6> kElsewhere = {
      "getattr(nn", "getattr(torch", "torch.hub", "torchvision.models", "torch.jit", "torch.load"};
  const auto has = [&](std::string_view each) { return text.find(each) != text.npos; };
  if (std::ranges::any_of(kElsewhere, has)) return true;
  return search.finds_layer(document);
}

// A fact: true if the models that a script converts to SyncBatchNorm certainly have no batch norm,
// which makes the conversion change nothing: all code that it imports was walked or is a library
// without models, and it names those layers only to test for them, as isinstance does. False if it
// converts none.
bool has_no_batch_norm(const launch::Program& program) {
  const script::Summary& script = program.summary();
  const auto converts = [](const script::Call& call) {
    return call.symbol.is_method("convert_sync_batchnorm");
  };
  const auto is_model = [](const script::Import& import) {
    return facts::has_models(import.symbol.text()) || import.symbol.name() == "*";
  };
  if (std::ranges::none_of(script.calls, converts) ||
      std::ranges::any_of(script.imports, is_model) || !launch::walks_all_imports(script))
    return false;
  Search search;
  const auto may_make = [&](const std::string& file) {
    const syntax::Document* document = program.workspace().document(file);
    return !document || may_make_layer(*document, search);
  };
  // Twice, as a file may use the names that a later one gives to layers.
  return std::ranges::none_of(script.files, may_make) &&
         std::ranges::none_of(script.files, may_make);
}

}  // namespace

bool converts_no_batch_norm(const script::Summary&, const launch::ProgramFacts& facts,
                            ScriptHits&) {
  return facts.get<has_no_batch_norm>();
}

}  // namespace mmlint::check::predicates
