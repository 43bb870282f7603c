#include "dump_json.h"

#include <fmt/format.h>

#include "syntax/match.h"

namespace mmlint::tests {
namespace {

using namespace mmlint::syntax;

std::string json(std::string_view text) {
  return json_string(text);
}
std::string json(const Expr* expr) {
  return expr == nullptr ? "null" : to_json(*expr);
}
std::string json(const Expr& expr) {
  return to_json(expr);
}
std::string json(const Stmt* stmt) {
  return to_json(*stmt);
}
std::string json(std::uint32_t number) {
  return std::to_string(number);
}
std::string json(int number) {
  return std::to_string(number);
}
std::string json(bool value) {
  return value ? "true" : "false";
}
std::string json(Operator op) {
  return std::to_string(static_cast<int>(op));
}
std::string json(const DictItem& item);
std::string json(const Argument& argument);
std::string json(const Parameter& parameter);
std::string json(const ForClause& clause);
std::string json(const FStringPart& part);
std::string json(const WithItem& item);
std::string json(const Handler& handler);
std::string json(const Case& part);
std::string json(const Pattern* pattern);
std::string json(const ImportedName& name);

template <class T>
std::string json(std::span<T> items) {
  std::string result = "[";
  for (const auto& item : items) {
    if (result.size() > 1) result += ',';
    result += json(item);
  }
  return result + "]";
}

template <class... Fields>
std::string array(const Fields&... fields) {
  std::string result = "[";
  ((result += (result.size() > 1 ? "," : ""), result += json(fields)), ...);
  return result + "]";
}

std::string json(const DictItem& item) {
  return array(item.key, item.value);
}
std::string json(const Argument& a) {
  return array(a.name, a.begin, a.end, a.value);
}
std::string json(const Parameter& p) {
  return array(p.name, p.default_value, static_cast<int>(p.kind));
}
std::string json(const ForClause& c) {
  return array(c.target, c.iterable, c.conditions);
}
std::string json(const FStringPart& p) {
  const char conversion[] = {p.conversion, '\0'};
  return array(p.text, p.expr, std::string_view(conversion), p.spec, p.debug);
}
std::string json(const WithItem& item) {
  return array(item.context, item.target);
}
std::string json(const Pattern* p) {
  return array(static_cast<int>(p->kind), p->value, p->name, p->parts, p->keys);
}
std::string json(const Case& c) {
  return array(c.pattern, c.guard, c.body);
}
std::string json(const Handler& h) {
  return array(h.type, h.name, h.body);
}
std::string json(const ImportedName& n) {
  return array(n.name, n.alias, n.begin, n.end);
}

// The fields behind kind, begin and end.
template <class Node, class... Fields>
std::string node(std::string_view kind, const Node& at, const Fields&... fields) {
  std::string rest = array(fields...);
  return fmt::format("[\"{}\",{},{}{}{}", kind, at.begin, at.end, sizeof...(fields) > 0 ? "," : "",
                     rest.substr(1));
}

}  // namespace

std::string json_string(std::string_view bytes) {
  std::string result = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\') {
      result += fmt::format("\\u{:04x}", byte);
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string to_json(const Expr& e) {
  switch (e.kind) {
    case ExprKind::kName:
      return node("Name", e, as<Name>(e).id);
    case ExprKind::kConstant:
      return node("Constant", e, static_cast<int>(as<Constant>(e).value));
    case ExprKind::kInteger:
      return node("Integer", e, as<Number>(e).text);
    case ExprKind::kFloat:
      return node("Float", e, as<Number>(e).text);
    case ExprKind::kString:
      return node("String", e, as<String>(e).value);
    case ExprKind::kBytes:
      return node("Bytes", e, as<String>(e).value);
    case ExprKind::kFString:
      return node("FString", e, as<FString>(e).parts);
    case ExprKind::kList:
      return node("List", e, as<Sequence>(e).items);
    case ExprKind::kTuple:
      return node("Tuple", e, as<Sequence>(e).items);
    case ExprKind::kSet:
      return node("Set", e, as<Sequence>(e).items);
    case ExprKind::kDict:
      return node("Dict", e, as<Dict>(e).items);
    case ExprKind::kCall: {
      const auto& call = as<Call>(e);
      return node("Call", e, call.callee, call.arguments, call.open);
    }
    case ExprKind::kAttribute: {
      const auto& attribute = as<Attribute>(e);
      return node("Attribute", e, attribute.object, attribute.name, attribute.name_begin);
    }
    case ExprKind::kSubscript:
      return node("Subscript", e, as<Subscript>(e).object, as<Subscript>(e).index);
    case ExprKind::kSlice:
      return node("Slice", e, as<Slice>(e).lower, as<Slice>(e).upper, as<Slice>(e).step);
    case ExprKind::kStarred:
      return node("Starred", e, as<Starred>(e).value, as<Starred>(e).stars);
    case ExprKind::kUnary:
      return node("Unary", e, as<Unary>(e).op, as<Unary>(e).operand);
    case ExprKind::kBinary:
      return node("Binary", e, as<Binary>(e).op, as<Binary>(e).left, as<Binary>(e).right);
    case ExprKind::kCompare:
      return node("Compare", e, as<Compare>(e).left, as<Compare>(e).ops, as<Compare>(e).rights);
    case ExprKind::kBoolean:
      return node("Boolean", e, as<Boolean>(e).op, as<Boolean>(e).left, as<Boolean>(e).right);
    case ExprKind::kConditional: {
      const auto& choice = as<Conditional>(e);
      return node("Conditional", e, choice.condition, choice.then, choice.otherwise);
    }
    case ExprKind::kLambda:
      return node("Lambda", e, as<Lambda>(e).parameters, as<Lambda>(e).body);
    case ExprKind::kComprehension: {
      const auto& all = as<Comprehension>(e);
      return node("Comprehension", e, static_cast<int>(all.what), all.key, all.value, all.clauses);
    }
    case ExprKind::kNamed:
      return node("Named", e, *as<Named>(e).target, as<Named>(e).value);
    case ExprKind::kYield:
      return node("Yield", e, as<Yield>(e).value);
    case ExprKind::kAwait:
      return node("Await", e, as<Yield>(e).value);
    case ExprKind::kUnsupported:
      return node("Unsupported", e);
  }
  return "null";
}

std::string to_json(const Stmt& s) {
  switch (s.kind) {
    case StmtKind::kExpression:
      return node("Expression", s, as<ExpressionStmt>(s).value);
    case StmtKind::kAssign:
      return node("Assign", s, as<Assign>(s).targets, as<Assign>(s).value);
    case StmtKind::kAnnotated:
      return node("Annotated", s, as<Annotated>(s).target, as<Annotated>(s).value);
    case StmtKind::kAugmented:
      return node("Augmented", s, as<Augmented>(s).target, as<Augmented>(s).op,
                  as<Augmented>(s).value);
    case StmtKind::kDelete:
      return node("Delete", s, as<Delete>(s).targets);
    case StmtKind::kIf:
      return node("If", s, as<If>(s).condition, as<If>(s).then, as<If>(s).otherwise);
    case StmtKind::kFor: {
      const auto& loop = as<For>(s);
      return node("For", s, loop.target, loop.iterable, loop.body, loop.otherwise);
    }
    case StmtKind::kWhile:
      return node("While", s, as<While>(s).condition, as<While>(s).body, as<While>(s).otherwise);
    case StmtKind::kWith:
      return node("With", s, as<With>(s).items, as<With>(s).body);
    case StmtKind::kTry: {
      const auto& all = as<Try>(s);
      return node("Try", s, all.body, all.handlers, all.otherwise, all.finally);
    }
    case StmtKind::kFunction: {
      const auto& def = as<Function>(s);
      return node("Function", s, def.name, def.parameters, def.body, def.decorators, def.is_async,
                  def.is_generator);
    }
    case StmtKind::kClass: {
      const auto& def = as<Class>(s);
      return node("Class", s, def.name, def.bases, def.body, def.decorators);
    }
    case StmtKind::kImport:
      return node("Import", s, as<Import>(s).names);
    case StmtKind::kImportFrom: {
      const auto& from = as<ImportFrom>(s);
      return node("ImportFrom", s, from.module, from.level, from.names);
    }
    case StmtKind::kReturn:
      return node("Return", s, as<Return>(s).value);
    case StmtKind::kRaise:
      return node("Raise", s, as<Raise>(s).value);
    case StmtKind::kAssert:
      return node("Assert", s, as<Assert>(s).condition, as<Assert>(s).message);
    case StmtKind::kPass:
      return node("Pass", s);
    case StmtKind::kBreak:
      return node("Break", s);
    case StmtKind::kContinue:
      return node("Continue", s);
    case StmtKind::kGlobal:
      return node("Global", s, as<Scope>(s).names);
    case StmtKind::kNonlocal:
      return node("Nonlocal", s, as<Scope>(s).names);
    case StmtKind::kMatch:
      return node("Match", s, as<Match>(s).subject, as<Match>(s).cases);
    case StmtKind::kUnsupported:
      return node("Unsupported", s);
  }
  return "null";
}

}  // namespace mmlint::tests
