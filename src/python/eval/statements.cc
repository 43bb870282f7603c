

#include "python/eval/statements.h"
#include "python/eval/iterator.h"
#include "python/eval/namespaces.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "syntax/walk.h"
#include "value/scalar_text.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

Span name_span(const Evaluator& e, const Expr& target) {
  if (target.kind == ExprKind::kAttribute) {
    const auto& a = as<Attribute>(target);
    return {e.file(), a.name_begin, a.end};
  }
  if (target.kind == ExprKind::kSubscript) return e.span(*as<Subscript>(target).index);
  return e.span(target);
}

}  // namespace

struct Statements {
  Evaluator& e;
  Pool& pool = e.pool();

  Flow assign(const Assign& a) {
    // MMEngine removes every `_base_ = ...` before it runs a classic config (rule B1). The first
    // one at top level, which it loads, is not run at all.
    if (!e.lazy && id_of(*a.targets[0]) == "_base_") {
      e.hazards.warn(ProblemKind::kBaseIgnored, e.span(*a.targets[0]));
      return Flow::kNext;
    }
    e.last_read = nullptr;
    const std::size_t first_read = e.reads.size();
    Value* value = e.eval(*a.value);
    const Origin* read = e.last_read;
    for (const Expr* target : a.targets) {
      e.last_read = read;
      e.assign(*target, *value, e.origin_of(name_span(e, *target), *a.value, *value, first_read));
    }
    return Flow::kNext;
  }

  void annotated(const Annotated& a) {
    if (a.value) {
      const std::size_t first_read = e.reads.size();
      Value* value = e.eval(*a.value);
      e.assign(*a.target, *value,
               e.origin_of(name_span(e, *a.target), *a.value, *value, first_read));
    }
    if (a.annotation) e.taint(*a.annotation, kAnnotation);
    if (!a.value && a.target->kind != ExprKind::kName) e.taint(*a.target, kAnnotation);
  }

  // a += b changes a list or a ConfigDict in place, as Python's __iadd__ and __ior__ do.
  Flow augmented(const Augmented& a) {
    const std::size_t first_read = e.reads.size();
    AugmentedTarget target(e, *a.target);
    Value* left = target.read();
    Value* right = e.eval(*a.value);
    e.warn_of_edit(*left, *a.target);
    Value* result = python::augmented(e, a.op, *left, *right, e.span(*a.value));
    if (!result) return Flow::kNext;
    const Origin* origin =
        pool.origin({.key = name_span(e, *a.target),
                     .value = e.span(*a.value),
                     .how = How::kComputed,
                     .set = result,
                     .reads = pool.reads(std::span(e.reads).subspan(first_read))});
    target.write(*result, origin);
    return Flow::kNext;
  }

  void remove(const Expr& target) {
    if (target.kind == ExprKind::kName) {
      const std::string_view name = as<Name>(target).id;
      Value& names = *home_of(e.scope(), name).names;
      e.note_removal(names, *pool.string(name), e.span(target));
      if (!names.edit_dict().erase(*pool.string(name))) e.lookup(name, e.span(target));
      return;
    }
    if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
      for (const Expr* item : as<Sequence>(target).items) remove(*item);
      return;
    }
    const bool is_attribute = target.kind == ExprKind::kAttribute;
    if (!is_attribute && target.kind != ExprKind::kSubscript) return;
    Value* object =
        e.eval(is_attribute ? *as<Attribute>(target).object : *as<Subscript>(target).object);
    if (!is_attribute && as<Subscript>(target).index->kind == ExprKind::kSlice) {
      return set_slice(e, *object, as<Slice>(*as<Subscript>(target).index), nullptr);
    }
    Value* key = is_attribute ? pool.string(as<Attribute>(target).name)
                              : e.eval(*as<Subscript>(target).index);
    if (is_environment(*object)) {
      return taint_environment(e, "a variable was deleted", e.span(target));
    }
    if (object->kind == Value::Kind::kUnknown || object->kind == Value::Kind::kObject) return;
    if (key->kind == Value::Kind::kUnknown) {
      return e.taint(*object, "an item with an unknown key was deleted", e.span(target));
    }
    const bool is_list = object->kind == Value::Kind::kList;
    const bool has_attributes = object->kind == Value::Kind::kDict && object->config_dict;
    if (is_attribute ? !has_attributes : !is_list && object->kind != Value::Kind::kDict) {
      e.raise(is_attribute ? "AttributeError" : "TypeError",
              fmt::format("nothing can be deleted from a '{}' object", type_name(*object)),
              e.span(target));
    }
    e.item(*object, *key, e.span(target));  // raises if it is not there
    e.hazards.deletions.push_back({object, key, e.span(target)});
    e.warn_of_edit(*object, target);
    if (object->kind == Value::Kind::kDict) {
      e.note_removal(*object, *key, e.span(target));
      object->edit_dict().erase(*key);
    } else {
      const auto n = static_cast<std::int64_t>(object->items().size());
      const std::int64_t i = int_of(*key) < 0 ? int_of(*key) + n : int_of(*key);
      object->edit_items().erase(static_cast<std::size_t>(i));
    }
  }

  Flow branch(const If& s) {
    switch (e.truth(*e.eval(*s.condition))) {
      case Evaluator::Truth::kTrue:
        return e.run(s.then);
      case Evaluator::Truth::kFalse:
        return e.run(s.otherwise);
      case Evaluator::Truth::kUnknown:
        break;
    }
    e.taint(s.then, "set under a condition that is not known");
    e.taint(s.otherwise, "set under a condition that is not known");
    return std::max(way_out(s.then), way_out(s.otherwise));
  }

  // The rest of a loop of which nothing is known.
  Flow give_up(Block body, Block otherwise, std::string_view reason) {
    e.taint(body, reason);
    e.taint(otherwise, reason);
    const Flow flow = std::max(way_out(body), way_out(otherwise));
    return flow == Flow::kMaybeReturn ? flow : Flow::kNext;
  }

  // After one run of a loop's body: true if the loop ends, with `flow` as what it leads to.
  bool ends_loop(Flow& flow, Block body, Block otherwise, const Expr* target = nullptr) {
    if (flow == Flow::kNext || flow == Flow::kContinue) return false;
    if (flow == Flow::kBreak) flow = Flow::kNext;
    if (flow != Flow::kMaybeBreak && flow != Flow::kMaybeReturn) return true;
    if (target) {
      e.assign(*target, *e.unknown("from a loop that may have ended earlier", {}), nullptr);
    }
    const Flow rest = give_up(body, otherwise, "set in a loop that may have ended earlier");
    flow = flow == Flow::kMaybeReturn ? flow : rest;
    return true;
  }

  Flow loop(const For& s) {
    e.warn_of_leak(*s.target);
    const Span at = e.span(*s.iterable);
    Value* iterable = e.eval(*s.iterable);
    Iterator* items = s.is_async ? nullptr : iterator_of(e, *iterable, at);
    while (Value* item = items ? items->next(e, at) : nullptr) {
      e.assign(*s.target, *item, nullptr);
      Flow flow = e.run(s.body);
      if (ends_loop(flow, s.body, s.otherwise, s.target)) return flow;
    }
    if (items && items->known()) return e.run(s.otherwise);
    e.assign(*s.target, *e.unknown("from a loop over something unknown", at), nullptr);
    return give_up(s.body, s.otherwise, "set in a loop over something unknown");
  }

  Flow repeat(const While& s) {
    for (;;) {
      e.step();
      const Evaluator::Truth truth = e.truth(*e.eval(*s.condition));
      if (truth == Evaluator::Truth::kFalse) return e.run(s.otherwise);
      if (truth == Evaluator::Truth::kUnknown) {
        e.taint(*s.condition, "in a loop with an unknown condition");
        return give_up(s.body, s.otherwise, "set in a loop with an unknown condition");
      }
      Flow flow = e.run(s.body);
      if (ends_loop(flow, s.body, s.otherwise)) return flow;
    }
  }

  Flow with(const With& s) {
    e.warn_of_read_base(*s.items[0].context);
    struct Contexts {
      std::vector<Value*> entered;
      ~Contexts() {
        for (Value* context : entered) {
          if (context->object()) context->object()->leave();
        }
      }
    } contexts;
    for (const WithItem& item : s.items) {
      if (item.target) e.warn_of_leak(*item.target);
      Value* context = e.eval(*item.context);
      if (context->kind != Value::Kind::kUnknown && context->kind != Value::Kind::kObject) {
        e.raise("TypeError",
                fmt::format("'{}' object does not support the context manager protocol",
                            type_name(*context)),
                e.span(*item.context));
      }
      contexts.entered.push_back(context);
      if (item.target) e.assign(*item.target, *context, nullptr);
    }
    try {
      return e.run(s.body);
    } catch (const Raised&) {
      if (!may_suppress(s)) throw;
    }
    e.taint(s.body, "set in a with statement that may have ended early");
    return way_out(s.body);
  }

  // What contextlib.suppress() and the like do with an exception is not known; that open() and
  // read_base() let it pass is.
  static bool may_suppress(const With& s) {
    return std::ranges::any_of(s.items, [](const WithItem& item) {
      const std::string_view name = called_id(*item.context);
      return name != "open" && name != "read_base";
    });
  }

  Flow raise(const Raise& r) {
    std::string exception = "RuntimeError";
    std::string detail;
    const Expr* type = r.value;
    if (!type) {
      if (e.handled) throw e.handled->raised;
      e.raise(exception, "No active exception to reraise", e.span(r));
    }
    if (type->kind == ExprKind::kCall) {
      const auto& call = as<Call>(*type);
      if (!call.arguments.empty()) {
        detail = str(e, *e.eval(*call.arguments[0].value)).value_or("");
      }
      type = call.callee;
    }
    if (type->kind == ExprKind::kName) exception = as<Name>(*type).id;
    if (type->kind == ExprKind::kAttribute) exception = as<Attribute>(*type).name;
    if (!is_exception(exception) || type->kind != ExprKind::kName) {
      const Value* value = e.eval(*type);  // raises if the name is not there
      if (e.handled && value == e.handled->bound) throw e.handled->raised;
      if (value->kind != Value::Kind::kUnknown && value->kind != Value::Kind::kObject &&
          value->kind != Value::Kind::kReference) {
        e.raise("TypeError", "exceptions must derive from BaseException", e.span(r));
      }
    }
    e.raise(exception, detail, e.span(r));
  }

  Flow check(const Assert& a) {
    if (e.truth(*e.eval(*a.condition)) == Evaluator::Truth::kFalse) {
      e.raise("AssertionError", a.message ? str(e, *e.eval(*a.message)).value_or("") : "",
              e.span(a));
    }
    return Flow::kNext;
  }
};

Flow Evaluator::run(Block block) {
  for (const Stmt* const& stmt : block) {
    const Flow flow = run(*stmt);
    if (flow == Flow::kMaybeBreak || flow == Flow::kMaybeReturn) {
      const auto done = static_cast<std::size_t>(&stmt - block.data()) + 1;
      taint(block.subspan(done), "after something unknown that may have ended the block");
    }
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

Flow Evaluator::run(const Stmt& stmt) {
  step();
  if (taken_out && taken_out->contains(&stmt)) return Flow::kNext;
  const struct Reads {
    std::vector<const Origin*>& all;
    std::size_t before = all.size();
    ~Reads() { all.resize(before); }
  } reads_of_statement{reads};
  Statements self{*this};
  switch (stmt.kind) {
    case StmtKind::kExpression:
      eval(*as<ExpressionStmt>(stmt).value);
      return Flow::kNext;
    case StmtKind::kAssign:
      return self.assign(as<Assign>(stmt));
    case StmtKind::kAnnotated:
      self.annotated(as<Annotated>(stmt));
      return Flow::kNext;
    case StmtKind::kAugmented:
      return self.augmented(as<Augmented>(stmt));
    case StmtKind::kDelete:
      for (const Expr* target : as<Delete>(stmt).targets) self.remove(*target);
      return Flow::kNext;
    case StmtKind::kIf:
      return self.branch(as<If>(stmt));
    case StmtKind::kFor:
      return self.loop(as<For>(stmt));
    case StmtKind::kWhile:
      return self.repeat(as<While>(stmt));
    case StmtKind::kWith:
      return self.with(as<With>(stmt));
    case StmtKind::kTry:
      return run_try(*this, as<Try>(stmt));
    case StmtKind::kFunction:
      define_function(*this, as<Function>(stmt));
      return Flow::kNext;
    case StmtKind::kClass:
      define_class(*this, as<Class>(stmt));
      return Flow::kNext;
    case StmtKind::kImport:
      run_import(*this, as<Import>(stmt));
      return Flow::kNext;
    case StmtKind::kImportFrom:
      run_import_from(*this, as<ImportFrom>(stmt));
      return Flow::kNext;
    case StmtKind::kReturn:
      returned_ = as<Return>(stmt).value ? eval(*as<Return>(stmt).value) : pool_.none();
      return Flow::kReturn;
    case StmtKind::kRaise:
      return self.raise(as<Raise>(stmt));
    case StmtKind::kAssert:
      return self.check(as<Assert>(stmt));
    case StmtKind::kPass:
      return Flow::kNext;
    case StmtKind::kBreak:
      return Flow::kBreak;
    case StmtKind::kContinue:
      return Flow::kContinue;
    case StmtKind::kGlobal:
    case StmtKind::kNonlocal: {
      auto& names = stmt.kind == StmtKind::kGlobal ? scope_->globals : scope_->nonlocals;
      for (const std::string_view name : as<syntax::Scope>(stmt).names) names.push_back(name);
      return Flow::kNext;
    }
    case StmtKind::kMatch:
    case StmtKind::kUnsupported:
      taint_everything("a statement that is not computed", span(stmt));
      return Flow::kNext;
  }
  return Flow::kNext;
}

}  // namespace mmlint::python
