#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

class CallWrapper {
 public:
  CallWrapper(const syntax::Document& document, const NameReads& reads, const Expr* wrapper)
      : document_(document), reads_(reads), wrapper_(wrapper) {}

  // Returns what to write for an expression that is the model, or a method forward() of it; empty
  // if the wrapper is in no variable that can be used there.
  std::string_view instead_of(const Expr& expr) const {
    if (expr.kind == ExprKind::kAttribute) {
      const auto& attribute = as<syntax::Attribute>(expr);
      if (attribute.name == "forward") return instead_of(*attribute.object);
      if (attribute.name == "module" && is_path(*attribute.object)) return text(*attribute.object);
    }
    if (!is_path(expr)) return {};
    if (expr.kind == ExprKind::kName) {
      const std::string_view held = held_module(expr);
      if (!held.empty()) return held;
    }
    return variable_around(expr);
  }

 private:
  std::string_view text(const Expr& expr) const {
    return document_.source().bytes().substr(expr.begin, expr.end - expr.begin);
  }
  // The only target of an assignment, if it is a path; else null.
  static const Expr* target_of(const syntax::Stmt* stmt) {
    if (!stmt || stmt->kind != syntax::StmtKind::kAssign) return nullptr;
    const auto& assign = as<syntax::Assign>(*stmt);
    return assign.targets.size() == 1 && is_path(*assign.targets[0]) ? assign.targets[0] : nullptr;
  }

  // `ddp` for the name of a variable that `name = ddp.module` alone sets, in the same function.
  std::string_view held_module(const Expr& name) const {
    std::string_view out;
    std::size_t bindings = 0;
    for (const Expr* read : reads_.of_attribute("module")) {
      const Surroundings around = reads_.around(*read);
      const Expr* target = target_of(around.stmt);
      const auto& object = *as<syntax::Attribute>(*read).object;
      const bool sets = target && as<syntax::Assign>(*around.stmt).value == read &&
                        text(*target) == text(name) && is_path(object) &&
                        around.function == reads_.around(name).function;
      if (sets) out = text(object);
    }
    for (std::size_t i = 0; i < document_.statements().size(); ++i) {
      const syntax::Stmt* stmt = document_.statement(i);
      if (stmt) bindings += count_bindings(*stmt, text(name));
    }
    return bindings == 1 ? out : std::string_view();
  }

  // `ddp` for the model in `ddp = DistributedDataParallel(model)`, where both are variables of the
  // same function or attributes of the same object.
  std::string_view variable_around(const Expr& model) const {
    if (!wrapper_ || wrapper_->kind != ExprKind::kCall) return {};
    const auto& call = as<syntax::Call>(*wrapper_);
    const Surroundings around = reads_.around(*wrapper_);
    const Expr* target = target_of(around.stmt);
    if (!target || as<syntax::Assign>(*around.stmt).value != wrapper_ || call.arguments.empty() ||
        text(*call.arguments.front().value) != text(model))
      return {};
    const bool of_object = text(*target).starts_with("self.") && text(model).starts_with("self.");
    const bool same_scope = around.function == reads_.around(model).function;
    return of_object || same_scope ? text(*target) : std::string_view();
  }

  const syntax::Document& document_;
  const NameReads& reads_;
  const Expr* wrapper_;
};

}  // namespace

Planned plan_call_wrapper(const catalog::verb::CallWrapper&, const check::Finding& finding,
                          const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.at);
  const NameReads& reads = code_of(document, context).reads();
  const Expr* model = reads.at(hit.at);
  if (model && model->kind == ExprKind::kCall) model = as<syntax::Call>(*model).callee;
  if (!model) return refuse(Reason::kComputed);
  const Expr* wrapper = hit.other.file == hit.at.file ? reads.at(hit.other) : nullptr;
  const CallWrapper wrappers(document, reads, wrapper);
  const std::string_view written = wrappers.instead_of(*model);
  if (written.empty()) return refuse(Reason::kWrapperNotHere);
  return Plan{{{{hit.at.file, model->begin, model->end}, std::string(written)}}};
}

}  // namespace mmlint::fix
