// A class of the project that the config names makes torch.nn.SyncBatchNorm layers in __init__;
// values: its type.
// keys: model.**.type

#include "check/config/predicate.h"
#include "syntax/walk.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

using launch::ProjectClass;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

// Finds the classes whose __init__ certainly makes such a layer, itself or by making an object of
// another class of its module that does.
class Makers {
 public:
  bool makes(const ProjectClass& of) {
    const syntax::Function* init = of.method("__init__");
    if (!init || !seen_.insert(of.node).second) return false;
    return std::ranges::any_of(init->body, [&](const syntax::Stmt* stmt) {
      if (stmt->kind != syntax::StmtKind::kAssign && stmt->kind != syntax::StmtKind::kExpression)
        return false;  // what it contains may depend on a condition
      bool found = false;
      syntax::for_each_child(
          *stmt, [&](const Expr& each) { found = found || is_made_by(each, of); },
          [](const syntax::Stmt&) {});
      return found;
    });
  }

 private:
  bool is_made_by(const Expr& expr, const ProjectClass& of) {
    if (expr.kind == ExprKind::kConditional || expr.kind == ExprKind::kBoolean ||
        expr.kind == ExprKind::kLambda)
      return false;
    if (expr.kind == ExprKind::kCall) {
      const std::string callee = of.source->dotted(*as<syntax::Call>(expr).callee);
      if (callee == "torch.nn.SyncBatchNorm") return true;
      const auto own = launch::class_in_module(of.source, callee, false);
      if (own && makes(*own)) return true;
    }
    bool found = false;
    syntax::for_each_child(expr, [&](const Expr& each) { found = found || is_made_by(each, of); });
    return found;
  }

  std::set<const syntax::Class*> seen_;
};

}  // namespace

Answer class_makes_sync_bn(const ConfigView& view, const FileSystem& files,
                           std::vector<Hit>& hits) {
  launch::GroupModules own;
  launch::GroupModules& modules = view.modules ? *view.modules : own;
  for_each_match(view.root(), "model.**.type",
                 [&](const std::string& key, const FoundValue& found) {
                   if (!found.value) return;
                   const auto named = modules.class_of(*view.config, *found.value, files);
                   if (named && Makers().makes(*named)) hits.push_back({key, found});
                 });
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
