
#include "python/eval/guards.h"
#include "python/eval/iterator.h"
#include "python/eval/namespaces.h"
#include "python/eval/natives.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

// Code that is not run may still change things. Whatever it could change becomes unknown: the names
// it assigns, the objects whose attributes or items it sets, the objects whose methods it calls,
// and what it hands to functions that are not known to leave their arguments alone.
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only
using mmlint::Dict;

namespace {

class Tainter {
 public:
  Tainter(Evaluator& e, std::string_view reason) : e_(e), reason_(reason) {}

  void block(Block statements) {
    for (const Stmt* s : statements) aliases(*s);
    for (const Stmt* s : statements) statement(*s);
  }

  // An expression whose value may be used later.
  void read(const Expr& x) {
    aliases(x);
    expression(x);
    changed(x);
  }

 private:
  bool enter() { return ++depth_ < e_.limits().depth || (--depth_, false); }

  // --- names that stand for a part of another object: x = a.b, for x in a ---

  void alias(const Expr& target, const Expr& value) {
    for_each_bound_name(target, [&](std::string_view id) { aliases_.emplace(id, &value); });
  }

  void aliases(const Expr& x) {
    if (x.kind == ExprKind::kNamed) alias(*as<Named>(x).target, *as<Named>(x).value);
    if (x.kind == ExprKind::kComprehension) {
      for (const ForClause& c : as<Comprehension>(x).clauses) alias(*c.target, *c.iterable);
    }
    for_each_child(x, [this](const Expr& child) { aliases(child); });
  }

  void aliases(const Stmt& s) {
    if (s.kind == StmtKind::kAssign) {
      for (const Expr* t : as<Assign>(s).targets) alias(*t, *as<Assign>(s).value);
    } else if (s.kind == StmtKind::kAnnotated && as<Annotated>(s).value) {
      alias(*as<Annotated>(s).target, *as<Annotated>(s).value);
    } else if (s.kind == StmtKind::kFor) {
      alias(*as<For>(s).target, *as<For>(s).iterable);
    } else if (s.kind == StmtKind::kWith) {
      for (const WithItem& item : as<With>(s).items) {
        if (item.target) alias(*item.target, *item.context);
      }
    }
    for_each_child(
        s, [this](const Expr& x) { aliases(x); }, [this](const Stmt& child) { aliases(child); });
  }

  // --- what is changed ---

  // Every object that the expression may give, or give a part of.
  void changed(const Expr& x) {
    if (!enter()) return;
    switch (x.kind) {
      case ExprKind::kName:
        changed(as<Name>(x).id, x);
        break;
      case ExprKind::kSubscript:
        changed(*as<Subscript>(x).object);
        break;
      case ExprKind::kConditional:
        changed(*as<Conditional>(x).then);
        changed(*as<Conditional>(x).otherwise);
        break;
      case ExprKind::kCall:
        if (!gives_scalar(as<Call>(x))) each_child_changed(x);
        break;
      case ExprKind::kFString:
      case ExprKind::kCompare:
      case ExprKind::kUnary:
      case ExprKind::kLambda:
        break;
      default:
        each_child_changed(x);
    }
    --depth_;
  }

  void each_child_changed(const Expr& x) {
    for_each_child(x, [this](const Expr& child) { changed(child); });
  }

  bool gives_scalar(const Call& c) {
    const std::string_view name = called_id(c);
    constexpr std::string_view kScalar =
        "abs all any bool chr float hasattr hash int isinstance len ord print repr range round str "
        "type";
    return is_word_of(kScalar, name) && only_reads(name, e_.span(c));
  }

  void changed(std::string_view name, const Expr& x) {
    if (!changed_.insert(name).second) return;
    if (Value* value = find(name)) e_.taint(*value, reason_, e_.span(x));
    const auto [from, to] = aliases_.equal_range(name);
    for (auto it = from; it != to; ++it) changed(*it->second);
  }

  Value* find(std::string_view name) {
    for (Scope* scope = &e_.scope(); scope; scope = scope->enclosing) {
      Dict& names = scope->names->edit_dict();
      if (const Entry* entry = names.find(name)) {
        return e_.live_entry(*scope->names,
                             static_cast<std::size_t>(entry - names.entries().data()));
      }
    }
    return nullptr;
  }

  void target(const Expr& x) {
    if (x.kind == ExprKind::kName) return name(as<Name>(x).id, e_.span(x));
    changed(x);
    for_each_child(x, [this](const Expr& child) { expression(child); });
  }

  void name(std::string_view id, Span span) { e_.bind(id, *e_.unknown(reason_, span), nullptr); }

  void expression(const Expr& x) {
    if (!enter()) return;
    if (x.kind == ExprKind::kLambda) {
      --depth_;
      return;
    }
    if (x.kind == ExprKind::kCall) call(as<Call>(x));
    if (x.kind == ExprKind::kNamed) target(*as<Named>(x).target);
    for_each_child(x, [this](const Expr& child) { expression(child); });
    --depth_;
  }

  void call(const Call& c) {
    if (c.callee->kind == ExprKind::kName) {
      if (only_reads(as<Name>(*c.callee).id, e_.span(c))) return iterators(c);
    } else if (c.callee->kind == ExprKind::kAttribute) {
      changed(*as<Attribute>(*c.callee).object);
    }
    changed(*c.callee);
    for (const Argument& a : c.arguments) changed(*a.value);
  }

  // Python's own functions only read their arguments, but they use up iterators and call functions.
  void iterators(const Call& c) {
    for (const Argument& a : c.arguments) {
      if (a.value->kind != ExprKind::kName) continue;
      Value* value = find(as<Name>(*a.value).id);
      if (value && value->kind == Value::Kind::kObject) e_.taint(*value, reason_, e_.span(c));
    }
  }

  bool only_reads(std::string_view name, Span span) {
    for (Scope* scope = &e_.scope(); scope; scope = scope->enclosing) {
      if (scope->names->dict().find(name)) return false;
    }
    return name != "setattr" && name != "delattr" && name != "exec" && name != "eval" &&
           name != "next" && builtin(e_, name, span) != nullptr;
  }

  void statement(const Stmt& s) {
    if (!enter()) return;
    const bool only_declared = s.kind == StmtKind::kAnnotated && !as<Annotated>(s).value;
    if (s.kind == StmtKind::kAugmented) changed(*as<Augmented>(s).target);
    if (!only_declared) bindings(s);
    switch (s.kind) {
      case StmtKind::kFor:
        changed(*as<For>(s).iterable);  // an iterator would be used up
        break;
      case StmtKind::kFunction:
      case StmtKind::kClass:
        --depth_;
        return;
      case StmtKind::kGlobal:
        for (const std::string_view n : as<syntax::Scope>(s).names) e_.scope().globals.push_back(n);
        break;
      case StmtKind::kNonlocal:
        for (const std::string_view n : as<syntax::Scope>(s).names)
          e_.scope().nonlocals.push_back(n);
        break;
      case StmtKind::kMatch:
      case StmtKind::kUnsupported:
        e_.taint_everything(reason_, e_.span(s));
        break;
      default:
        break;
    }
    for_each_child(
        s, [this](const Expr& x) { expression(x); },
        [this](const Stmt& child) { statement(child); });
    --depth_;
  }

  void bindings(const Stmt& s) {
    for_each_binding(
        s, [this](const Expr& x) { target(x); },
        [&](std::string_view id) {
          if (id == "*")
            e_.globals_unknown = true;
          else
            name(id, e_.span(s));
        });
  }

  Evaluator& e_;
  std::string_view reason_;
  std::multimap<std::string_view, const Expr*> aliases_;
  std::set<std::string_view> changed_;
  int depth_ = 0;
};

// What calling the function may change: its body, with arguments that are not known.
void taint_function(Evaluator& e, const FunctionObject& f, std::string_view reason) {
  Scope& local = e.new_scope(Scope{.names = e.pool().make(Value::Kind::kDict),
                                   .enclosing = e.scope_around(f),
                                   .locals = &f.locals});
  const ScopeGuard guard(e, &local, f.file);
  for (const std::string_view name : f.locals) {
    if (!name.empty()) e.bind(name, *e.unknown(reason, {}), nullptr);
  }
  Tainter tainter(e, reason);
  tainter.block(f.body);
  if (f.expression) tainter.read(*f.expression);
}

}  // namespace

void Evaluator::taint(Block block, std::string_view reason) {
  ++unknowns_;
  Tainter(*this, reason).block(block);
}

void Evaluator::taint(const Expr& expr, std::string_view reason) {
  ++unknowns_;
  Tainter(*this, reason).read(expr);
}

void Evaluator::taint(Value& first, std::string_view reason, Span at) {
  // Values may be nested without bound, so this must not recurse.
  std::vector<Value*> open{&first};
  std::set<const Value*> fixed;
  while (!open.empty()) {
    Value& value = *open.back();
    open.pop_back();
    if (value.kind == Value::Kind::kObject && value.object()) taint(*value.object(), reason, at);
    if (!value.is_container() || value.frozen) continue;
    step();
    if (value.kind == Value::Kind::kTuple) {
      // It cannot change, but what it holds can.
      if (fixed.insert(&value).second) {
        open.insert(open.end(), value.items().begin(), value.items().end());
      }
      continue;
    }
    open.insert(open.end(), value.items().begin(), value.items().end());
    for (const Entry& entry : value.dict().entries()) open.push_back(entry.value);
    value.become_unknown(pool_.keep(reason));
    value.literal = false;
    value.span = at;
    ++unknowns_;
  }
}

void Evaluator::taint(Object& object, std::string_view reason, Span at) {
  if (!being_tainted_.insert(&object).second) return;
  if (being_tainted_.size() > static_cast<std::size_t>(limits().depth)) {
    throw LimitReached{"nested objects", at};
  }
  struct Done {
    std::set<const Object*>& open;
    const Object* object;
    ~Done() { open.erase(object); }
  } done{being_tainted_, &object};
  step();
  if (const auto* function = dynamic_cast<const FunctionObject*>(&object)) {
    taint_function(*this, *function, reason);
  } else if (const auto* native = dynamic_cast<const NativeObject*>(&object)) {
    if (native->self && native->changes_self) taint(*native->self, reason, at);
  } else if (auto* iterator = dynamic_cast<Iterator*>(&object)) {
    iterator->forget(pool_.keep(reason));
    iterator->taint_parts(*this, reason, at);
  } else if (const auto* view = dynamic_cast<const DictView*>(&object)) {
    taint(*view->dict, reason, at);
  } else if (holds_environment(object)) {
    taint_environment(*this, reason, at);
  } else if (const auto* type = dynamic_cast<const ClassObject*>(&object)) {
    if (!type->scope) return;
    Value& names = *type->scope->names;
    for (std::size_t i = 0; i < names.dict().size(); ++i) taint(*live_entry(names, i), reason, at);
  }
}

void Evaluator::taint_everything(std::string_view reason, Span at) {
  globals_unknown = true;
  for (Scope* scope = scope_; scope; scope = scope->enclosing) {
    for (std::size_t i = 0; i < scope->names->dict().size(); ++i) {
      taint(*live_entry(*scope->names, i), reason, at);
      scope->names->edit_dict().at(i).value = unknown(reason, at);
    }
  }
}

}  // namespace mmlint::python
