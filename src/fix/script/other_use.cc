#include "fix/script/other_use.h"

#include "base/text.h"
#include "fix/script/script_code.h"
#include "script/symbols.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool is_call_of(const syntax::Call& call, std::initializer_list<std::string_view> names) {
  return call.callee->kind == ExprKind::kName && is_in(as<syntax::Name>(*call.callee).id, names);
}

bool is_method_of(const syntax::Call& call, std::initializer_list<std::string_view> names) {
  return call.callee->kind == ExprKind::kAttribute &&
         is_in(as<syntax::Attribute>(*call.callee).name, names);
}

// Whether a statement, or one inside of it, may end the script.
bool may_stop(const Stmt& stmt) {
  if (stmt.kind == StmtKind::kRaise || stmt.kind == StmtKind::kAssert) return true;
  bool found = false;
  syntax::for_each_child(
      stmt,
      [&](const Expr& expr) {
        const bool is_call = stmt.kind == StmtKind::kExpression && expr.kind == ExprKind::kCall;
        found = found ||
                (is_call && (is_call_of(as<syntax::Call>(expr), {"exit", "quit"}) ||
                             is_method_of(as<syntax::Call>(expr), {"exit", "_exit", "error"})));
      },
      [&](const Stmt& inner) { found = found || may_stop(inner); });
  return found;
}

// Follows a value to all that uses it.
class Uses {
 public:
  Uses(const check::ScriptHit& hit, const script::Summary& script, const NameReads& reads,
       bool keeps_cuda)
      : hit_(hit), script_(script), reads_(reads), keeps_cuda_(keeps_cuda) {}

  // False if something else uses the value; then other() is where.
  bool follow(const Expr& value) {
    if (!followed_.insert(&value).second) return true;
    const Surroundings around = reads_.around(value);
    const bool known =
        around.expr ? into(*around.expr, value) : around.stmt && into(*around.stmt, value, around);
    if (!known && !other_) other_ = Span{hit_.at.file, value.begin, value.end};
    return known;
  }

  const std::optional<Span>& other() const { return other_; }

 private:
  template <class Node>
  bool is_fact(const Node& node) const {
    return node.begin == hit_.fact.begin && node.end == hit_.fact.end;
  }

  bool into(const Expr& outer, const Expr& value) {
    switch (outer.kind) {
      case ExprKind::kConditional:
        return as<syntax::Conditional>(outer).condition != &value && follow(outer);
      case ExprKind::kDict: {
        const auto items = as<syntax::Dict>(outer).items;
        return std::ranges::none_of(items, [&](const auto& item) { return item.key == &value; }) &&
               follow(outer);
      }
      case ExprKind::kBoolean:
      case ExprKind::kList:
      case ExprKind::kTuple:
      case ExprKind::kSet:
      case ExprKind::kStarred:
        return follow(outer);
      case ExprKind::kSubscript:
        return as<syntax::Subscript>(outer).object == &value && follow(outer);
      case ExprKind::kCall:
        return into_call(as<syntax::Call>(outer), value);
      case ExprKind::kCompare:
        return keeps_cuda_ && decides(outer);
      case ExprKind::kFString:
        return keeps_cuda_ && is_printed(outer);
      default:
        return false;
    }
  }

  // Whether a comparison only decides which code is executed, and none of it stops the script.
  bool decides(const Expr& test) const {
    const Surroundings around = reads_.around(test);
    if (around.expr && around.expr->kind == ExprKind::kConditional)
      return as<syntax::Conditional>(*around.expr).condition == &test;
    const bool is_part = around.expr && (around.expr->kind == ExprKind::kBoolean ||
                                         around.expr->kind == ExprKind::kUnary);
    if (is_part) return decides(*around.expr);
    return !around.expr && around.stmt && around.stmt->kind == StmtKind::kIf &&
           !may_stop(*around.stmt);
  }

  // Whether an expression is only an argument of a call that prints or logs.
  bool is_printed(const Expr& text) const {
    const Surroundings around = reads_.around(text);
    return around.expr && around.expr->kind == ExprKind::kCall && around.stmt &&
           around.stmt->kind == StmtKind::kExpression && prints(as<syntax::Call>(*around.expr));
  }

  static bool prints(const syntax::Call& call) {
    return is_call_of(call, {"print"}) ||
           is_method_of(call, {"debug", "info", "log", "warning", "write"});
  }

  bool into(const Stmt& stmt, const Expr& value, const Surroundings& around) {
    switch (stmt.kind) {
      case StmtKind::kAssign: {
        const auto& assign = as<syntax::Assign>(stmt);
        return assign.value == &value && assign.targets.size() == 1 &&
               into_target(*assign.targets.front(), stmt, around);
      }
      case StmtKind::kAnnotated:
        return as<syntax::Annotated>(stmt).value == &value &&
               into_target(*as<syntax::Annotated>(stmt).target, stmt, around);
      case StmtKind::kFunction:
        for (const syntax::Parameter& parameter : as<Function>(stmt).parameters) {
          if (parameter.default_value == &value)
            return follow_name(parameter.name, &as<Function>(stmt));
        }
        return false;
      case StmtKind::kReturn:
        return around.function && follow_results(*around.function);
      case StmtKind::kExpression:
        return true;
      default:
        return false;
    }
  }

  bool into_target(const Expr& target, const Stmt& stmt, const Surroundings& around) {
    if (is_fact(stmt)) return true;
    if (target.kind == ExprKind::kAttribute)
      return follow_attribute(as<syntax::Attribute>(target).name);
    if (target.kind != ExprKind::kName) return false;
    const std::string_view name = as<syntax::Name>(target).id;
    if (around.in_class && !follow_attribute(name)) return false;
    return follow_name(name, around.function);
  }

  bool into_call(const syntax::Call& call, const Expr& value) {
    const auto is_meant = [&](const script::Call& one) {
      return one.symbol == hit_.name.str() && one.span.begin == call.begin &&
             one.span.end == call.end;
    };
    if (call.callee == &value) return false;
    if (keeps_cuda_ && prints(call)) return true;
    if (is_fact(call) || std::ranges::any_of(script_.calls, is_meant)) return true;
    if (is_call_of(call, {"dict", "list", "tuple", "str"})) return follow(call);
    const bool is_default = !call.arguments.empty() && call.arguments.back().value == &value &&
                            call.arguments.size() > 1;
    if (is_default && (is_call_of(call, {"getattr"}) || is_method_of(call, {"get", "getenv"})))
      return follow(call);
    for (const script::Option& option : script_.options) {
      if (option.span.begin == call.begin && option.span.end == call.end)
        return follow_attribute(option.dest);
    }
    return into_parameter(call, value);
  }

  // Of a function of the script.
  bool into_parameter(const syntax::Call& call, const Expr& value) {
    const Function* function = reads_.function_called(call);
    if (!function) return false;
    std::size_t position = call.callee->kind == ExprKind::kAttribute ? 1 : 0;  // behind self
    for (const syntax::Argument& argument : call.arguments) {
      const bool is_it = argument.value == &value;
      for (std::size_t i = 0; is_it && i < function->parameters.size(); ++i) {
        const syntax::Parameter& parameter = function->parameters[i];
        const bool gets_it =
            argument.name.empty() ? i == position : parameter.name == argument.name;
        const bool one = parameter.kind != syntax::Parameter::Kind::kStar &&
                         parameter.kind != syntax::Parameter::Kind::kDoubleStar;
        if (gets_it) return one && follow_name(parameter.name, function);
      }
      ++position;
    }
    return false;
  }

  bool follow_results(const Function& function) {
    auto named = reads_.of_attribute(function.name);
    for (const Expr* name : reads_.of_name(function.name, nullptr)) named.push_back(name);
    return std::ranges::all_of(named, [&](const Expr* name) {
      const Surroundings around = reads_.around(*name);
      const bool called = around.expr && around.expr->kind == ExprKind::kCall &&
                          as<syntax::Call>(*around.expr).callee == name;
      if (!called && !other_) other_ = Span{hit_.at.file, name->begin, name->end};
      return called && follow(*around.expr);
    });
  }

  bool follow_name(std::string_view name, const Function* scope) {
    return !hides(name) && follow_all(reads_.of_name(name, scope));
  }

  bool follow_attribute(std::string_view name) {
    return !hides(name) && follow_all(reads_.of_attribute(name));
  }

  bool hides(std::string_view name) {
    const auto at = reads_.unread(name);
    if (at && !other_) other_ = at;
    return at.has_value();
  }

  bool follow_all(const std::vector<const Expr*>& values) {
    return std::ranges::all_of(values, [&](const Expr* value) { return follow(*value); });
  }

  const check::ScriptHit& hit_;
  const script::Summary& script_;
  const NameReads& reads_;
  bool keeps_cuda_;
  std::set<const Expr*> followed_;
  std::optional<Span> other_;
};

// Whether a value is for all names that a table lacks: {'cuda': 'nccl'}.get(device, 'nccl').
bool serves_other_names(Span value, const NameReads& reads) {
  const Expr* expr = reads.at(value);
  const Expr* outer = expr ? reads.around(*expr).expr : nullptr;
  if (!outer || outer->kind != ExprKind::kCall) return false;
  const auto& call = as<syntax::Call>(*outer);
  return is_method_of(call, {"get"}) && call.arguments.size() == 2 &&
         call.arguments[1].value == expr && call.arguments[0].value->kind != ExprKind::kString;
}

// Whether another file of the program that `entry` starts uses a unit of the file for CUDA.
bool used_elsewhere(const std::string& entry, const std::string& path, std::string_view unit,
                    const Context& context) {
  const auto imported = context.workspace.imported(std::span(&entry, 1)).front();
  std::vector<std::string> files(imported.begin(), imported.end());
  files.push_back(entry);
  return std::ranges::any_of(files, [&](const std::string& file) {
    const syntax::Document* other = file == path ? nullptr : context.workspace.document(file);
    return other && contains(other->source().bytes(), unit) &&
           code_of(*other, context).cuda.use(unit);
  });
}

}  // namespace

std::optional<Span> other_use(const check::ScriptHit& hit, const script::Summary& script,
                              const NameReads& reads, bool keeps_cuda) {
  const Expr* value = reads.at(hit.at);
  if (!value) return hit.at;
  Uses uses(hit, script, reads, keeps_cuda);
  uses.follow(*value);
  return uses.other();
}

bool shares_with_cuda(const check::Finding& finding, Span place, const Context& context) {
  const std::string& path = path_of(context, place);
  const syntax::Document* document = context.workspace.document(path);
  if (!document) return false;
  ScriptCode& code = code_of(*document, context);
  if (code.cuda.serve(place) || serves_other_names(place, code.reads())) return true;
  const check::ScriptHit* hit = finding.script_hit();
  if (!hit || !hit->facts || hit->facts->program().path().empty()) return false;
  const std::string_view unit = code.cuda.unit_around(place);
  if (unit.empty()) return false;
  const std::string& entry = hit->facts->program().path();
  const auto [known, is_new] = code.used_elsewhere.try_emplace({entry, unit}, false);
  if (is_new) known->second = used_elsewhere(entry, path, unit, context);
  return known->second;
}

}  // namespace mmlint::fix
