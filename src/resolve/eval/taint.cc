#include <set>

#include "resolve/eval/natives.h"

// Code that is not run may still change things. Whatever it could change becomes unknown: the names
// it assigns, the objects whose attributes or items it sets, the objects whose methods it calls,
// and what it hands to functions that are not known to leave their arguments alone.
namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only
using resolve::Dict;

namespace {

// Python's own functions that only read their arguments.
bool only_reads(Evaluator& e, const Expr& callee) {
  if (callee.kind != ExprKind::kName) return false;
  const std::string_view name = as<Name>(callee).id;
  for (Scope* scope = &e.scope(); scope; scope = scope->enclosing) {
    if (scope->names->dict.find(name)) return false;
  }
  return builtin(e, name, e.span(callee)) != nullptr && name != "setattr" && name != "exec";
}

class Tainter {
 public:
  Tainter(Evaluator& e, std::string_view reason) : e_(e), reason_(reason) {}

  void block(Block statements) {
    for (const Stmt* s : statements) statement(*s);
  }

  // The code is read, nothing of it is a target.
  void read(const Expr& x) {
    if (!enter()) return;
    switch (x.kind) {
      case ExprKind::kCall:
        call(as<Call>(x));
        break;
      case ExprKind::kNamed:
        target(*as<Named>(x).target);
        read(*as<Named>(x).value);
        break;
      case ExprKind::kList:
      case ExprKind::kTuple:
      case ExprKind::kSet:
        for (const Expr* item : as<Sequence>(x).items) read(*item);
        break;
      case ExprKind::kDict:
        for (const DictItem& item : as<syntax::Dict>(x).items) {
          if (item.key) read(*item.key);
          read(*item.value);
        }
        break;
      case ExprKind::kAttribute:
        read(*as<Attribute>(x).object);
        break;
      case ExprKind::kSubscript:
        read(*as<Subscript>(x).object);
        read(*as<Subscript>(x).index);
        break;
      case ExprKind::kStarred:
        read(*as<Starred>(x).value);
        break;
      case ExprKind::kUnary:
        read(*as<Unary>(x).operand);
        break;
      case ExprKind::kBinary:
        read(*as<Binary>(x).left);
        read(*as<Binary>(x).right);
        break;
      case ExprKind::kBoolean:
        read(*as<Boolean>(x).left);
        read(*as<Boolean>(x).right);
        break;
      case ExprKind::kCompare:
        read(*as<Compare>(x).left);
        for (const Expr* right : as<Compare>(x).rights) read(*right);
        break;
      case ExprKind::kConditional:
        read(*as<Conditional>(x).condition);
        read(*as<Conditional>(x).then);
        read(*as<Conditional>(x).otherwise);
        break;
      case ExprKind::kComprehension: {
        const auto& c = as<Comprehension>(x);
        if (c.key) read(*c.key);
        read(*c.value);
        for (const ForClause& clause : c.clauses) read(*clause.iterable);
        break;
      }
      default:
        break;
    }
    --depth_;
  }

 private:
  bool enter() { return ++depth_ < e_.limits().depth || (--depth_, false); }

  // The object at the root of a.b[c].d becomes unknown.
  void root(const Expr& x) {
    const Expr* r = &x;
    while (r->kind == ExprKind::kAttribute || r->kind == ExprKind::kSubscript ||
           r->kind == ExprKind::kStarred) {
      r = r->kind == ExprKind::kAttribute   ? as<Attribute>(*r).object
          : r->kind == ExprKind::kSubscript ? as<Subscript>(*r).object
                                            : as<Starred>(*r).value;
    }
    if (r->kind != ExprKind::kName) return read(*r);
    const std::string_view name = as<Name>(*r).id;
    for (Scope* scope = &e_.scope(); scope; scope = scope->enclosing) {
      Dict& names = scope->names->dict;
      const Entry* entry = names.find(name);
      if (!entry) continue;
      const auto i = static_cast<std::size_t>(entry - names.entries().data());
      return e_.taint(*e_.live_entry(*scope->names, i), reason_, e_.span(x));
    }
  }

  void target(const Expr& x) {
    if (x.kind == ExprKind::kTuple || x.kind == ExprKind::kList) {
      for (const Expr* item : as<Sequence>(x).items) target(*item);
    } else if (x.kind == ExprKind::kStarred) {
      target(*as<Starred>(x).value);
    } else if (x.kind == ExprKind::kName) {
      e_.bind(as<Name>(x).id, *e_.unknown(reason_, e_.span(x)), nullptr);
    } else {
      root(x);
    }
  }

  void call(const Call& c) {
    if (c.callee->kind == ExprKind::kAttribute) root(*as<Attribute>(*c.callee).object);
    if (c.callee->kind == ExprKind::kName) body_of(as<Name>(*c.callee).id);
    const bool harmless = only_reads(e_, *c.callee);
    for (const Argument& a : c.arguments) {
      if (harmless)
        read(*a.value);
      else
        root(*a.value);
    }
  }

  // A function of the config may change global names.
  void body_of(std::string_view name) {
    for (Scope* scope = &e_.scope(); scope; scope = scope->enclosing) {
      const Entry* entry = scope->names->dict.find(name);
      if (!entry) continue;
      const auto* f = dynamic_cast<const FunctionObject*>(entry->value->object);
      if (f && seen_.insert(f).second && enter()) {
        block(f->body);
        --depth_;
      }
      return;
    }
  }

  void statement(const Stmt& s) {
    if (!enter()) return;
    switch (s.kind) {
      case StmtKind::kExpression:
        read(*as<ExpressionStmt>(s).value);
        break;
      case StmtKind::kAssign:
        read(*as<Assign>(s).value);
        for (const Expr* t : as<Assign>(s).targets) target(*t);
        break;
      case StmtKind::kAnnotated:
        if (as<Annotated>(s).value) target(*as<Annotated>(s).target);
        break;
      case StmtKind::kAugmented:
        root(*as<Augmented>(s).target);
        target(*as<Augmented>(s).target);
        break;
      case StmtKind::kDelete:
        for (const Expr* t : as<Delete>(s).targets) target(*t);
        break;
      case StmtKind::kIf:
        read(*as<If>(s).condition);
        block(as<If>(s).then);
        block(as<If>(s).otherwise);
        break;
      case StmtKind::kFor:
        target(*as<For>(s).target);
        block(as<For>(s).body);
        block(as<For>(s).otherwise);
        break;
      case StmtKind::kWhile:
        block(as<While>(s).body);
        block(as<While>(s).otherwise);
        break;
      case StmtKind::kWith:
        for (const WithItem& item : as<With>(s).items) {
          read(*item.context);
          if (item.target) target(*item.target);
        }
        block(as<With>(s).body);
        break;
      case StmtKind::kTry:
        block(as<Try>(s).body);
        for (const Handler& handler : as<Try>(s).handlers) block(handler.body);
        block(as<Try>(s).otherwise);
        block(as<Try>(s).finally);
        break;
      case StmtKind::kFunction:
        name(as<Function>(s).name, s);
        break;
      case StmtKind::kClass:
        name(as<Class>(s).name, s);
        break;
      case StmtKind::kImport:
      case StmtKind::kImportFrom:
        imported(s);
        break;
      case StmtKind::kUnsupported:
        e_.taint_everything(reason_, e_.span(s));
        break;
      default:
        break;
    }
    --depth_;
  }

  void name(std::string_view id, const Stmt& s) {
    e_.bind(id, *e_.unknown(reason_, e_.span(s)), nullptr);
  }

  void imported(const Stmt& s) {
    const auto names = s.kind == StmtKind::kImport ? as<Import>(s).names : as<ImportFrom>(s).names;
    for (const ImportedName& n : names) {
      if (n.name == "*")
        e_.globals_unknown = true;
      else if (!n.alias.empty())
        name(n.alias, s);
      else
        name(n.name.substr(0, n.name.find('.')), s);
    }
  }

  Evaluator& e_;
  std::string_view reason_;
  std::set<const FunctionObject*> seen_;
  int depth_ = 0;
};

}  // namespace

void Evaluator::taint(Block block, std::string_view reason) {
  Tainter(*this, reason).block(block);
}

void Evaluator::taint(const Expr& expr, std::string_view reason) {
  Tainter(*this, reason).read(expr);
  if (expr.kind == ExprKind::kName || expr.kind == ExprKind::kAttribute ||
      expr.kind == ExprKind::kSubscript) {
    const Expr* root = &expr;
    while (root->kind != ExprKind::kName) {
      if (root->kind == ExprKind::kAttribute)
        root = as<Attribute>(*root).object;
      else if (root->kind == ExprKind::kSubscript)
        root = as<Subscript>(*root).object;
      else
        return;
    }
    for (Scope* scope = scope_; scope; scope = scope->enclosing) {
      const Entry* entry = scope->names->dict.find(as<Name>(*root).id);
      if (!entry) continue;
      const auto i = static_cast<std::size_t>(entry - scope->names->dict.entries().data());
      return taint(*live_entry(*scope->names, i), reason, span(expr));
    }
  }
}

void Evaluator::taint(Value& first, std::string_view reason, Span at) {
  // Values may be nested without bound, so this must not recurse.
  std::vector<Value*> open{&first};
  std::set<const Value*> tuples;
  while (!open.empty()) {
    Value& value = *open.back();
    open.pop_back();
    if (!value.is_container() || value.frozen) continue;
    step();
    if (value.kind == Kind::kTuple) {
      // A tuple cannot change, but what it holds can.
      if (tuples.insert(&value).second) {
        open.insert(open.end(), value.items.begin(), value.items.end());
      }
      continue;
    }
    open.insert(open.end(), value.items.begin(), value.items.end());
    for (const Entry& entry : value.dict.entries()) open.push_back(entry.value);
    value.kind = Kind::kUnknown;
    value.literal = false;
    value.items.clear();
    value.dict.clear();
    value.text = pool_.keep(reason);
    value.span = at;
    ++unknowns_;
  }
}

void Evaluator::taint_everything(std::string_view reason, Span at) {
  globals_unknown = true;
  for (Scope* scope = scope_; scope; scope = scope->enclosing) {
    for (std::size_t i = 0; i < scope->names->dict.size(); ++i) {
      taint(*live_entry(*scope->names, i), reason, at);
      scope->names->dict.at(i).value = unknown(reason, at);
    }
  }
}

}  // namespace mmlint::resolve
