#include "fix/script/cuda_condition.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/python_text.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Where the arguments of a call are written: in the call, or in a dict that the call spreads.
class WrittenArguments {
 public:
  WrittenArguments(const syntax::Document& document, const NameReads& reads,
                   const syntax::Call& call)
      : document_(document), reads_(reads), call_(call) {}

  // The values of an argument. May be called once for each.
  std::vector<const Expr*> of(const std::string& name, std::size_t position) {
    found_.clear();
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      const syntax::Argument& argument = call_.arguments[i];
      if (const auto* spread = spread_of(*argument.value))
        spread->stars == 2 ? add_entries(*spread->value, name) : void(is_open_ = true);
      else if (argument.name == name || (argument.name.empty() && i == position && !is_open_))
        found_.push_back(argument.value);
    }
    return found_;
  }

 private:
  static const syntax::Starred* spread_of(const Expr& expr) {
    return expr.kind == ExprKind::kStarred ? &as<syntax::Starred>(expr) : nullptr;
  }

  // Adds the values that a dict has for a key, where they are written.
  void add_entries(const Expr& dict, const std::string& key) {
    if (dict.kind == ExprKind::kDict) {
      for (const syntax::DictItem& item : as<syntax::Dict>(dict).items) {
        if (!item.key) add_entries(*item.value, key);
        if (item.key && is_key(*item.key, key)) found_.push_back(item.value);
      }
    } else if (syntax::called_id(dict) == "dict") {
      for (const syntax::Argument& argument : as<syntax::Call>(dict).arguments) {
        const auto* spread = spread_of(*argument.value);
        if (spread) add_entries(*spread->value, key);
        if (argument.name == key) found_.push_back(argument.value);
      }
    } else if (dict.kind == ExprKind::kName && names_.insert({syntax::id_of(dict), key}).second) {
      const syntax::Function* scope = reads_.around(call_).function;
      if (scope && !binds(scope->body, syntax::id_of(dict))) scope = nullptr;
      if (scope) {
        for (const Stmt* stmt : scope->body) add_assigned(*stmt, syntax::id_of(dict), key);
      } else {
        for (std::size_t i = 0; i < document_.statements().size(); ++i) {
          if (const Stmt* stmt = document_.statement(i))
            add_assigned(*stmt, syntax::id_of(dict), key);
        }
      }
    }
  }

  static bool is_key(const Expr& expr, const std::string& key) {
    return expr.kind == ExprKind::kString && as<syntax::String>(expr).value == key;
  }

  static bool binds(syntax::Block block, std::string_view name) {
    bool found = false;
    const std::function<void(const Stmt&)> look = [&](const Stmt& stmt) {
      syntax::for_each_bound_name(stmt,
                                  [&](std::string_view one) { found = found || one == name; });
      if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
      syntax::for_each_child(
          stmt, [](const Expr&) {}, look);
    };
    for (const Stmt* stmt : block) look(*stmt);
    return found;
  }

  // Adds what a statement of the variable's scope assigns to the variable or to its key.
  void add_assigned(const Stmt& stmt, std::string_view variable, const std::string& key) {
    if (stmt.kind == StmtKind::kAssign) {
      const auto& assign = as<syntax::Assign>(stmt);
      for (const Expr* target : assign.targets) {
        if (syntax::id_of(*target) == variable) add_entries(*assign.value, key);
        if (target->kind != ExprKind::kSubscript) continue;
        const auto& entry = as<syntax::Subscript>(*target);
        if (syntax::id_of(*entry.object) == variable && is_key(*entry.index, key))
          found_.push_back(assign.value);
      }
    } else if (stmt.kind == StmtKind::kExpression) {
      add_updated(*as<syntax::ExpressionStmt>(stmt).value, variable, key);
    }
    if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
    syntax::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& inner) { add_assigned(inner, variable, key); });
  }

  // Of variable.update(device_ids=[rank]) and variable.update({...}).
  void add_updated(const Expr& expr, std::string_view variable, const std::string& key) {
    if (expr.kind != ExprKind::kCall) return;
    const auto& call = as<syntax::Call>(expr);
    if (call.callee->kind != ExprKind::kAttribute) return;
    const auto& method = as<syntax::Attribute>(*call.callee);
    if (method.name != "update" || syntax::id_of(*method.object) != variable) return;
    for (const syntax::Argument& argument : call.arguments) {
      if (argument.name == key) found_.push_back(argument.value);
      if (argument.name.empty()) add_entries(*argument.value, key);
    }
  }

  const syntax::Document& document_;
  const NameReads& reads_;
  const syntax::Call& call_;
  std::vector<const Expr*> found_;
  std::set<std::pair<std::string_view, std::string>> names_;  // that were looked up
  bool is_open_ = false;  // may: a spread list holds positional arguments
};

}  // namespace

Planned plan_replace_argument(const catalog::verb::ReplaceArgument& action,
                              const check::Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.fact);
  const NameReads& reads = code_of(document, context).reads();
  const Expr* node = reads.at(hit.fact);
  if (!node || node->kind != ExprKind::kCall) return refuse(Reason::kComputed);
  WrittenArguments written(document, reads, as<syntax::Call>(*node));
  const auto first = written.of(action.argument, action.position);
  const auto second = action.with.empty() ? std::vector<const Expr*>()
                                          : written.of(action.with, action.with_position);
  if (first.empty() && second.empty()) return refuse(Reason::kNotWrittenOut);
  std::vector<Span> values;
  for (const auto* list : {&first, &second}) {
    for (const Expr* value : *list) values.push_back({hit.fact.file, value->begin, value->end});
  }
  const std::string text =
      to_python(catalog::fill(action.value, *finding.target), style_of(document));
  return keep_on_cuda(std::move(values), text, finding, context);
}

}  // namespace mmlint::fix
